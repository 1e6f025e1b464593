// Numbers and steps in plain English.
function number(x) {
  if (x === null) return "not finite";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) return x.toExponential(2).replace("e+", "e").replace("-", "\u2212");
  return String(Number(x.toPrecision(3))).replace("-", "\u2212");
}
const vector = (v) => "(" + v.map(number).join(", ") + ")";
const pair_words = ([i, j]) => "a\u00a0" + i + "\u2060\u2013\u2060b\u00a0" + j;
const several = (count, one, many = one + "s") => count + " " + (count === 1 ? one : many);

// A gap along a direction that need not be of length 1.
function gap_words(value, direction) {
  if (value === null) return "";
  const gap = value / (direction.length ? Math.hypot(...direction) : 1);
  return gap > 0 ? "gap " + number(gap) : gap < 0 ? "overlap " + number(-gap) : "no gap and no overlap";
}

const shapes = ["nothing", "a point", "a segment", "a triangle", "a tetrahedron"];

function simplex_words(step) {
  const names = step.pairs.map(pair_words).join(", ");
  const shape = shapes[step.pairs.length] || several(step.pairs.length, "pair");
  if (step.algorithm === "mpr") return "Portal, " + shape + " in the difference: " + names;
  return "Simplex, " + shape + " in the difference: " + names;
}

const wordings = {
  direction: (step) => "Support along " + vector(step.direction) +
    (step.pairs.length === 1 ? ": vertices a\u00a0" + step.pairs[0][0] + ", b\u00a0" + step.pairs[0][1] : "") +
    ", " + gap_words(step.value, step.direction),
  simplex: simplex_words,
  axis: (step) => "Axis " + vector(step.direction) + ": " + gap_words(step.value, step.direction),
  pivot: (step) => "Pivot" + (step.pairs.length ? ": basis " + step.pairs.map(pair_words).join(", ") : "") +
    ", objective " + number(step.value),
  projection: (step) => "Projection along " + vector(step.direction) + ": " +
    (step.value > 0 ? "a line separates the outlines" : "no line tried separates the outlines"),
};
const step_words = (step) => wordings[step.event](step);

const verdicts = { separated: "Separated", touching: "Touching", overlapping: "Overlapping" };

// The shortest decimal in the interval: no digit that is not known.
function distance_words([lower, upper]) {
  if (lower === null || upper === null) return "beyond the largest double";
  for (let digits = 1; digits <= 17; ++digits) {
    const short = Number((lower / 2 + upper / 2).toPrecision(digits));
    if (short >= lower && short <= upper) return String(short);
  }
  return "between " + lower + " and " + upper;
}

// The same for a label, where few digits will do.
function distance_label(interval) {
  const words = distance_words(interval);
  return words.length <= 9 ? words : "\u2248 " + Number(interval[0].toPrecision(6));
}

function answer_words(answer) {
  const proof = answer.certificate;
  let text = verdicts[answer.verdict] + ", decided by " + answer.decided_by + ", stage " + answer.stage + ".";
  if (answer.verdict === "separated") {
    text += " Distance " + distance_words(answer.distance) + ".";
  }
  if (proof && proof.direction) text += " Proof: the direction " + vector(proof.direction.map(Number));
  if (proof && proof.pairs) {
    text += (proof.direction ? " and " : " Proof: 0 is inside the hull of ") +
      (proof.direction ? "0 in the hull of " : "") + proof.pairs.map(pair_words).join(", ");
  }
  return text + (proof ? "." : "");
}
