(* SPDX-License-Identifier: Apache-2.0

   Powers of two for the term `under` of Expression.v: the loss by underflow, rule by rule. *)
From Coq Require Import Reals Lra Lia List Psatz.
From Flocq Require Import Core.
From Sunder Require Import Rounding Expression Sums.
Open Scope R_scope.

Notation two := (bpow radix2).
Global Arguments bpow : simpl never.

(* The dimensions of the proofs. *)
Definition most_dimension := 1024%nat.
Definition most_count := (64 * most_dimension)%nat.
Lemma counts : (most_count = 64 * most_dimension /\ 8 <= most_dimension)%nat.
Proof. split; [reflexivity | apply Nat.leb_le; vm_compute; reflexivity]. Qed.
Lemma count_is_65536 : Z.of_nat most_count = 65536%Z. Proof. vm_compute. reflexivity. Qed.
Lemma dimension_is_1024 : Z.of_nat most_dimension = 1024%Z. Proof. vm_compute. reflexivity. Qed.
Global Opaque most_count most_dimension.

Lemma INR_pow n k : (Z.of_nat n <= 2 ^ Z.of_nat k)%Z -> INR n <= two (Z.of_nat k).
Proof.
  intros H. rewrite INR_IZR_INZ. apply Rle_trans with (IZR (2 ^ Z.of_nat k)); [now apply IZR_le |].
  rewrite <- IZR_Zpower by lia. apply Rle_refl.
Qed.

Lemma count_units n : (n <= most_count)%nat -> INR n * unit <= two (-36).
Proof.
  intros le. replace (two (-36)) with (two (Z.of_nat 16) * unit).
  - apply Rmult_le_compat_r; [apply Rlt_le, unit_pos |]. apply INR_pow.
    pose proof count_is_65536. change (2 ^ Z.of_nat 16)%Z with 65536%Z. lia.
  - unfold unit. rewrite <- bpow_plus. f_equal.
Qed.

Lemma grow_small n : (n <= most_count)%nat -> grow n <= 1 + INR n * unit * (1 + two (-36)).
Proof.
  intros le. pose proof (count_units n le) as H. pose proof unit_pos. pose proof (pos_INR n).
  assert (0 <= INR n * unit) by (apply Rmult_le_pos; lra).
  assert (two (-36) <= 1) by (change 1 with (two 0); apply bpow_le; lia).
  assert (Q : grow n <= 1 + INR n * unit + (INR n * unit) ^ 2) by (apply grow_above; lra).
  assert ((INR n * unit) ^ 2 <= INR n * unit * two (-36)).
  { replace ((INR n * unit) ^ 2) with (INR n * unit * (INR n * unit)) by ring.
    apply Rmult_le_compat_l; lra. }
  lra.
Qed.

Lemma grow_less n : (n <= most_count)%nat -> grow n <= 5 / 4.
Proof.
  intros le. pose proof (grow_small n le). pose proof (count_units n le).
  assert (two (-36) <= / 8) by (change (/ 8) with (two (-3)); apply bpow_le; lia).
  pose proof unit_pos. pose proof (pos_INR n).
  assert (0 <= INR n * unit) by (apply Rmult_le_pos; lra). nra.
Qed.

Lemma lost_le m : (-1022 <= m)%Z -> lost <= two m. Proof. intros. now apply bpow_le. Qed.

Lemma times_le x y i j m : 0 <= x -> 0 <= y -> x <= two i -> y <= two j -> (i + j <= m)%Z ->
  x * y <= two m.
Proof.
  intros X Y Xi Yj le. apply Rle_trans with (two i * two j); [now apply Rmult_le_compat |].
  rewrite <- bpow_plus. now apply bpow_le.
Qed.

Lemma two_plus m k : two (m + Z.of_nat k) = 2 ^ k * two m.
Proof.
  rewrite bpow_plus, Rmult_comm. f_equal.
  rewrite <- IZR_Zpower by lia. change (radix_val radix2) with 2%Z.
  symmetry. apply pow_IZR.
Qed.

Lemma under_add a b m : valid a -> valid b -> (-1022 <= m)%Z ->
  under a <= two m -> under b <= two m -> under (Add a b) <= two (m + 2).
