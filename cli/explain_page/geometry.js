// Vectors are arrays of three numbers. What is drawn is rounded and proves nothing.
const plus = (p, q, s = 1) => [p[0] + s * q[0], p[1] + s * q[1], p[2] + s * q[2]];
const minus = (p, q) => plus(p, q, -1);
const times = (s, p) => [s * p[0], s * p[1], s * p[2]];
const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p, q) => [
  p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
const length = (p) => Math.hypot(p[0], p[1], p[2]);
const mean = (points) => times(1 / points.length, points.reduce((sum, p) => plus(sum, p), [0, 0, 0]));

function unit(p) {
  const largest = Math.max(Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2]));
  if (!(largest > 0 && largest < Infinity)) return null;
  const q = p.map((x) => x / largest);
  return times(1 / length(q), q);
}

// Two unit vectors that are orthogonal to the unit vector u and to each other.
function across(u) {
  const axis = Math.abs(u[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const right = unit(cross(axis, u));
  return [right, cross(u, right)];
}

// The convex hull of points in the plane, counter-clockwise.
function hull2(points) {
  const sorted = points.slice().sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  if (sorted.length < 3) return sorted;
  const chain = (list) => {
    const kept = [];
    for (const p of list) {
      while (kept.length > 1) {
        const [q, r] = [kept[kept.length - 2], kept[kept.length - 1]];
        if ((r[0] - q[0]) * (p[1] - q[1]) - (r[1] - q[1]) * (p[0] - q[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return chain(sorted).concat(chain(sorted.reverse()));
}

// The Minkowski sum of two convex polygons, counter-clockwise.
function sum2(p, q) {
  const lowest = (list) => list.reduce((best, x, i) =>
    x[1] < list[best][1] || (x[1] === list[best][1] && x[0] < list[best][0]) ? i : best, 0);
  const edges = [];
  for (const list of [p, q]) {
    list.forEach((from, i) => {
      const to = list[(i + 1) % list.length];
      const edge = [to[0] - from[0], to[1] - from[1]];
      const turn = Math.atan2(edge[1], edge[0]);
      if (list.length > 1) edges.push({ edge, turn: turn < 0 ? turn + 2 * Math.PI : turn });
    });
  }
  edges.sort((x, y) => x.turn - y.turn);
  const start = [0, 1].map((l) => p[lowest(p)][l] + q[lowest(q)][l]);
  const sum = [start];
  for (const { edge } of edges.slice(0, -1)) {
    const last = sum[sum.length - 1];
    sum.push([last[0] + edge[0], last[1] + edge[1]]);
  }
  return sum;
}

// The line between two convex polygons with the widest gap: {gap, normal, at}, or null.
function separating_line(p, q) {
  let best = null;
  const take = (n) => {
    const size = Math.hypot(n[0], n[1]);
    if (!(size > 0)) return;
    const along = (x) => (n[0] * x[0] + n[1] * x[1]) / size;
    const high = Math.max(...p.map(along));
    const low = Math.min(...q.map(along));
    if (low > high && !(best && best.gap >= low - high)) {
      best = { gap: low - high, normal: [n[0] / size, n[1] / size], at: (low + high) / 2 };
    }
  };
  for (const list of [p, q]) {
    list.forEach((from, i) => {
      const to = list[(i + 1) % list.length];
      take([to[1] - from[1], from[0] - to[0]]);
      take([from[1] - to[1], to[0] - from[0]]);
    });
  }
  return best;
}

// A flat body has no faces in the trace: its polygon is the hull in its plane.
function flat_face(vertices) {
  const [from] = vertices;
  const far = vertices.reduce((best, p) => (length(minus(p, from)) > length(minus(best, from)) ? p : best), from);
  const along = unit(minus(far, from));
  if (!along) return [];
  let normal = [0, 0, 0];
  for (const p of vertices) {
    const n = cross(along, minus(p, from));
    if (length(n) > length(normal)) normal = n;
  }
  const up = unit(normal);
  const size = length(minus(far, from));
  if (!up || length(normal) < 1e-12 * size) return [];
  if (vertices.some((p) => Math.abs(dot(up, minus(p, from))) > 1e-9 * size)) return [];
  const side = cross(up, along);
  const places = vertices.map((p, i) => [dot(along, minus(p, from)), dot(side, minus(p, from)), i]);
  return [hull2(places).map((place) => place[2])];
}

// A body of the trace with all that is drawn of it, in coordinates of the view.
function make_body(data, to_view) {
  const vertices = data.vertices.map(to_view);
  const solid = data.faces.length > 0 && data.taken_as !== "surface";
  const faces = (data.faces.length > 0 ? data.faces : flat_face(vertices)).map((corners) => {
    const points = corners.map((i) => vertices[i]);
    let normal = [0, 0, 0];
    points.forEach((p, i) => { normal = plus(normal, cross(p, points[(i + 1) % points.length])); });
    return { corners, centre: mean(points), normal: unit(normal) || [0, 0, 1] };
  });
  const sides = new Map();
  faces.forEach((face, f) => face.corners.forEach((from, i) => {
    const to = face.corners[(i + 1) % face.corners.length];
    const key = Math.min(from, to) + " " + Math.max(from, to);
    const edge = sides.get(key) || { ends: [from, to], faces: [] };
    edge.faces.push(f);
    sides.set(key, edge);
  }));
  const edges = [...sides.values()];
  if (vertices.length === 2) edges.push({ ends: [0, 1], faces: [] });
  const place = new Map(data.indices.map((index, i) => [index, i]));
  const centre = mean(vertices);
  const radius = Math.max(...[0, ...vertices.slice(0, 4000).map((p) => length(minus(p, centre)))]);
  return { vertices, faces, edges, solid, centre, radius, at: (index) => vertices[place.get(index)] };
}

// The ends of a body along the unit vector u, and the vertices there.
function interval(body, u) {
  let low = Infinity, high = -Infinity, lowest = null, highest = null;
  for (const p of body.vertices) {
    const at = dot(u, p);
    if (at < low) { low = at; lowest = p; }
    if (at > high) { high = at; highest = p; }
  }
  return { low, high, lowest, highest };
}
