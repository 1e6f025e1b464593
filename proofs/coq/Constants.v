(* SPDX-License-Identifier: Apache-2.0

   The constants of the C++ sources. proofs/check.py reads them there, compares, and refuses the
   proofs if one differs. *)
From Coq Require Import ZArith.

(* src/filter/filtered_pair.hpp *)
Definition gap_per_dimension := 2%nat.
Definition gap_plus := 3%nat.
Definition gap_underflow := (-600)%Z.
Definition point_per_dimension := 1%nat.
Definition point_plus := 3%nat.
Definition point_underflow := (-850)%Z.

(* src/filter/simplex_interior.hpp *)
Definition det2_units := 8%Z.
Definition det2_data := 2%Z.
Definition det3_units := 36%Z.
Definition det3_data := 6%Z.
Definition det_share := (-30)%Z.
Definition det_underflow := (-600)%Z.

(* src/narrow/boxes/nearest-inl.hpp *)
Definition centred_units := 8%Z.
Definition any_units := 10%Z.
Definition box_share := (-30)%Z.
