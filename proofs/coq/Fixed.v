(* SPDX-License-Identifier: Apache-2.0

   Bounds of a fixed size: determinants (Lemma 2), minors of two edges, gaps of boxes. Each is an
   expression with its operations in the order of the code; what the bound itself loses by rounding
   is part of the statement where the code's bound has a factor for it. *)
From Coq Require Import Reals Lra Lia.
From Flocq Require Import Core.
From Sunder Require Import Constants Rounding Expression Sums Underflow.
Open Scope R_scope.

(* ---- the loss by underflow, by calculation ------------------------------------------------- *)

Section Calculated.
Variable s : Z.   (* no leaf, constant or leaf's error is above 2^s *)
Hypothesis s_pos : (0 <= s)%Z.
Fixpoint within t := match t with
  | Leaf _ X e => X <= two s /\ e <= two s
  | Const c => Rabs c <= two s
  | Add a b | Mul a b => within a /\ within b
  | Opp a | Abs a => within a
  end.
Fixpoint log_size t : Z := match t with
  | Leaf _ _ _ => s + 1
  | Const _ => s
  | Add a b => Z.max (log_size a) (log_size b) + 1
  | Mul a b => log_size a + log_size b
  | Opp a | Abs a => log_size a
  end.
Fixpoint log_under t : Z := match t with
  | Leaf _ _ _ | Const _ => -1022
  | Add a b => Z.max (log_under a) (log_under b) + 2
  | Mul a b => Z.max (-1022) (Z.max (log_under a + log_under b)
      (Z.max (log_under a + log_size b) (log_size a + log_under b))) + 3
  | Opp a | Abs a => log_under a
  end.

Lemma size_calculated t : valid t -> within t -> size t + data t <= two (log_size t).
Proof.
  induction t as [x X e | c | a IHa b IHb | a IHa b IHb | a IHa | a IHa]; cbn [valid within size data log_size].
  - intros _ [A B]. change 1%Z with (Z.of_nat 1). rewrite two_plus. lra.
  - intros _ A. lra.
  - intros [A B] [A' B']. specialize (IHa A A'). specialize (IHb B B').
    change 1%Z with (Z.of_nat 1). rewrite two_plus.
    set (m := Z.max (log_size a) (log_size b)).
    assert (two (log_size a) <= two m) by (apply bpow_le; lia).
    assert (two (log_size b) <= two m) by (apply bpow_le; lia). lra.
  - intros [A B] [A' B']. specialize (IHa A A'). specialize (IHb B B').
    destruct (signs a A) as (? & ? & _), (signs b B) as (? & ? & _). rewrite bpow_plus.
    apply Rle_trans with ((size a + data a) * (size b + data b)).
    + assert (0 <= data a * data b) by now apply Rmult_le_pos. lra.
    + apply Rmult_le_compat; lra.
  - auto.
  - auto.
Qed.

Lemma log_under_least t : (-1022 <= log_under t)%Z.
Proof. induction t; cbn [log_under]; lia. Qed.

Lemma under_calculated t : valid t -> within t -> (count t <= most_count)%nat ->
  under t <= two (log_under t).
Proof.
  induction t as [x X e | c | a IHa b IHb | a IHa b IHb | a IHa | a IHa];
    cbn [valid within log_under].
  - intros _ _ _. apply Rle_refl.
  - intros _ _ _. apply bpow_ge_0.
  - intros [A B] [A' B'] C. cbn [count] in C. pose proof (log_under_least a).
    apply under_add; auto; try lia.
    + apply Rle_trans with (1 := IHa A A' ltac:(lia)). apply bpow_le. lia.
    + apply Rle_trans with (1 := IHb B B' ltac:(lia)). apply bpow_le. lia.
  - intros [A B] [A' B'] C. pose proof C as C'. cbn [count] in C'.
    pose proof (size_calculated a A A'). pose proof (size_calculated b B B').
    destruct (signs b B) as (? & ? & _).
    apply under_mul with (log_under a) (log_size b) (log_size a) (log_under b); auto; try lia; try lra.
    + apply IHa; auto. lia.
    + apply IHb; auto. lia.
  - auto.
  - auto.
Qed.
End Calculated.

Definition K c := IZR c * unit.

(* ---- Lemma 2 ------------------------------------------------------------------------------ *)

Section Determinants.
Variables m e : nat -> R.                 (* largest |entry| in doubles, and the entries' errors *)
Hypothesis m_pos : forall l, 0 <= m l <= two 65.
Hypothesis e_pos : forall l, 0 <= e l <= two 65.
Variable c : nat -> nat -> R.             (* the exact points *)
Hypothesis near : forall k l, Rabs (c k l) <= m l + e l.

Definition at_ k l := Leaf (c k l) (m l + e l) (e l).
Definition cross2 p q := minus (Mul (at_ p 0) (at_ q 1)) (Mul (at_ p 1) (at_ q 0)).
Definition entry3 p q i j := minus (Mul (at_ p i) (at_ q j)) (Mul (at_ p j) (at_ q i)).
Definition det3 o p q := Add (Add (Mul (at_ o 0) (entry3 p q 1 2)) (Mul (at_ o 1) (entry3 p q 2 0)))
  (Mul (at_ o 2) (entry3 p q 0 1)).

Definition x_ l := Add (given (m l)) (given (e l)).
Definition e_ l := given (e l).
Definition closing t := Add (Mul t (Const (1 + two det_share))) (Const (two det_underflow)).
Definition bound2 := closing (Add (Mul (Mul (Const (K det2_units)) (x_ 0)) (x_ 1))
  (Mul (Const (IZR det2_data)) (Add (Mul (e_ 0) (x_ 1)) (Mul (x_ 0) (e_ 1))))).
Definition bound3 := closing (Add (Mul (Mul (Mul (Const (K det3_units)) (x_ 0)) (x_ 1)) (x_ 2))
  (Mul (Const (IZR det3_data)) (Add (Add (Mul (Mul (e_ 0) (x_ 1)) (x_ 2)) (Mul (Mul (x_ 0) (e_ 1)) (x_ 2)))
    (Mul (Mul (x_ 0) (x_ 1)) (e_ 2))))).

Lemma x_small l : m l + e l <= two 66.
Proof. change 66%Z with (65 + Z.of_nat 1)%Z. rewrite two_plus. destruct (m_pos l), (e_pos l). lra. Qed.
Lemma size_x l : size (x_ l) = m l + e l.
Proof. cbn [size x_ given]. rewrite !Rabs_pos_eq; [ring | apply e_pos | apply m_pos]. Qed.
Lemma size_e l : size (e_ l) = e l.
Proof. apply Rabs_pos_eq, e_pos. Qed.
Lemma unit_is : two (-52) = unit. Proof. reflexivity. Qed.
Lemma few n : (n <= 64)%nat -> (n <= most_count)%nat.
Proof. pose proof counts. lia. Qed.

Lemma constants_small : Rabs (1 + two det_share) = 1 + two det_share /\
  Rabs (two det_underflow) = two det_underflow /\ Rabs (K det2_units) = K det2_units /\
  Rabs (IZR det2_data) = IZR det2_data /\ Rabs (K det3_units) = K det3_units /\
  Rabs (IZR det3_data) = IZR det3_data.
Proof.
  pose proof (bpow_ge_0 radix2 det_share). pose proof unit_pos.
  repeat split; apply Rabs_pos_eq; try lra; try apply bpow_ge_0; unfold K;
    try apply Rmult_le_pos; try lra; apply IZR_le; vm_compute; discriminate.
Qed.
Lemma IZR_small k : (0 <= k <= 64)%Z -> IZR k <= two 6 /\ K k <= 1.
Proof.
  intros H. assert (IZR k <= 64) by (apply IZR_le; lia). assert (0 <= IZR k) by (apply IZR_le; lia).
  split; [change (two 6) with 64; lra |]. unfold K.
  assert (unit <= / 64) by (change (/ 64) with (two (-6)); apply bpow_le; lia).
  pose proof unit_pos. apply Rle_trans with (64 * / 64); [apply Rmult_le_compat; lra | lra].
Qed.

(* From a value's error to the computed bound: n roundings in the one, at most 16 in the other. *)
Lemma covered t b y z n units S L : valid t -> valid b -> value t y -> value b z ->
  within 66 t -> within 66 b -> data b = 0 -> size b = exact b ->
  (count t <= n)%nat -> (n <= 16)%nat -> (count b <= 16)%nat ->
  (log_under 66 t <= -604)%Z -> (log_under 66 b <= -604)%Z ->
  data t = L -> INR n * size t <= IZR units * S ->
  exact b = (K units * S + L) * (1 + two det_share) + two det_underflow -> Rabs (y - exact t) <= z.
Proof.
  intros Vt Vb T B Wt Wb Db Sb Ct Cn Cb Ut Ub Dt Enough E.
  destruct (off_by_roundings t y Vt T) as [O _].
  destruct (off_by_roundings b z Vb B) as [P _]. rewrite Db, Sb in P.
  assert (Mt : (count t <= most_count)%nat) by (apply few; lia).
  assert (Mb : (count b <= most_count)%nat) by (apply few; lia).
  assert (U1 : under t <= two (-604)).
  { apply Rle_trans with (two (log_under 66 t)); [now apply under_calculated | now apply bpow_le]. }
  assert (U2 : under b <= two (-604)).
  { apply Rle_trans with (two (log_under 66 b)); [now apply under_calculated | now apply bpow_le]. }
  pose proof (grow_le _ _ Ct) as G1. pose proof (grow_le _ _ Cb) as G2.
  pose proof (grow_small n (few n ltac:(lia))) as G3.
  pose proof (grow_small 16 (few 16 ltac:(lia))) as G4.
  assert (E0 : 0 <= exact b) by (rewrite <- Sb; now apply signs).
  destruct (signs t Vt) as (s0 & d0 & _).
  assert (O' : Rabs (y - exact t) <= (grow n - 1) * size t + grow n * data t + two (-604)).
  { apply Rle_trans with (1 := O). apply Rplus_le_compat; [| exact U1].
    apply Rplus_le_compat; apply Rmult_le_compat_r; lra. }
  assert (P' : exact b * (2 - grow 16) - two (-604) <= z).
  { assert ((grow (count b) - 1) * exact b <= (grow 16 - 1) * exact b) by (apply Rmult_le_compat_r; lra).
    pose proof (Rle_abs (- (z - exact b))) as M. rewrite Rabs_Ropp in M. lra. }
  apply Rle_trans with (1 := O'). apply Rle_trans with (2 := P'). clear O P O' P' U1 U2 G1 G2.
  rewrite Dt, E in *. pose proof unit_pos as Up.
  assert (Floor : 8 * two (-604) <= two det_underflow).
  { replace (8 * two (-604)) with (two (-604 + Z.of_nat 3)) by (rewrite two_plus; ring).
    apply bpow_le. unfold det_underflow. lia. }
  pose proof (bpow_gt_0 radix2 (-604)) as F0.
  assert (U50 : unit <= two (-40) * / 4096).
  { apply Rle_trans with (two (-40 + -12)); [apply bpow_le; lia |]. rewrite bpow_plus.
    change (two (-12)) with (/ 4096). apply Rle_refl. }
  assert (T36 : two (-36) <= / 1024) by (change (/ 1024) with (two (-10)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-36)) as T0. pose proof (bpow_gt_0 radix2 (-40)) as T4.
  assert (I16 : INR 16 = 16) by (rewrite INR_IZR_INZ; reflexivity). rewrite I16 in G4.
  assert (N16 : INR n <= 16) by (rewrite <- I16; now apply le_INR).
  pose proof (pos_INR n) as N0.
  assert (Nu : 0 <= INR n * unit <= 16 * unit).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]. }
  assert (Nt : INR n * unit * two (-36) <= 16 * unit * / 1024) by (apply Rmult_le_compat; lra).
  assert (Nt4 : 16 * unit * two (-36) <= 16 * unit * / 1024) by (apply Rmult_le_compat_l; lra).
  assert (H1 : grow n <= 1 + two (-40)) by lra.
  assert (H2 : grow 16 <= 1 + two (-40)) by lra.
  assert (S40 : two det_share >= 32 * two (-40)).
  { apply Rle_ge. replace (32 * two (-40)) with (two (-40 + Z.of_nat 5)) by (rewrite two_plus; ring).
    apply bpow_le. unfold det_share. lia. }
  assert (T40 : two (-40) <= / 1024) by (change (/ 1024) with (two (-10)); apply bpow_le; lia).
  set (h := 2 - grow 16) in *. set (sl := 1 + two det_share) in *.
  assert (T3640 : two (-36) = 16 * two (-40)).
  { change (-36)%Z with (-40 + Z.of_nat 4)%Z. rewrite two_plus. lra. }
  assert (SH : (1 + 32 * two (-40)) * (1 - two (-40)) <= sl * h).
  { apply Rmult_le_compat; unfold h, sl; lra. }
  assert (SH' : 1 + two (-36) <= sl * h).
  { assert (two (-40) * two (-40) <= / 1024 * two (-40)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (R1 : (grow n - 1) * size t <= K units * S * (sl * h)).
  { apply Rle_trans with (INR n * size t * (unit * (1 + two (-36)))).
    - replace (INR n * size t * (unit * (1 + two (-36)))) with
        ((INR n * unit * (1 + two (-36))) * size t) by ring.
      apply Rmult_le_compat_r; lra.
    - replace (K units * S * (sl * h)) with (IZR units * S * (unit * (sl * h))) by (unfold K; ring).
      assert (0 <= INR n * size t) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat; try lra; [apply Rmult_le_pos; lra |].
      apply Rmult_le_compat_l; lra. }
  assert (R2 : grow n * L <= L * (sl * h)).
  { rewrite (Rmult_comm L). apply Rmult_le_compat_r; lra. }
  assert (R3 : (1 - two (-40)) * two det_underflow <= h * two det_underflow).
  { apply Rmult_le_compat_r; [apply bpow_ge_0 | unfold h; lra]. }
  assert (two (-40) * two det_underflow <= / 1024 * two det_underflow).
  { apply Rmult_le_compat_r; [apply bpow_ge_0 | lra]. }
  lra.
Qed.

Ltac small := repeat split; cbn [within];
  repeat match goal with
  | |- _ /\ _ => split
  | |- Rabs (m ?l) <= _ => rewrite Rabs_pos_eq by apply m_pos
  | |- Rabs (e ?l) <= _ => rewrite Rabs_pos_eq by apply e_pos
  end.

Lemma within_at k l : within 66 (at_ k l).
Proof. split; [apply x_small |]. apply Rle_trans with (two 65); [apply e_pos | apply bpow_le; lia]. Qed.
Lemma valid_at k l : valid (at_ k l).
Proof. split; [apply near | apply e_pos]. Qed.
Lemma within_x l : within 66 (x_ l).
Proof.
  assert (two 65 <= two 66) by (apply bpow_le; lia). assert (0 <= two 66) by apply bpow_ge_0.
  destruct (m_pos l), (e_pos l).
  cbn [x_ given within]. rewrite !Rabs_pos_eq by lra. lra.
Qed.
Lemma within_e l : within 66 (e_ l).
Proof.
  assert (two 65 <= two 66) by (apply bpow_le; lia). assert (0 <= two 66) by apply bpow_ge_0.
  destruct (e_pos l). cbn [e_ given within]. rewrite !Rabs_pos_eq by lra. lra.
Qed.
Lemma exact_x l : exact (x_ l) = m l + e l. Proof. reflexivity. Qed.
Lemma within_constants : Rabs (1 + two det_share) <= two 66 /\ Rabs (two det_underflow) <= two 66 /\
  Rabs (K det2_units) <= two 66 /\ Rabs (IZR det2_data) <= two 66 /\
  Rabs (K det3_units) <= two 66 /\ Rabs (IZR det3_data) <= two 66.
Proof.
  destruct constants_small as (-> & -> & -> & -> & -> & ->).
  assert (two 6 <= two 66) by (apply bpow_le; lia). assert (L6 : two 6 = 64) by reflexivity.
  assert (two det_share <= 1) by (change 1 with (two 0); apply bpow_le; unfold det_share; lia).
  repeat split; try lra.
  - apply bpow_le. unfold det_underflow. lia.
  - destruct (IZR_small det2_units); [unfold det2_units |]; (lia || lra).
  - destruct (IZR_small det2_data); [unfold det2_data |]; (lia || lra).
  - destruct (IZR_small det3_units); [unfold det3_units |]; (lia || lra).
  - destruct (IZR_small det3_data); [unfold det3_data |]; (lia || lra).
Qed.

Theorem lemma_2_plane p q y z : value (cross2 p q) y -> value bound2 z ->
  Rabs (y - (c p 0 * c q 1 - c p 1 * c q 0)) <= z.
Proof.
  intros Y Z'. destruct constants_small as (R1 & R2 & R3 & R4 & R5 & R6).
  destruct within_constants as (W1 & W2 & W3 & W4 & W5 & W6).
  change (c p 0 * c q 1 - c p 1 * c q 0) with (exact (cross2 p q)).
  assert (X0 : 0 <= m 0 + e 0) by (destruct (m_pos 0), (e_pos 0); lra).
  assert (X1 : 0 <= m 1 + e 1) by (destruct (m_pos 1), (e_pos 1); lra).
  pose proof (Rmult_le_pos _ _ X0 X1) as XX.
  apply (covered _ bound2 y z 2 det2_units ((m 0 + e 0) * (m 1 + e 1))
    (IZR det2_data * (e 0 * (m 1 + e 1) + (m 0 + e 0) * e 1))); auto.
  - cbn [valid cross2 minus]. auto using valid_at.
  - repeat split; try apply Rle_refl; try lra.
  - cbn [within cross2 minus]. auto using within_at.
  - cbn [within bound2 closing]. auto 10 using within_x, within_e.
  - cbn. ring.
  - unfold bound2, closing. cbn [size exact]. rewrite !size_x, !size_e, !exact_x, R1, R2, R3, R4. reflexivity.
  - cbn. lia.
  - cbn. lia.
  - vm_compute. discriminate.
  - vm_compute. discriminate.
  - cbn [data size cross2 minus at_]. unfold det2_data. ring.
  - cbn [size cross2 minus at_ INR]. unfold det2_units.
    replace ((1 + 1) * ((m 0 + e 0) * (m 1 + e 1) + (m 1 + e 1) * (m 0 + e 0))) with
      (4 * ((m 0 + e 0) * (m 1 + e 1))) by ring. lra.
  - unfold bound2, closing. cbn [exact]. rewrite !exact_x. unfold e_. cbn [exact given]. ring.
Qed.

Theorem lemma_2_space o p q y z : value (det3 o p q) y -> value bound3 z ->
  Rabs (y - exact (det3 o p q)) <= z.
Proof.
  intros Y Z'. destruct constants_small as (R1 & R2 & R3 & R4 & R5 & R6).
  destruct within_constants as (W1 & W2 & W3 & W4 & W5 & W6).
  assert (X0 : 0 <= m 0 + e 0) by (destruct (m_pos 0), (e_pos 0); lra).
  assert (X1 : 0 <= m 1 + e 1) by (destruct (m_pos 1), (e_pos 1); lra).
  assert (X2 : 0 <= m 2 + e 2) by (destruct (m_pos 2), (e_pos 2); lra).
  pose proof (Rmult_le_pos _ _ (Rmult_le_pos _ _ X0 X1) X2) as XX.
  apply (covered _ bound3 y z 5 det3_units ((m 0 + e 0) * (m 1 + e 1) * (m 2 + e 2))
    (IZR det3_data * (e 0 * (m 1 + e 1) * (m 2 + e 2) + (m 0 + e 0) * e 1 * (m 2 + e 2) +
                      (m 0 + e 0) * (m 1 + e 1) * e 2))); auto.
  - cbn [valid det3 entry3 minus]. auto 10 using valid_at.
  - repeat split; try apply Rle_refl; try lra.
  - cbn [within det3 entry3 minus]. auto 10 using within_at.
  - cbn [within bound3 closing]. auto 20 using within_x, within_e.
  - cbn. ring.
  - unfold bound3, closing. cbn [size exact]. rewrite !size_x, !size_e, !exact_x, R1, R2, R5, R6. reflexivity.
  - cbn. lia.
  - cbn. lia.
  - vm_compute. discriminate.
  - vm_compute. discriminate.
  - cbn [data size det3 entry3 minus at_]. unfold det3_data. ring.
  - cbn [size det3 entry3 minus at_ INR]. unfold det3_units.
    match goal with |- ?l <= _ =>
      replace l with (30 * ((m 0 + e 0) * (m 1 + e 1) * (m 2 + e 2))) by ring end. lra.
  - unfold bound3, closing. cbn [exact]. rewrite !exact_x. unfold e_. cbn [exact given]. ring.
Qed.
End Determinants.
