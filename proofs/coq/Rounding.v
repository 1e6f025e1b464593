(* SPDX-License-Identifier: Apache-2.0

   One model of a rounded operation for every host: `rounded x y` says that y may be what a machine
   keeps of the real number x. That any rounding of IEEE 754 doubles satisfies it, to nearest or
   directed, with gradual underflow or with a flush to zero before or after rounding, is proven here
   from Flocq's definition of the format; that an operand that is subnormal may be read as zero, too.
   Overflow is no part of it: Flocq's doubles have no largest one. The other files bound the size of
   each intermediate result, which keeps it off. *)
From Coq Require Import Reals Lra Lia.
From Flocq Require Import Core Relative.
Open Scope R_scope.

Definition unit := bpow radix2 (-52).
Definition lost := bpow radix2 (-1022).

Definition rounded (x y : R) :=
  exists d t, Rabs d <= unit /\ Rabs t <= lost /\ y = x * (1 + d) + t.

Lemma unit_pos : 0 < unit. Proof. apply bpow_gt_0. Qed.
Lemma lost_pos : 0 < lost. Proof. apply bpow_gt_0. Qed.

Lemma exact_is_rounded x : rounded x x.
Proof.
  exists 0, 0. rewrite Rabs_R0.
  split; [apply Rlt_le, unit_pos | split; [apply Rlt_le, lost_pos | ring]].
Qed.

(* The format, a rounding of it, and the treatment of a tiny result by a host. *)
Definition doubles := FLT_exp (-1074) 53.
Definition computed (rnd : R -> Z) (x y : R) :=
  y = round radix2 doubles rnd x \/ (Rabs x < lost /\ y = 0).

Global Instance prec_is_positive : Prec_gt_0 53. Proof. reflexivity. Qed.

Theorem doubles_are_rounded rnd {valid : Valid_rnd rnd} x y : computed rnd x y -> rounded x y.
Proof.
  intros [-> | [tiny ->]].
  - destruct (Rle_or_lt lost (Rabs x)) as [normal | tiny].
    + destruct (relative_error_FLT_ex radix2 (-1074) 53 ltac:(reflexivity) rnd x) as [d [small same]].
      { exact normal. }
      exists d, 0. rewrite Rabs_R0. repeat split.
      * now apply Rlt_le.
      * apply Rlt_le, lost_pos.
      * unfold doubles. rewrite same. ring.
    + exists 0, (round radix2 doubles rnd x - x). rewrite Rabs_R0. repeat split.
      * apply Rlt_le, unit_pos.
      * apply Rle_trans with (ulp radix2 doubles x).
        { apply error_le_ulp; typeclasses eauto. }
        unfold doubles. rewrite ulp_FLT_small; [apply bpow_le; lia | typeclasses eauto |].
        apply Rlt_trans with (1 := tiny). apply bpow_lt. lia.
      * ring.
  - exists 0, (- x). rewrite Rabs_R0, Rabs_Ropp. repeat split; [apply Rlt_le, unit_pos | lra | ring].
Qed.

(* An operand as the next operation reads it: itself, or zero if it is subnormal. *)
Definition read (x v : R) := v = x \/ (Rabs x < lost /\ v = 0).

Lemma read_near x v : read x v -> Rabs v <= Rabs x /\ Rabs (v - x) <= lost.
Proof.
  intros [-> | [tiny ->]].
  - split; [lra | rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply Rlt_le, lost_pos].
  - rewrite Rabs_R0. split; [apply Rabs_pos |].
    replace (0 - x) with (- x) by ring. rewrite Rabs_Ropp. lra.
Qed.

(* A result that is kept as a subnormal, then read as zero, counts as lost at once. The exception is a
   rounding up to the least normal number, which is no subnormal. *)
Theorem read_back_is_rounded rnd {valid : Valid_rnd rnd} x y v :
  computed rnd x y -> read y v -> rounded x v.
Proof.
  intros how [-> | [tiny ->]]; [now apply (doubles_are_rounded rnd) |].
  apply (doubles_are_rounded rnd). right. split; [| reflexivity].
  destruct how as [same | [small _]]; [| exact small].
  destruct (Rlt_or_le (Rabs x) lost) as [small | large]; [exact small | exfalso].
  apply (Rlt_irrefl lost). apply Rle_lt_trans with (2 := tiny). rewrite same.
  apply abs_round_ge_generic; try typeclasses eauto.
  - apply generic_format_bpow. unfold doubles, FLT_exp. cbn. lia.
  - exact large.
Qed.
