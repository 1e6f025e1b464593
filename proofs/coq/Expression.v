(* SPDX-License-Identifier: Apache-2.0

   The lemma that all others are instances of. An expression is a tree of sums, products, negations
   and absolute values over leaves; whoever evaluates it rounds each sum and each product once, in
   any way that Rounding.v allows, different ones at different places; a rounding that does not take
   place is one of them, so a fused multiply-add is a case of it.

   A leaf is off by at most `e`, its data's own error, and both it and what stands for it are at most
   X. Then a value is off from the exact one by at most

       ((1 + unit)^count - 1) size  +  (1 + unit)^count data  +  under

   where size puts an absolute value around every leaf, count is the number of roundings on the worst
   way from a leaf to the root, data is what the leaves' errors make of the tree, to first order with
   sizes that include the errors, and under is what underflow and flushes to zero can lose. *)
From Coq Require Import Reals Lra Lia Psatz.
From Sunder Require Import Rounding.
Open Scope R_scope.

Inductive expr :=
| Leaf (x X e : R)
| Const (c : R)   (* a normal number of the code *)
| Add (a b : expr)
| Mul (a b : expr)
| Opp (a : expr)
| Abs (a : expr).

Fixpoint exact t := match t with
  | Leaf x _ _ => x
  | Const c => c
  | Add a b => exact a + exact b
  | Mul a b => exact a * exact b
  | Opp a => - exact a
  | Abs a => Rabs (exact a)
  end.
Fixpoint size t := match t with
  | Leaf _ X _ => X
  | Const c => Rabs c
  | Add a b => size a + size b
  | Mul a b => size a * size b
  | Opp a | Abs a => size a
  end.
Fixpoint data t := match t with
  | Leaf _ _ e => e
  | Const _ => 0
  | Add a b => data a + data b
  | Mul a b => data a * size b + size a * data b
  | Opp a | Abs a => data a
  end.
Fixpoint count t : nat := match t with
  | Leaf _ _ _ | Const _ => 0
  | Add a b => S (Nat.max (count a) (count b))
  | Mul a b => S (count a + count b)
  | Opp a | Abs a => count a
  end.
Definition grow n := (1 + unit) ^ n.
Fixpoint under t := match t with
  | Leaf _ _ _ => lost
  | Const _ => 0
  | Add a b => grow 1 * (under a + under b) + lost
  | Mul a b => grow (count t) *
      (under a * size b + (size a + data a) * under b + under a * under b) + lost
  | Opp a | Abs a => under a
  end.

Fixpoint valid t := match t with
  | Leaf x X e => Rabs x <= X /\ 0 <= e
  | Const _ => True
  | Add a b | Mul a b => valid a /\ valid b
  | Opp a | Abs a => valid a
  end.

Inductive value : expr -> R -> Prop :=
| value_leaf x X e v : Rabs v <= X -> Rabs (v - x) <= e + lost -> value (Leaf x X e) v
| value_const c : value (Const c) c
| value_add a b p q y : value a p -> value b q -> rounded (p + q) y -> value (Add a b) y
| value_mul a b p q y : value a p -> value b q -> rounded (p * q) y -> value (Mul a b) y
| value_opp a p : value a p -> value (Opp a) (- p)
| value_abs a p : value a p -> value (Abs a) (Rabs p).

(* fma(p, q, r): one rounding for a product and a sum. *)
Lemma fused_is_a_case a b c p q r y :
  value a p -> value b q -> value c r -> rounded (p * q + r) y -> value (Add (Mul a b) c) y.
Proof.
  intros A B C how. apply value_add with (p * q) r; auto.
  apply value_mul with p q; auto. apply exact_is_rounded.
Qed.

Lemma grow_1 n : 1 <= grow n.
Proof. apply pow_R1_Rle. generalize unit_pos. lra. Qed.
Lemma grow_S n : grow (S n) = (1 + unit) * grow n. Proof. reflexivity. Qed.
Lemma grow_add m n : grow (m + n) = grow m * grow n. Proof. apply pow_add. Qed.
Lemma grow_le m n : (m <= n)%nat -> grow m <= grow n.
Proof. intros le. apply Rle_pow; [generalize unit_pos; lra | exact le]. Qed.
Lemma grow_one : grow 1 = 1 + unit. Proof. unfold grow. ring. Qed.

