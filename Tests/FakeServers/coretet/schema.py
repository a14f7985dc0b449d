"""Tables, columns, functions and foreign keys, as PostgREST keeps them in its schema cache."""
import collections

Link = collections.namedtuple("Link", "ours theirs is_many")


class Schema:
    def __init__(self, connection):
        self.columns, self.links, self.functions = {}, {}, {}
        for table, column in connection.rows(
                "select table_name, column_name from information_schema.columns "
                "where table_schema = 'public' order by ordinal_position"):
            self.columns.setdefault(table, []).append(column)
        for table, column, other, target in connection.rows("""
                select c.relname, a.attname, r.relname, b.attname
                from pg_constraint k join pg_class c on c.oid = k.conrelid
                join pg_class r on r.oid = k.confrelid
                join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
                join pg_attribute b on b.attrelid = r.oid and b.attnum = k.confkey[1]
                where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
                  and r.relnamespace = 'public'::regnamespace"""):
            self.links[table, other] = Link(column, target, False)
            self.links.setdefault((other, table), Link(target, column, True))
        for name, result, arguments in connection.rows(
                "select proname, prorettype::regtype, array_to_string(proargnames, ',') "
                "from pg_proc where pronamespace = 'public'::regnamespace"):
            self.functions[name] = (result, (arguments or "").split(","))

    def link(self, table, other):
        return self.links.get((table, other))
