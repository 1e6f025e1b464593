(* SPDX-License-Identifier: Apache-2.0

   Sums of any number of terms, added in any order and association, and what they lose: for dot
   products of run-time dimension, in one loop or in as many lanes as a machine has. *)
From Coq Require Import Reals Lra Lia List Permutation.
From Flocq Require Import Core.
From Sunder Require Import Rounding Expression.
Import ListNotations.
Open Scope R_scope.

Definition total (l : list R) := fold_right Rplus 0 l.
Definition Sum {A} (l : list A) (f : A -> R) := total (map f l).

(* t adds up the terms l. *)
Inductive sums : list expr -> expr -> Prop :=
| sums_one t : sums [t] t
| sums_two l m a b : sums l a -> sums m b -> sums (l ++ m) (Add a b)
| sums_order l m t : sums l t -> Permutation l m -> sums m t.

Lemma total_app l m : total (l ++ m) = total l + total m.
Proof. unfold total. induction l; cbn; lra. Qed.

Lemma total_order l m : Permutation l m -> total l = total m.
Proof. unfold total. induction 1; cbn; lra. Qed.

Lemma Sum_le {A} (l : list A) f g : (forall i, In i l -> f i <= g i) -> Sum l f <= Sum l g.
Proof.
  unfold Sum, total. induction l as [| i l IH]; cbn in *; intros H; [lra |].
  apply Rplus_le_compat; [apply H; now left | apply IH; intros; apply H; now right].
Qed.
Lemma Sum_ext {A} (l : list A) f g : (forall i, In i l -> f i = g i) -> Sum l f = Sum l g.
Proof. intros H. apply Rle_antisym; apply Sum_le; intros i J; rewrite (H i J); lra. Qed.
Lemma Sum_plus {A} (l : list A) f g : Sum l (fun i => f i + g i) = Sum l f + Sum l g.
Proof. unfold Sum, total. induction l; cbn in *; lra. Qed.
Lemma Sum_scale {A} (l : list A) f c : Sum l (fun i => c * f i) = c * Sum l f.
Proof. unfold Sum, total. induction l as [| i l IH]; cbn in *; [ring | rewrite IH; ring]. Qed.
Lemma Sum_scale_r {A} (l : list A) f c : Sum l (fun i => f i * c) = Sum l f * c.
Proof. unfold Sum, total. induction l as [| i l IH]; cbn in *; [ring | rewrite IH; ring]. Qed.
Lemma Sum_const {A} (l : list A) c : Sum l (fun _ => c) = INR (length l) * c.
Proof.
  unfold Sum. induction l as [| i l IH]; cbn [map length]; [cbn; ring |].
  rewrite S_INR. cbn. unfold total in IH. rewrite IH. ring.
Qed.
Lemma Sum_pos {A} (l : list A) f : (forall i, In i l -> 0 <= f i) -> 0 <= Sum l f.
Proof. intros H. rewrite <- (Rmult_0_r (INR (length l))), <- (Sum_const l 0). now apply Sum_le. Qed.
Lemma Sum_most {A} (l : list A) f c : (forall i, In i l -> f i <= c) -> Sum l f <= INR (length l) * c.
Proof. intros H. rewrite <- Sum_const. now apply Sum_le. Qed.
Lemma Sum_swap {A B} (l : list A) (m : list B) f :
  Sum l (fun i => Sum m (fun j => f i j)) = Sum m (fun j => Sum l (fun i => f i j)).
Proof.
  induction l as [| i l IH].
  - change (0 = Sum m (fun _ => 0)). rewrite Sum_const. ring.
  - change (Sum (i :: l) (fun i => Sum m (fun j => f i j))) with
      (Sum m (fun j => f i j) + Sum l (fun i => Sum m (fun j => f i j))).
    rewrite IH, <- Sum_plus. reflexivity.
Qed.

Lemma sums_not_empty l t : sums l t -> l <> [].
Proof.
  induction 1 as [| l m a b _ IHa _ _ | l m t _ IH P]; try discriminate.
  - now destruct l.
  - intros ->. apply IH, Permutation_nil. now symmetry.
Qed.

Lemma sums_exact l t : sums l t -> exact t = Sum l exact.
Proof.
  unfold Sum. induction 1 as [t | l m a b _ IHa _ IHb | l m t _ IH P].
  - cbn. ring.
  - cbn [exact]. rewrite map_app, total_app. lra.
  - rewrite IH. now apply total_order, Permutation_map.
Qed.
Lemma sums_size l t : sums l t -> size t = Sum l size.
Proof.
  unfold Sum. induction 1 as [t | l m a b _ IHa _ IHb | l m t _ IH P].
  - cbn. ring.
  - cbn [size]. rewrite map_app, total_app. lra.
  - rewrite IH. now apply total_order, Permutation_map.
