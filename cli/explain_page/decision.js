// How a pair was decided of which a body is no convex one: the triangles, the cones at a contact, the ray.

// The answer shows what decided: the step that overlaps, the closest points, or the last contact.
function shown_step(step) {
  if (step.event !== "answer") return step;
  const last = (wanted) => steps.slice().reverse().find(wanted);
  return last((one) => one.overlaps) || last((one) => one.event === "closest") ||
    last((one) => one.event === "contact") || step;
}

const means_overlap = (step) =>
  ["piercing", "same_side", "common_direction", "crossing"].includes(step.reason) || step.winding > 0 || step.winding < 0;

function points_of_faces(body, faces) {
  const used = new Set(faces.flatMap((f) => body.faces[f].corners));
  return used.size ? [...used].map((i) => body.vertices[i]) : body.vertices;
}

function draw_highlights(pen, project, colour, step, alpha) {
  for (const [name, faces] of [["a", step.faces_a || []], ["b", step.faces_b || []]]) {
    for (const f of faces) {
      path(pen, bodies[name].faces[f].corners.map((i) => project(bodies[name].vertices[i])), true);
      fill(pen, colour[name], alpha);
      stroke(pen, colour[name], 1.2);
      count("highlights");
    }
  }
}

// The points of a feature: a ball, a thick line or a triangle.
function draw_feature(pen, project, hue, colour, points) {
  const places = points.map(project);
  path(pen, places, places.length === 3);
  if (places.length === 3) fill(pen, hue, 0.3);
  if (places.length > 1) stroke(pen, hue, 4);
  if (places.length === 1) ball(pen, places[0], 6, hue, colour.panel);
  count("features");
}

function draw_meeting(pen, project, colour, step) {
  for (const [name, corners] of [["a", step.corners_a], ["b", step.corners_b]]) {
    path(pen, corners.map((p) => project(to_view(p))), true);
    fill(pen, colour[name], 0.45);
    stroke(pen, colour[name], 2);
    count("highlights");
  }
  for (const [name, feature] of [["a", step.feature_a || []], ["b", step.feature_b || []]]) {
    if (feature.length) draw_feature(pen, project, colour[name], colour, feature.map(to_view));
  }
  if (!step.at) return;
  const p = project(to_view(step.at));
  ball(pen, p, 7, means_overlap(step) ? colour.overlap : colour.point, colour.panel);
  count("balls");
}

function draw_ray(pen, project, colour, step) {
  const start = to_view(step.start);
  const u = direction_of(step);
  if (!u) return;
  const reach = Math.max(0.4, ...step.crossings.map((one) => dot(u, minus(to_view(one.at), start)) + 0.3));
  const from = project(start);
  arrow(pen, from, project(plus(start, u, reach)), colour.ink);
  ball(pen, from, 6, colour[step.inside], colour.panel);
  for (const one of step.crossings) {
    const p = project(to_view(one.at));
    ball(pen, p, 5, colour.point, colour.panel);
    label(pen, one.sign > 0 ? "+1" : "\u22121", p.x + 7, p.y - 8, colour.point, colour.panel);
    count("crossings");
  }
}

function draw_ends(pen, project, colour, step) {
  if (!step.points) return;
  const [p, q] = step.points.map((x) => project(to_view(x)));
  for (const [hue, width] of [[colour.panel, 7], [colour.point, 4]]) {
    path(pen, [p, q]);
    stroke(pen, hue, width);
  }
  count("segment");
  for (const end of [p, q]) {
    ball(pen, end, 7, colour.point, colour.panel);
    count("balls");
  }
  pen.font = "600 15px system-ui, sans-serif";
  label(pen, distance_label(step.distance), (p.x + q.x) / 2 + 14, (p.y + q.y) / 2 + 24, colour.point, colour.panel);
  pen.font = "13px system-ui, sans-serif";
}

// A plane between the ranges of a cut.
function draw_cut(pen, project, colour, step) {
  const u = direction_of(step);
  if (!u) return;
  const [a, b] = ranges_of(step).map((points) => interval({ vertices: points }, u));
  const middle = times(0.5, plus(mean(ranges_of(step)[0]), mean(ranges_of(step)[1])));
  const height = (a.high + b.low) / 2;
  path(pen, disc(project, plus(middle, u, height - dot(u, middle)), u, 0.7), true);
  fill(pen, colour.gap, 0.2);
  stroke(pen, colour.gap, 1.5);
  count("planes");
}
const ranges_of = (step) => [points_of_faces(bodies.a, step.faces_a), points_of_faces(bodies.b, step.faces_b)];

function draw_decision(at) {
  const { pen, width, height } = open_canvas("scene");
  const colour = colours();
  const step = shown_step(steps[at]);
  const project = perspective(width, height);
  draw_bodies(pen, project, colour);
  draw_highlights(pen, project, colour, step, step.event === "boxes" ? 0.2 : 0.35);
  if (step.event === "contact") draw_meeting(pen, project, colour, step);
  if (step.event === "enclosure") draw_ray(pen, project, colour, step);
  if (step.event === "closest") draw_ends(pen, project, colour, step);
  if (step.event === "cut") draw_cut(pen, project, colour, step);
  draw_cones(colour, step);
  draw_close_up(colour, step);
}

function say(id, words) {
  const { pen, width, height } = open_canvas(id);
  label(pen, words, width / 2, height / 2, colours().soft, colours().panel, "center");
}

