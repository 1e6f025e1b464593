(* SPDX-License-Identifier: Apache-2.0

   The other half of Lemma 1 (src/filter/filtered_pair.hpp): a component of a point of C is off by at
   most what error() computes, for every dimension up to most_dimension. *)
From Coq Require Import Reals Lra Lia List.
From Flocq Require Import Core.
From Sunder Require Import Constants Rounding Expression Sums Underflow Gap.
Import ListNotations.
Open Scope R_scope.

Section Points.
Variable I : list nat.
Let d := length I.
Hypothesis few : (d <= most_dimension)%nat.
Hypothesis some : (1 <= d)%nat.
Variables A B : body.
Hypothesis Av : body_valid I A.
Hypothesis Bv : body_valid I B.
Variable x : nat -> R.
Hypothesis x_small : forall l, In l I -> Rabs (x l) + 2 * lost <= two 401.
Variable l : nat.
Hypothesis L : In l I.

Definition is_turned b t :=
  sums (map (fun k => Mul (matrix b l k) (Leaf (vertex b k) (most b k) 0)) I) t.
Definition is_point c := exists a b, is_turned A a /\ is_turned B b /\
  sums [a; Opp b; Opp (offset x l)] c.
Definition turned b := Sum I (fun k => entry b l k * vertex b k).
Definition point := turned A - turned B - x l.

Lemma turned_holds b t : body_valid I b -> is_turned b t ->
  valid t /\ exact t = turned b /\ size t = row I b l /\ data t = drift I b /\
  (count t <= d)%nat /\ under t <= two (-855).
Proof.
  intros V H. pose proof V as [Rho W]. repeat split.
  - apply sums_valid with (1 := H). apply in_map_all. intros k K. destruct (W l k L K).
    cbn [valid matrix]. lra.
  - rewrite (sums_exact _ _ H), Sum_map. reflexivity.
  - rewrite (sums_size _ _ H), Sum_map. reflexivity.
  - rewrite (sums_data _ _ H), Sum_map. unfold drift. rewrite <- Sum_scale. apply Sum_ext.
    intros. cbn [data size matrix]. ring.
  - pose proof (sums_count _ _ 1 H) as C. rewrite map_length in C. fold d in C.
    assert (count t + 1 <= 1 + d)%nat; [| lia]. apply C. apply in_map_all. cbn. lia.
  - change (-855)%Z with (-867 + 12)%Z. apply under_sums with (1 := H); try lia.
    + now rewrite map_length.
    + apply in_map_all. intros k K. destruct (W l k L K). change (-867)%Z with (-870 + 3)%Z.
      apply under_mul with (-1022)%Z 150%Z 152%Z (-1022)%Z; try lia; cbn [size data under matrix valid].
      * lra.
      * lra.
      * cbn. pose proof counts. lia.
      * apply lost_le. lia.
      * lra.
      * change 152%Z with (151 + Z.of_nat 1)%Z. rewrite two_plus.
        assert (1 <= two 151) by (change 1 with (two 0); apply bpow_le; lia). lra.
      * apply lost_le. lia.
Qed.

Lemma three t a b c : sums [a; b; c] t -> under a <= two (-855) -> under b <= two (-855) ->
  under c <= two (-855) -> under t <= two (-852).
Proof.
  intros H A' B' C'. assert (W : 0 <= two (-855)) by apply bpow_ge_0.
  pose proof (sums_under _ _ _ W H) as U. cbn [length Nat.sub] in U.
  apply Rle_trans with (1 := U ltac:(intros s [<- | [<- | [<- | []]]]; assumption)).
  change (-852)%Z with (-855 + Z.of_nat 3)%Z. rewrite two_plus.
  pose proof counts. pose proof (grow_less 2 ltac:(lia)) as G2. pose proof (grow_1 2).
  pose proof (lost_le (-855) ltac:(lia)). pose proof lost_pos. cbn [INR].
  assert (grow 2 * ((1 + 1 + 1) * two (-855) + (1 + 1) * lost) <= 5 / 4 * (5 * two (-855))).
  { apply Rmult_le_compat; lra. }
  lra.
Qed.

Lemma point_holds c y : is_point c -> value c y ->
  Rabs (y - point) <= (grow (d + 2) - 1) * (reach I A B x l + 2 * lost) +
    grow (d + 2) * (drifts I A B + lost) + two (-852).
