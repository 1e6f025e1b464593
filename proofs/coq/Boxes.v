(* SPDX-License-Identifier: Apache-2.0

   The gap of two boxes (src/narrow/boxes/nearest-inl.hpp): |u . c| - sum_k h_k |u . r_k| over the
   six edges of C, in the order of box_lanes-inl.hpp. It loses 8 roundings where the boxes are about
   their origins and 10 where they are not, and the code's `units` hold these, the products of errors
   and the roundings of the bound itself, which are at most 2^10. *)
From Coq Require Import Reals Lra Lia.
From Flocq Require Import Core.
From Sunder Require Import Constants Rounding Expression Sums Underflow.
Open Scope R_scope.

Section Boxes.
Variables u c : nat -> expr.          (* the axis, C's centre *)
Variable h : nat -> expr.             (* halves of extents *)
Variable r : nat -> nat -> expr.      (* edge k, entry l *)

Definition dot (a b : nat -> expr) :=
  Add (Add (Mul (a 0%nat) (b 0%nat)) (Mul (a 1%nat) (b 1%nat))) (Mul (a 2%nat) (b 2%nat)).
Definition height k := Abs (dot u (r k)).
Definition half i j k := Add (Add (Mul (height i) (h i)) (Mul (height j) (h j))) (Mul (height k) (h k)).
Definition gap := minus (Abs (dot u c)) (Add (half 0 1 2) (half 3 4 5)).

(* The middle of C from the middles of both boxes, and an offset that was rounded once. *)
Definition once t := Add t (given 0).
Definition middle (ra rb : nat -> expr) (ma mb : nat -> expr) t :=
  Add (Add (dot rb mb) (Opp (dot ra ma))) (once t).

Hypothesis exact_u : forall l, count (u l) = 0%nat.
Hypothesis exact_r : forall k l, count (r k l) = 0%nat.

Lemma count_centred : (forall k, count (h k) = 0%nat) -> (forall l, (count (c l) <= 2)%nat) ->
  (count gap <= Z.to_nat centred_units)%nat.
Proof.
  intros H C. pose proof (C 0%nat). pose proof (C 1%nat). pose proof (C 2%nat).
  unfold gap, minus, half, height, dot. cbn [count]. rewrite !exact_u, !exact_r, !H.
  change (Z.to_nat centred_units) with 8%nat. lia.
Qed.
Lemma count_any : (forall k, (count (h k) <= 1)%nat) -> (forall l, (count (c l) <= 6)%nat) ->
  (count gap <= Z.to_nat any_units)%nat.
Proof.
  intros H C. pose proof (C 0%nat). pose proof (C 1%nat). pose proof (C 2%nat).
  pose proof (H 0%nat). pose proof (H 1%nat). pose proof (H 2%nat). pose proof (H 3%nat).
  pose proof (H 4%nat). pose proof (H 5%nat).
  unfold gap, minus, half, height, dot. cbn [count]. rewrite !exact_u, !exact_r.
  change (Z.to_nat any_units) with 10%nat. lia.
Qed.
Lemma count_middle ra rb ma mb t : (forall l, count (ra l) = 0%nat) -> (forall l, count (rb l) = 0%nat) ->
  (forall l, (count (ma l) <= 1)%nat) -> (forall l, (count (mb l) <= 1)%nat) -> count t = 0%nat ->
  (count (middle ra rb ma mb t) <= 6)%nat.
Proof.
  intros A B MA MB T. pose proof (MA 0%nat). pose proof (MA 1%nat). pose proof (MA 2%nat).
  pose proof (MB 0%nat). pose proof (MB 1%nat). pose proof (MB 2%nat).
  unfold middle, dot, once. cbn [count given]. rewrite !A, !B, T. lia.
Qed.

(* units * S, where S is computed in at most 1024 roundings. *)
Lemma units_hold n : (n <= 16)%nat ->
  grow n - 1 <= IZR (Z.of_nat n) * unit * (1 + two box_share) * (2 - grow 1024).
Proof.
  intros N. pose proof counts. rewrite <- INR_IZR_INZ.
  pose proof (grow_small n ltac:(lia)) as G. pose proof (grow_small 1024 ltac:(pose proof count_is_65536; lia)) as G'.
  assert (I : INR 1024 = 1024) by (rewrite INR_IZR_INZ; reflexivity). rewrite I in G'.
  pose proof unit_pos as U. pose proof (pos_INR n) as P.
  assert (U42 : 1024 * unit <= two (-42)).
  { replace 1024 with (two 10) by reflexivity. unfold unit. rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (T : two (-36) <= / 1024) by (change (/ 1024) with (two (-10)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-36)). pose proof (bpow_gt_0 radix2 (-42)).
  assert (two (-36) = 64 * two (-42)).
  { change (-36)%Z with (-42 + Z.of_nat 6)%Z. rewrite two_plus. lra. }
  assert (S : 2 * two (-36) <= two box_share).
  { replace (2 * two (-36)) with (two (-36 + Z.of_nat 1)) by (rewrite two_plus; ring).
    apply bpow_le. unfold box_share. lia. }
  assert (1024 * unit * two (-36) <= two (-42) * / 1024) by (apply Rmult_le_compat; lra).
  assert (S1 : 1 + two (-36) <= (1 + 2 * two (-36)) * (1 - 2 * two (-42))).
  { assert (two (-36) * two (-42) <= / 1024 * two (-42)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (S2 : (1 + 2 * two (-36)) * (1 - 2 * two (-42)) <= (1 + two box_share) * (2 - grow 1024)).
  { apply Rmult_le_compat; lra. }
  apply Rle_trans with (INR n * unit * (1 + two (-36))); [lra |].
  rewrite (Rmult_assoc (INR n * unit)). apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra].
Qed.

(* Proven on paper only: the size is at most sum_l |u_l| reach_l, since |middle| + half of an extent
   is its largest |coordinate|. *)
Theorem box_gap n y : (n <= 16)%nat -> (count gap <= n)%nat -> valid gap -> value gap y ->
  Rabs (y - exact gap) <= IZR (Z.of_nat n) * unit * (1 + two box_share) * ((2 - grow 1024) * size gap) +
    (1 + two (-30)) * data gap + under gap.
Proof.
  intros N C V Y. destruct (off_by_roundings gap y V Y) as [O _]. destruct (signs gap V) as (S & D & _).
  pose proof (grow_le _ _ C) as G. pose proof (units_hold n N) as U.
  assert (L : grow n <= 1 + two (-30)).
  { pose proof counts. pose proof (grow_small n ltac:(lia)) as B. pose proof (count_units n ltac:(lia)).
    assert (two (-36) <= / 1024) by (change (/ 1024) with (two (-10)); apply bpow_le; lia).
    pose proof (bpow_gt_0 radix2 (-36)). pose proof unit_pos. pose proof (pos_INR n).
    assert (0 <= INR n * unit) by (apply Rmult_le_pos; lra).
    assert (INR n * unit * two (-36) <= two (-36) * / 1024) by (apply Rmult_le_compat; lra).
    assert (two (-30) = 64 * two (-36)).
    { change (-30)%Z with (-36 + Z.of_nat 6)%Z. rewrite two_plus. lra. }
    lra. }
  apply Rle_trans with (1 := O). apply Rplus_le_compat_r. apply Rplus_le_compat.
  - rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra.
  - apply Rmult_le_compat_r; lra.
Qed.
End Boxes.
