(* SPDX-License-Identifier: Apache-2.0

   Lemma 3 (src/filter/linear_system.hpp, src/filter/weighted_interior.hpp), its algebra: an
   approximate inverse Y of M with |I - Y M| <= alpha < 1 in the maximum norm bounds how far an
   approximate solution of M x = e is from every exact one, and shows that M has no kernel. *)
From Coq Require Import Reals Lra Lia List.
From Sunder Require Import Rounding Expression Sums.
Import ListNotations.
Open Scope R_scope.

Section Inverse.
Variable I : list nat.
Hypothesis distinct : NoDup I.
Variables M Y : nat -> nat -> R.
Definition identity r c : R := if Nat.eq_dec r c then 1 else 0.
Definition times (A : nat -> nat -> R) (x : nat -> R) r := Sum I (fun c => A r c * x c).
Definition left r c := identity r c - Sum I (fun k => Y r k * M k c).   (* I - Y M *)
Variable alpha : R.
Hypothesis contracts : forall r, In r I -> Sum I (fun c => Rabs (left r c)) <= alpha.
Hypothesis below_1 : alpha < 1.

Lemma Sum_cons {A} (i : A) l f : Sum (i :: l) f = f i + Sum l f. Proof. reflexivity. Qed.

Lemma Sum_identity l x r : NoDup l -> In r l -> Sum l (fun c => identity r c * x c) = x r.
Proof.
  induction l as [| c l IH]; intros D J; [easy |]. rewrite Sum_cons.
  inversion D as [| ? ? out D']; subst. unfold identity at 1. destruct (Nat.eq_dec r c) as [<- | far].
  - rewrite (Sum_ext l _ (fun _ => 0)), Sum_const; [ring |].
    intros k K. unfold identity. destruct (Nat.eq_dec r k) as [-> | _]; [easy | ring].
  - destruct J as [-> | J]; [easy |]. rewrite (IH D' J). ring.
Qed.

Lemma Sum_abs {A} (l : list A) f : Rabs (Sum l f) <= Sum l (fun i => Rabs (f i)).
Proof.
  induction l as [| i l IH]; [unfold Sum; cbn; rewrite Rabs_R0; lra |].
  rewrite !Sum_cons. apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.

Lemma largest (x : nat -> R) l : l <> [] -> exists r, In r l /\ forall c, In c l -> Rabs (x c) <= Rabs (x r).
Proof.
  induction l as [| c l IH]; intros some; [easy |]. destruct l as [| d l].
  - exists c. split; [now left |]. intros k [-> | []]. lra.
  - destruct IH as (r & R' & most); [easy |]. destruct (Rle_dec (Rabs (x r)) (Rabs (x c))) as [le | gt].
    + exists c. split; [now left |]. intros k [-> | K]; [lra | specialize (most k K); lra].
    + exists r. split; [now right |]. intros k [-> | K]; [lra | auto].
Qed.

Lemma split_solution x r : In r I ->
  x r = Sum I (fun c => left r c * x c) + Sum I (fun k => Y r k * times M x k).
Proof.
  intros J. rewrite <- (Sum_identity I x r distinct J) at 1. unfold times.
  rewrite (Sum_ext I (fun k => Y r k * _) (fun k => Sum I (fun c => Y r k * M k c * x c))).
  2: { intros k K. rewrite <- Sum_scale. apply Sum_ext. intros. ring. }
  rewrite Sum_swap, <- Sum_plus. apply Sum_ext. intros c C. unfold left.
  rewrite Sum_scale_r. ring.
Qed.

Theorem bounded x rho : 0 <= rho ->
  (forall r, In r I -> Rabs (Sum I (fun k => Y r k * times M x k)) <= rho) ->
  forall r, In r I -> Rabs (x r) <= rho / (1 - alpha).
Proof.
  intros rho_pos H r J. destruct (largest x I) as (t & T & most).
  { intros ->. destruct J. }
  apply Rle_trans with (1 := most r J). apply Rmult_le_reg_r with (1 - alpha); [lra |].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert (S : Rabs (x t) <= alpha * Rabs (x t) + rho); [| lra].
  rewrite (split_solution x t T) at 1. apply Rle_trans with (1 := Rabs_triang _ _).
  apply Rplus_le_compat; [| auto]. apply Rle_trans with (1 := Sum_abs _ _).
  apply Rle_trans with (Sum I (fun c => Rabs (left t c) * Rabs (x t))).
  - apply Sum_le. intros c C. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos | auto].
  - rewrite Sum_scale_r. apply Rmult_le_compat_r; [apply Rabs_pos | auto].
Qed.

(* linear_system: `near` solves M x = e up to a residual whose product with Y is at most rho. *)
Theorem lemma_3 x near e rho : 0 <= rho ->
  (forall r, In r I -> times M x r = e r) ->
  (forall r, In r I -> Rabs (Sum I (fun k => Y r k * (times M near k - e k))) <= rho) ->
  forall r, In r I -> Rabs (near r - x r) <= rho / (1 - alpha).
Proof.
  intros rho_pos solves H. apply (bounded (fun c => near c - x c)); [exact rho_pos |].
  intros r J. rewrite (Sum_ext I _ (fun k => Y r k * (times M near k - e k))); [auto |].
  intros k K. rewrite <- (solves k K). unfold times.
  replace (Sum I (fun c => M k c * (near c - x c))) with
    (Sum I (fun c => M k c * near c) - Sum I (fun c => M k c * x c)); [reflexivity |].
  rewrite <- (Rmult_1_l (Sum I (fun c => M k c * x c))).
  replace (1 * Sum I (fun c => M k c * x c)) with (- (-1 * Sum I (fun c => M k c * x c))) by ring.
  rewrite <- Sum_scale. unfold Rminus. rewrite Ropp_involutive, <- Sum_plus.
  apply Sum_ext. intros. ring.
Qed.

Theorem regular x : (forall r, In r I -> times M x r = 0) -> forall r, In r I -> x r = 0.
Proof.
  intros kernel r J. assert (B : Rabs (x r) <= 0 / (1 - alpha)).
  { apply bounded; auto; [lra |]. intros t T.
    rewrite (Sum_ext I _ (fun _ => 0)) by (intros k K; rewrite (kernel k K); ring).
    rewrite Sum_const, Rmult_0_r, Rabs_R0. lra. }
  unfold Rdiv in B. rewrite Rmult_0_l in B.
  destruct (Req_dec (x r) 0) as [zero | not]; [exact zero |]. pose proof (Rabs_pos_lt _ not). lra.
Qed.
End Inverse.