Proof.
  intros (a & b & Ha & Hb & H) Y. pose proof lost_pos.
  destruct (turned_holds A a Av Ha) as (Va & Ea & Sa & Da & Ca & Ua).
  destruct (turned_holds B b Bv Hb) as (Vb & Eb & Sb & Db & Cb & Ub).
  pose proof (Rabs_pos (x l)) as X.
  assert (Vx : Rabs (x l) <= Rabs (x l) + 2 * lost /\ 0 <= lost) by lra.
  assert (Vo : valid (offset x l)) by (split; [exact Vx | apply valid_given]).
  assert (V : valid c).
  { apply sums_valid with (1 := H). intros s [<- | [<- | [<- | []]]]; assumption. }
  assert (E : exact c = point).
  { rewrite (sums_exact _ _ H). unfold Sum, point. cbn [map total fold_right exact offset given].
    rewrite Ea, Eb. ring. }
  assert (S : size c = reach I A B x l + 2 * lost).
  { rewrite (sums_size _ _ H). unfold Sum, reach. cbn [map total fold_right size offset given].
    rewrite Sa, Sb, Rabs_R0. ring. }
  assert (D : data c = drifts I A B + lost).
  { rewrite (sums_data _ _ H). unfold Sum, drifts. cbn [map total fold_right data offset given].
    rewrite Da, Db. ring. }
  assert (C : (count c <= d + 2)%nat).
  { pose proof (sums_count _ _ d H) as C. cbn [length] in C.
    assert (count c + 1 <= d + 3)%nat; [| lia]. apply C.
    intros s [<- | [<- | [<- | []]]]; cbn [count offset given Nat.max]; lia. }
  assert (U : under c <= two (-852)).
  { apply (three c _ _ _ H); cbn [under]; auto.
    apply Rle_trans with (two (-1022 + 2)); [| apply bpow_le; lia].
    apply (under_add (Leaf (x l) (Rabs (x l) + 2 * lost) lost) (given 0)); auto using valid_given;
      try (apply lost_le; lia); lia. }
  destruct (off_by_roundings c y V Y) as [O _]. rewrite E, S, D in O.
  pose proof (grow_le _ _ C) as G.
  assert (0 <= reach I A B x l + 2 * lost) by (rewrite <- S; apply signs, V).
  assert (0 <= drifts I A B + lost) by (rewrite <- D; apply signs, V).
  apply Rle_trans with (1 := O). apply Rplus_le_compat; [| exact U].
  apply Rplus_le_compat; apply Rmult_le_compat_r; lra.
Qed.

(* ---- the bound, as error() computes it ---------------------------------------------------- *)

Definition point_units := INR (point_per_dimension * d + point_plus) * unit.
Definition is_error e := exists r a b, is_reach I A B x l r /\ is_drift I A a /\ is_drift I B b /\
  e = Add (Add (Mul (Const point_units) r) (Mul (Const 2) (Add a b))) (Const (two point_underflow)).
Definition error := point_units * reach I A B x l + 2 * drifts I A B + two point_underflow.

Lemma point_units_small : 0 <= point_units <= two (-36).
Proof.
  unfold point_units. split; [apply Rmult_le_pos; [apply pos_INR | apply Rlt_le, unit_pos] |].
  apply count_units. unfold point_per_dimension, point_plus. pose proof counts. lia.
Qed.

Lemma error_holds e y : is_error e -> value e y ->
  error - (grow (d + 6) - 1) * (error + point_units * (2 * lost)) -
    grow (d + 6) * (point_units * lost) - two (-854) <= y.
