#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Renders scenes/room.glb or scenes/desk.glb to docs/images, coloured by the report of `sunder check`.

Overlapping parts are red, touching parts are amber. The desk stands there twice: as what its meshes are, and as
their convex hulls. A small rasteriser with a z-buffer draws them. Soft light comes from many directions of the sky,
each with its own shadow map. Ambient occlusion and the sun's soft shadows follow from the same few lines. Needs
python3-numpy.

    scripts/render_scene.py [--program build/release/sunder] [--width 1280] [--draft] [room|desk] [OUTPUT]
"""

import argparse
import dataclasses
import json
import pathlib
import struct
import subprocess
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).parent.parent

# Linear light. The floor is the paper under the furniture.
PAPER = np.array([0.86, 0.85, 0.83])
WOOD = np.array([0.36, 0.19, 0.095])
BIRCH = np.array([0.66, 0.49, 0.31])
RED = np.array([0.80, 0.035, 0.03])
AMBER = np.array([0.95, 0.42, 0.015])
SUN = np.array([1.0, 0.95, 0.86]) * 1.55
SKY = np.array([0.84, 0.92, 1.0]) * 0.92

SUN_DIRECTION = np.array([-0.18, 1.0, 0.62])
GLOW_REACH = 0.055  # metres around a collision in which the other part takes on its colour


@dataclasses.dataclass
class View:
    """Where the camera stands, and what `sunder check` is told for each picture, from left to right."""
    eye: np.ndarray
    look_at: np.ndarray
    degrees: float  # from the lower to the upper edge of a picture
    pictures: tuple


VIEWS = {
    "room": View(np.array([1.95, 1.95, 2.55]), np.array([-0.16, 0.33, 0.12]), 28.5, ((),)),
    "desk": View(np.array([0.42, 1.24, 0.92]), np.array([-0.008, 0.12, 0.02]), 31.5, ((), ("--as", "hull"))),
}


def normalised(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


# ---- the scene ----------------------------------------------------------------------------------


def read_glb(path):
    """{body name: its triangles in the world, as an array (n, 3, 3)}."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20:20 + length])
    buffer = data[20 + length + 8:]

    def accessor(index, kind, width):
        entry = document["accessors"][index]
        start = document["bufferViews"][entry["bufferView"]]["byteOffset"]
        return np.frombuffer(buffer, kind, entry["count"] * width, start)

    bodies = {}

    def visit(index, parent):
        node = document["nodes"][index]
        local = np.eye(4)
        if "matrix" in node:
            local = np.array(node["matrix"], float).reshape(4, 4).T
        local[:3, 3] += node.get("translation", [0, 0, 0])
        world = parent @ local
        if "mesh" in node:
            primitive = document["meshes"][node["mesh"]]["primitives"][0]
            points = accessor(primitive["attributes"]["POSITION"], "<f4", 3).reshape(-1, 3)
            corners = accessor(primitive["indices"], "<u2", 1).reshape(-1, 3)
            bodies[node["name"]] = (points @ world[:3, :3].T + world[:3, 3])[corners]
        for child in node.get("children", []):
            visit(child, world)

    for root in document["scenes"][0]["nodes"]:
        visit(root, np.eye(4))
    return bodies