Proof.
  intros _ _ M A B. change 2%Z with (Z.of_nat 2). rewrite two_plus. cbn [under].
  rewrite grow_one. pose proof (lost_le m M). pose proof (bpow_gt_0 radix2 m).
  assert (unit <= / 8) by (change (/ 8) with (two (-3)); apply bpow_le; lia).
  pose proof unit_pos.
  assert ((1 + unit) * (under a + under b) <= (1 + unit) * (2 * two m)).
  { apply Rmult_le_compat_l; lra. }
  nra.
Qed.

Lemma under_mul a b i j k l m : valid a -> valid b -> (count (Mul a b) <= most_count)%nat ->
  under a <= two i -> size b <= two j -> size a + data a <= two k -> under b <= two l ->
  (i + j <= m)%Z -> (k + l <= m)%Z -> (i + l <= m)%Z -> (-1022 <= m)%Z ->
  under (Mul a b) <= two (m + 3).
Proof.
  intros Va Vb C A Sb Sa B ij kl il M. change 3%Z with (Z.of_nat 3). rewrite two_plus.
  cbn [under]. pose proof (grow_less _ C) as G. pose proof (grow_1 (count (Mul a b))).
  destruct (signs a Va) as (Sa0 & Da0 & Ua0), (signs b Vb) as (Sb0 & Db0 & Ub0).
  pose proof (lost_le m M). pose proof (bpow_gt_0 radix2 m).
  assert (under a * size b <= two m) by now apply times_le with i j.
  assert ((size a + data a) * under b <= two m) by (apply times_le with k l; auto; lra).
  assert (under a * under b <= two m) by now apply times_le with i l.
  set (w := under a * size b + (size a + data a) * under b + under a * under b) in *.
  assert (grow (count (Mul a b)) * w <= 5 / 4 * (3 * two m)).
  { apply Rmult_le_compat; unfold w; try lra.
    repeat apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
  lra.
Qed.

Lemma length_pow {A} (l : list A) : (length l <= most_dimension)%nat -> INR (length l) <= two 10.
Proof.
  intros D. change 10%Z with (Z.of_nat 10). apply INR_pow.
  pose proof dimension_is_1024. change (2 ^ Z.of_nat 10)%Z with 1024%Z. lia.
Qed.

Lemma under_sums l t m : sums l t -> (length l <= most_dimension)%nat -> (-1022 <= m)%Z ->
  (forall s, In s l -> under s <= two m) -> under t <= two (m + 12).
Proof.
  intros S D M H. pose proof (bpow_gt_0 radix2 m) as P. pose proof (lost_le m M).
  apply Rle_trans with (1 := sums_under _ _ _ (Rlt_le _ _ P) S H).
  replace (m + 12)%Z with (2 + (10 + m))%Z by ring. rewrite !bpow_plus. change (two 2) with 4.
  assert (G : grow (length l - 1) <= 5 / 4).
  { apply grow_less. pose proof counts. lia. }
  pose proof (length_pow l D) as N. pose proof (grow_1 (length l - 1)).
  assert (N' : INR (length l - 1) <= two 10).
  { apply Rle_trans with (2 := N). apply le_INR. lia. }
  pose proof (pos_INR (length l)). pose proof (pos_INR (length l - 1)). pose proof lost_pos.
  assert (INR (length l) * two m <= two 10 * two m) by (apply Rmult_le_compat; lra).
  assert (INR (length l - 1) * lost <= two 10 * two m) by (apply Rmult_le_compat; lra).
  assert (0 <= INR (length l) * two m) by (apply Rmult_le_pos; lra).
  assert (0 <= INR (length l - 1) * lost) by (apply Rmult_le_pos; lra).
  assert (grow (length l - 1) * (INR (length l) * two m + INR (length l - 1) * lost) <=
          5 / 4 * (two 10 * two m + two 10 * two m)) by (apply Rmult_le_compat; lra).
  assert (0 < two 10 * two m) by (apply Rmult_lt_0_compat; [apply bpow_gt_0 | exact P]).
  lra.
Qed.

Lemma Sum_pow {A} (l : list A) f m : (length l <= most_dimension)%nat ->
  (forall i, In i l -> f i <= two m) -> Sum l f <= two (m + 10).
Proof.
  intros D H. apply Rle_trans with (1 := Sum_most l f (two m) H).
  rewrite Z.add_comm, bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0 | now apply length_pow].
Qed.
