// One turntable for both views in space; z is up. set_start_view() chooses where it starts.
const start_view = { yaw: -0.9, pitch: 0.42, zoom: 1 };
const view = { ...start_view };

function view_axes() {
  const [sy, cy, sp, cp] = [Math.sin(view.yaw), Math.cos(view.yaw), Math.sin(view.pitch), Math.cos(view.pitch)];
  return { right: [-sy, cy, 0], up: [-cy * sp, -sy * sp, cp], toward: [cy * cp, sy * cp, sp] };
}

// Turns the view so that u points at the viewer.
function look_along(u) {
  view.pitch = Math.asin(Math.max(-1, Math.min(1, u[2])));
  if (Math.hypot(u[0], u[1]) > 1e-9) view.yaw = Math.atan2(u[1], u[0]);
}

const kEye = 6;  // distance of the eye, in radii of the scene

// Looks across the line from a to b, so that a gap is seen from its side.
function set_start_view(from_a_to_b) {
  const u = unit(from_a_to_b) || [1, 0, 0];
  if (Math.hypot(u[0], u[1]) > 0.2) start_view.yaw = Math.atan2(u[1], u[0]) - 1.25;
  start_view.pitch = Math.abs(u[2]) > 0.4 ? 0.26 : 0.38;
  Object.assign(view, start_view);
}

// Pixels a unit of length where zoom is 1: the bodies fill the canvas as they are seen at the start.
function fitting_scale(width, height) {
  const turned_to = { ...view };
  Object.assign(view, start_view);
  const axes = view_axes();
  Object.assign(view, turned_to);
  let [wide, high, radius] = [1e-9, 1e-9, 1e-9];
  for (const p of [...bodies.a.vertices, ...bodies.b.vertices]) {
    const factor = kEye / (kEye - dot(axes.toward, p));
    wide = Math.max(wide, Math.abs(factor * dot(axes.right, p)));
    high = Math.max(high, Math.abs(factor * dot(axes.up, p)));
    radius = Math.max(radius, length(p));
  }
  return Math.min(0.43 * width / wide, 0.4 * height / high, 0.8 * Math.min(width, height) / radius);
}

// From the view's coordinates to pixels, the bodies in this part of the canvas; `near` grows toward
// the eye.
function perspective(width, height, part = 1) {
  const axes = view_axes();
  const scale = part * fitting_scale(width, height) * view.zoom;
  const project = (p) => {
    const near = dot(axes.toward, p);
    const factor = scale * kEye / Math.max(kEye - near, 0.2);
    return { x: width / 2 + factor * dot(axes.right, p), y: height / 2 - factor * dot(axes.up, p), near };
  };
  // A face is seen from its outer side, whatever its place off the middle.
  project.sees = (point, normal) => dot(normal, minus(times(kEye, axes.toward), point)) > 0;
  project.light = unit(plus(plus(times(0.55, axes.right), axes.up, 0.75), axes.toward));
  project.toward = axes.toward;
  return project;
}

// A canvas at the screen's resolution, cleared, with its size in CSS pixels.
function open_canvas(id) {
  const canvas = document.getElementById(id);
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth || 320;
  const height = canvas.clientHeight || 224;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.lineJoin = pen.lineCap = "round";
  pen.font = "13px system-ui, sans-serif";
  return { pen, width, height };
}

function colours() {
  const style = getComputedStyle(document.documentElement);
  const named = {};
  for (const name of ["back", "panel", "ink", "soft", "rule", "a", "b", "point", "gap", "overlap"]) {
    named[name] = style.getPropertyValue("--" + name).trim();
  }
  return named;
}

// What was drawn since the last start_counting(): the tests ask.
let drawn = {};
const start_counting = () => { drawn = {}; };
const count = (what) => { drawn[what] = (drawn[what] || 0) + 1; };

function path(pen, points, closed) {
  pen.beginPath();
  points.forEach((p, i) => (i ? pen.lineTo(p.x, p.y) : pen.moveTo(p.x, p.y)));
  if (closed) pen.closePath();
}

function stroke(pen, colour, width, alpha = 1, dash = []) {
  pen.globalAlpha = alpha;
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dash);
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

function fill(pen, colour, alpha) {
  pen.globalAlpha = alpha;
  pen.fillStyle = colour;
  pen.fill();
  pen.globalAlpha = 1;
}

function ball(pen, p, radius, colour, rim) {
  pen.beginPath();
  pen.arc(p.x, p.y, radius, 0, 2 * Math.PI);
  fill(pen, colour, 1);
  stroke(pen, rim, 1.5);
  pen.beginPath();
  pen.arc(p.x - 0.3 * radius, p.y - 0.35 * radius, 0.3 * radius, 0, 2 * Math.PI);
  fill(pen, "#ffffff", 0.55);
}

function arrow(pen, from, to, colour) {
  path(pen, [from, to]);
  stroke(pen, colour, 2.5);
  const size = Math.hypot(to.x - from.x, to.y - from.y);
  if (size < 4) return;
  const [x, y] = [(to.x - from.x) / size, (to.y - from.y) / size];
  path(pen, [to, { x: to.x - 11 * x - 5 * y, y: to.y - 11 * y + 5 * x },
    { x: to.x - 11 * x + 5 * y, y: to.y - 11 * y - 5 * x }], true);
  fill(pen, colour, 1);
}

// Text on a halo of the background, readable over anything.
function label(pen, text, x, y, colour, halo, align = "left") {
  pen.textAlign = align;
  pen.lineWidth = 4;
  pen.strokeStyle = halo;
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