Lemma signs t : valid t -> 0 <= size t /\ 0 <= data t /\ 0 <= under t.
Proof.
  pose proof lost_pos as L.
  induction t as [x X e | c | a IHa b IHb | a IHa b IHb | a IHa | a IHa]; cbn [valid size data under].
  - intros [A B]. pose proof (Rabs_pos x). lra.
  - intros _. pose proof (Rabs_pos c). lra.
  - intros [A B]. destruct (IHa A) as (? & ? & ?), (IHb B) as (? & ? & ?).
    pose proof (grow_1 1). repeat split; try lra.
    apply Rplus_le_le_0_compat; [apply Rmult_le_pos |]; lra.
  - intros [A B]. destruct (IHa A) as (? & ? & ?), (IHb B) as (? & ? & ?).
    pose proof (grow_1 (count (Mul a b))).
    assert (0 <= under a * size b) by now apply Rmult_le_pos.
    assert (0 <= (size a + data a) * under b) by (apply Rmult_le_pos; lra).
    assert (0 <= under a * under b) by now apply Rmult_le_pos.
    repeat split.
    + now apply Rmult_le_pos.
    + apply Rplus_le_le_0_compat; now apply Rmult_le_pos.
    + apply Rplus_le_le_0_compat; [apply Rmult_le_pos |]; lra.
  - exact IHa.
  - exact IHa.
Qed.

Lemma size_holds t : valid t -> Rabs (exact t) <= size t.
Proof.
  induction t as [x X e | c | a IHa b IHb | a IHa b IHb | a IHa | a IHa]; cbn [valid size exact].
  - tauto.
  - intros _. apply Rle_refl.
  - intros [A B]. apply Rle_trans with (1 := Rabs_triang _ _). specialize (IHa A). specialize (IHb B). lra.
  - intros [A B]. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos.
  - intros A. rewrite Rabs_Ropp. auto.
  - intros A. rewrite Rabs_Rabsolu. auto.
Qed.

(* One more operation, with value z for the exact x. *)
Lemma round_once x z y S E V : rounded z y -> Rabs x <= S -> Rabs (z - x) <= E -> Rabs z <= V ->
  Rabs (y - x) <= E * (1 + unit) + unit * S + lost /\ Rabs y <= V * (1 + unit) + lost.
Proof.
  intros (d & t & D & T & ->) X Z V'. pose proof unit_pos as U.
  assert (H : Rabs (1 + d) <= 1 + unit).
  { apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_R1. lra. }
  split.
  - replace (z * (1 + d) + t - x) with ((z - x) * (1 + d) + d * x + t) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [| exact T].
    apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_mult.
    apply Rplus_le_compat; apply Rmult_le_compat; auto using Rabs_pos.
  - apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [| exact T].
    rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma product_split xa xb p q Sa La Ua Ga Sb Lb Ub Gb :
  0 <= Sa -> 0 <= La -> 0 <= Ua -> 1 <= Ga -> 0 <= Sb -> 0 <= Lb -> 0 <= Ub -> 1 <= Gb ->
  Rabs xa <= Sa -> Rabs (p - xa) <= (Ga - 1) * Sa + Ga * La + Ua ->
  Rabs (q - xb) <= (Gb - 1) * Sb + Gb * Lb + Ub -> Rabs q <= Gb * Sb + Ub ->
  Rabs (p * q - xa * xb) <= (Ga * Gb - 1) * (Sa * Sb) + Ga * Gb * (La * Sb + Sa * Lb) +
    Ga * Gb * (Ua * Sb + (Sa + La) * Ub + Ua * Ub).
