"""The query of a PostgREST request as parts of SQL."""
import re
import urllib.parse

from answers import rest_error

RESERVED = {"select", "order", "limit", "offset", "on_conflict", "columns"}
OPERATORS = {"eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def bad(text):
    return rest_error(400, "PGRST100", '"failed to parse (%s)" (line 1, column 1)' % text,
                      "unexpected input")


class Node:
    """A table of a select, with what is embedded in it."""

    def __init__(self, table, name):
        self.table, self.name = table, name
        self.columns, self.embedded, self.filters = [], [], []
        self.is_inner, self.link = False, None


class Query:
    def __init__(self, schema, table, text, fault):
        self.schema, self.fault, self.values = schema, fault, []
        self.items = urllib.parse.parse_qsl(text, keep_blank_values=True)
        plain = dict(self.items)
        self.root = Node(table, table)
        self.read_select(self.root, plain.get("select", "*"))
        self.order = self.read_order(plain.get("order"))
        self.limit = self.number(plain, "limit")
        self.offset = self.number(plain, "offset") or 0
        self.conflict = [one for one in plain.get("on_conflict", "").split(",") if one]
        for name, value in self.items:
            if name not in RESERVED:
                self.read_filter(name, value)

    def number(self, plain, name):
        if name not in plain:
            return None
        if not re.match(r"^\d+$", plain[name]):
            raise bad(name)
        return int(plain[name])

    def value(self, value):
        self.values.append(value)
        return "$%d" % len(self.values)

    # select=a,b,alias:rel!inner(cols)

    def read_select(self, node, text):
        for part in self.parts(text):
            match = re.match(r"^(?:(\w+):)?(\w+|\*)((?:!\w+)*)(?:\((.*)\))?$", part, re.S)
            if not match:
                raise bad(part)
            alias, name, hints, inside = match.groups()
            if inside is None:
                node.columns.append((alias, name))
                continue
            link = self.schema.link(node.table, name)
            if link is None:
                raise rest_error(
                    400, "PGRST200", "Could not find a relationship between '%s' and '%s' in the "
                    "schema cache" % (node.table, name))
            child = Node(name, alias or name)
            child.link, child.is_inner = link, "inner" in hints.split("!")
            node.embedded.append(child)
            self.read_select(child, inside)

    @staticmethod
    def parts(text):
        parts, depth, part = [], 0, ""
        for letter in text:
            depth += (letter == "(") - (letter == ")")
            if letter == "," and depth == 0:
                parts.append(part)
                part = ""
            else:
                part += letter
        return parts + [part] if part or parts else []

    def read_order(self, text):
        order = []
        for part in (text or "").split(","):
            if not part:
                continue
            words = part.split(".")
            if not set(words[1:]) <= {"asc", "desc", "nullsfirst", "nullslast"}:
                raise bad(part)
            rest = " ".join(words[1:]).replace("nullsfirst", "nulls first")
            order.append("%s.%s %s" % (quoted(self.root.table), quoted(words[0]),
                                       rest.replace("nullslast", "nulls last")))
        return order

    # column=op.value

    def read_filter(self, name, value):
        *path, column = name.split(".")
        node = self.root
        for step in path:
            node = next((one for one in node.embedded if one.name == step), None)
            if node is None:
                raise rest_error(400, "PGRST108", "'%s' is not an embedded resource in this request"
                                 % step)
        node.filters.append((column, value))

    def condition(self, alias, column, value):
        place = "%s.%s" % (alias, quoted(column))
        is_not = value.startswith("not.")
        operator, dot, operand = (value[4:] if is_not else value).partition(".")
        if not dot:
            raise bad(value)
        if operator in OPERATORS:
            text = "%s %s %s" % (place, OPERATORS[operator], self.value(operand))
        elif operator == "is" and operand in ("null", "true", "false"):
            text = "%s is %s" % (place, operand)
        elif operator in ("like", "ilike"):
            text = "%s::text %s %s" % (place, operator, self.value(operand.replace("*", "%")))
        elif operator == "cs":
            text = "%s @> %s" % (place, self.value(operand))
        elif operator == "in" and operand.startswith("(") and operand.endswith(")"):
            members = re.findall(r'"((?:[^"\\]|\\.)*)"|([^,"]+)', operand[1:-1])
            values = [re.sub(r"\\(.)", r"\1", one) if one else other for one, other in members]
            text = "%s in (%s)" % (place, ", ".join(map(self.value, values))) if values else "false"
        else:
            raise bad(value)
        return "not (%s)" % text if is_not else text

    def conditions(self, node, alias):
        """Of the filters, and of what is embedded with !inner."""
        found = [self.condition(alias, *one) for one in node.filters]
        for child in node.embedded:
            if child.is_inner:
                found.append("exists (select from %s)" % self.source(child, alias))
        return found

    def source(self, node, parent):
        """The rows of an embedded table that belong to one of its parent."""
        alias = quoted("%s_%s" % (parent.strip('"'), node.name))
        join = "%s.%s = %s.%s" % (alias, quoted(node.link.theirs), parent, quoted(node.link.ours))
        return "public.%s %s where %s" % (
            quoted(node.table), alias, " and ".join([join] + self.conditions(node, alias)))

    def columns(self, node, alias):
        found = []
        for name, column in node.columns:
            place = "%s.%s" % (alias, "*" if column == "*" else quoted(column))
            found.append(place if name is None else "%s as %s" % (place, quoted(name)))
        for child in node.embedded:
            source = self.source(child, alias)
            inner = quoted("%s_%s" % (alias.strip('"'), child.name))
            rows = "select %s from %s" % (", ".join(self.columns(child, inner)) or "1", source)
            shape = ("coalesce((select json_agg(x) from (%s) x), '[]')" if child.link.is_many
                     else "(select row_to_json(x) from (%s) x)") % rows
            if child.columns or child.embedded:
                found.append("%s as %s" % (shape, quoted(child.name)))
        return found

    def where(self):
        """Without tables of others, as changes have it."""
        found = self.conditions(self.root, quoted(self.root.table))
        return " where " + " and ".join(found) if found else ""

    def selection(self, most):
        """The text of a select."""
        name = quoted(self.root.table)
        text = "select %s from public.%s %s%s" % (
            ", ".join(self.columns(self.root, name)), name, name, self.where())
        if self.order:
            text += " order by " + ", ".join(self.order)
        limit = most if self.limit is None else min(self.limit, most)
        return text + " limit %d offset %d" % (limit, self.offset)

    def count(self):
        name = quoted(self.root.table)
        return "select count(*) from public.%s %s%s" % (name, name, self.where())
