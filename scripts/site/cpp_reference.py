#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the reference of the public headers as pages of Markdown, one for each header, from what clang parses.

    cpp_reference.py FOLDER

Declarations on neighbouring lines share the comment above them, as they do in the headers: overloads for the plane, for space and
for more dimensions are one entry. Each name has an anchor: its qualified name. FOLDER/names.json leads from names to
anchors, groups.json has the headers in order.
Needs python3-clang-16.
"""
import collections
import html
import json
import pathlib
import re
import sys

from clang import cindex

ROOT = pathlib.Path(__file__).parents[2]
HEADERS = ROOT / "include" / "sunder"
K = cindex.CursorKind
FUNCTIONS = {K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION}
CLASSES = {K.STRUCT_DECL, K.CLASS_DECL, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
ALIASES = {K.TYPE_ALIAS_DECL, K.TYPE_ALIAS_TEMPLATE_DECL, K.TYPEDEF_DECL}
VALUES = {K.VAR_DECL, K.FIELD_DECL}
SHOWN = FUNCTIONS | CLASSES | ALIASES | VALUES | {K.ENUM_DECL}
# Headers that have nothing to look up, beside sunder.hpp, which includes them all.
WITHOUT_PAGE = {"export.hpp", "sunder.hpp"}
GROUPS = [
    ("Bodies and poses", ["polytope", "shapes", "mesh", "body", "body2", "polygon", "translated"]),
    ("Questions about two bodies", ["query", "penetration", "contact", "cast", "margin", "relation", "derivative", "body_contact", "body_cast", "body_trace"]),
    ("Batches and scenes", ["batch", "body_batch", "scene", "report", "io"]),
    ("Robots", ["robot", "robot_check", "robot_path", "robot_pairs", "robot_scene"]),
    ("Proofs", ["certificate", "body_certificate", "scene_proof", "audit"]),
    ("The rest", ["algorithm", "error", "version"]),
]


def kind(cursor):
    """The kind, or None for those that libclang 16 has and its bindings do not know, such as concepts."""
    try:
        return cursor.kind
    except ValueError:
        return None


class Header:
    """The text of one header, and what stands around its lines."""

    def __init__(self, path):
        self.path, self.bytes = path, path.read_bytes()
        self.lines = self.bytes.decode().splitlines()

    def text(self, start, end):
        return self.bytes[start:end].decode()

    def comment_above(self, line):
        """The lines of `///` directly above a line (from 1)."""
        found = []
        while line >= 2 and re.match(r"\s*///(?!<)", self.lines[line - 2]):
            line -= 1
            found.append(re.sub(r"^\s*/// ?", "", self.lines[line - 1]))
        return found[::-1]

    def comment_behind(self, line):
        """The text of `///<` on a line, and on the lines of `///` alone that go on in its column."""
        match = re.search(r"///< ?(.*)$", self.lines[line - 1])
        if not match:
            return ""
        said, column = [match[1]], match.start()
        while line < len(self.lines):
            more = re.match(r"(\s*)///<? ?(.*)$", self.lines[line])
            if not more or abs(len(more[1]) - column) > 1 or column < 8:
                break
            said.append(more[2])
            line += 1
        return " ".join(said)

    def intro(self):
        """The comment at the head, without the licence."""
        said = []
        for line in self.lines:
            if not line.startswith("//"):
                break
            said.append(line[2:].strip())
        return " ".join(" ".join(said[1:]).split())


def signature(header, cursor):
    """A declaration as it is written, without its body and without what the linker needs."""
    start, end = cursor.extent.start.offset, cursor.extent.end.offset
    if kind(cursor) in FUNCTIONS:
        body = next((child for child in cursor.get_children() if kind(child) == K.COMPOUND_STMT), None)
        if body:
            end = body.extent.start.offset
    elif kind(cursor) in CLASSES or kind(cursor) == K.ENUM_DECL:
        end = start + header.bytes[start:end].find(b"{")
    text = re.sub(r"\s*///?.*", "", header.text(start, end))
    if kind(cursor) == K.CONSTRUCTOR or (kind(cursor) == K.FUNCTION_TEMPLATE and cursor.spelling.split("<")[0] == cursor.semantic_parent.spelling):
        text = without_initialisers(text)
    text = re.sub(r"\b(SUNDER_EXPORT|SUNDER_ABI)\s*", "", text)
    return dedent(text.strip().rstrip(";").rstrip())


def without_initialisers(text):
    """Cuts a constructor's `: a_(b)`, which begins at a colon outside parentheses."""
    depth = 0
    for i, letter in enumerate(text):
        depth += {"(": 1, "{": 1, "<": 0, ")": -1, "}": -1}.get(letter, 0)
        if letter == ":" and depth == 0 and text[i + 1:i + 2] != ":" and text[i - 1] != ":":
            return text[:i]
    return text


