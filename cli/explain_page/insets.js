// The difference of the bodies around 0, and what the step saw on a line or in a plane.

// The pairs that the search holds at a step: of the step, else of the last one before that had some.
function held_pairs(at) {
  if (steps[at].event === "simplex" || steps[at].event === "pivot" || steps[at].event === "answer") return steps[at].pairs;
  for (let i = at - 1; i >= 0; --i) {
    if (steps[i].event === "simplex" || steps[i].event === "pivot") return steps[i].pairs;
  }
  return [];
}

function draw_difference(at) {
  const { pen, width, height } = open_canvas("difference");
  const colour = colours();
  const axes = view_axes();
  const step = steps[at];
  const flat = (p) => [dot(axes.right, p), dot(axes.up, p)];
  const shape = sum2(hull2(bodies.a.vertices.map(flat)), hull2(bodies.b.vertices.map((p) => flat(times(-1, p)))));
  const size = bodies.a.radius + bodies.b.radius;
  const u = step.event === "projection" ? null : direction_of(step);
  const extent = [...shape, [0, 0], flat(times(0.4 * size, u || [0, 0, 0]))];
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1].map((l) => pick(...extent.map((p) => p[l]))));
  const scale = 0.8 * Math.min(width / (high[0] - low[0] || 1), height / (high[1] - low[1] || 1));
  const place = ([x, y]) => ({ x: width / 2 + scale * (x - (low[0] + high[0]) / 2), y: height / 2 - scale * (y - (low[1] + high[1]) / 2) });
  const project = (p) => place(flat(p));

  path(pen, shape.map(place), true);
  fill(pen, colour.soft, 0.16);
  stroke(pen, colour.soft, 1.2, 0.8);
  const difference = ([i, j]) => minus(bodies.a.at(i), bodies.b.at(j));
  if (u) {
    const [a, b] = [interval(bodies.a, u), interval(bodies.b, u)];
    const farthest = minus(a.highest, b.lowest);
    path(pen, disc(project, farthest, u, 0.22 * size), true);
    const hue = is_contact(step) ? colour.point : b.low > a.high ? colour.gap : colour.overlap;
    fill(pen, hue, 0.18);
    stroke(pen, hue, 1.2);
    arrow(pen, project([0, 0, 0]), project(times(0.4 * size, u)), colour.ink);
    count("planes");
  }
  const held = held_pairs(at).map(difference).map(project);
  for (let i = 0; i < held.length; ++i) {
    for (let j = 0; j < i; ++j) {
      path(pen, [held[i], held[j]]);
      stroke(pen, colour.point, 1.8);
      for (let k = 0; k < j; ++k) {
        path(pen, [held[i], held[j], held[k]], true);
        fill(pen, colour.point, 0.12);
      }
    }
  }
  for (const p of held) ball(pen, p, 4, colour.point, colour.panel);
  if (step.event === "direction" || step.event === "axis") {
    for (const p of step.pairs.map(difference).map(project)) ball(pen, p, 5, colour.ink, colour.panel);
  }
  const zero = project([0, 0, 0]);
  for (const [x, y] of [[7, 0], [0, 7]]) {
    path(pen, [{ x: zero.x - x, y: zero.y - y }, { x: zero.x + x, y: zero.y + y }]);
    stroke(pen, colour.ink, 2);
  }
  pen.font = "600 14px system-ui, sans-serif";
  label(pen, "0", zero.x + 8, zero.y + 16, colour.ink, colour.panel);
  count("difference");
  document.getElementById("difference-text").textContent =
    "All a \u2212 b, from the same side." + (held.length ? " Blue: what the search holds." : "") +
    " The bodies meet where it holds 0.";
}

