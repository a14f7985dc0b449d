"""The calls of libraries and items, and of signing in."""
import os
import time

from answers import JPEG, Answer


class Routes:
    """A part of the handler."""

    def route(self):
        method, parts = self.command, self.parts
        if "token" in self.query and parts[0] != "api":
            self.fault("a token in the address")
        if parts == ["ping"] and method == "GET":
            raise Answer(200, {"success": True})
        if parts == ["healthcheck"]:
            raise Answer(200)
        if parts == ["status"] and method == "GET":
            switches = self.state.switches
            shape = {"isInit": switches["is_init"], "language": "en-us"}
            if switches["app"]:
                shape.update({"app": switches["app"], "serverVersion": switches["version"],
                              "authMethods": switches["methods"], "authFormData": {}})
            raise Answer(200, shape)
        if parts == ["login"] and method == "POST":
            self.login()
        if parts == ["auth", "refresh"] and method == "POST":
            self.refresh()
        if parts == ["logout"] and method == "POST":
            self.logout()
        if parts[0] == "api":
            self.api(method, parts[1:])
        self.fault("no such call")

    def login(self):
        state = self.state
        self.allow()
        body = self.body("login", ("username", "password"))
        if self.headers.get("x-return-tokens") != "true":
            self.fault("no x-return-tokens")
        state.logins += 1
        if state.logins > 40:
            raise Answer(429, {"error": "Too many authentication requests"},
                         headers={"Retry-After": "600"})
        for user in state.users:
            if (user["name"].lower() == body.get("username", "").lower()
                    and user["password"] == body.get("password")):
                pair = state.new_tokens(user) if state.version() >= (2, 26) else (None, None)
                raise Answer(200, state.login_json(user, *pair))
        raise Answer(401)

    def refresh(self):
        state = self.state
        self.allow()
        self.no_body()
        if state.version() < (2, 26):
            self.fault("a renewal at a server without pairs")
            raise Answer(404)
        token = self.headers.get("x-refresh-token")
        known = state.kept["refresh"].get(token or "")
        if not known:
            error = "Invalid refresh token" if token else "No refresh token provided"
            raise Answer(401, {"error": error})
        user = next(user for user in state.users if user["id"] == known["user"])
        if known["next"]:
            # The pair that came after, with another access token, for ten minutes.
            if not known["grace"] or known["grace"] < time.time():
                raise Answer(401, {"error": "Invalid refresh token"})
            state.kept["tokens"] += 1
            access = "eyJ-s3cr3t.access.%s.%d" % (user["name"], state.kept["tokens"])
            state.kept["access"][access] = {"user": user["id"], "ends": time.time() + 3600}
            state.save()
            raise Answer(200, state.login_json(user, access, known["next"]))
        access, new = state.new_tokens(user)
        for other in state.kept["refresh"].values():
            # Only the last one but one has a time of grace.
            if other["user"] == user["id"] and other["next"] == token:
                other["grace"] = None
        known["next"], known["grace"] = new, time.time() + 600
        state.save()
        raise Answer(200, state.login_json(user, access, new))

    def logout(self):
        token = self.headers.get("x-refresh-token")
        if not token:
            self.fault("no x-refresh-token")
        self.state.kept["refresh"].pop(token, None)
        raise Answer(200, {"redirect_url": None})

    def api(self, method, parts):
        state = self.state
        # Neither wants a token, and either may have one.
        if method == "GET" and parts[0] == "items" and parts[2:] == ["cover"]:
            self.allow("width", "height", "format", "raw", "ts")
            if self.query.get("format") != "jpeg":
                self.fault("a cover of another format than jpeg")
            if self.item(parts[1]).get("cover") is False:
                raise Answer(404)
            raise Answer(200, JPEG, "image/jpeg")
        user = self.user()
        if method == "GET":
            self.no_body()
        if parts == ["me"] and method == "GET":
            self.allow()
            raise Answer(200, state.user_json(user))
        if parts == ["authorize"] and method == "POST":
            raise Answer(200, state.login_json(user, None, None))
        if parts[0] == "libraries" and method == "GET":
            self.library(user, parts[1:])
        if parts[0] == "items":
            self.items(user, method, parts[1:])
        if parts[0] in ("session", "sessions"):
            self.session(user, method, parts[1:])
        if parts[:2] == ["me", "progress"]:
            self.progress(user, method, parts[2:])
        if parts[:2] == ["me", "item"] and parts[3:4] == ["bookmark"]:
            self.bookmark(user, method, parts[2], parts[4:])

    def library(self, user, parts):
        state = self.state
        if not parts:
            self.allow()
            raise Answer(200, {"libraries": [state.library_json(one) for one in state.libraries]})
        library = next((one for one in state.libraries if one["id"] == parts[0]), None)
        if library is None:
            raise Answer(404)
        items = [item for item in state.items.values() if item["library"] == library["id"]]
        if parts[1:] == ["items"]:
            self.allow("limit", "page", "sort", "desc", "filter", "minified", "collapseseries",
                       "include")
            sorts = {"addedAt": lambda item: item["addedAt"],
                     "media.metadata.title": lambda item: item["title"].lower()}
            if self.query.get("sort", "addedAt") not in sorts:
                self.fault("an unknown sort")
            items.sort(key=sorts.get(self.query.get("sort"), sorts["addedAt"]),
                       reverse=self.query.get("desc") == "1")
            raise Answer(200, self.paged(items, lambda item: state.item_json(item, True), library))
        if parts[1:] == ["search"]:
            self.allow("q", "limit")
            words = self.query.get("q", "").strip().lower()
            if not words:
                raise Answer(400, 'Invalid request. Query param "q" must be a string')
            found = [{"libraryItem": state.item_json(item, False)} for item in items
                     if words in item["title"].lower()][:int(self.query.get("limit", 12))]
            authors = sorted({name for item in items for name in item.get("authors", [])
                              if words in name.lower()})
            series = [one for one in self.all_series(items) if words in one["name"].lower()]
            key = "podcast" if library["mediaType"] == "podcast" else "book"
            raise Answer(200, {key: found, "tags": [], "genres": [], "narrators": [],
                               "authors": [{"id": "author-" + name, "name": name, "numBooks": 1}
                                           for name in authors],
                               "series": [{"series": {name: value for name, value in one.items()
                                                      if name != "books"},
                                           "books": one["books"]} for one in series]})
        if parts[1:] == ["series"]:
            self.allow("limit", "page", "sort", "desc", "filter", "minified", "include")
            raise Answer(200, self.paged(self.all_series(items), lambda one: one, library))
        if parts[1:] == ["collections"]:
            self.allow("limit", "page", "sort", "desc", "filter", "minified", "include")
            collections = [{"id": one["id"], "libraryId": library["id"], "name": one["name"],
                            "description": None, "lastUpdate": 1_700_000_000_000,
                            "createdAt": 1_700_000_000_000,
                            "books": [state.item_json(state.items[id], False) for id in one["items"]
                                      if id in state.items]}
                           for one in library.get("collections", [])]
            raise Answer(200, self.paged(collections, lambda one: one, library))

    def all_series(self, items):
        series = {}
        for item in items:
            for one in item.get("series", []):
                found = series.setdefault(one["name"], {
                    "id": "series-" + one["name"], "name": one["name"],
                    "nameIgnorePrefix": one["name"], "description": None,
                    "addedAt": 1_700_000_000_000,
                    "updatedAt": 1_700_000_000_000, "libraryId": item["library"], "books": []})
                found["books"].append(self.state.item_json(
                    item, True, {"id": found["id"], "name": one["name"],
                                 "sequence": one.get("sequence")}))
        return [series[name] for name in sorted(series)]

    def paged(self, rows, shape, library):
        query = self.query
        try:
            limit, page = int(query.get("limit", 0)), int(query.get("page", 0))
        except ValueError:
            self.fault("limit or page is no number")
            raise Answer(500)
        part = rows[page * limit:(page + 1) * limit] if limit else rows
        # As the real one: what the query has is echoed as the text that it was.
        return {"results": [shape(row) for row in part], "total": len(rows),
                "limit": query.get("limit", 0), "page": query.get("page", 0),
                "sortBy": query.get("sort"), "sortDesc": query.get("desc") == "1",
                "filterBy": query.get("filter"), "mediaType": library["mediaType"],
                "minified": query.get("minified") == "1", "collapseseries": False,
                "include": query.get("include", ""), "offset": page * limit}

    def items(self, user, method, parts):
        state = self.state
        item = self.item(parts[0])
        rest = parts[1:]
        if method == "GET" and not rest:
            self.allow("expanded", "include", "episode")
            shape = state.item_json(item, False)
            if "progress" in self.query.get("include", "").split(","):
                key = item["id"] + ("/" + self.query["episode"] if "episode" in self.query else "")
                own = state.kept["progress"].get(user["id"], {})
                shape["userMediaProgress"] = own.get(key)
            raise Answer(200, shape)
        if method in ("GET", "HEAD") and rest[:1] == ["file"] and len(rest) in (2, 3):
            self.allow()
            if rest[2:] == ["download"] and not user["download"]:
                raise Answer(403)
            files = [(track["ino"], file) for track, file in
                     zip(state.tracks(item), item.get("files", []))]
            files += [(str(episode["file"].get("ino", 2000 + index)), episode["file"])
                      for index, episode in enumerate(item.get("episodes", []), 1)]
            for ino, file in files:
                if ino == rest[1]:
                    path = os.path.join(state.files or "", file["path"])
                    if not os.path.isfile(path):
                        raise Answer(404)
                    self.file = (path, rest[2:] == ["download"])
                    raise Answer(200, b"")
            raise Answer(404)
        if method == "POST" and rest[:1] == ["play"] and len(rest) <= 2:
            self.play(user, item, rest[1] if len(rest) == 2 else None)