def dedent(text):
    first, *rest = text.splitlines() or [""]
    gap = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return "\n".join([first, *(line[gap - 4 if gap >= 4 else gap:] if gap else line for line in rest)])


class Entry:
    """Declarations that share one comment."""

    def __init__(self, comment):
        self.comment, self.cursors = comment, []


def entries(header, cursors):
    """The declarations of a header in groups, in their order."""
    found, last_end = [], -9
    for cursor in sorted(cursors, key=lambda one: one.extent.start.offset):
        line = cursor.extent.start.line
        comment = header.comment_above(line)
        if not found or comment or line > last_end + 1 and header.lines[line - 2].strip() == "":
            found.append(Entry(comment))
        found[-1].cursors.append(cursor)
        last_end = cursor.extent.end.line
    return found


def is_public(cursor):
    return cursor.access_specifier in (cindex.AccessSpecifier.PUBLIC, cindex.AccessSpecifier.INVALID)


def members(cursor):
    """The public members that are shown; what is deleted, private or inherited from std is not."""
    for child in cursor.get_children():
        if kind(child) in SHOWN and is_public(child) and child.spelling:
            if kind(child) in CLASSES and not child.is_definition():
                continue
            yield child


def declared(cursor, found):
    """Collects by file the declarations of namespace sunder, without those of detail."""
    for child in cursor.get_children():
        if child.location.file is None or not pathlib.Path(child.location.file.name).is_relative_to(HEADERS):
            continue
        if kind(child) == K.NAMESPACE:
            if child.spelling != "detail":
                declared(child, found)
        elif kind(child) in SHOWN and (kind(child) not in CLASSES or child.is_definition()) and child.spelling:
            if child.semantic_parent.kind == K.NAMESPACE:
                found[pathlib.Path(child.location.file.name).name].append(child)


def plain(cursor):
    """A name without template arguments."""
    name = cursor.spelling
    return name if name.startswith("operator") else name.split("<")[0]


def scope(cursor):
    """The names around a declaration: shapes::Ball, Polytope."""
    parts, parent = [], cursor.semantic_parent
    while parent is not None and parent.kind != K.TRANSLATION_UNIT:
        if parent.spelling not in ("sunder", "") and not parent.spelling.startswith("v"):
            parts.append(plain(parent))
        parent = parent.semantic_parent
    return [part for part in reversed(parts) if part != "sunder"]


def anchor(cursor):
    return re.sub(r"[^A-Za-z0-9_.~=<>!+*/%&|^()\[\]-]", "-", ".".join([*scope(cursor), plain(cursor)])).replace("<", "lt").replace(">", "gt").replace(
        "(", "").replace(")", "").replace("[", "").replace("]", "").replace("*", "star").replace("=", "eq").replace("&", "and")


def prose(words):
    """The text of a comment as Markdown: name() becomes code, and what is not code is no markup."""
    text = " ".join(words) if isinstance(words, list) else words
    text = "".join(piece if piece.startswith("`") else re.sub(r"((?:\w+::)*[a-z]\w*)\(\)", r"`\1()`", piece) for piece in re.split(r"(`[^`]*`)", text))
    return "".join(piece if piece.startswith("`") else no_markup(piece) for piece in re.split(r"(`[^`]*`)", text))


def no_markup(text):
    """Text whose letters are no markup. Python-Markdown takes no backslash before < and |."""
    text = re.sub(r"([\\*\[\]#])", r"\\\1", text.replace("&", "&amp;"))
    return text.replace("<", "&lt;").replace(">", "&gt;").replace("|", "&#124;")


