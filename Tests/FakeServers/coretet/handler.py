"""Requests and answers, and the faults that are switched on."""
import email.utils
import json
import re
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler

from answers import Answer
from functions import Functions
from rest import Rest
from sign_in import SignIn


class Handler(Rest, SignIn, Functions, BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "coretet", ""
    disable_nagle_algorithm = True
    opened = None

    def log_message(self, *arguments):
        pass

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(self.state.now(), usegmt=True)

    @property
    def state(self):
        return self.server.state

    @property
    def database(self):
        """The connection of this thread."""
        if self.opened is None:
            self.opened = self.state.cluster.connection("postgres")
        return self.opened

    def finish(self):
        super().finish()
        if self.opened:
            self.opened.close()

    def do_GET(self):
        self.handle_request()

    do_POST = do_PATCH = do_DELETE = do_HEAD = do_PUT = do_GET

    def fault(self, text):
        self.state.fault("%s /%s: %s" % (self.command, "/".join(self.parts), text))

    def handle_request(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.raw = self.rfile.read(length) if length else b""
        split = urllib.parse.urlsplit(self.path)
        self.query_text = split.query
        self.query = dict(urllib.parse.parse_qsl(split.query, keep_blank_values=True))
        self.parts = [urllib.parse.unquote(one) for one in split.path.strip("/").split("/")]
        state = self.state
        if self.parts[0] == "control":
            return self.reply(state.control(self.command, json.loads(self.raw or b"{}")))
        with state.lock:
            state.note(self.command, split.path, split.query, self.raw)
            fail = state.fail("%s %s" % (self.command, split.path))
        if fail and fail.get("delay"):
            time.sleep(fail["delay"])
        kind = fail.get("kind", "") if fail else ""
        if fail and kind not in ("lost", "cut", "slow"):
            return self.misbehave(fail)
        try:
            answer = self.route()
        except Answer as found:
            answer = found
        except Exception as error:  # a fault of this program: the test shall see it
            self.fault("%r" % error)
            answer = Answer(500, {"message": "fault of the fake"})
        if kind in ("lost", "cut"):
            return self.misbehave(fail, answer)
        self.reply(answer)

    def route(self):
        signed = self.parts[:3] == ["storage", "v1", "object"] and self.command in ("GET", "HEAD")
        if signed:
            if self.headers.get("Authorization") or self.headers.get("apikey"):
                self.fault("credentials along with a signed address")
        else:
            self.gate()
        routes = {"rest": self.rest, "auth": self.auth, "functions": self.edge_function,
                  "storage": self.storage}
        work = routes.get(self.parts[0])
        if work is None or self.parts[1:2] != ["v1"]:
            raise Answer(404, {"message": "no Route matched with those values"})
        return work()

    def gate(self):
        """The gateway in front of all, which wants the key of the project."""
        if re.search(r"s3cr3t|eyJ", self.path):
            self.fault("a secret in the address")
        key = self.headers.get("apikey")
        if key is None:
            raise Answer(401, {"message": "No API key found in request",
                               "hint": "No `apikey` request header or url param was found."})
        if key != self.state.switches["key"]:
            raise Answer(401, {"message": "Invalid API key", "hint": "Double check your Supabase "
                               "`anon` or `service_role` API key."})

    def misbehave(self, fail, answer=None):
        kind = fail.get("kind", "")
        self.close_connection = kind != "redirect"
        if kind in ("close", "lost"):
            return
        if kind == "cut" and answer:
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.type or "application/json")
            self.send_header("Content-Length", str(len(answer.body) + 100))
            self.end_headers()
            self.wfile.write(answer.body[:len(answer.body) // 2])
            return
        if kind == "huge":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            block = b'[{"id": "' + b"a" * (1 << 20) + b'"},'
            try:
                for _ in range(200):
                    self.wfile.write(b"%x\r\n" % len(block) + block + b"\r\n")
                self.wfile.write(b"0\r\n\r\n")
            except OSError:
                pass
            return
        if kind == "deep":
            return self.reply(Answer(200, b"[" * 10_000 + b"]" * 10_000, "application/json"))
        if kind == "redirect":
            return self.reply(Answer(fail.get("status", 302), headers={"Location": fail["to"]}))
        self.reply(Answer(fail.get("status", 500), fail.get("body", "").encode(),
                          fail.get("type", "text/html"), fail.get("headers")))

    def reply(self, answer):
        try:
            self.send_response(answer.status)
            if answer.type:
                self.send_header("Content-Type", answer.type)
            if answer.status != 204:
                self.send_header("Content-Length", str(len(answer.body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD" and answer.status != 204:
                self.wfile.write(answer.body)
        except OSError:
            self.close_connection = True