def relations(program, path, options):
    """{(body, body): "overlapping" or "touching"}, as the program proves it."""
    run = subprocess.run([program, "check", path, "--json", *options], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise SystemExit(f"{program} check failed: {run.stderr.strip()}")
    report = json.loads(run.stdout)
    return {(pair["a"], pair["b"]): pair["proximity"] for pair in report["pairs"]
            if pair["proximity"] in ("overlapping", "touching")}


# ---- rasterising --------------------------------------------------------------------------------


def fill(screen, depth, shape):
    """Z-buffer of triangles given as screen x, y and a depth that is affine over the screen.

    Returns the least depth a pixel, and the triangle that has it (-1: none).
    """
    height, width = shape
    nearest = np.full(shape, np.inf, np.float32)
    owner = np.full(shape, -1, np.int32)
    low = np.floor(screen.min(axis=1)).astype(int)
    high = np.ceil(screen.max(axis=1)).astype(int) + 1
    for index, ((ax, ay), (bx, by), (cx, cy)) in enumerate(screen):
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        x0, y0 = max(low[index, 0], 0), max(low[index, 1], 0)
        x1, y1 = min(high[index, 0], width), min(high[index, 1], height)
        if area == 0 or x0 >= x1 or y0 >= y1:
            continue
        x = np.arange(x0, x1) + 0.5
        y = (np.arange(y0, y1) + 0.5)[:, None]
        at_b = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
        at_c = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        da, db, dc = depth[index]
        z = da + at_b * (db - da) + at_c * (dc - da)
        window = nearest[y0:y1, x0:x1]
        seen = (at_b >= 0) & (at_c >= 0) & (at_b + at_c <= 1) & (z < window)
        window[seen] = z[seen]
        owner[y0:y1, x0:x1][seen] = index
    return nearest, owner


def look_along(forward):
    """Right, up and forward of a view."""
    forward = normalised(forward)
    right = normalised(np.cross(forward, [0.0, 1.0, 0.0] if abs(forward[1]) < 0.99 else [1.0, 0, 0]))
    return np.stack([right, np.cross(right, forward), forward])


def camera_rays(view, width, height):
    axes = look_along(view.look_at - view.eye)
    scale = np.tan(np.radians(view.degrees) / 2) / (height / 2)
    x = (np.arange(width) + 0.5 - width / 2) * scale
    y = (height / 2 - np.arange(height) - 0.5) * scale
    rays = axes[2] + x[None, :, None] * axes[0] + y[:, None, None] * axes[1]
    return normalised(rays)


def project(view, triangles, width, height):
    """Screen places, and -1/z as the depth: it is affine over the screen."""
    axes = look_along(view.look_at - view.eye)
    seen = (triangles - view.eye) @ axes.T
    scale = np.tan(np.radians(view.degrees) / 2) / (height / 2)
    screen = np.stack([width / 2 + seen[..., 0] / seen[..., 2] / scale,
                       height / 2 - seen[..., 1] / seen[..., 2] / scale], axis=-1)
    return screen, -1 / seen[..., 2]


# ---- light --------------------------------------------------------------------------------------


def visibility(points, triangles, direction, size):
    """1 where the light from `direction` reaches a point, else 0, by a shadow map of size x size."""
    axes = look_along(-direction)
    placed = triangles @ axes.T
    low = placed.min(axis=(0, 1))
    scale = (size - 2) / (placed.max(axis=(0, 1)) - low)[:2].max()
    nearest, _ = fill((placed[..., :2] - low[:2]) * scale + 1, placed[..., 2], (size, size))
    own = points @ axes.T.astype(np.float32)
    cell = ((own[:, :2] - low[:2].astype(np.float32)) * np.float32(scale) + 1).astype(np.int32)
    np.clip(cell, 0, size - 1, out=cell)
    return own[:, 2] <= nearest[cell[:, 1], cell[:, 0]] + np.float32(2 / scale)


def fibonacci_cap(count, least_height):
    """Directions spread evenly over the cap y >= least_height of the unit sphere."""
    i = np.arange(count) + 0.5
    y = 1 - (1 - least_height) * i / count
    around = i * np.pi * (3 - np.sqrt(5))
    ring = np.sqrt(1 - y * y)
    return np.stack([ring * np.cos(around), y, ring * np.sin(around)], axis=1)


def irradiance(points, normals, triangles, sky_count, sun_count, size):
    """Light from the sky (every direction above the horizon) and from a sun of 6 degrees."""
    lifted = (points + normals * 0.003).astype(np.float32)
    normals = normals.astype(np.float32)
    sky = np.zeros(len(points), np.float32)
    for direction in fibonacci_cap(sky_count, 0.03):
        facing = np.maximum(normals @ direction.astype(np.float32), 0)
        sky += facing * visibility(lifted, triangles, direction, size) * np.float32(2 / sky_count)
    axes = look_along(SUN_DIRECTION)
    sun = np.zeros(len(points), np.float32)
    for x, height, y in fibonacci_cap(sun_count, np.cos(np.radians(6))):
        direction = x * axes[0] + y * axes[1] + height * axes[2]
        facing = np.maximum(normals @ direction.astype(np.float32), 0)
        sun += facing * visibility(lifted, triangles, direction, 2 * size) / np.float32(sun_count)
    bounce = 0.10 * (1 - normals[:, 1])  # the bright floor lights what looks down
    return sky[:, None] * SKY + sun[:, None] * SUN + bounce[:, None] * PAPER


# ---- colour -------------------------------------------------------------------------------------


def planes_of(triangles):
    """Outward unit normals and offsets of a convex body's facets."""
    normals = normalised(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]))
    return normals, np.einsum("ij,ij->i", normals, triangles[:, 0])


def body_colour(name, found):
    """A part that meets another takes the verdict's colour; the table keeps its wood, and glows."""
    if name.startswith("table"):
        return WOOD
    verdicts = {verdict for pair, verdict in found.items() if name in pair}
    if "overlapping" in verdicts:
        return RED
    if "touching" in verdicts:
        return AMBER
    return WOOD if name == "ball" else BIRCH


def glow(colours, points, names, bodies, found):
    """Tints each part near a body that it meets, by the distance to that body's facets' planes."""
    for pair, verdict in found.items():
        for name, other in (pair, pair[::-1]):
            if not name.startswith("table"):
                continue
            mine = np.flatnonzero(names == name)
            normals, offsets = planes_of(bodies[other])
            away = (points[mine] @ normals.T - offsets).max(axis=1)
            weight = np.clip(1 - away / GLOW_REACH, 0, 1)[:, None] ** 1.5
            tint = RED if verdict == "overlapping" else AMBER
            colours[mine] = colours[mine] * (1 - weight) + tint * weight


