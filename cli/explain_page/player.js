// The state of the page, its controls, and what it tells the tests.
const root = document.documentElement;
root.dataset.errors = "0";
window.addEventListener("error", () => { root.dataset.errors = String(Number(root.dataset.errors) + 1); });

const trace = JSON.parse(document.getElementById("trace").textContent);
const decides = trace.format === "sunder-body-trace";  // by triangles, not by an algorithm of convex bodies
const element = (id) => document.getElementById(id);

// All of both bodies about 0, at most 1 away: numbers of any size are drawn alike.
const all_points = [...trace.a.vertices, ...trace.b.vertices];
const ends = [0, 1, 2].map((l) => all_points.reduce(([low, high], p) =>
  [Math.min(low, p[l]), Math.max(high, p[l])], [Infinity, -Infinity]));
const scene_centre = ends.map(([low, high]) => low / 2 + high / 2);
const scene_scale = Math.max(...ends.map(([low, high]) => high / 2 - low / 2)) || 1;
// The view has z up; files with y up are turned a quarter about x.
const turned = ([x, y, z]) => (trace.up === "y" ? [x, -z, y] : [x, y, z]);
const from_view = ([x, y, z]) => (trace.up === "y" ? [x, z, -y] : [x, y, z]);
const to_view = (p) => turned(p.map((x, l) => (x - scene_centre[l]) / scene_scale));
const bodies = { a: make_body(trace.a, to_view), b: make_body(trace.b, to_view) };

const proof = trace.answer.certificate || {};
const steps = decides ? trace.steps.map((step) => ({ pairs: [], direction: [], ...step })) : [...trace.steps, {
  event: "answer", pairs: proof.pairs || [], value: 0,
  direction: trace.answer.normal || (proof.direction || []).map(Number),
}];
const step_text = (i) => (decides ? steps[i].text : steps[i].event === "answer" ? answer_words(trace.answer) : step_words(steps[i]));
const direction_of = (step) => (step.direction.length === 3 ? unit(turned(step.direction)) : null);

let current = 0;
let timer = null;

function draw() {
  start_counting();
  if (decides) {
    draw_decision(current);
  } else {
    draw_scene(steps[current]);
    draw_difference(current);
    draw_flat(current);
  }
  root.dataset.step = String(current + 1);
  root.dataset.event = steps[current].event;
  for (const what of ["balls", "segment", "faces", "pairs", "planes", "intervals", "outlines", "line", "shadows", "objectives",
    "highlights", "features", "cones", "crossings"]) {
    root.dataset[what] = String(drawn[what] || 0);
  }
}

const kListed = 150;  // steps listed to each side of the current one

function list_steps() {
  const list = element("list");
  const from = Math.max(0, current - kListed);
  const to = Math.min(steps.length, current + kListed + 1);
  if (list.dataset.from !== String(from) || list.dataset.to !== String(to)) {
    list.replaceChildren();
    for (let i = from; i < to; ++i) {
      const button = document.createElement("button");
      button.type = "button";
      for (const text of [String(i + 1), step_text(i)]) {
        const span = document.createElement("span");
        span.textContent = text;
        button.append(span);
      }
      button.addEventListener("click", () => { pause(); show(i); });
      const item = document.createElement("li");
      item.append(button);
      list.append(item);
    }
    list.dataset.from = from;
    list.dataset.to = to;
  }
  [...list.children].forEach((item, i) => {
    const button = item.firstElementChild;
    if (from + i !== current) return button.removeAttribute("aria-current");
    button.setAttribute("aria-current", "step");
    const away = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    list.scrollTop = away;
  });
}

function show(i) {
  current = Math.max(0, Math.min(steps.length - 1, i));
  element("slider").value = String(current + 1);
  element("count").textContent = current + 1 + " of " + steps.length;
  element("caption").textContent = step_text(current);
  element("along").disabled = !direction_of(steps[current]);
  element("back").disabled = element("first").disabled = current === 0;
  element("forward").disabled = element("last").disabled = current === steps.length - 1;
  list_steps();
  draw();
}

function pause() {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  delete root.dataset.playing;
  element("play").setAttribute("aria-label", "Play");
}

function play() {
  if (current === steps.length - 1) show(0);
  root.dataset.playing = "yes";
  element("play").setAttribute("aria-label", "Pause");
  const next = () => {
    show(current + 1);
    if (current === steps.length - 1) return pause();
    timer = setTimeout(next, 1400 / Number(element("speed").value));
  };
  timer = setTimeout(next, 1400 / Number(element("speed").value));
}

const play_or_pause = () => (timer === null ? play() : pause());
const moves = {
  ArrowLeft: () => show(current - 1), ArrowRight: () => show(current + 1),
  Home: () => show(0), End: () => show(steps.length - 1),
};

