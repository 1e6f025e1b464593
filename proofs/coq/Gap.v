(* SPDX-License-Identifier: Apache-2.0

   Lemma 1 of src/filter/filtered_pair.hpp for every dimension up to most_dimension: the directional
   gap of one vertex of each body is off by at most the bound that gap_error() computes, whatever
   rounds the gap and whatever rounds the bound. The gap of the bodies is a minimum of such gaps, and
   a minimum is off by at most the error of its terms: `most_is_as_exact`. *)
From Coq Require Import Reals Lra Lia List Psatz.
From Flocq Require Import Core.
From Sunder Require Import Constants Rounding Expression Sums Underflow.
Import ListNotations.
Open Scope R_scope.

Section Gap.
Variable I : list nat.
Let d := length I.
Hypothesis few : (d <= most_dimension)%nat.
Hypothesis some : (1 <= d)%nat.

(* ---- one body: its vertex' height along w ------------------------------------------------- *)

Record body := {
  entry : nat -> nat -> R;    (* of R, exactly *)
  stored : nat -> nat -> R;   (* as doubles *)
  rho : R;
  most : nat -> R;            (* largest |coordinate| *)
  vertex : nat -> R }.
Definition body_valid b := 0 <= rho b <= 1 /\
  forall l k, In l I -> In k I ->
    Rabs (entry b l k) <= Rabs (stored b l k) + rho b <= two 151 /\
    Rabs (vertex b k) <= most b k <= two 150.

Definition matrix b l k := Leaf (entry b l k) (Rabs (stored b l k) + rho b) (rho b).
Definition is_pulled b (w : nat -> R) k p :=
  sums (map (fun l => Mul (matrix b l k) (given (w l))) I) p.
Definition is_height b w h := exists p, (forall k, In k I -> is_pulled b w k (p k)) /\
  sums (map (fun k => Mul (p k) (Leaf (vertex b k) (most b k) 0)) I) h.

Definition height b w := Sum I (fun k => Sum I (fun l => entry b l k * w l) * vertex b k).
Definition row b l := Sum I (fun k => (Rabs (stored b l k) + rho b) * most b k).
Definition norm (w : nat -> R) := Sum I (fun l => Rabs (w l)).
Definition drift b := rho b * Sum I (most b).

Lemma height_holds b w h : body_valid b -> (forall l, In l I -> Rabs (w l) <= 1) -> is_height b w h ->
  valid h /\ exact h = height b w /\ size h = Sum I (fun l => Rabs (w l) * row b l) /\
  data h = norm w * drift b /\ (count h <= 2 * d)%nat /\ under h <= two (-688).
Proof.
  intros [Rho Vb] W (p & P & H).
  assert (Vp : forall k, In k I -> valid (p k)).
  { intros k K. apply sums_valid with (1 := P k K). apply in_map_all. intros l L.
    split; [| apply valid_given]. cbn. destruct (Vb l k L K). lra. }
  assert (Cp : forall k, In k I -> (count (p k) <= d)%nat).
  { intros k K. pose proof (sums_count _ _ 1 (P k K)) as C. rewrite map_length in C. fold d in C.
    assert (count (p k) + 1 <= 1 + d)%nat; [| lia]. apply C. apply in_map_all. cbn. lia. }
  assert (Sp : forall k, In k I -> size (p k) = Sum I (fun l => (Rabs (stored b l k) + rho b) * Rabs (w l))).
  { intros k K. rewrite (sums_size _ _ (P k K)), Sum_map. reflexivity. }
  assert (Dp : forall k, In k I -> data (p k) = rho b * norm w).
  { intros k K. rewrite (sums_data _ _ (P k K)), Sum_map. unfold norm. rewrite <- Sum_scale.
    apply Sum_ext. intros l L. cbn. ring. }
  assert (Up : forall k, In k I -> under (p k) <= two (-855)).
  { intros k K. change (-855)%Z with (-867 + 12)%Z. apply under_sums with (1 := P k K); try lia.
    - now rewrite map_length.
    - apply in_map_all. intros l L. destruct (Vb l k L K). specialize (W l L).
      apply Rle_trans with (two (-870 + 3)); [| apply bpow_le; lia].
      apply under_mul with (-1022)%Z 0%Z 152%Z (-1022)%Z; try lia; cbn [size data under matrix given].
      + cbn. lra.
      + apply valid_given.
      + cbn [count]. pose proof counts. cbn. lia.
      + apply lost_le. lia.
      + exact W.
      + change 152%Z with (151 + Z.of_nat 1)%Z. rewrite two_plus.
        assert (1 <= two 151) by (change 1 with (two 0); apply bpow_le; lia). lra.
      + apply lost_le. lia. }
  assert (SDp : forall k, In k I -> size (p k) + data (p k) <= two 164).
  { intros k K. rewrite (Sp k K), (Dp k K).
    assert (Sum I (fun l => (Rabs (stored b l k) + rho b) * Rabs (w l)) <= two 161).
    { apply (Sum_pow I _ 151); [exact few |]. intros l L. destruct (Vb l k L K). specialize (W l L).
      rewrite <- (Rmult_1_r (two 151)). apply Rmult_le_compat; try lra; [| apply Rabs_pos].
      pose proof (Rabs_pos (stored b l k)). lra. }
    assert (norm w <= two 10) by (apply (Sum_pow I _ 0); [exact few | exact W]).
    assert (0 <= norm w) by (apply Sum_pos; intros; apply Rabs_pos).
    assert (rho b * norm w <= 1 * two 10) by (apply Rmult_le_compat; try lra).
    assert (two 10 <= two 161) by (apply bpow_le; lia).
    change 164%Z with (161 + Z.of_nat 3)%Z. rewrite two_plus. lra. }
  repeat split.
  - apply sums_valid with (1 := H). apply in_map_all. intros k K. split; [auto |].
    cbn. destruct (Vb k k K K). lra.
  - rewrite (sums_exact _ _ H), Sum_map. apply Sum_ext. intros k K. cbn [exact].
    rewrite (sums_exact _ _ (P k K)), Sum_map. reflexivity.
  - rewrite (sums_size _ _ H), Sum_map. unfold row.
    rewrite (Sum_ext I (fun l => Rabs (w l) * _)
      (fun l => Sum I (fun k => (Rabs (stored b l k) + rho b) * Rabs (w l) * most b k))).
    2: { intros l L. rewrite <- Sum_scale. apply Sum_ext. intros. ring. }
    rewrite Sum_swap. apply Sum_ext. intros k K. cbn [size]. rewrite (Sp k K). symmetry. apply Sum_scale_r.
  - rewrite (sums_data _ _ H), Sum_map. unfold drift.
    rewrite <- Rmult_assoc, (Rmult_comm _ (rho b)), <- Sum_scale. apply Sum_ext. intros k K.
    cbn [data size]. rewrite (Dp k K). ring.
  - pose proof (sums_count _ _ (d + 1) H) as C. rewrite map_length in C. fold d in C.
    assert (count h + 1 <= d + 1 + d)%nat; [| lia]. apply C. apply in_map_all. intros k K. cbn.
    specialize (Cp k K). lia.
  - change (-688)%Z with (-700 + 12)%Z. apply under_sums with (1 := H); try lia.
    + now rewrite map_length.
    + apply in_map_all. intros k K. destruct (Vb k k K K).
      apply Rle_trans with (two (-705 + 3)); [| apply bpow_le; lia].
      apply under_mul with (-855)%Z 150%Z 164%Z (-1022)%Z; auto; try lia; cbn [size data under].
      * cbn. lra.
      * cbn. specialize (Cp k K). pose proof counts. lia.
      * lra.
      * apply lost_le. lia.
Qed.

(* ---- the pair --------------------------------------------------------------------------- *)

Variables A B : body.
Variables x u : nat -> R.       (* x = t_B - t_A *)
Hypothesis Av : body_valid A.
Hypothesis Bv : body_valid B.
Hypothesis u_small : forall l, In l I -> Rabs (u l) <= 1.
Hypothesis x_small : forall l, In l I -> Rabs (x l) + 2 * lost <= two 401.

(* One rounding; an operand that is read as zero moves the difference by less than `lost`. *)
Definition offset l := Add (Leaf (x l) (Rabs (x l) + 2 * lost) lost) (given 0).
Definition is_along t := sums (map (fun l => Mul (given (u l)) (offset l)) I) t.
Definition is_gap g := exists a b t, is_height A u a /\ is_height B (fun l => - u l) b /\ is_along t /\
  sums [t; Opp a; Opp b] g.
Definition gap := Sum I (fun l => u l * x l) - height A u + height B u.

Definition reach l := Rabs (x l) + row A l + row B l.
Definition sizes := Sum I (fun l => Rabs (u l) * reach l).
Definition drifts := drift A + drift B.

Lemma norm_opp w : norm (fun l => - w l) = norm w.
Proof. apply Sum_ext. intros. apply Rabs_Ropp. Qed.
Lemma height_opp b w : height b (fun l => - w l) = - height b w.
Proof.
  unfold height. rewrite <- (Rmult_1_l (Sum I _)) at 1. replace (- Sum I _) with (-1 * Sum I (fun k =>
    Sum I (fun l => entry b l k * w l) * vertex b k)) by (unfold height; ring).
  rewrite <- !Sum_scale. apply Sum_ext. intros k K.
  replace (Sum I (fun l => entry b l k * - w l)) with (-1 * Sum I (fun l => entry b l k * w l)); [ring |].
  rewrite <- Sum_scale. apply Sum_ext. intros. ring.
Qed.
Lemma norm_pos w : 0 <= norm w. Proof. apply Sum_pos. intros. apply Rabs_pos. Qed.
Lemma norm_small : norm u <= two 10. Proof. now apply (Sum_pow I _ 0). Qed.

Lemma along_holds t : is_along t ->
  valid t /\ exact t = Sum I (fun l => u l * x l) /\
  size t = Sum I (fun l => Rabs (u l) * Rabs (x l)) + 2 * lost * norm u /\
  data t = lost * norm u /\ (count t <= d + 1)%nat /\ under t <= two (-606).
Proof.
  intros T. pose proof lost_pos as L.
  assert (V : forall l, In l I -> valid (Mul (given (u l)) (offset l))).
  { intros l _. cbn [valid given offset]. pose proof (Rabs_pos (x l)). rewrite Rabs_R0. lra. }
  repeat split.
  - apply sums_valid with (1 := T). now apply in_map_all.
  - rewrite (sums_exact _ _ T), Sum_map. apply Sum_ext. intros. cbn [exact given offset]. ring.
  - rewrite (sums_size _ _ T), Sum_map. unfold norm. rewrite <- Sum_scale, <- Sum_plus.
    apply Sum_ext. intros. cbn [size given offset]. rewrite Rabs_R0. ring.
  - rewrite (sums_data _ _ T), Sum_map. unfold norm. rewrite <- Sum_scale.
    apply Sum_ext. intros. cbn [data size given offset]. ring.
  - pose proof (sums_count _ _ 2 T) as C. rewrite map_length in C. fold d in C.
    assert (count t + 1 <= 2 + d)%nat; [| lia]. apply C. apply in_map_all. cbn. lia.
  - change (-606)%Z with (-618 + 12)%Z. apply under_sums with (1 := T); try lia.
    + now rewrite map_length.
    + apply in_map_all. intros l K. destruct (V l K).
      change (-618)%Z with (-621 + 3)%Z.
      apply under_mul with (-1022)%Z 401%Z 0%Z (-1020)%Z; auto; try lia; cbn [size data given].
      * cbn. pose proof counts. lia.
      * apply lost_le. lia.
      * cbn [size offset given]. rewrite Rabs_R0. specialize (x_small l K). lra.
      * specialize (u_small l K). change (two 0) with 1. lra.
      * apply (under_add _ _ (-1022)); try (apply lost_le; lia); try lia.
        -- cbn [valid]. pose proof (Rabs_pos (x l)). lra.
        -- apply valid_given.
Qed.

Lemma gap_holds g y : is_gap g -> value g y ->
  Rabs (y - gap) <= (grow (2 * d + 2) - 1) * (sizes + 2 * lost * norm u) +
    grow (2 * d + 2) * (norm u * drifts + lost * norm u) + two (-603).
Proof.
  intros (a & b & t & Ha & Hb & Ht & G) Y. pose proof lost_pos as L.
  destruct (height_holds A u a Av u_small Ha) as (Va & Ea & Sa & Da & Ca & Ua).
  assert (u_small' : forall l, In l I -> Rabs (- u l) <= 1).
  { intros l K. rewrite Rabs_Ropp. auto. }
  destruct (height_holds B _ b Bv u_small' Hb) as (Vb & Eb & Sb & Db & Cb & Ub).
  destruct (along_holds t Ht) as (Vt & Et & St & Dt & Ct & Ut).
  assert (V : valid g).
  { apply sums_valid with (1 := G). intros s [<- | [<- | [<- | []]]]; assumption. }
  assert (E : exact g = gap).
  { rewrite (sums_exact _ _ G). unfold Sum, gap. cbn [map total fold_right exact].
    rewrite Ea, Eb, Et, height_opp. unfold Sum. ring. }
  assert (S : size g = sizes + 2 * lost * norm u).
  { rewrite (sums_size _ _ G). unfold Sum at 1. cbn [map total fold_right size].
    rewrite Sa, Sb, St. unfold sizes, reach.
    rewrite (Sum_ext I (fun l => Rabs (u l) * (Rabs (x l) + row A l + row B l))
      (fun l => Rabs (u l) * Rabs (x l) + Rabs (u l) * row A l + Rabs (u l) * row B l)) by (intros; ring).
    rewrite !Sum_plus.
    rewrite (Sum_ext I (fun l => Rabs (- u l) * row B l) (fun l => Rabs (u l) * row B l))
      by (intros; rewrite Rabs_Ropp; ring). ring. }
  assert (D : data g = norm u * drifts + lost * norm u).
  { rewrite (sums_data _ _ G). unfold Sum, drifts. cbn [map total fold_right data].
    rewrite Da, Db, Dt, norm_opp. ring. }
  assert (C : (count g <= 2 * d + 2)%nat).
  { pose proof (sums_count _ _ (2 * d) G) as C. cbn [length] in C.
    assert (count g + 1 <= 2 * d + 3)%nat; [| lia]. apply C.
    intros s [<- | [<- | [<- | []]]]; cbn [count]; lia. }
  assert (U : under g <= two (-603)).
  { assert (W : 0 <= two (-606)) by apply bpow_ge_0.
    pose proof (sums_under _ _ _ W G) as U. cbn [length Nat.sub] in U.
    apply Rle_trans with (1 := U ltac:(intros s [<- | [<- | [<- | []]]]; cbn [under];
      [exact Ut | apply Rle_trans with (1 := Ua); apply bpow_le; lia
      | apply Rle_trans with (1 := Ub); apply bpow_le; lia])).
    replace (-603)%Z with (-606 + Z.of_nat 3)%Z by reflexivity. rewrite two_plus.
    pose proof counts. pose proof (grow_less 2 ltac:(lia)) as G2. pose proof (grow_1 2).
    pose proof (lost_le (-606) ltac:(lia)). cbn [INR].
    assert (grow 2 * ((1 + 1 + 1) * two (-606) + (1 + 1) * lost) <= 5 / 4 * (5 * two (-606))).
    { apply Rmult_le_compat; lra. }
    lra. }
  destruct (off_by_roundings g y V Y) as [O _]. rewrite E, S, D in O.
  pose proof (grow_le _ _ C) as GC. pose proof (norm_pos u) as N.
  assert (0 <= sizes + 2 * lost * norm u) by (rewrite <- S; apply signs, V).
  assert (0 <= norm u * drifts + lost * norm u) by (rewrite <- D; apply signs, V).
  apply Rle_trans with (1 := O). apply Rplus_le_compat; [| exact U].
  apply Rplus_le_compat; apply Rmult_le_compat_r; lra.
Qed.

(* ---- the bound, as gap_error() computes it ------------------------------------------------ *)

Definition is_row b l r := sums (map (fun k =>
  Mul (Add (Abs (given (stored b l k))) (given (rho b))) (given (most b k))) I) r.
Definition is_reach l r := exists a b, is_row A l a /\ is_row B l b /\ sums [Abs (offset l); a; b] r.
Definition is_size s := exists r, (forall l, In l I -> is_reach l (r l)) /\
  sums (map (fun l => Mul (Abs (given (u l))) (r l)) I) s.
Definition is_norm n := sums (map (fun l => Abs (given (u l))) I) n.
Definition is_drift b t := exists m, sums (map (fun k => given (most b k)) I) m /\ t = Mul (given (rho b)) m.
Definition units := INR (gap_per_dimension * d + gap_plus) * unit.
Definition is_bound e := exists s n a b, is_size s /\ is_norm n /\ is_drift A a /\ is_drift B b /\
  e = Add (Add (Mul (given units) s) (Mul (Mul (given 2) n) (Add a b))) (given (two gap_underflow)).

Lemma most_pos b k : body_valid b -> In k I -> 0 <= most b k <= two 150.
Proof. intros [_ V] K. destruct (V k k K K). pose proof (Rabs_pos (vertex b k)). lra. Qed.
Lemma stored_small b l k : body_valid b -> In l I -> In k I -> 0 <= Rabs (stored b l k) + rho b <= two 151.
Proof. intros [R V] L K. destruct (V l k L K). pose proof (Rabs_pos (stored b l k)). lra. Qed.

Lemma row_holds b l r : body_valid b -> In l I -> is_row b l r ->
  valid r /\ exact r = row b l /\ size r = row b l /\ data r = 0 /\ (count r <= d + 1)%nat /\
  under r <= two (-855) /\ 0 <= row b l <= two 311.
Proof.
  intros V K H. pose proof V as [Rho _].
  assert (W : forall k, In k I -> valid (Add (Abs (given (stored b l k))) (given (rho b)))).
  { intros k J. cbn [valid given]. lra. }
  assert (X : forall k, In k I -> Rabs (most b k) = most b k).
  { intros k J. apply Rabs_pos_eq. now apply most_pos. }
  assert (Y : Rabs (rho b) = rho b) by (apply Rabs_pos_eq; lra).
  assert (Z : forall k, In k I -> 0 <= (Rabs (stored b l k) + rho b) * most b k <= two 301).
  { intros k J. pose proof (most_pos b k V J). pose proof (stored_small b l k V K J).
    split; [apply Rmult_le_pos; lra |]. apply times_le with 151%Z 150%Z; try lra; lia. }
  repeat split.
  - apply sums_valid with (1 := H). apply in_map_all. intros k J. split; [auto | apply valid_given].
  - rewrite (sums_exact _ _ H), Sum_map. reflexivity.
  - rewrite (sums_size _ _ H), Sum_map. apply Sum_ext. intros k J. cbn [size given].
    now rewrite X, Y.
  - rewrite (sums_data _ _ H), Sum_map, (Sum_ext I _ (fun _ => 0)), Sum_const; [ring |].
    intros. cbn [data given]. ring.
  - pose proof (sums_count _ _ 2 H) as C. rewrite map_length in C. fold d in C.
    assert (count r + 1 <= 2 + d)%nat; [| lia]. apply C. apply in_map_all. cbn. lia.
  - change (-855)%Z with (-867 + 12)%Z. apply under_sums with (1 := H); try lia.
    + now rewrite map_length.
    + apply in_map_all. intros k J. change (-867)%Z with (-870 + 3)%Z.
      pose proof (most_pos b k V J). pose proof (stored_small b l k V K J).
      apply under_mul with (-1020)%Z 150%Z 151%Z (-1022)%Z; auto using valid_given; try lia.
      * cbn. pose proof counts. lia.
      * apply (under_add _ _ (-1022)); try (apply lost_le; lia); try lia; apply valid_given.
      * cbn [size given]. rewrite X; [lra | auto].
      * cbn [size data given]. rewrite Y. lra.
      * apply lost_le. lia.
  - apply Sum_pos. intros. now apply Z.
  - apply (Sum_pow I _ 301); [exact few |]. intros. now apply Z.
Qed.

Lemma reach_holds l r : In l I -> is_reach l r ->
  valid r /\ exact r = reach l /\ size r = reach l + 2 * lost /\ data r = lost /\
  (count r <= d + 3)%nat /\ under r <= two (-850) /\ reach l + 3 * lost <= two 402.
Proof.
  intros K (a & b & Ha & Hb & H). pose proof lost_pos as L.
  destruct (row_holds A l a Av K Ha) as (Va & Ea & Sa & Da & Ca & Ua & Ra).
  destruct (row_holds B l b Bv K Hb) as (Vb & Eb & Sb & Db & Cb & Ub & Rb).
  pose proof (Rabs_pos (x l)) as X.
  assert (Vo : valid (Abs (offset l))).
  { cbn [valid offset given]. rewrite Rabs_R0. lra. }
  assert (Uo : under (Abs (offset l)) <= two (-1020)).
  { apply (under_add (Leaf (x l) (Rabs (x l) + 2 * lost) lost) (given 0) (-1022) (proj1 Vo) (proj2 Vo)); try (apply lost_le; lia); lia. }
  repeat split.
  - apply sums_valid with (1 := H). intros s [<- | [<- | [<- | []]]]; assumption.
  - rewrite (sums_exact _ _ H). unfold Sum, reach. cbn [map total fold_right exact offset given].
    rewrite Ea, Eb, Rplus_0_r. ring.
  - rewrite (sums_size _ _ H). unfold Sum, reach. cbn [map total fold_right size offset given].
    rewrite Sa, Sb, Rabs_R0. ring.
  - rewrite (sums_data _ _ H). unfold Sum. cbn [map total fold_right data offset given].
    rewrite Da, Db. ring.
  - pose proof (sums_count _ _ (d + 1) H) as C. cbn [length] in C.
    assert (count r + 1 <= d + 1 + 3)%nat; [| lia]. apply C.
    intros s [<- | [<- | [<- | []]]]; try assumption. cbn. lia.
  - assert (W : 0 <= two (-855)) by apply bpow_ge_0.
    pose proof (sums_under _ _ _ W H) as U. cbn [length Nat.sub] in U.
    apply Rle_trans with (1 := U ltac:(intros s [<- | [<- | [<- | []]]];
      [apply Rle_trans with (1 := Uo); apply bpow_le; lia | exact Ua | exact Ub])).
    replace (-850)%Z with (-855 + Z.of_nat 5)%Z by reflexivity. rewrite two_plus.
    pose proof counts. pose proof (grow_less 2 ltac:(lia)) as G2. pose proof (grow_1 2).
    pose proof (lost_le (-855) ltac:(lia)). cbn [INR].
    assert (grow 2 * ((1 + 1 + 1) * two (-855) + (1 + 1) * lost) <= 5 / 4 * (5 * two (-855))).
    { apply Rmult_le_compat; lra. }
    lra.
  - unfold reach. change 402%Z with (401 + Z.of_nat 1)%Z. rewrite two_plus.
    specialize (x_small l K).
    assert (two 311 <= two (401 - 3)) by (apply bpow_le; lia).
    assert (lost <= two (401 - 3)) by (apply bpow_le; lia).
    assert (two 401 = 8 * two (401 - 3)).
    { replace 401%Z with (401 - 3 + Z.of_nat 3)%Z at 1 by reflexivity. rewrite two_plus. lra. }
    lra.
Qed.

Lemma size_holds_all s : is_size s ->
  valid s /\ exact s = sizes /\ size s = sizes + 2 * lost * norm u /\ data s = lost * norm u /\
  (count s <= 2 * d + 3)%nat /\ under s <= two (-603) /\ size s <= two 412.
Proof.
  intros (r & R & H). pose proof lost_pos as L.
  assert (W : forall l, In l I -> Rabs (Rabs (u l)) = Rabs (u l)).
  { intros. apply Rabs_Rabsolu. }
  assert (S : size s = sizes + 2 * lost * norm u).
  { rewrite (sums_size _ _ H), Sum_map. unfold sizes, norm. rewrite <- Sum_scale, <- Sum_plus.
    apply Sum_ext. intros l K. destruct (reach_holds l (r l) K (R l K)) as (_ & _ & S & _).
    cbn [size given]. rewrite S. ring. }
  repeat split.
  - apply sums_valid with (1 := H). apply in_map_all. intros l K.
    split; [apply valid_given | exact (proj1 (reach_holds l (r l) K (R l K)))].
  - rewrite (sums_exact _ _ H), Sum_map. apply Sum_ext. intros l K.
    destruct (reach_holds l (r l) K (R l K)) as (_ & E & _). cbn [exact given]. now rewrite E.
  - exact S.
  - rewrite (sums_data _ _ H), Sum_map. unfold norm. rewrite <- Sum_scale. apply Sum_ext.
    intros l K. destruct (reach_holds l (r l) K (R l K)) as (_ & _ & _ & D & _).
    cbn [data size given]. rewrite D. ring.
  - pose proof (sums_count _ _ (d + 4) H) as C. rewrite map_length in C. fold d in C.
    assert (count s + 1 <= d + 4 + d)%nat; [| lia]. apply C. apply in_map_all. intros l K. cbn.
    destruct (reach_holds l (r l) K (R l K)) as (_ & _ & _ & _ & C' & _). lia.
  - apply Rle_trans with (two (-617 + 12)); [| apply bpow_le; lia].
    apply under_sums with (1 := H); try lia; [now rewrite map_length |].
    apply in_map_all. intros l K. change (-617)%Z with (-620 + 3)%Z.
    destruct (reach_holds l (r l) K (R l K)) as (V & _ & S' & _ & C & U & M).
    apply under_mul with (-1022)%Z 402%Z 0%Z (-850)%Z; auto; try lia.
    + apply valid_given.
    + cbn. pose proof counts. lia.
    + apply lost_le. lia.
    + rewrite S'. lra.
    + cbn [size data given]. specialize (u_small l K). change (two 0) with 1. lra.
  - rewrite (sums_size _ _ H), Sum_map. apply (Sum_pow I _ 402); [exact few |]. intros l K.
    destruct (reach_holds l (r l) K (R l K)) as (V & _ & S' & _ & C & U & M).
    cbn [size given]. apply (times_le _ _ 0 402).
    + apply Rabs_pos.
    + apply (signs _ V).
    + exact (u_small l K).
    + rewrite S'. lra.
    + lia.
Qed.

Lemma norm_holds n : is_norm n -> valid n /\ exact n = norm u /\ size n = norm u /\ data n = 0 /\
  (count n + 1 <= d)%nat /\ under n <= two (-1010).
Proof.
  intros H. repeat split.
  - apply sums_valid with (1 := H). apply in_map_all. intros. apply valid_given.
  - rewrite (sums_exact _ _ H), Sum_map. reflexivity.
  - rewrite (sums_size _ _ H), Sum_map. reflexivity.
  - rewrite (sums_data _ _ H), Sum_map. cbn [data given]. rewrite Sum_const. ring.
  - pose proof (sums_count _ _ 0 H) as C. rewrite map_length in C. fold d in C.
    apply C. apply in_map_all. cbn. lia.
  - apply (under_sums _ _ (-1022)) with (1 := H); try lia; [now rewrite map_length |].
    apply in_map_all. intros. apply lost_le. lia.
Qed.

Lemma drift_holds b t : body_valid b -> is_drift b t ->
  valid t /\ exact t = drift b /\ size t = drift b /\ data t = 0 /\ (count t <= d)%nat /\
  under t <= two (-859) /\ 0 <= drift b <= two 160.
Proof.
  intros V (m & H & ->). pose proof V as [Rho _].
  assert (X : forall k, In k I -> Rabs (most b k) = most b k).
  { intros k J. apply Rabs_pos_eq. now apply most_pos. }
  assert (Y : Rabs (rho b) = rho b) by (apply Rabs_pos_eq; lra).
  assert (S : size m = Sum I (most b)).
  { rewrite (sums_size _ _ H), Sum_map. now apply Sum_ext. }
  assert (P : 0 <= Sum I (most b) <= two 160).
  { split; [apply Sum_pos; intros; now apply most_pos |].
    apply (Sum_pow I _ 150); [exact few |]. intros. now apply most_pos. }
  assert (C : (count m + 1 <= d)%nat).
  { pose proof (sums_count _ _ 0 H) as C. rewrite map_length in C. apply C. apply in_map_all. cbn. lia. }
  assert (Vm : valid m).
  { apply sums_valid with (1 := H). apply in_map_all. intros. apply valid_given. }
  assert (Q : 0 <= drift b <= two 160).
  { unfold drift. split; [apply Rmult_le_pos; lra |].
    rewrite <- (Rmult_1_l (two 160)). apply Rmult_le_compat; lra. }
  split; [split; [apply valid_given | exact Vm] |]. repeat split; try apply Q.
  - cbn [exact given]. rewrite (sums_exact _ _ H), Sum_map. reflexivity.
  - cbn [size given]. now rewrite S, Y.
  - cbn [data given]. rewrite (sums_data _ _ H), Sum_map. cbn [data given]. rewrite Sum_const. ring.
  - cbn. lia.
  - change (-859)%Z with (-862 + 3)%Z.
    apply under_mul with (-1022)%Z 160%Z 0%Z (-1010)%Z; auto using valid_given; try lia.
    + cbn. pose proof counts. lia.
    + apply lost_le. lia.
    + rewrite S. apply P.
    + cbn [size data given]. rewrite Y. change (two 0) with 1. lra.
    + apply (under_sums _ _ (-1022)) with (1 := H); try lia; [now rewrite map_length |].
      apply in_map_all. intros. apply lost_le. lia.
Qed.

Definition bound := units * sizes + 2 * norm u * drifts + two gap_underflow.

Lemma units_small : 0 <= units <= two (-36).
Proof.
  unfold units. split; [apply Rmult_le_pos; [apply pos_INR | apply Rlt_le, unit_pos] |].
  apply count_units. unfold gap_per_dimension, gap_plus. pose proof counts. lia.
Qed.

Lemma bound_holds e y : is_bound e -> value e y ->
  bound - (grow (2 * d + 6) - 1) * (bound + units * (2 * lost * norm u)) -
    grow (2 * d + 6) * (units * (lost * norm u)) - two (-603) <= y.
Proof.
  intros (s & n & a & b & Hs & Hn & Ha & Hb & ->) Y. pose proof lost_pos as L.
  destruct (size_holds_all s Hs) as (Vs & Es & Ss & Ds & Cs & Us & Ms).
  destruct (norm_holds n Hn) as (Vn & En & Sn & Dn & Cn & Un).
  destruct (drift_holds A a Av Ha) as (Va & Ea & Sa & Da & Ca & Ua & Qa).
  destruct (drift_holds B b Bv Hb) as (Vb & Eb & Sb & Db & Cb & Ub & Qb).
  pose proof units_small as K. pose proof (norm_pos u) as N. pose proof norm_small as N'.
  set (T1 := Mul (given units) s) in *. set (T2 := Mul (Mul (given 2) n) (Add a b)) in *.
  assert (RK : Rabs units = units) by now apply Rabs_pos_eq.
  assert (R2 : Rabs 2 = 2) by (apply Rabs_pos_eq; lra).
  assert (RF : Rabs (two gap_underflow) = two gap_underflow) by (apply Rabs_pos_eq, bpow_ge_0).
  assert (V1 : valid T1) by (split; [apply valid_given | exact Vs]).
  assert (V2 : valid T2) by (split; [split; [apply valid_given | exact Vn] | split; assumption]).
  assert (V : valid (Add (Add T1 T2) (given (two gap_underflow)))).
  { split; [split; assumption | apply valid_given]. }
  assert (C2 : (count T2 <= 2 * d + 2)%nat) by (cbn; lia).
  assert (C1 : (count T1 <= 2 * d + 4)%nat) by (cbn; lia).
  assert (C : (count (Add (Add T1 T2) (given (two gap_underflow))) <= 2 * d + 6)%nat).
  { cbn [count given]. lia. }
  assert (U1 : under T1 <= two (-607)).
  { change (-607)%Z with (-610 + 3)%Z.
    apply under_mul with (-1022)%Z 412%Z (-36)%Z (-603)%Z; auto using valid_given; try lia.
    - pose proof counts. fold T1. lia.
    - apply lost_le. lia.
    - cbn [size data given]. rewrite RK. lra. }
  assert (U2 : under T2 <= two (-607)).
  { apply Rle_trans with (two (-843 + 3)); [| apply bpow_le; lia].
    apply under_mul with (-1006)%Z 161%Z 11%Z (-857)%Z; try lia.
    - apply V2.
    - apply V2.
    - pose proof counts. fold T2. lia.
    - change (-1006)%Z with (-1009 + 3)%Z.
      apply under_mul with (-1022)%Z 10%Z 1%Z (-1010)%Z; auto using valid_given; try lia.
      + cbn. pose proof counts. lia.
      + apply lost_le. lia.
      + now rewrite Sn.
      + cbn [size data given]. rewrite R2. change (two 1) with 2. lra.
    - cbn [size]. rewrite Sa, Sb. change 161%Z with (160 + Z.of_nat 1)%Z. rewrite two_plus. lra.
    - cbn [size data given]. rewrite Sn, Dn, R2. change 11%Z with (10 + Z.of_nat 1)%Z.
      rewrite two_plus. lra.
    - change (-857)%Z with (-859 + 2)%Z. apply under_add; auto; lia. }
  assert (U : under (Add (Add T1 T2) (given (two gap_underflow))) <= two (-603)).
  { change (-603)%Z with (-605 + 2)%Z. apply under_add; try lia.
    - apply V.
    - apply valid_given.
    - change (-605)%Z with (-607 + 2)%Z. apply under_add; auto. lia.
    - apply lost_le. lia. }
  destruct (off_by_roundings _ y V Y) as [O _].
  assert (E : exact (Add (Add T1 T2) (given (two gap_underflow))) = bound).
  { unfold T1, T2, bound, drifts. cbn [exact given]. rewrite Es, En, Ea, Eb. ring. }
  assert (S : size (Add (Add T1 T2) (given (two gap_underflow))) = bound + units * (2 * lost * norm u)).
  { unfold T1, T2, bound, drifts. cbn [size given]. rewrite Ss, Sn, Sa, Sb, RK, R2, RF. ring. }
  assert (D : data (Add (Add T1 T2) (given (two gap_underflow))) = units * (lost * norm u)).
  { unfold T1, T2. cbn [data size given]. rewrite Ds, Dn, Da, Db, RK. ring. }
  rewrite E, S, D in O. pose proof (grow_le _ _ C) as G.
  assert (0 <= bound + units * (2 * lost * norm u)) as P by (rewrite <- S; apply signs, V).
  assert (0 <= units * (lost * norm u)) as P' by (rewrite <- D; apply signs, V).
  pose proof (Rmult_le_compat_r _ _ _ P G). pose proof (Rmult_le_compat_r _ _ _ P' G).
  pose proof (Rle_abs (- (y - bound))) as M. rewrite Rabs_Ropp in M. lra.
Qed.

(* The constants of the code suffice. *)
Theorem lemma_1 g e y b : is_gap g -> value g y -> is_bound e -> value e b -> Rabs (y - gap) <= b.
Proof.
  intros G Y E Z. apply Rle_trans with (1 := gap_holds g y G Y).
  apply Rle_trans with (2 := bound_holds e b E Z).
  pose proof (norm_pos u) as N. pose proof norm_small as N'. pose proof units_small as K.
  pose proof lost_pos as L. pose proof unit_pos as Q. pose proof counts as Few.
  assert (D0 : 0 <= drifts).
  { unfold drifts. destruct Av as [RA _], Bv as [RB _]. unfold drift.
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; apply Sum_pos; intros; now apply most_pos. }
  assert (S0 : 0 <= sizes).
  { apply Sum_pos. intros l J. apply Rmult_le_pos; [apply Rabs_pos |]. unfold reach.
    assert (0 <= row A l) by (apply Sum_pos; intros k M; apply Rmult_le_pos;
      [now apply stored_small | now apply most_pos]).
    assert (0 <= row B l) by (apply Sum_pos; intros k M; apply Rmult_le_pos;
      [now apply stored_small | now apply most_pos]).
    pose proof (Rabs_pos (x l)). lra. }
  pose proof (grow_small (2 * d + 2) ltac:(lia)) as G1.
  pose proof (grow_small (2 * d + 6) ltac:(lia)) as G2.
  pose proof (count_units (2 * d + 6) ltac:(lia)) as C2.
  pose proof (grow_1 (2 * d + 2)) as P1. pose proof (grow_1 (2 * d + 6)) as P2.
  assert (units_are : (INR (2 * d + 2) + 1) * unit <= units).
  { unfold units. apply Rmult_le_compat_r; [lra |]. rewrite <- S_INR. apply le_INR.
    unfold gap_per_dimension, gap_plus. lia. }
  assert (T : two (-36) <= / 1024) by (change (/ 1024) with (two (-10)); apply bpow_le; lia).
  assert (C1 : INR (2 * d + 2) * unit <= two (-36)) by (apply count_units; lia).
  assert (I1 : 0 <= INR (2 * d + 2)) by apply pos_INR.
  assert (I2 : 0 <= INR (2 * d + 6)) by apply pos_INR.
  assert (I3 : INR (2 * d + 6) = INR (2 * d + 2) + 4).
  { replace (2 * d + 6)%nat with (2 * d + 2 + 4)%nat by lia. rewrite plus_INR. cbn [INR]. ring. }
  assert (I4 : INR (2 * d + 2) <= 4096).
  { pose proof dimension_is_1024. rewrite INR_IZR_INZ. apply IZR_le. lia. }
  set (k := INR (2 * d + 2)) in *. set (g1 := grow (2 * d + 2)) in *. set (g2 := grow (2 * d + 6)) in *.
  rewrite I3 in *.
  assert (T2 : two (-36) <= / 67108864) by (change (/ 67108864) with (two (-26)); apply bpow_le; lia).
  assert (KU : 0 <= k * unit) by (apply Rmult_le_pos; lra).
  pose proof (bpow_ge_0 radix2 (-36)) as Z36.
  assert (X1 : g1 - 1 <= units * (2 - g2)).
  { assert (k * unit * two (-36) <= / 16 * unit).
    { replace (k * unit * two (-36)) with (k * two (-36) * unit) by ring.
      apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (4096 * / 67108864); [| lra].
      apply Rmult_le_compat; try lra; apply bpow_ge_0. }
    assert (g2 <= 1 + 2 * two (-36)).
    { assert ((k + 4) * unit * two (-36) <= 1 * two (-36)); [| lra].
      apply Rmult_le_compat_r; [apply bpow_ge_0 | lra]. }
    assert ((k + 1) * unit * (1 - 2 * two (-36)) <= units * (2 - g2)).
    { apply Rmult_le_compat; lra. }
    assert (k * unit * (2 * two (-36)) <= / 8 * unit) by lra.
    assert (unit * (2 * two (-36)) <= unit * / 8) by (apply Rmult_le_compat_l; lra).
    lra. }
  assert (X2 : g1 <= 2 * (2 - g2)).
  { assert ((k + 4) * unit * two (-36) <= / 1024 * / 1024).
    { pose proof (bpow_ge_0 radix2 (-36)). apply Rmult_le_compat; lra. }
    assert (k * unit * two (-36) <= / 1024 * / 1024).
    { pose proof (bpow_ge_0 radix2 (-36)). apply Rmult_le_compat; lra. }
    lra. }
  assert (X3 : g1 <= 5 / 4) by (apply grow_less; lia).
  assert (X4 : g2 <= 5 / 4) by (apply grow_less; lia).
  assert (X5 : lost * norm u <= two (-1012)) by (apply times_le with (-1022)%Z 10%Z; try lra; [apply bpow_le; lia | lia]).
  assert (X6 : two (-1012) <= two (-603)) by (apply bpow_le; lia).
  assert (X7 : 0 <= lost * norm u) by (apply Rmult_le_pos; lra).
  assert (Floor : 8 * two (-603) <= two gap_underflow).
  { replace (8 * two (-603)) with (two (-603 + Z.of_nat 3)) by (rewrite two_plus; ring).
    apply bpow_le. unfold gap_underflow. lia. }
  pose proof (bpow_gt_0 radix2 (-603)) as F.
  assert (Y1 := Rmult_le_compat_r _ _ _ S0 X1).
  assert (ND : 0 <= norm u * drifts) by now apply Rmult_le_pos.
  assert (Y2 := Rmult_le_compat_r _ _ _ ND X2).
  assert (Y3 : (2 * (g1 - 1) + g1) * (lost * norm u) <= 2 * (lost * norm u)).
  { apply Rmult_le_compat_r; lra. }
  assert (Y4 : units * (2 * (g2 - 1) + g2) * (lost * norm u) <= 1 * (lost * norm u)).
  { apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (/ 1024 * 2); [| lra].
    apply Rmult_le_compat; lra. }
  assert (Y5 : 3 / 4 * two gap_underflow <= (2 - g2) * two gap_underflow).
  { apply Rmult_le_compat_r; [apply bpow_ge_0 | lra]. }
  unfold bound. lra.
Qed.
End Gap.

(* A maximum, or a minimum, is off by at most the largest error of its arguments. *)
Definition is_most {A} (l : list A) f m := (exists i, In i l /\ m = f i) /\ forall i, In i l -> f i <= m.
Theorem most_is_as_exact {A} (l : list A) (f g : A -> R) e p q :
  is_most l f p -> is_most l g q -> (forall i, In i l -> Rabs (f i - g i) <= e) -> Rabs (p - q) <= e.
Proof.
  intros [(i & Ii & ->) P] [(j & Ij & ->) Q] H. apply Rabs_le.
  pose proof (P j Ij). pose proof (Q i Ii).
  destruct (Rabs_le_inv _ _ (H i Ii)), (Rabs_le_inv _ _ (H j Ij)). lra.
Qed.