Proof.
  intros Sa0 La0 Ua0 Ga1 Sb0 Lb0 Ub0 Gb1 Xa P Q Qs.
  replace (p * q - xa * xb) with ((p - xa) * q + xa * (q - xb)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite !Rabs_mult.
  apply Rle_trans with (((Ga - 1) * Sa + Ga * La + Ua) * (Gb * Sb + Ub) +
                        Sa * ((Gb - 1) * Sb + Gb * Lb + Ub)).
  { apply Rplus_le_compat; apply Rmult_le_compat; auto using Rabs_pos. }
  assert (H1 : 0 <= Sa * Lb) by now apply Rmult_le_pos.
  assert (H2 : 0 <= Sa * Ub) by now apply Rmult_le_pos.
  assert (H3 : 0 <= La * Ub) by now apply Rmult_le_pos.
  assert (H4 : 0 <= Ua * Ub) by now apply Rmult_le_pos.
  assert (G0 : 0 <= (Ga - 1) * Gb) by (apply Rmult_le_pos; lra).
  assert (G2 : 0 <= (Gb - 1) * Ga) by (apply Rmult_le_pos; lra).
  assert (K1 : 0 <= (Ga - 1) * Gb * (Sa * Lb)) by now apply Rmult_le_pos.
  assert (K2 : 0 <= (Gb - 1) * Ga * (Sa * Ub)) by now apply Rmult_le_pos.
  assert (K3 : 0 <= (Gb - 1) * Ga * (La * Ub)) by now apply Rmult_le_pos.
  assert (K5 : 0 <= (Gb - 1) * Ga * (Ua * Ub)) by now apply Rmult_le_pos.
  assert (K4 : 0 <= (Ga - 1) * (Ua * Ub)) by (apply Rmult_le_pos; lra).
  assert (H5 : 0 <= Ua * Sb) by now apply Rmult_le_pos.
  assert (K6 : 0 <= (Ga - 1) * Gb * (Ua * Sb)) by now apply Rmult_le_pos.
  lra.
Qed.

Theorem off_by_roundings t y : valid t -> value t y ->
  Rabs (y - exact t) <=
    (grow (count t) - 1) * size t + grow (count t) * data t + under t /\
  Rabs y <= grow (count t) * size t + under t.
Proof.
  intros V H. pose proof unit_pos as U. pose proof lost_pos as L.
  induction H as [x X e v B O | c | a b p q y A IHa B IHb how | a b p q y A IHa B IHb how
                 | a p A IHa | a p A IHa]; cbn [valid exact size data count] in *.
  - cbn [under]. unfold grow. cbn [pow]. lra.
  - cbn [under]. unfold grow. cbn [pow]. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - destruct V as [Va Vb]. specialize (IHa Va). specialize (IHb Vb).
    destruct IHa as [Ea Ba], IHb as [Eb Bb].
    destruct (signs a Va) as (Sa & La & Ua), (signs b Vb) as (Sb & Lb & Ub).
    pose proof (grow_le _ _ (Nat.le_max_l (count a) (count b))) as Ga.
    pose proof (grow_le _ _ (Nat.le_max_r (count a) (count b))) as Gb.
    set (m := Nat.max (count a) (count b)) in *.
    assert (E : Rabs (p + q - (exact a + exact b)) <=
      (grow m - 1) * (size a + size b) + grow m * (data a + data b) + (under a + under b)).
    { replace (p + q - (exact a + exact b)) with ((p - exact a) + (q - exact b)) by ring.
      apply Rle_trans with (1 := Rabs_triang _ _).
      pose proof (Rmult_le_compat_r _ _ _ Sa Ga). pose proof (Rmult_le_compat_r _ _ _ La Ga).
      pose proof (Rmult_le_compat_r _ _ _ Sb Gb). pose proof (Rmult_le_compat_r _ _ _ Lb Gb). lra. }
    assert (W : Rabs (p + q) <= grow m * (size a + size b) + (under a + under b)).
    { apply Rle_trans with (1 := Rabs_triang _ _).
      pose proof (Rmult_le_compat_r _ _ _ Sa Ga). pose proof (Rmult_le_compat_r _ _ _ Sb Gb). lra. }
    assert (X : Rabs (exact a + exact b) <= size a + size b).
    { apply Rle_trans with (1 := Rabs_triang _ _).
      apply Rplus_le_compat; now apply size_holds. }
    destruct (round_once _ _ _ _ _ _ how X E W) as [E' W'].
    cbn [under]. rewrite grow_S, grow_one. split; lra.
  - destruct V as [Va Vb]. specialize (IHa Va). specialize (IHb Vb).
    destruct IHa as [Ea Ba], IHb as [Eb Bb].
    destruct (signs a Va) as (Sa & La & Ua), (signs b Vb) as (Sb & Lb & Ub).
    pose proof (grow_1 (count a)) as Ga. pose proof (grow_1 (count b)) as Gb.
    pose proof (product_split _ (exact b) p q _ _ _ _ _ _ _ _ Sa La Ua Ga Sb Lb Ub Gb
                  (size_holds a Va) Ea Eb Bb) as E.
    cbn [under count]. rewrite grow_S, grow_add.
    set (GG := grow (count a) * grow (count b)) in *.
    set (W := under a * size b + (size a + data a) * under b + under a * under b) in *.
    assert (Bpq : Rabs (p * q) <= GG * (size a * size b) + GG * W).
    { rewrite Rabs_mult.
      apply Rle_trans with ((grow (count a) * size a + under a) * (grow (count b) * size b + under b)).
      { apply Rmult_le_compat; auto using Rabs_pos. }
      unfold GG, W. set (ga := grow (count a)) in *. set (gb := grow (count b)) in *.
      assert (0 <= size a * under b) by now apply Rmult_le_pos.
      assert (0 <= data a * under b) by now apply Rmult_le_pos.
      assert (0 <= under a * size b) by now apply Rmult_le_pos.
      assert (0 <= under a * under b) by now apply Rmult_le_pos.
      assert (0 <= (gb - 1) * ga * (size a * under b)).
      { apply Rmult_le_pos; [apply Rmult_le_pos |]; lra. }
      assert (0 <= (ga - 1) * gb * (under a * size b)).
      { apply Rmult_le_pos; [apply Rmult_le_pos |]; lra. }
      assert (0 <= ga * gb * (data a * under b)).
      { apply Rmult_le_pos; [apply Rmult_le_pos |]; lra. }
      assert (1 <= ga * gb) by (rewrite <- (Rmult_1_l 1); apply Rmult_le_compat; lra).
      assert (0 <= (ga * gb - 1) * (under a * under b)) by (apply Rmult_le_pos; lra).
      lra. }
    assert (X : Rabs (exact a * exact b) <= size a * size b).
    { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos, size_holds. }
    destruct (round_once _ _ _ _ _ _ how X E Bpq) as [E' W'].
    split; lra.
  - destruct (IHa V) as [E B]. rewrite Rabs_Ropp. split; [| exact B].
    replace (- p - - exact a) with (- (p - exact a)) by ring. now rewrite Rabs_Ropp.
  - destruct (IHa V) as [E B]. rewrite Rabs_Rabsolu. split; [| exact B].
    apply Rle_trans with (2 := E). apply Rabs_triang_inv2.
Qed.

(* A given double. *)
Definition given x := Leaf x (Rabs x) 0.
Definition minus a b := Add a (Opp b).
Lemma valid_given x : valid (given x). Proof. cbn. lra. Qed.

(* ---- powers of 1 + unit ------------------------------------------------------------------- *)

Lemma grow_above n : INR n * unit <= 1 -> grow n <= 1 + INR n * unit + (INR n * unit) ^ 2.
Proof.
  pose proof unit_pos as U. induction n as [| n IH]; intros le.
  - unfold grow. cbn. lra.
  - rewrite grow_S. rewrite S_INR in le |- *.
    pose proof (pos_INR n) as N. assert (le' : INR n * unit <= 1) by lra. specialize (IH le').
    apply Rle_trans with ((1 + unit) * (1 + INR n * unit + (INR n * unit) ^ 2)).
    { apply Rmult_le_compat_l; lra. }
    set (k := INR n) in *. assert (A : 0 <= k * unit) by (apply Rmult_le_pos; lra).
    assert (B : 0 <= k * unit * unit * (1 - k * unit)).
    { apply Rmult_le_pos; [apply Rmult_le_pos |]; lra. }
    assert (C : 0 <= unit * unit) by (apply Rmult_le_pos; lra).
    nra.
Qed.
