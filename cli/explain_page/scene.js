// The bodies in space, and on top of them what the step looked at.
const kManyFaces = 2000;
const is_contact = (step) => step.event === "answer" && trace.answer.verdict === "touching";

function draw_bodies(pen, project, colour) {
  const things = [];
  for (const [name, body] of [["a", bodies.a], ["b", bodies.b]]) {
    const points = body.vertices.map(project);
    const hue = colour[name];
    const front = body.faces.map((face) => !body.solid || project.sees(face.centre, face.normal));
    const many = body.faces.length > kManyFaces;
    if (many) {
      things.push({ near: project(body.centre).near, draw: () => draw_many(pen, body, points, front, hue) });
    } else {
      body.faces.forEach((face, f) => {
        const light = 0.5 + 0.5 * dot(face.normal, project.light);
        const alpha = front[f] ? 0.24 + 0.3 * light : 0.1;
        things.push({
          near: project(face.centre).near - (front[f] ? 0 : 1e-3),
          draw: () => { path(pen, face.corners.map((i) => points[i]), true); fill(pen, hue, alpha); count("faces"); },
        });
      });
      things.push({ near: Infinity, draw: () => draw_edges(pen, body, points, front, hue) });
    }
    if (body.edges.length === 0) {
      things.push({ near: Infinity, draw: () => points.forEach((p) => { ball(pen, p, 3, hue, colour.panel); count("faces"); }) });
    }
  }
  things.sort((x, y) => x.near - y.near);
  for (const thing of things) thing.draw();
}

function draw_edges(pen, body, points, front, hue) {
  for (const hidden of [true, false]) {
    pen.beginPath();
    for (const edge of body.edges) {
      if ((edge.faces.length > 0 && !edge.faces.some((f) => front[f])) !== hidden) continue;
      const [from, to] = edge.ends.map((i) => points[i]);
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
      count("edges");
    }
    if (hidden) stroke(pen, hue, 1, 0.35, [3, 4]);
    else stroke(pen, hue, body.edges.length > 600 ? 0.8 : 1.6, 0.95);
  }
}

// Thousands of faces: those in front as one area, their edges as one thin path.
function draw_many(pen, body, points, front, hue) {
  pen.beginPath();
  body.faces.forEach((face, f) => {
    if (!front[f]) return;
    face.corners.forEach((i, n) => (n ? pen.lineTo(points[i].x, points[i].y) : pen.moveTo(points[i].x, points[i].y)));
    pen.closePath();
    count("faces");
  });
  fill(pen, hue, 0.3);
  stroke(pen, hue, 0.5, 0.4);
}

function disc(project, centre, u, radius) {
  const [right, up] = across(u);
  const points = [];
  for (let i = 0; i < 48; ++i) {
    const turn = 2 * Math.PI * i / 48;
    points.push(project(plus(plus(centre, right, radius * Math.cos(turn)), up, radius * Math.sin(turn))));
  }
  return points;
}

// The two supporting planes across u: what lies between them is the gap, or the overlap.
function draw_planes(pen, project, colour, u, step) {
  const [a, b] = [interval(bodies.a, u), interval(bodies.b, u)];
  const gap = b.low - a.high;
  const middle = times(0.5, plus(a.highest, b.lowest));
  const radius = 0.6 * Math.max(Math.min(bodies.a.radius, bodies.b.radius), 0.12);
  const on = (height) => plus(middle, u, height - dot(u, middle));
  const hue = is_contact(step) ? colour.point : gap > 0 ? colour.gap : colour.overlap;
  for (const [height, edge] of [[a.high, colour.a], [b.low, colour.b]]) {
    path(pen, disc(project, on(height), u, radius), true);
    fill(pen, hue, 0.2);
    stroke(pen, edge, 1.5);
  }
  if (step.event !== "answer") arrow(pen, project(on(a.high)), project(on(a.high + 0.45)), colour.ink);
  count("planes");
}