// The sphere of directions around a contact, with the arcs that bound both cones.
function draw_cones(colour, step) {
  const text = document.getElementById("difference-text");
  const arcs = [["a", step.cone_a || []], ["b", step.cone_b || []]].flatMap(([name, cone]) => cone.map((ends) =>
    ({ name, ends: ends.map((p) => unit(turned(p))) }))).filter(({ ends }) => ends[0] && ends[1]);
  if (!arcs.length) {
    text.textContent = step.event === "contact" ? "An edge through a triangle decides without cones."
      : "Cones are compared where features meet.";
    return say("difference", "no cones in this step");
  }
  const { pen, width, height } = open_canvas("difference");
  const radius = 0.44 * Math.min(width, height);
  const axes = view_axes();
  const place = (p) => ({ x: width / 2 + radius * dot(axes.right, p), y: height / 2 - radius * dot(axes.up, p) });
  const line = (points, hue, wide) => points.slice(1).forEach((q, i) => {
    const hidden = dot(axes.toward, points[i]) + dot(axes.toward, q) < 0;
    path(pen, [place(points[i]), place(q)]);
    stroke(pen, hue, hidden ? 0.5 * wide : wide, hidden ? 0.45 : 1);
  });
  pen.beginPath();
  pen.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
  fill(pen, colour.soft, 0.12);
  stroke(pen, colour.soft, 1.2, 0.8);
  for (const { name, ends: [from, to] } of arcs) {
    const points = [];
    for (let i = 0; i <= 24; ++i) points.push(unit(plus(times(1 - i / 24, from), times(i / 24, to))));
    if (!points.includes(null)) line(points, colour[name], name === "a" ? 4 : 2.5);
    count("arcs");
  }
  const u = direction_of(step);
  const hue = means_overlap(step) ? colour.overlap : colour.gap;
  if (u && step.reason === "plane_between") {
    const [right, up] = across(u);
    const circle = [];
    for (let i = 0; i <= 72; ++i) {
      const turn = 2 * Math.PI * i / 72;
      circle.push(plus(times(Math.cos(turn), right), up, Math.sin(turn)));
    }
    line(circle, hue, 2);
  } else if (u) {
    ball(pen, place(u), 6, hue, colour.panel);
  }
  count("cones");
  text.textContent = "Directions that lead from the contact into a and into b: arcs bound both cones." +
    (!u ? "" : step.reason === "plane_between" ? " Green: a plane between them." : " Red: a direction into both.");
}

// On the right: the two triangles near their contact, the ray as a line, or the ranges of a cut.
function draw_close_up(colour, step) {
  const text = document.getElementById("flat-text");
  const u = direction_of(step);
  if (step.event === "cut" && u) {
    const [a, b] = ranges_of(step).map((points) => interval({ vertices: points }, u));
    draw_axis(colour, u, trace.answer.verdict === "touching", a, b);
    text.textContent = "The two ranges of triangles along " + vector(from_view(u)) + ".";
  } else if (step.event === "contact") {
    draw_triangles(colour, step);
    text.textContent = "The two triangles, from the same side.";
  } else if (step.event === "enclosure") {
    draw_windings(colour, step);
    text.textContent = "The ray and its crossings. The winding number about its start is their sum.";
  } else {
    say("flat", "no close-up of this step");
    text.textContent = "Contacts and rays are shown here.";
  }
}

function draw_triangles(colour, step) {
  const { pen, width, height } = open_canvas("flat");
  const axes = view_axes();
  const corners = [step.corners_a, step.corners_b].map((list) => list.map(to_view));
  const size = (list) => Math.max(...list.flatMap((p) => list.map((q) => length(minus(p, q)))));
  // The smaller triangle fills the picture; the other may leave it.
  const sizes = corners.map(size).filter((x) => x > 0);
  const scale = 0.8 * Math.min(width, height) / Math.max(Math.min(...sizes, 2), 1e-12);
  const centre = step.at ? to_view(step.at) : mean(corners[sizes.length > 1 && size(corners[1]) < size(corners[0]) ? 1 : 0]);
  const project = (p) => {
    const q = minus(p, centre);
    return { x: width / 2 + scale * dot(axes.right, q), y: height / 2 - scale * dot(axes.up, q) };
  };
  draw_meeting(pen, project, colour, step);
}

function draw_windings(colour, step) {
  const { pen, width, height } = open_canvas("flat");
  const y = 0.55 * height;
  arrow(pen, { x: 20, y }, { x: width - 14, y }, colour.ink);
  ball(pen, { x: 24, y }, 6, colour[step.inside], colour.panel);
  pen.font = "600 14px system-ui, sans-serif";
  label(pen, "winding number " + step.winding, 20, 0.2 * height, step.winding ? colour.overlap : colour.gap, colour.panel);
  const shown = step.crossings.slice(0, 12);
  shown.forEach((one, i) => {
    const x = 24 + (width - 60) * (i + 1) / (shown.length + 1);
    ball(pen, { x, y }, 5, colour.point, colour.panel);
    label(pen, one.sign > 0 ? "+1" : "\u22121", x, y - 14, colour.point, colour.panel, "center");
    if (one.triangle >= 0) label(pen, String(one.triangle), x, y + 24, colour.soft, colour.panel, "center");
  });
}