Proof.
  intros (r & a & b & Hr & Ha & Hb & ->) Y. pose proof lost_pos.
  destruct (reach_holds I few some A B x Av Bv x_small l r L Hr) as (Vr & Er & Sr & Dr & Cr & Ur & Mr).
  destruct (drift_holds I few some A a Av Ha) as (Va & Ea & Sa & Da & Ca & Ua & Qa).
  destruct (drift_holds I few some B b Bv Hb) as (Vb & Eb & Sb & Db & Cb & Ub & Qb).
  pose proof point_units_small as K.
  set (T1 := Mul (Const point_units) r) in *. set (T2 := Mul (Const 2) (Add a b)) in *.
  assert (RK : Rabs point_units = point_units) by now apply Rabs_pos_eq.
  assert (R2 : Rabs 2 = 2) by (apply Rabs_pos_eq; lra).
  assert (RF : Rabs (two point_underflow) = two point_underflow) by (apply Rabs_pos_eq, bpow_ge_0).
  assert (V1 : valid T1) by (split; [constructor | exact Vr]).
  assert (V2 : valid T2) by (split; [constructor | split; assumption]).
  assert (V : valid (Add (Add T1 T2) (Const (two point_underflow)))).
  { split; [split; assumption | constructor]. }
  assert (C1 : (count T1 <= d + 4)%nat) by (cbn; fold d in Cr; lia).
  assert (C2 : (count T2 <= d + 2)%nat) by (cbn; fold d in Ca, Cb; lia).
  assert (C : (count (Add (Add T1 T2) (Const (two point_underflow))) <= d + 6)%nat).
  { cbn [count]. lia. }
  assert (U1 : under T1 <= two (-857)).
  { apply Rle_trans with (two (-886 + 3)); [| apply bpow_le; lia].
    apply under_mul with (-1424)%Z 402%Z (-36)%Z (-850)%Z; auto; try lia; cbn [under size data].
    - constructor.
    - pose proof counts. fold T1. lia.
    - apply bpow_ge_0.
    - rewrite Sr. lra.
    - rewrite RK. lra. }
  assert (UD : under (Add a b) <= two (-857)).
  { change (-857)%Z with (-859 + 2)%Z. apply under_add; auto. lia. }
  assert (U2 : under T2 <= 3 * two (-857)).
  { change (under T2) with (grow (count T2) * (0 * (size a + size b) + (Rabs 2 + 0) * under (Add a b) +
      0 * under (Add a b)) + lost). rewrite R2.
    pose proof (signs (Add a b) (proj2 V2)) as (_ & _ & P). cbn [size data] in P.
    pose proof counts. pose proof (grow_less (count T2) ltac:(lia)) as G.
    pose proof (grow_1 (count T2)). pose proof (lost_le (-857 - 2) ltac:(lia)) as Tiny.
    replace (two (-857)) with (4 * two (-857 - 2)) in *.
    2: { replace (-857)%Z with (-857 - 2 + Z.of_nat 2)%Z at 2 by reflexivity. rewrite two_plus. lra. }
    assert (grow (count T2) * (0 * (size a + size b) + (2 + 0) * under (Add a b) + 0 * under (Add a b)) <=
            5 / 4 * (2 * (4 * two (-857 - 2)))).
    { apply Rmult_le_compat; lra. }
    lra. }
  assert (U : under (Add (Add T1 T2) (Const (two point_underflow))) <= two (-854)).
  { cbn [under]. rewrite grow_one. change (-854)%Z with (-857 + Z.of_nat 3)%Z. rewrite two_plus.
    pose proof (bpow_gt_0 radix2 (-857)). pose proof (lost_le (-857) ltac:(lia)).
    assert (unit <= / 64) by (change (/ 64) with (two (-6)); apply bpow_le; lia).
    pose proof unit_pos. destruct (signs T1 V1) as (_ & _ & P1), (signs T2 V2) as (_ & _ & P2).
    assert ((1 + unit) * (under T1 + under T2) <= 65 / 64 * (4 * two (-857))).
    { apply Rmult_le_compat; lra. }
    assert ((1 + unit) * ((1 + unit) * (under T1 + under T2) + lost + 0) <=
            65 / 64 * (65 / 64 * (4 * two (-857)) + two (-857))).
    { assert (0 <= (1 + unit) * (under T1 + under T2)) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat; lra. }
    lra. }
  destruct (off_by_roundings _ y V Y) as [O _].
  assert (E : exact (Add (Add T1 T2) (Const (two point_underflow))) = error).
  { unfold T1, T2, error, drifts. cbn [exact]. rewrite Er, Ea, Eb. ring. }
  assert (S : size (Add (Add T1 T2) (Const (two point_underflow))) = error + point_units * (2 * lost)).
  { unfold T1, T2, error, drifts. cbn [size]. rewrite Sr, Sa, Sb, RK, R2, RF. ring. }
  assert (D : data (Add (Add T1 T2) (Const (two point_underflow))) = point_units * lost).
  { unfold T1, T2. cbn [data size]. rewrite Dr, Da, Db, RK. ring. }
  rewrite E, S, D in O. pose proof (grow_le _ _ C) as G.
  assert (0 <= error + point_units * (2 * lost)) as P by (rewrite <- S; apply signs, V).
  assert (0 <= point_units * lost) as P' by (rewrite <- D; apply signs, V).
  pose proof (Rmult_le_compat_r _ _ _ P G). pose proof (Rmult_le_compat_r _ _ _ P' G).
  pose proof (Rle_abs (- (y - error))) as M. rewrite Rabs_Ropp in M. lra.
Qed.

Theorem lemma_1_points c e y b : is_point c -> value c y -> is_error e -> value e b ->
  Rabs (y - point) <= b.
Proof.
  intros G Y E Z. apply Rle_trans with (1 := point_holds c y G Y).
  apply Rle_trans with (2 := error_holds e b E Z).
  pose proof point_units_small as K. pose proof lost_pos as Lo. pose proof unit_pos as Q.
  pose proof counts as Few.
  destruct (Av) as [RA _], (Bv) as [RB _].
  assert (D0 : 0 <= drifts I A B).
  { unfold drifts, drift. apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply Sum_pos;
      intros; now apply (most_pos I). }
  assert (S0 : 0 <= reach I A B x l).
  { unfold reach. assert (0 <= row I A l /\ 0 <= row I B l) as [? ?].
    { split; apply Sum_pos; intros k M; apply Rmult_le_pos;
        try (now apply (stored_small I)); now apply (most_pos I). }
    pose proof (Rabs_pos (x l)). lra. }
  pose proof (grow_small (d + 2) ltac:(lia)) as G1.
  pose proof (grow_small (d + 6) ltac:(lia)) as G2.
  pose proof (count_units (d + 6) ltac:(lia)) as C2.
  pose proof (grow_1 (d + 2)) as P1. pose proof (grow_1 (d + 6)) as P2.
  assert (units_are : (INR (d + 2) + 1) * unit <= point_units).
  { unfold point_units. apply Rmult_le_compat_r; [lra |]. rewrite <- S_INR. apply le_INR.
    unfold point_per_dimension, point_plus. lia. }
  assert (T : two (-36) <= / 67108864) by (change (/ 67108864) with (two (-26)); apply bpow_le; lia).
  assert (I1 : 0 <= INR (d + 2)) by apply pos_INR.
  assert (I3 : INR (d + 6) = INR (d + 2) + 4).
  { replace (d + 6)%nat with (d + 2 + 4)%nat by lia. rewrite (plus_INR (d + 2)). cbn [INR]. ring. }
  assert (I4 : INR (d + 2) <= 4096).
  { pose proof dimension_is_1024. rewrite INR_IZR_INZ. apply IZR_le. lia. }
  set (k := INR (d + 2)) in *. set (g1 := grow (d + 2)) in *. set (g2 := grow (d + 6)) in *.
  rewrite I3 in *.
  assert (KU : 0 <= k * unit) by (apply Rmult_le_pos; lra).
  pose proof (bpow_ge_0 radix2 (-36)) as Z36.
  assert (X1 : g1 - 1 <= point_units * (2 - g2)).
  { assert (k * unit * two (-36) <= / 16 * unit).
    { replace (k * unit * two (-36)) with (k * two (-36) * unit) by ring.
      apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (4096 * / 67108864); [| lra].
      apply Rmult_le_compat; lra. }
    assert (g2 <= 1 + 2 * two (-36)).
    { assert ((k + 4) * unit * two (-36) <= 1 * two (-36)); [| lra].
      apply Rmult_le_compat_r; lra. }
    assert ((k + 1) * unit * (1 - 2 * two (-36)) <= point_units * (2 - g2)).
    { apply Rmult_le_compat; lra. }
    assert (unit * (2 * two (-36)) <= unit * / 8) by (apply Rmult_le_compat_l; lra).
    lra. }
  assert (X3 : g1 <= 5 / 4) by (apply grow_less; lia).
  assert (X4 : g2 <= 5 / 4) by (apply grow_less; lia).
  assert (X5 : two (-854) = / 4 * two (-852)).
  { change (-852)%Z with (-854 + Z.of_nat 2)%Z. rewrite two_plus. lra. }
  assert (X6 : lost <= / 64 * two (-852)).
  { apply Rle_trans with (two (-858)); [apply lost_le; lia |].
    change (-852)%Z with (-858 + Z.of_nat 6)%Z. rewrite two_plus. lra. }
  assert (Floor : 4 * two (-852) <= two point_underflow).
  { replace (4 * two (-852)) with (two (-852 + Z.of_nat 2)) by (rewrite two_plus; ring).
    apply bpow_le. unfold point_underflow. lia. }
  pose proof (bpow_gt_0 radix2 (-852)) as F.
  assert (Y1 := Rmult_le_compat_r _ _ _ S0 X1).
  assert (Y2 : g1 * drifts I A B <= 2 * (2 - g2) * drifts I A B) by (apply Rmult_le_compat_r; lra).
  assert (Y3 : (2 * (g1 - 1) + g1) * lost <= 2 * lost) by (apply Rmult_le_compat_r; lra).
  assert (Y4 : point_units * (2 * (g2 - 1) + g2) * lost <= 1 * lost).
  { apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (/ 1024 * 2); [| lra].
    apply Rmult_le_compat; lra. }
  assert (Y5 : 3 / 4 * two point_underflow <= (2 - g2) * two point_underflow).
  { apply Rmult_le_compat_r; [apply bpow_ge_0 | lra]. }
  unfold error. lra.
Qed.
End Points.
