"""The requests of PostgREST that clients send, as SQL of the signed-in role."""
import json

from answers import Answer, refusal, rest_error
from libpq import DatabaseError
from query import Query, quoted


class Rest:
    """A part of the handler."""

    def rest(self):
        role, claims = self.role()
        parts = self.parts[2:]
        if len(parts) == 2 and parts[0] == "rpc" and self.command == "POST":
            work = lambda database: self.function(database, parts[1])
        elif len(parts) == 1 and self.command in ("GET", "HEAD", "POST", "PATCH", "DELETE"):
            work = lambda database: self.table(database, parts[0])
        else:
            raise rest_error(404, "PGRST125", "Invalid path specified in request URL")
        return self.as_role(role, claims, work)

    def as_role(self, role, claims, work):
        """Work in one transaction as the role of the request; what it answers."""
        database = self.database
        database.script("begin")
        try:
            database.script("set local role " + role)
            database.rows("select set_config('request.jwt.claims', $1, true), "
                          "set_config('request.headers', $2, true)", json.dumps(claims),
                          json.dumps({name.lower(): value for name, value in self.headers.items()}))
            database.rows("select know_collaborator()")
            answer = work(database)
            database.script("commit")
            return answer
        except DatabaseError as error:
            database.script("rollback")
            return refusal(error, role)
        except BaseException:
            database.script("rollback")
            raise

    def prefer(self):
        header = self.headers.get("Prefer") or ""
        return dict(one.strip().partition("=")[::2] for one in header.split(",") if one.strip())

    def table(self, database, name):
        schema = self.state.schema
        if name not in schema.columns:
            raise rest_error(404, "PGRST205", "Could not find the table 'public.%s' in the schema "
                             "cache" % name)
        query = Query(schema, name, self.query_text, self.fault)
        if self.command in ("GET", "HEAD"):
            return self.read(database, query)
        if self.command == "POST":
            return self.insert(database, query)
        if not query.root.filters:
            self.fault("a change of all rows")
        return self.change(database, query)

    def read(self, database, query):
        total = None
        if self.prefer().get("count") == "exact":
            total = int(database.rows(query.count(), *query.values)[0][0])
            query.values.clear()
        rows = database.rows(
            "select count(*), coalesce(json_agg(r), '[]') from (%s) r"
            % query.selection(self.state.switches["most"]), *query.values)
        count, body = int(rows[0][0]), rows[0][1]
        first, last = query.offset, query.offset + count - 1
        of = "*" if total is None else total
        span = "%d-%d/%s" % (first, last, of) if count else "*/%s" % of
        status = 200
        if total is not None and query.offset > total:
            raise rest_error(416, "PGRST103", "Requested range not satisfiable",
                             "An offset of %d was requested, but there are only %d rows."
                             % (query.offset, total))
        if total is not None and count < total:
            status = 206
        return Answer(status, body.encode(), "application/json; charset=utf-8",
                      {"Content-Range": span})

    def payload(self, table):
        if (self.headers.get("Content-Type") or "").split(";")[0] != "application/json":
            self.fault("the body is no application/json")
        try:
            body = json.loads(self.raw)
        except ValueError:
            raise rest_error(400, "PGRST102", "Empty or invalid json")
        rows = body if isinstance(body, list) else [body]
        names = list(rows[0]) if rows else []
        if any(set(row) != set(names) for row in rows):
            raise rest_error(400, "PGRST102", "All object keys must match")
        for name in names:
            if name not in self.state.schema.columns[table]:
                raise rest_error(400, "PGRST204", "Could not find the '%s' column of '%s' in the "
                                 "schema cache" % (name, table))
        return rows, names

    def insert(self, database, query):
        table = query.root.table
        rows, names = self.payload(table)
        columns = ", ".join(map(quoted, names))
        text = "insert into public.%s (%s) select %s from json_populate_recordset(" \
            "null::public.%s, %s::json)" % (quoted(table), columns, columns, quoted(table),
                                            query.value(json.dumps(rows)))
        resolution = self.prefer().get("resolution")
        if resolution:
            target = "(%s) " % ", ".join(map(quoted, query.conflict)) if query.conflict else ""
            others = [name for name in names if name not in query.conflict] or names
            text += " on conflict %sdo %s" % (
                target, "nothing" if resolution == "ignore-duplicates" else "update set "
                + ", ".join("%s = excluded.%s" % (quoted(one), quoted(one)) for one in others))
        return self.changed(database, query, text, 201, 201)

    def change(self, database, query):
        table = quoted(query.root.table)
        if self.command == "DELETE":
            text = "delete from public.%s%s" % (table, query.where())
        else:
            rows, names = self.payload(query.root.table)
            if len(rows) != 1 or not names:
                raise rest_error(400, "PGRST102", "Empty or invalid json")
            body = query.value(json.dumps(rows[0]))
            text = "update public.%s set %s from json_populate_record(null::public.%s, %s::json) " \
                "as body%s" % (table, ", ".join("%s = body.%s" % (quoted(one), quoted(one))
                                                for one in names), table, body, query.where())
        return self.changed(database, query, text, 200, 204)

    def changed(self, database, query, text, with_rows, without):
        if self.prefer().get("return") == "representation":
            name = quoted(query.root.table)
            columns = ", ".join(query.columns(query.root, name))
            body = database.rows(
                "with w as (%s returning %s) select coalesce(json_agg(w), '[]') from w"
                % (text, columns), *query.values)[0][0]
            return Answer(with_rows, body.encode(), "application/json; charset=utf-8",
                          {"Content-Range": "*/*"})
        database.rows(text, *query.values)
        return Answer(without, headers={"Content-Range": "*/*"})

    def function(self, database, name):
        found = self.state.schema.functions.get(name)
        arguments = json.loads(self.raw or b"{}")
        if found is None or not set(arguments) <= set(found[1]):
            raise rest_error(404, "PGRST202", "Could not find the function public.%s(%s) in the "
                             "schema cache" % (name, ", ".join(sorted(arguments))))
        values = [json.dumps(one) if isinstance(one, (dict, list)) else one
                  for one in arguments.values()]
        call = "public.%s(%s)" % (quoted(name), ", ".join(
            "%s => $%d" % (quoted(one), index + 1) for index, one in enumerate(arguments)))
        if found[0] == "void":
            database.rows("select " + call, *values)
            return Answer(204)
        body = database.rows("select coalesce(json_agg(r), '[]') from %s r" % call, *values)[0][0]
        return Answer(200, body.encode(), "application/json; charset=utf-8")
