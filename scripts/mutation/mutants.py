# SPDX-License-Identifier: Apache-2.0
"""Finds what can be mutated in a C++ source, and writes the source with every mutant in it.

A site is an expression in clang's syntax tree: an operator, a comparison, a literal, the use of a named
constant, a minimum, an absolute value, a condition. One conditional expression contains it and all its
mutants, and mutation.hpp's switch selects one of them. A single build therefore serves all mutants, and
every line keeps its number.
"""

import dataclasses
import re

from clang import cindex
from clang.cindex import CursorKind as Kind

OPERATORS = {
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"],
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "&": ["|"], "|": ["&"], "^": ["|"], "<<": [">>"], ">>": ["<<"],
    "+=": ["-="], "-=": ["+="], "*=": ["+="], "/=": ["*="], "%=": ["/="],
    "&=": ["|="], "|=": ["&="], "^=": ["|="], "<<=": [">>="], ">>=": ["<<="],
}
NAMES = {"min": "max", "max": "min", "fmin": "fmax", "fmax": "fmin"}
MADE_OF_OPERATORS = {Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR}
REFERENCES = {Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR, Kind.TEMPLATE_REF, Kind.TYPE_REF}
# Code that the compiler evaluates, and names of types: they do not exist at run time.
AT_COMPILE_TIME = {Kind.STATIC_ASSERT, Kind.CASE_STMT, Kind.ENUM_DECL, Kind.ENUM_CONSTANT_DECL,
                   Kind.TEMPLATE_TYPE_PARAMETER, Kind.TEMPLATE_NON_TYPE_PARAMETER,
                   Kind.TYPE_ALIAS_DECL, Kind.TYPEDEF_DECL, Kind.ALIGNED_ATTR,
                   Kind.CXX_BASE_SPECIFIER}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE, Kind.CONSTRUCTOR,
             Kind.DESTRUCTOR, Kind.CONVERSION_FUNCTION}
CONDITION = {Kind.CALL_EXPR, Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR}
ARITHMETIC = {"int", "unsigned int", "long", "unsigned long", "short", "unsigned short", "char",
              "signed char", "unsigned char", "double", "float", "bool", "__int128",
              "unsigned __int128"}


@dataclasses.dataclass
class Site:
    """src[start:end], and its replacements."""
    start: int
    end: int
    variants: list  # (what is changed, in words; text in its place)
    at_run_time: bool  # in a function that the compiler never runs
    inside: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Mutant:
    number: int
    path: str
    line: int
    last_line: int
    source: str  # the line, verbatim
    change: str
    start: int  # of what is changed, in the text
    end: int
    text: str  # in its place

    @property
    def name(self):
        """The same after other lines were moved or changed."""
        return f"{self.path} | {self.source} | {self.change}"

    def of(self, text):
        """The text of its source with this change alone."""
        return f"{text[:self.start]}({self.text}){text[self.end:]}"


def on_one_line(text):
    return re.sub(r"\s+", " ", re.sub(r"//[^\n]*", "", text)).strip()