// Both bodies as they fall on a plane across the direction, behind them as they are seen.
function draw_shadows(pen, project, colour, direction) {
  const e = dot(direction, project.toward) > 0 ? times(-1, direction) : direction;
  const [right, up] = across(e);
  const far = Math.max(interval(bodies.a, e).high, interval(bodies.b, e).high) + 0.1;
  const flat = (p) => [dot(right, p), dot(up, p)];
  const lift = (q) => project(plus(plus(times(far, e), right, q[0]), up, q[1]));
  const outlines = {};
  for (const name of ["a", "b"]) {
    outlines[name] = hull2(bodies[name].vertices.map(flat));
    path(pen, outlines[name].map(lift), true);
    fill(pen, colour[name], 0.22);
    stroke(pen, colour[name], 1.2);
    const centre = bodies[name].centre;
    path(pen, [project(plus(centre, e, -0.2 - bodies[name].radius)), lift(flat(centre))]);
    stroke(pen, colour[name], 1.2, 0.9, [5, 5]);
  }
  const line = separating_line(outlines.a, outlines.b);
  if (line) {
    const at = times(0.5, plus([...mean2(outlines.a), 0], [...mean2(outlines.b), 0]));
    const off = line.at - (line.normal[0] * at[0] + line.normal[1] * at[1]);
    const foot = [at[0] + off * line.normal[0], at[1] + off * line.normal[1]];
    path(pen, [-0.9, 0.9].map((t) => lift([foot[0] - t * line.normal[1], foot[1] + t * line.normal[0]])));
    stroke(pen, colour.gap, 2.5);
  }
  count("shadows");
}

const mean2 = (points) => [0, 1].map((l) => points.reduce((sum, p) => sum + p[l], 0) / points.length);

function draw_pairs(pen, project, colour, pairs) {
  for (const [i, j] of pairs) {
    const [p, q] = [project(bodies.a.at(i)), project(bodies.b.at(j))];
    path(pen, [p, q]);
    stroke(pen, colour.panel, 4, 0.7);
    path(pen, [p, q]);
    stroke(pen, colour.ink, 1.6, 0.9, [6, 4]);
    count("pairs");
  }
  const placed = [];
  for (const [name, index] of pairs.flatMap(([i, j]) => [["a", i], ["b", j]])) {
    const p = project(bodies[name].at(index));
    const text = name + " " + index;
    if (placed.includes(text)) continue;
    ball(pen, p, 5.5, colour[name], colour.panel);
    label(pen, text, p.x + 8, p.y - 7, colour[name], colour.panel);
    placed.push(text);
  }
}

// As in figures 12 and 13 of the edge-projection paper: blue balls, and a blue segment between.
function draw_closest(pen, project, colour) {
  const { answer } = trace;
  if (!answer.point_a) return;
  const [p, q] = [answer.point_a, answer.point_b].map((x) => project(to_view(x)));
  if (answer.verdict === "separated") {
    for (const [hue, width] of [[colour.panel, 7], [colour.point, 4]]) {
      path(pen, [p, q]);
      stroke(pen, hue, width);
    }
    count("segment");
  }
  for (const point of answer.verdict === "separated" ? [p, q] : [p]) {
    ball(pen, point, 7, colour.point, colour.panel);
    count("balls");
  }
  const text = answer.verdict === "separated" ? distance_label(answer.distance) : "a common point";
  pen.font = "600 15px system-ui, sans-serif";
  const right = (p.x + q.x) / 2 > pen.canvas.clientWidth - 170;
  label(pen, text, (p.x + q.x) / 2 + (right ? -14 : 14), (p.y + q.y) / 2 + 24, colour.point, colour.panel,
    right ? "right" : "left");
  pen.font = "13px system-ui, sans-serif";
}

function draw_scene(step) {
  const { pen, width, height } = open_canvas("scene");
  const colour = colours();
  const u = direction_of(step);
  const project = perspective(width, height, step.event === "projection" ? 0.66 : 1);
  if (step.event === "projection" && u) draw_shadows(pen, project, colour, u);
  draw_bodies(pen, project, colour);
  if (step.event !== "projection" && u) draw_planes(pen, project, colour, u, step);
  draw_pairs(pen, project, colour, step.pairs);
  if (step.event === "answer") draw_closest(pen, project, colour);
}