function draw_axis(colour, u, touching, a = interval(bodies.a, u), b = interval(bodies.b, u)) {
  const { pen, width, height } = open_canvas("flat");
  const low = Math.min(a.low, b.low);
  const high = Math.max(a.high, b.high);
  const x = (t) => 24 + (width - 48) * (high > low ? (t - low) / (high - low) : 0.5);
  const gap = b.low - a.high;
  const [from, to] = gap > 0 ? [a.high, b.low] : [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  const hue = touching ? colour.point : gap > 0 ? colour.gap : colour.overlap;
  pen.beginPath();
  pen.rect(x(from), 0.2 * height, Math.max(x(to) - x(from), 1), 0.56 * height);
  fill(pen, hue, 0.2);
  for (const [name, ends, y] of [["a", a, 0.36 * height], ["b", b, 0.6 * height]]) {
    pen.lineCap = "butt";
    path(pen, [{ x: x(ends.low), y }, { x: Math.max(x(ends.high), x(ends.low) + 3), y }]);
    stroke(pen, colour[name], 14);
    pen.lineCap = "round";
    label(pen, name, x(ends.low), y - 12, colour[name], colour.panel);
    count("intervals");
  }
  arrow(pen, { x: 14, y: 0.86 * height }, { x: width - 10, y: 0.86 * height }, colour.soft);
  pen.font = "600 14px system-ui, sans-serif";
  const text = touching ? "touching" : gap > 0 ? "gap " + number(gap * scene_scale) : "overlap " + number(-gap * scene_scale);
  const edge = pen.measureText(text).width / 2 + 6;
  label(pen, text, Math.max(edge, Math.min(width - edge, (x(from) + x(to)) / 2)), 0.13 * height, hue, colour.panel, "center");
  return "The bodies along " + vector(from_view(u)) + (touching ? ": no point of one gets past the other." : gap > 0 ? ": apart." : ": not apart.");
}

function draw_outlines(colour, step) {
  const { pen, width, height } = open_canvas("flat");
  const corners = (list) => list.flatMap((x, i) => (i % 2 ? [] : [[x, list[i + 1]]]));
  const outlines = { a: hull2(corners(step.outline_a)), b: hull2(corners(step.outline_b)) };
  const all = [...outlines.a, ...outlines.b];
  if (all.length === 0 || all.flat().includes(null)) return "Outlines that are no finite numbers.";
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1].map((l) => pick(...all.map((p) => p[l]))));
  const scale = 0.8 * Math.min(width / (high[0] - low[0] || 1), height / (high[1] - low[1] || 1));
  const place = ([x, y]) => ({ x: width / 2 + scale * (x - (low[0] + high[0]) / 2), y: height / 2 - scale * (y - (low[1] + high[1]) / 2) });
  for (const name of ["a", "b"]) {
    path(pen, outlines[name].map(place), true);
    fill(pen, colour[name], 0.25);
    stroke(pen, colour[name], 1.8);
    const [x, y] = mean2(outlines[name]);
    label(pen, name, place([x, y]).x, place([x, y]).y, colour[name], colour.panel, "center");
    count("outlines");
  }
  const line = separating_line(outlines.a, outlines.b);
  if (!line) return "The outlines seen along the direction: they overlap, so no line here separates.";
  const middle = mean2(all);
  const off = line.at - (line.normal[0] * middle[0] + line.normal[1] * middle[1]);
  const reach = Math.hypot(high[0] - low[0], high[1] - low[1]);
  path(pen, [-1, 1].map((t) => place([middle[0] + off * line.normal[0] - t * reach * line.normal[1],
    middle[1] + off * line.normal[1] + t * reach * line.normal[0]])));
  stroke(pen, colour.gap, 2.5);
  count("line");
  return "The outlines seen along the direction: the green line separates them, and so the bodies.";
}

// The objective of every pivot, the current one dark: a linear program goes down to its end.
function draw_objectives(colour, at) {
  const { pen, width, height } = open_canvas("flat");
  const pivots = steps.map((step, i) => ({ i, value: step.value })).filter(({ i }) => steps[i].event === "pivot");
  const largest = Math.max(...pivots.map(({ value }) => value), 0) || 1;
  const wide = (width - 32) / pivots.length;
  pivots.forEach(({ i, value }, n) => {
    const high = Math.max(0.72 * height * Math.max(value, 0) / largest, 2);
    pen.beginPath();
    pen.rect(16 + n * wide, 0.9 * height - high, Math.max(0.8 * wide, 1), high);
    fill(pen, i === at ? colour.point : colour.soft, i === at ? 1 : 0.4);
    count("objectives");
  });
  pen.font = "600 14px system-ui, sans-serif";
  label(pen, "objective " + number(steps[at].value), width - 16, 0.13 * height, colour.point, colour.panel, "right");
  return "The objective, pivot by pivot: the bodies meet where it ends at 0.";
}

function draw_flat(at) {
  const step = steps[at];
  const colour = colours();
  const u = direction_of(step);
  let text = "This step looks along no axis and projects nothing.";
  if (step.event === "projection") text = draw_outlines(colour, step);
  else if (u) text = draw_axis(colour, u, is_contact(step));
  else if (step.event === "pivot") text = draw_objectives(colour, at);
  else {
    const { pen, width, height } = open_canvas("flat");
    label(pen, "no axis in this step", width / 2, height / 2, colour.soft, colour.panel, "center");
  }
  document.getElementById("flat-text").textContent = text;
}