def shade(view, bodies, found, width, height, sky_count, sun_count, size):
    """The picture in linear light, (height, width, 3)."""
    triangles = np.concatenate(list(bodies.values()))
    owners = np.repeat(np.array(list(bodies)), [len(t) for t in bodies.values()])
    _, hit = fill(*project(view, triangles, width, height), (height, width))
    hit = hit.ravel()
    rays = camera_rays(view, width, height).reshape(-1, 3)

    normals = np.tile([0.0, 1.0, 0.0], (len(rays), 1))
    offsets = np.zeros(len(rays))
    body = hit >= 0
    plane_normals, plane_offsets = planes_of(triangles)
    normals[body], offsets[body] = plane_normals[hit[body]], plane_offsets[hit[body]]
    reach = (offsets - normals @ view.eye) / np.einsum("ij,ij->i", normals, rays)
    visible = body | ((reach > 0) & (reach < 40))
    points = view.eye + np.where(visible, reach, 0)[:, None] * rays

    names = np.full(len(rays), "floor", dtype=object)
    names[body] = owners[hit[body]]
    colours = np.tile(PAPER, (len(rays), 1))
    for name in bodies:
        colours[names == name] = body_colour(name, found)
    glow(colours, points, names, bodies, found)

    picture = np.tile(PAPER, (len(rays), 1))
    light = irradiance(points[visible], normals[visible], triangles, sky_count, sun_count, size)
    picture[visible] = colours[visible] * light
    # Beyond the floor the background has the same light, so that no horizon shows.
    open_floor = PAPER * (SKY + SUN * normalised(SUN_DIRECTION)[1])
    picture[~visible] = open_floor
    return (picture / open_floor.max() * 0.93).reshape(height, width, 3)


# ---- output -------------------------------------------------------------------------------------


def to_bytes(linear):
    """sRGB with a soft shoulder."""
    x = np.clip(linear, 0, None)
    x = np.where(x > 0.8, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2)), x)
    srgb = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    return (np.clip(srgb, 0, 1) * 255 + 0.5).astype(np.uint8)


def write_png(path, pixels):
    """8-bit RGB; each row takes whichever of the filters none, sub, up, Paeth has the least sum."""
    height, width, _ = pixels.shape
    rows = pixels.reshape(height, width * 3).astype(np.int16)
    left = np.pad(rows, ((0, 0), (3, 0)))[:, :-3]
    up = np.pad(rows, ((1, 0), (0, 0)))[:-1]
    corner = np.pad(up, ((0, 0), (3, 0)))[:, :-3]
    guess = left + up - corner
    distance = np.abs(np.stack([guess - left, guess - up, guess - corner]))
    paeth = np.where((distance[0] <= distance[1]) & (distance[0] <= distance[2]), left,
                     np.where(distance[1] <= distance[2], up, corner))
    filtered = np.stack([rows, rows - left, rows - up, rows - paeth]).astype(np.uint8)
    cost = np.abs(filtered.astype(np.int8).astype(np.int32)).sum(axis=2)
    best = cost.argmin(axis=0)
    kinds = np.array([0, 1, 2, 4], np.uint8)
    data = b"".join(bytes([kinds[k]]) + filtered[k, y].tobytes() for y, k in enumerate(best))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    path.write_bytes(b"\x89PNG\r\n\x1a\n"
                     + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def main():
    parser = argparse.ArgumentParser(description="Renders the scenes for the documentation.")
    parser.add_argument("scene", nargs="?", choices=VIEWS, default="room")
    parser.add_argument("output", nargs="?", type=pathlib.Path)
    parser.add_argument("--program", default=ROOT / "build/release/sunder")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--draft", action="store_true", help="fewer lights and no anti-aliasing")
    options = parser.parse_args()

    view = VIEWS[options.scene]
    scene = ROOT / f"scenes/{options.scene}.glb"
    output = options.output or ROOT / f"docs/images/{options.scene}.png"
    samples = 1 if options.draft else 2
    sky_count, sun_count, size = (32, 8, 512) if options.draft else (192, 40, 1024)
    width, height = options.width // len(view.pictures), options.width * 9 // 16
    bodies = read_glb(scene)
    pictures = []
    for told in view.pictures:
        linear = shade(view, bodies, relations(options.program, scene, told), width * samples, height * samples,
                       sky_count, sun_count, size)
        colours = to_bytes(linear).reshape(height, samples, width, samples, 3)
        pictures.append(np.round(colours.mean(axis=(1, 3))).astype(np.uint8))
    output.parent.mkdir(parents=True, exist_ok=True)
    write_png(output, np.concatenate(pictures, axis=1))


if __name__ == "__main__":
    main()