function zoom_by(factor) {
  view.zoom = Math.max(0.2, Math.min(50, view.zoom * factor));
  draw();
}

function listen() {
  for (const [id, key] of [["first", "Home"], ["back", "ArrowLeft"], ["forward", "ArrowRight"], ["last", "End"]]) {
    element(id).addEventListener("click", () => { pause(); moves[key](); });
  }
  element("play").addEventListener("click", play_or_pause);
  element("slider").addEventListener("input", () => { pause(); show(Number(element("slider").value) - 1); });
  element("along").addEventListener("click", () => { look_along(direction_of(steps[current])); draw(); });
  element("turn").addEventListener("click", () => { Object.assign(view, start_view); draw(); });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /INPUT|SELECT/.test(event.target.tagName)) return;
    if (event.key === " " && event.target.tagName !== "BUTTON") play_or_pause();
    else if (moves[event.key]) { pause(); moves[event.key](); }
    else if (event.key === "+") zoom_by(1.25);
    else if (event.key === "-") zoom_by(0.8);
    else return;
    event.preventDefault();
  });
  const canvas = element("scene");
  const fingers = new Map();
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom_by(Math.exp(-0.0015 * event.deltaY)); }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (fingers.size === 1) {
      view.yaw -= 0.009 * (now[0] - before[0]);
      view.pitch = Math.max(-1.57, Math.min(1.57, view.pitch + 0.009 * (now[1] - before[1])));
    } else {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId)[0].slice(1);
      const apart = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
      view.zoom = Math.max(0.2, Math.min(50, view.zoom * apart(now) / apart(before)));
    }
    fingers.set(event.pointerId, now);
    draw();
  });
  window.addEventListener("resize", draw);
  window.addEventListener("hashchange", read_address);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

// How many pixels of the scene have the closest points' own colour.
function pixels_of_points() {
  const canvas = element("scene");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const wanted = [1, 3, 5].map((at) => parseInt(colours().point.slice(at, at + 2), 16));
  let found = 0;
  for (let at = 0; at < data.length; at += 4) found += wanted.every((x, l) => data[at + l] === x) ? 1 : 0;
  return found;
}

// Draws the steps (of many, some forty) and looks at the pixels; data-selftest says "ok", or what
// was wrong.
function self_test() {
  const wrong = [];
  const stride = Math.ceil(steps.length / 40);
  for (let i = (steps.length - 1) % stride; i < steps.length; i += stride) {
    show(i);
    for (const id of ["scene", "difference", "flat"]) {
      const canvas = element(id);
      const { data } = canvas.getContext("2d", { willReadFrequently: true }).getImageData(0, 0, canvas.width, canvas.height);
      let inked = 0;
      for (let at = 3; at < data.length; at += 4) inked += data[at] > 0 ? 1 : 0;
      if (inked < 200) wrong.push("step " + (i + 1) + ": " + id + " has " + inked + " pixels");
    }
    if (steps[i].event === "answer") root.dataset.blue = String(pixels_of_points());
    if (/NaN|undefined|null/.test(element("caption").textContent)) wrong.push("step " + (i + 1) + ": " + element("caption").textContent);
  }
  root.dataset.selftest = wrong.length ? wrong.join("; ") : "ok";
}

// #step=5 or #step=end, #theme=dark or light, #along, #selftest; joined by &.
function read_address() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("theme")) root.dataset.theme = asked.get("theme");
  if (asked.has("selftest")) self_test();
  const step = asked.get("step");
  show(step === "end" ? steps.length - 1 : Number(step || 1) - 1 || 0);
  if (asked.has("along") && direction_of(steps[current])) {
    look_along(direction_of(steps[current]));
    draw();
  }
}

function begin() {
  element("name-a").textContent = trace.a.name;
  element("name-b").textContent = trace.b.name;
  const strong = document.createElement("strong");
  strong.textContent = verdicts[trace.answer.verdict];
  element("verdict").append(strong, decides ? ", decided by triangles; the steps show how"
    : ", decided by " + trace.answer.decided_by + "; the steps are those of " +
    (trace.algorithm === "auto" ? "the library\u2019s choice" : trace.algorithm) +
    (trace.question === "distance" ? " on its way to the distance" : " on its way to the verdict"));
  element("algorithms").textContent = decides ? "Triangles and parts are numbered from 0, as the file has them." : Object.entries(trace.algorithms).map(([name, does]) => name + ": " + does + ".").join(" ") ||
    "No algorithm was needed: bounds of the bodies decided.";
  element("slider").max = String(steps.length);
  root.dataset.steps = String(steps.length);
  root.dataset.verdict = trace.answer.verdict;
  set_start_view(direction_of(decides ? shown_step(steps[steps.length - 1]) : steps[steps.length - 1]) || minus(bodies.b.centre, bodies.a.centre));
  listen();
  read_address();
  root.dataset.ready = "yes";
}
begin();
