# SPDX-License-Identifier: Apache-2.0
"""Reads the public headers for the structs that questions return, and their data members."""

import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]
HEADERS = ROOT / "include" / "sunder"
COMMENT = re.compile(r"//[^\n]*")
STRUCT = re.compile(r"(?:template <[^;{]*>\s*)?struct (\w+)(<[^>{]*>)?(?:\s*:\s*(?:std::[\w:]+|(\w+))(?:<[^{]*>)?)?\s*\{")
ALIAS = re.compile(r"using (\w+) = (\w+)<[^;]*>;")
FUNCTION = re.compile(r"^\s*SUNDER_EXPORT\s+([\w:<> ]+?)\s+\w+\(", re.MULTILINE)
MEMBER_FUNCTION = re.compile(r"^  (?:const )?([\w:]+(?:<[\w:<> ]*>)?)&? \w+\(", re.MULTILINE)
NO_MEMBER = ("using", "friend", "static", "template", "explicit", "constexpr", "enum")


def body_of(text, start):
    """The text between the brace at `start` and the one that closes it."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return text[start + 1:place]
    raise ValueError("a brace is not closed")


def without_blocks(body):
    """The body with `{}` for what functions, enums and initialisers hold between braces, and a semicolon behind functions."""
    out, depth = [], 0
    for letter in body:
        depth += letter == "{"
        if depth == 0 or letter in "{}" and depth == 1:
            out.append(letter)
        depth -= letter == "}"
    return re.sub(r"\{\}(?!\s*[;,>])", "{};", "".join(out))


def without_arguments(statement):
    """The statement without the arguments of templates."""
    while (shorter := re.sub(r"<[^<>]*>", "", statement)) != statement:
        statement = shorter
    return statement


def members(body):
    """(words of the type, name) of each data member of a struct."""
    found = []
    for statement in without_blocks(body).split(";"):
        words = re.findall(r"\w+", statement)
        plain = re.sub(r"=[^,]*|\{\}", "", without_arguments(statement))
        if not words or words[0] in NO_MEMBER or "(" in plain:
            continue
        for name in plain.split(","):
            found.append((words, re.findall(r"\w+", name)[-1]))
    return found


def structs():
    """{name: (base or None, [(words of the type, member)])} of every struct of the core's headers, the primary template's."""
    found, aliases, returned = {}, {}, []
    core = re.findall(r'"sunder/(\w+\.hpp)"', (HEADERS / "sunder.hpp").read_text(encoding="utf-8"))
    for header in core:
        text = COMMENT.sub("", (HEADERS / header).read_text(encoding="utf-8"))
        aliases |= {alias: name for alias, name in ALIAS.findall(text)}
        returned += FUNCTION.findall(text) + MEMBER_FUNCTION.findall(text)
        for match in STRUCT.finditer(text):
            name, special, base = match.groups()
            if not special:
                found.setdefault(name, (base, members(body_of(text, match.end() - 1))))
    return found, aliases, returned


def answers():
    """{name: (base, [member])} of the structs that a function returns, writes or nests in such a one."""
    found, aliases, returned = structs()
    open_names = [name for text in returned for name in re.findall(r"\w+", text)]
    open_names += [name for name in found if name.endswith("Output")]
    kept = {}
    while open_names:
        name = open_names.pop()
        name = aliases.get(name, name)
        if name in kept or name not in found:
            continue
        base, inside = found[name]
        kept[name] = (base, [member for _, member in inside])
        open_names += [word for words, _ in inside for word in words]
        if base:
            open_names.append(base)
    return kept


if __name__ == "__main__":
    for name, (base, inside) in answers().items():
        print(name, f": {base}" if base else "", inside)