class Page:
    def __init__(self, header, names):
        self.header, self.names, self.out, self.taken = header, names, [], set()

    def say(self, *lines):
        self.out += lines

    def place(self, cursor, page):
        """The anchor of a declaration: its name, or that with a number where the page has one of that name already."""
        base = anchor(cursor)
        free = next(one for one in (base, *("%s-%d" % (base, i) for i in range(2, 99))) if one not in self.taken)
        self.taken.add(free)
        self.names.setdefault(".".join([*scope(cursor), plain(cursor)]), "%s#%s" % (page, free))
        return free

    def entry(self, entry, level, page):
        """One entry: a heading with the names, the declarations, the comment, and what is inside."""
        shown = [cursor for cursor in entry.cursors if not signature(self.header, cursor).endswith("= delete")]
        if not shown:
            return
        unique = list({anchor(cursor): cursor for cursor in shown}.values())
        places = [self.place(cursor, page) for cursor in unique]
        title = ", ".join(heading_name(cursor, level == 2) for cursor in unique[:4]) + (", …" if len(unique) > 4 else "")
        more = "".join('<span id="%s"></span>' % html.escape(place) for place in places[1:])
        self.say("", "%s %s {: #%s data-toc-label='%s' }" % ("#" * level, title, places[0], plain(unique[0])), "")
        if more:
            self.say(more, "")
        self.say("```cpp", *code(self.header, shown), "```", "")
        self.comment(entry.comment)
        for cursor in shown:
            if kind(cursor) == K.ENUM_DECL:
                self.enumerators(cursor, page)
            elif kind(cursor) in CLASSES:
                self.members(cursor, level, page)

    def comment(self, lines):
        """The paragraphs of a comment: words, lists whose items begin with `word:` in columns, and formulas, which are set in."""
        in_columns = any(re.match(r"[a-z]+: {2,}\S| {6,}\S", line) for line in lines)
        words, items = [], []

        def end():
            if words:
                self.say(prose(words), "")
            if items:
                self.say(*("- **%s:** %s" % (head, prose(said)) for head, said in items), "")
            words.clear()
            items.clear()

        for line in lines:
            item = re.match(r"([a-z]+): +(\S.*)", line) if in_columns else None
            if item:
                if words:
                    end()
                items.append((item[1], [item[2]]))
            elif items and re.match(r" {6,}\S", line):
                items[-1][1].append(line.strip())
            elif re.match(r" {2,}\S", line):
                end()
                self.say("```text", line.strip(), "```", "")
            else:
                if items or not line:
                    end()
                if line:
                    words.append(line)
        end()

    def enumerators(self, cursor, page):
        rows = []
        for child in cursor.get_children():
            if kind(child) == K.ENUM_CONSTANT_DECL:
                said = ""
                if child.extent.start.line != cursor.extent.start.line and pathlib.Path(child.location.file.name) == self.header.path:
                    said = self.header.comment_behind(child.extent.end.line) or " ".join(self.header.comment_above(child.extent.start.line))
                rows.append((child.spelling, child.enum_value, said))
        self.table(("constant", "value", "meaning"), [("`%s`" % name, str(value), prose(said)) for name, value, said in rows])

    def members(self, cursor, level, page):
        inside = list(members(cursor))
        fields = [one for one in inside if kind(one) in VALUES]
        if fields:
            self.fields(fields, page)
        for entry in entries(self.header, [one for one in inside if kind(one) not in VALUES]):
            self.entry(entry, min(level + 1, 5), page)

    def fields(self, fields, page):
        rows = []
        for cursor in fields:
            said = self.header.comment_behind(cursor.extent.end.line) or " ".join(self.header.comment_above(cursor.extent.start.line))
            text = self.header.text(cursor.extent.start.offset, cursor.extent.end.offset)
            default = re.search(r"\b%s\s*(?:=\s*(.*)|(\{.*\}))$" % re.escape(cursor.spelling), text, re.DOTALL)
            value = " ".join((default[1] or default[2]).split()) if default else ""
            type_name = " ".join(text[:text.index(cursor.spelling)].split()) if cursor.spelling in text else cursor.type.spelling
            type_name = re.sub(r"^(static|constexpr|mutable|inline|SUNDER_EXPORT)\s+", "", type_name.split(",")[0] if "<" not in type_name else type_name)
            name = '<span id="%s"></span>`%s`' % (self.place(cursor, page), cursor.spelling)
            rows.append((name, cell(first_type(type_name, cursor)), cell(value), prose(said)))
        self.table(("member", "type", "default", "meaning"), rows)

    def table(self, heads, rows):
        """A table without the columns that are empty."""
        kept = [i for i in range(len(heads)) if any(row[i] for row in rows)]
        self.say("| %s |" % " | ".join(heads[i] for i in kept), "|%s" % (" --- |" * len(kept)), *("| %s |" % " | ".join(row[i] for i in kept) for row in rows), "")


