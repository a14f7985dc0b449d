"""What the server knows besides its database, and what a test orders."""
import json
import os
import re
import threading
import time

from answers import Answer
from libpq import DatabaseError
from schema import Schema

HERE = os.path.dirname(os.path.abspath(__file__))


class State:
    def __init__(self, cluster, files):
        self.cluster, self.files = cluster, files
        self.lock = threading.RLock()
        self.owner = cluster.connection("postgres")
        self.owner.script("set client_min_messages = warning")
        self.begin({})

    def begin(self, order):
        """All as after the start."""
        self.switches = {"key": "sb_publishable_s3cr3t", "skew": 0, "frozen": None,
                         "lifetime": 3600, "reuse": 10, "expired": "PGRST303", "most": 1000, "fail": [],
                         "functions": ["collaborator-auth", "get-track-url"]}
        self.faults, self.requests, self.counts = [], [], {}
        self.signed_from = 0
        self.owner.script(open(os.path.join(HERE, "project.sql")).read())
        for name in order.get("scripts", []):
            self.owner.script(open(os.path.join(HERE, name)).read())
        self.schema = Schema(self.owner)

    def now(self):
        frozen = self.switches["frozen"]
        return (time.time() if frozen is None else frozen) + self.switches["skew"]

    def fault(self, text):
        with self.lock:
            self.faults.append(text)

    def note(self, method, path, query, body):
        self.requests.append({"method": method, "path": path, "query": query,
                              "body": body.decode("utf-8", "replace")[:2000]})
        del self.requests[:-5000]
        name = method + " " + path
        self.counts[name] = self.counts.get(name, 0) + 1

    def fail(self, request):
        for fail in self.switches["fail"]:
            if re.search(fail["path"], request) and fail.get("times", 1) > 0:
                if fail.get("after", 0) > 0:
                    fail["after"] -= 1
                    continue
                fail["times"] = fail.get("times", 1) - 1
                return dict(fail)
        return None

    def control(self, command, order):
        with self.lock:
            try:
                return self.ordered(order) if command == "POST" else Answer(
                    200, {"faults": self.faults, "requests": self.requests, "counts": self.counts})
            except DatabaseError as error:
                return Answer(500, {"error": str(error)})

    def ordered(self, order):
        if "reset" in order:
            self.begin(order["reset"])
        self.switches.update(order.get("set", {}))
        self.switches["skew"] += order.get("pass", 0)
        self.owner.rows("update auth.settings set frozen = to_timestamp($1), "
                        "skew = make_interval(secs => $2)",
                        self.switches["frozen"], self.switches["skew"])
        if order.get("clear"):
            self.faults, self.requests, self.counts = [], [], {}
        if order.get("expire") == "signed":
            self.signed_from = self.now()
        if "script" in order:
            self.owner.script(order["script"])
            self.schema = Schema(self.owner)
        if order.get("end"):
            self.cluster.end()
        if "rows" in order:
            # As one that sees all.
            found = self.owner.rows("select coalesce(json_agg(r), '[]') from (%s) r"
                                    % order["rows"])
            return Answer(200, json.loads(found[0][0]))
        return Answer(200, {})
