"""All that the server knows."""
import json
import os
import threading
import time

from progress import Progress
from shapes import Shapes


class State(Shapes, Progress):
    """All that the server knows; used under its lock."""

    def __init__(self, arguments):
        self.lock = threading.RLock()
        self.files, self.path = arguments.files, arguments.state
        library = json.load(open(arguments.library)) if arguments.library else {}
        self.begin(library, arguments.generate)
        if self.path and os.path.exists(self.path):
            self.kept.update(json.load(open(self.path)))
        for item in self.kept["deleted"]:
            self.items.pop(item, None)
        for setting in arguments.set:
            name, _, value = setting.partition("=")
            try:
                self.switches[name] = json.loads(value)
            except ValueError:
                self.switches[name] = value

    def begin(self, library, generate):
        self.switches = {"version": "2.36.0", "app": "audiobookshelf", "is_init": True,
                         "methods": ["local"], "strings": 0, "skew": 0, "frozen": None,
                         "fail": [], "refuse": None}
        self.faults, self.requests, self.counts = [], [], {}
        self.sessions = {}  # open ones, in memory only
        self.logins = 0
        self.users = library.get("users") or [{"name": "ola", "password": "s3cr3t-password"}]
        for user in self.users:
            user.setdefault("id", "user-" + user["name"])
            user.setdefault("download", True)
        self.libraries = library.get("libraries") or [
            {"id": "books", "name": "Books", "mediaType": "book"}]
        self.items = {}
        for item in library.get("items", []):
            self.add(item)
        for number in range(generate):
            self.add({"id": "g%06d" % number, "library": self.libraries[0]["id"],
                      "title": "Book %d" % number, "authors": ["Author %d" % (number % 997)],
                      "files": [{"path": "none.mp3", "duration": 3600.0}]})
        self.kept = {"progress": {}, "bookmarks": {}, "closed": {}, "access": {}, "refresh": {},
                     "deleted": [], "tokens": 0}

    def add(self, item):
        now = 1_700_000_000_000 + len(self.items) * 1000
        item.setdefault("addedAt", now)
        item.setdefault("updatedAt", now)
        item.setdefault("mediaType", "podcast" if "episodes" in item else "book")
        self.items[item["id"]] = item

    def save(self):
        if not self.path:
            return
        with open(self.path + ".new", "w") as file:
            json.dump(self.kept, file)
        os.replace(self.path + ".new", self.path)

    def now(self):
        clock = self.switches["frozen"]
        clock = time.time() if clock is None else clock / 1000
        return int((clock + self.switches["skew"]) * 1000)

    def fault(self, text):
        self.faults.append(text)

    def version(self):
        return tuple(int(part) for part in str(self.switches["version"]).split("-")[0].split("."))

    # Tokens

    def new_tokens(self, user):
        self.kept["tokens"] += 1
        number = self.kept["tokens"]
        access = "eyJ-s3cr3t.access.%s.%d" % (user["name"], number)
        refresh = "eyJ-s3cr3t.refresh.%s.%d" % (user["name"], number)
        self.kept["access"][access] = {"user": user["id"], "ends": time.time() + 3600}
        self.kept["refresh"][refresh] = {"user": user["id"], "next": None, "grace": None}
        return access, refresh