def first_type(written, cursor):
    """The type of `double lower = 0, upper = 0` for both of its fields."""
    match = re.match(r"((?:const\s+)?[\w:]+(?:<[^=]*?>)?[\s*&]*)(?=\s*\w+\s*(?:=|\{|,|$))", written + " x")
    return (match[1] if match else written or cursor.type.spelling).strip()


def cell(text):
    return "`%s`" % text.replace("|", "\\|") if text and text != "{}" else ""


def heading_name(cursor, qualified):
    name = "::".join([*scope(cursor), plain(cursor)]) if qualified else plain(cursor)
    if kind(cursor) in FUNCTIONS:
        name += "()"
    return no_markup(name).replace("_", "\\_")


def code(header, cursors):
    for cursor in cursors:
        text = signature(header, cursor)
        yield text + (" { … };" if kind(cursor) in CLASSES or kind(cursor) == K.ENUM_DECL else ";")


def parse():
    headers = sorted(HEADERS.glob("*.hpp"))
    cindex.Config.set_library_file("libclang-16.so.1")
    index = cindex.Index.create()
    main = "".join('#include "sunder/%s"\n' % header.name for header in headers)
    unit = index.parse("all.cpp", args=["-std=c++20", "-xc++", "-I%s" % HEADERS.parent], unsaved_files=[("all.cpp", main)],
                       options=cindex.TranslationUnit.PARSE_SKIP_FUNCTION_BODIES * 0)
    bad = [str(one) for one in unit.diagnostics if one.severity >= cindex.Diagnostic.Error]
    if bad:
        sys.exit("the headers do not compile:\n" + "\n".join(bad))
    found = collections.defaultdict(list)
    declared(unit.cursor, found)
    return unit, headers, found


def first_sentence(text):
    return re.split(r"(?<=[.:])\s", text, maxsplit=1)[0].rstrip(".:")


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    unit, headers, found = parse()  # the unit owns what was found
    names, about = {}, {}
    for path in headers:
        if path.name in WITHOUT_PAGE or not found[path.name]:
            continue
        header = Header(path)
        page = Page(header, names)
        about[path.stem] = header.intro()
        page.say("# %s" % path.name, "", "`#include <sunder/%s>`" % path.name, "", prose(header.intro()))
        for entry in entries(header, found[path.name]):
            page.entry(entry, 2, "%s.md" % path.stem)
        (folder / (path.stem + ".md")).write_text("\n".join(page.out) + "\n", encoding="utf-8")
    grouped = {stem for _, stems in GROUPS for stem in stems}
    left = set(about) - grouped
    if left or grouped - set(about):
        sys.exit("GROUPS must name each header once: %s" % sorted(left | (grouped - set(about))))
    index = ["# C++", "", "`#include <sunder/sunder.hpp>` has all but robots and files. Every name is in namespace `sunder`. The suffixes 2, 3 and N "
             "are the plane, space, and a number of dimensions that is known at run time.", ""]
    for title, stems in GROUPS:
        index += ["## %s" % title, "", "| header | what it has | names |", "| --- | --- | --- |"]
        for stem in stems:
            inside = [name for name, target in names.items() if target.startswith(stem + ".md") and name.rpartition(".")[0] not in names]
            index.append("| [%s.hpp](%s.md) | %s | %s |" % (stem, stem, prose(first_sentence(about[stem])), ", ".join("`%s`" % one.replace(".", "::") for one in inside)))
        index.append("")
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")
    (folder / "names.json").write_text(json.dumps(names, indent=1), encoding="utf-8")
    (folder / "groups.json").write_text(json.dumps(GROUPS), encoding="utf-8")
    print("%d pages, %d names" % (len(about) + 1, len(names)))
    del unit


if __name__ == "__main__":
    main(sys.argv[1])
