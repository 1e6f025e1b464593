(* SPDX-License-Identifier: Apache-2.0

   The constants of the C++ sources. proofs/check.py reads them there, compares, and refuses the
   proofs if one differs. *)
From Coq Require Import ZArith.

(* src/filter/filtered_pair.hpp *)
Definition gap_per_dimension := 2%nat.
Definition gap_plus := 3%nat.
Definition gap_floor := (-600)%Z.
Definition point_per_dimension := 1%nat.
Definition point_plus := 3%nat.
Definition point_floor := (-850)%Z.