Qed.
Lemma sums_data l t : sums l t -> data t = Sum l data.
Proof.
  unfold Sum. induction 1 as [t | l m a b _ IHa _ IHb | l m t _ IH P].
  - cbn. ring.
  - cbn [data]. rewrite map_app, total_app. lra.
  - rewrite IH. now apply total_order, Permutation_map.
Qed.
Lemma sums_valid l t : sums l t -> (forall s, In s l -> valid s) -> valid t.
Proof.
  induction 1 as [t | l m a b _ IHa _ IHb | l m t _ IH P]; intros H.
  - apply H. now left.
  - split; [apply IHa | apply IHb]; intros; apply H, in_or_app; auto.
  - apply IH. intros s J. apply H. now apply (Permutation_in _ P).
Qed.
Lemma sums_count l t n : sums l t -> (forall s, In s l -> (count s <= n)%nat) ->
  (count t + 1 <= n + length l)%nat.
Proof.
  induction 1 as [t | l m a b A IHa B IHb | l m t _ IH P]; intros H.
  - cbn. specialize (H t (or_introl eq_refl)). lia.
  - pose proof (sums_not_empty _ _ A). pose proof (sums_not_empty _ _ B).
    assert (count a + 1 <= n + length l)%nat by (apply IHa; intros; apply H, in_or_app; auto).
    assert (count b + 1 <= n + length m)%nat by (apply IHb; intros; apply H, in_or_app; auto).
    destruct l; [congruence |]. destruct m; [congruence |].
    rewrite app_length. cbn [count length] in *. lia.
  - rewrite <- (Permutation_length P). apply IH. intros s J. apply H. now apply (Permutation_in _ P).
Qed.
Lemma sums_under l t w : 0 <= w -> sums l t -> (forall s, In s l -> under s <= w) ->
  under t <= grow (length l - 1) * (INR (length l) * w + INR (length l - 1) * lost).
Proof.
  intros W. pose proof lost_pos as L.
  induction 1 as [t | l m a b A IHa B IHb | l m t _ IH P]; intros H.
  - cbn. specialize (H t (or_introl eq_refl)). lra.
  - pose proof (sums_not_empty _ _ A). pose proof (sums_not_empty _ _ B).
    assert (Ha := IHa ltac:(intros; apply H, in_or_app; auto)).
    assert (Hb := IHb ltac:(intros; apply H, in_or_app; auto)). clear IHa IHb H.
    rewrite app_length. cbn [under].
    destruct l as [| l0 l]; [congruence |]. destruct m as [| m0 m]; [congruence |].
    cbn [length] in *. replace (S (length l) - 1)%nat with (length l) in Ha by lia.
    replace (S (length m) - 1)%nat with (length m) in Hb by lia.
    replace (S (length l) + S (length m) - 1)%nat with (S (length l + length m)) by lia.
    rewrite plus_INR, !S_INR, plus_INR in *. rewrite grow_one, grow_S.
    pose proof (grow_le (length l) (length l + length m) ltac:(lia)) as Ga.
    pose proof (grow_le (length m) (length l + length m) ltac:(lia)) as Gb.
    pose proof (grow_1 (length l + length m)) as G1.
    set (g := grow (length l + length m)) in *. pose proof unit_pos as U.
    pose proof (pos_INR (length l)) as N. pose proof (pos_INR (length m)) as M.
    set (i := INR (length l)) in *. set (j := INR (length m)) in *.
    assert (Wa : 0 <= (i + 1) * w + i * lost).
    { apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
    assert (Wb : 0 <= (j + 1) * w + j * lost).
    { apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
    pose proof (Rmult_le_compat_r _ _ _ Wa Ga) as Xa.
    pose proof (Rmult_le_compat_r _ _ _ Wb Gb) as Xb.
    assert (Y : under a + under b <= g * ((i + j + 2) * w + (i + j) * lost)) by lra.
    assert (Z : (1 + unit) * (under a + under b) <=
                (1 + unit) * (g * ((i + j + 2) * w + (i + j) * lost))).
    { apply Rmult_le_compat_l; lra. }
    assert (1 * lost <= (1 + unit) * g * lost).
    { apply Rmult_le_compat_r; [lra |]. rewrite <- (Rmult_1_l 1). apply Rmult_le_compat; lra. }
    lra.
  - rewrite <- (Permutation_length P). apply IH. intros s J. apply H. now apply (Permutation_in _ P).
Qed.

Lemma in_map_all {A} (l : list A) (f : A -> expr) (P : expr -> Prop) :
  (forall i, In i l -> P (f i)) -> forall s, In s (map f l) -> P s.
Proof. intros H s J. apply in_map_iff in J. destruct J as (i & <- & J). now apply H. Qed.

Lemma Sum_map {A} (l : list A) (f : A -> expr) g : Sum (map f l) g = Sum l (fun i => g (f i)).
Proof. unfold Sum. now rewrite map_map. Qed.