class Finder:
    """The sites of one file."""

    def __init__(self, path, text, arguments):
        self.path, self.text = str(path), text
        # libclang counts bytes.
        self.bytes = text.encode()
        if len(self.bytes) != len(text):
            raise ValueError(f"{path}: not ASCII")
        index = cindex.Index.create()
        options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
        self.unit = index.parse(self.path, args=arguments, options=options)
        wrong = [d for d in self.unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if wrong:
            raise ValueError(f"{path}: clang cannot parse it: {wrong[0]}")
        self.macros = [self.extent(c) for c in self.unit.cursor.get_children()
                       if c.kind == Kind.MACRO_INSTANTIATION and self.is_here(c)]
        # A constraint is compared word by word with that of the declaration.
        self.constraints = [m.span() for m in re.finditer(r"\brequires\s*\([^()]*\)", text)]
        self.sites = {}
        self.at_run_time = False

    def is_here(self, cursor):
        file = cursor.extent.start.file
        return file is not None and file.name == self.path

    @staticmethod
    def extent(cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def find(self):
        for cursor in self.unit.cursor.get_children():
            if self.is_here(cursor):
                self.walk(cursor, None)
        return sorted(self.sites.values(), key=lambda s: (s.start, -s.end))

    def walk(self, cursor, parent):
        if cursor.kind in AT_COMPILE_TIME or self.is_constexpr_variable(cursor):
            return
        if cursor.kind == Kind.CALL_EXPR and cursor.spelling == "reserve":
            return  # a guess of how much will be needed promises nothing
        children = list(cursor.get_children())
        if cursor.kind == Kind.IF_STMT and self.text_of(cursor).startswith("if constexpr"):
            children = children[1:]
        if cursor.kind in (Kind.VAR_DECL, Kind.PARM_DECL, Kind.FIELD_DECL):
            children = [c for c in children if self.extent(c)[0] > cursor.location.offset
                        and not self.is_array_size(c)]
        around = self.at_run_time
        if cursor.kind in FUNCTIONS:
            self.at_run_time = "constexpr" not in self.words_before_name(cursor)
        self.look_at(cursor, parent, children)
        for child in children:
            if self.is_here(child):
                self.walk(child, cursor)
        self.at_run_time = around

    def is_array_size(self, cursor):
        """Of a declaration's parts: what stands in brackets behind the name. The compiler computes it."""
        return self.text[:self.extent(cursor)[0]].rstrip().endswith("[")

    def is_constexpr_variable(self, cursor):
        return cursor.kind == Kind.VAR_DECL and "constexpr" in self.words_before_name(cursor)

    def words_before_name(self, cursor):
        return self.text[self.extent(cursor)[0]:cursor.location.offset]

    def text_of(self, cursor):
        start, end = self.extent(cursor)
        return self.text[start:end]

    def look_at(self, cursor, parent, children):
        kind = cursor.kind
        if kind in MADE_OF_OPERATORS and len(children) == 2:
            self.operator(cursor, children[0], children[1])
        elif kind == Kind.CALL_EXPR:
            self.call(cursor, children)
        elif kind == Kind.UNARY_OPERATOR:
            self.unary(cursor)
        elif kind in (Kind.INTEGER_LITERAL, Kind.FLOATING_LITERAL, Kind.CXX_BOOL_LITERAL_EXPR):
            if parent is None or parent.kind not in REFERENCES:
                self.literal(cursor)
        elif kind == Kind.DECL_REF_EXPR:
            self.constant(cursor)
        elif kind in (Kind.IF_STMT, Kind.WHILE_STMT, Kind.CONDITIONAL_OPERATOR) and children:
            self.condition(children[0])

    def operator(self, cursor, left, right):
        start, end = self.extent(cursor)
        first, last = self.extent(left)[1], self.extent(right)[0]
        between = self.text[first:last]
        sign = on_one_line(between).strip("()")
        if not start <= first <= last <= end or sign.strip() not in OPERATORS:
            return
        sign = sign.strip()
        at = first + between.index(sign)
        for other in OPERATORS[sign]:
            self.add(start, end, f"{sign} -> {other}",
                     self.text[start:at] + other + self.text[at + len(sign):end], cursor)

    def call(self, cursor, children):
        start, end = self.extent(cursor)
        if cursor.spelling.startswith("operator"):
            kind = cursor.type.get_canonical().spelling
            if len(children) >= 3 and not re.search("basic_string|iterator|ostream", kind):
                ordered = sorted(children, key=lambda c: self.extent(c)[0])
                self.operator(cursor, ordered[0], ordered[-1])
            return
        text = self.text[start:end]
        named = re.match(r"(std::)?(\w+)", text)
        if named is None or named.group(2) != cursor.spelling:
            return
        name = named.group(2)
        if name in NAMES:
            other = (named.group(1) or "") + NAMES[name] + text[named.end():]
            self.add(start, end, f"{name} -> {NAMES[name]}", other, cursor)
        elif name in ("fabs", "abs"):
            self.add(start, end, f"without {name}", text[named.end():], cursor)

    def unary(self, cursor):
        start, end = self.extent(cursor)
        text = self.text[start:end]
        if not text:
            return  # of a macro
        for sign, other in (("++", "--"), ("--", "++")):
            if text.startswith(sign):
                self.add(start, end, f"{sign} -> {other}", other + text[2:], cursor)
                return
            if text.endswith(sign):
                self.add(start, end, f"{sign} -> {other}", text[:-2] + other, cursor)
                return
        if text[0] == "!":  # of an optional or a pointer too, which would take the other branch along
            self.add(start, end, "without !", f"static_cast<bool>({text[1:]})", cursor)
        elif text[0] in "-~":
            self.add(start, end, f"without {text[0]}", text[1:], cursor)

    def is_template_argument(self, start, end):
        before, after = self.text[:start].rstrip()[-1:], self.text[end:].lstrip()[:1]
        return (before == "<" and after in (">", ",")) or (before == "," and after == ">")

    def literal(self, cursor):
        start, end = self.extent(cursor)
        text = self.text[start:end]
        if self.is_template_argument(start, end):
            return
        if cursor.kind == Kind.CXX_BOOL_LITERAL_EXPR:
            other = {"true": "false", "false": "true"}.get(text)
            if other:
                self.add(start, end, f"{text} -> {other}", other, cursor)
            return
        if cursor.kind == Kind.FLOATING_LITERAL:
            changes = ["1.0"] if float_value(text) == 0 else [f"2 * {text}", f"{text} / 2"]
        elif re.fullmatch(r"0[uUlL]*", text):
            changes = ["1"]
        else:
            changes = [f"{text} + 1", f"{text} - 1"]
        for change in changes:
            self.add(start, end, f"{text} -> {change}", change, cursor)

    def constant(self, cursor):
        said = cursor.referenced
        if said is None or said.kind != Kind.VAR_DECL or not re.match("k[A-Z]", said.spelling):
            return
        kind = said.type.get_canonical().spelling.replace("const ", "")
        if kind not in ARITHMETIC or kind == "bool" or said.spelling == "kInfinity":
            return  # twice or half of infinity is infinity
        start, end = self.extent(cursor)
        if self.is_template_argument(start, end):
            return
        text = self.text[start:end]
        changes = ([f"2 * {text}", f"{text} / 2"] if kind in ("double", "float")
                   else [f"{text} + 1", f"{text} - 1"])
        for change in changes:
            self.add(start, end, f"{text} -> {change}", change, cursor)

    def condition(self, cursor):
        inner = cursor
        while inner.kind == Kind.UNEXPOSED_EXPR and len(list(inner.get_children())) == 1:
            inner = next(inner.get_children())
        if inner.kind not in CONDITION or not self.is_here(cursor):
            return
        if inner.kind == Kind.CALL_EXPR and inner.spelling.startswith("operator"):
            return
        if inner.type.get_canonical().spelling.replace("const ", "") != "bool":
            return
        start, end = self.extent(inner)
        text = self.text[start:end]
        self.add(start, end, f"{on_one_line(text)} -> not", f"!({text})", inner)

    def add(self, start, end, change, text, cursor):
        if any(a < end and start < b for a, b in self.macros + self.constraints):
            return
        if not self.text[start:end].strip() or cursor.extent.end.file.name != self.path:
            return
        site = self.sites.setdefault((start, end), Site(start, end, [], self.at_run_time))
        if all(text != other for _, other in site.variants):
            site.variants.append((change, text))


def float_value(text):
    bare = text.rstrip("fFlL") if not text.lower().startswith("0x") else text.rstrip("lL")
    return float.fromhex(bare) if bare.lower().startswith("0x") else float(bare)


def nested(sites):
    """Sites as a forest; `sites` come with the enclosing ones first."""
    roots, open_sites = [], []
    for site in sites:
        site.inside = []
        while open_sites and open_sites[-1].end < site.end:
            open_sites.pop()
        while open_sites and open_sites[-1].end <= site.start:
            open_sites.pop()
        (open_sites[-1].inside if open_sites else roots).append(site)
        open_sites.append(site)
    return roots


class Writer:
    """Numbers the mutants of a file and writes it with those of them in it that compile."""

    def __init__(self, path, text, first, dropped):
        self.path, self.text = path, text
        self.next, self.dropped = first, dropped
        self.mutants = []
        self.lines = {}  # of a source text, where it stands more than once

    def write(self, sites):
        body = self.render(0, len(self.text), nested(sites))
        return f'#include "mutation.hpp"\n#line 1 "{self.path}"\n{body}'

    def render(self, start, end, sites):
        parts, at = [], start
        for site in sites:
            parts += [self.text[at:site.start], self.conditional(site)]
            at = site.end
        return "".join(parts) + self.text[at:end]

    def conditional(self, site):
        chosen = ""
        switch = "sunder_mutant_at_run_time" if site.at_run_time else "sunder_mutant"
        for change, text in site.variants:
            mutant = self.number(site, change, on_one_line(text))
            if mutant.name not in self.dropped:
                chosen += f"{switch}({mutant.number}) ? ({mutant.text}) : "
        inside = self.render(site.start, site.end, site.inside)
        return f"({chosen}({inside}))" if chosen else inside

    def number(self, site, change, text):
        line = self.text.count("\n", 0, site.start) + 1
        last = self.text.count("\n", 0, site.end) + 1
        source = on_one_line(self.text.split("\n")[line - 1])
        alike = self.lines.setdefault(source, [])
        if line not in alike:
            alike.append(line)
        if line != alike[0]:
            source += f" #{alike.index(line) + 1}"
        same = sum(m.source == source and m.change.split(" @")[0] == change for m in self.mutants)
        if same:
            change = f"{change} @{same + 1}"
        mutant = Mutant(self.next, self.path, line, last, source, change,
                        site.start, site.end, text)
        self.next += 1
        self.mutants.append(mutant)
        return mutant
