"""Requests and answers, files, and the faults that are switched on."""
import email.utils
import json
import os
import re
import urllib.parse
from http.server import BaseHTTPRequestHandler

from answers import MIME, Answer, texts
from checks import Checks
from control import Control
from listening import Listening
from routes import Routes


class Handler(Checks, Routes, Listening, Control, BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "audiobookshelf", ""
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def date_time_string(self, timestamp=None):
        return email.utils.formatdate(self.state.now() / 1000, usegmt=True)

    @property
    def state(self):
        return self.server.state

    def do_GET(self):
        self.handle_request()

    do_POST = do_PATCH = do_DELETE = do_HEAD = do_PUT = do_GET

    def handle_request(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.raw = self.rfile.read(length) if length else b""
        self.file = None
        split = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(split.query, keep_blank_values=True))
        path = split.path
        if path.startswith("/control"):
            return self.reply(self.control(path))
        # The real one takes its base path, and paths without it.
        if path == "/audiobookshelf" or path.startswith("/audiobookshelf/"):
            path = path[len("/audiobookshelf"):] or "/"
        self.parts = [urllib.parse.unquote(part) for part in path.strip("/").split("/")]
        state = self.state
        with state.lock:
            body = self.raw.decode("utf-8", "replace")
            state.requests.append({"method": self.command, "path": path, "query": split.query,
                                   "body": body[:2000], "range": self.headers.get("Range")})
            del state.requests[:-2000]
            name = self.command + " " + path
            state.counts[name] = state.counts.get(name, 0) + 1
            fail = self.fail(path)
        if fail and fail.get("kind") != "lost" and fail.get("kind") != "cut":
            return self.misbehave(fail)
        with state.lock:
            try:
                self.route()
                answer = Answer(404)
            except Answer as found:
                answer = found
            except Exception as error:  # a fault of this program: the test shall see it
                state.fault("%s %s: %r" % (self.command, path, error))
                answer = Answer(500)
            if self.command != "GET":
                state.save()
        if fail:
            return self.misbehave(fail, answer)
        if self.file:
            return self.send_file(*self.file)
        self.reply(answer)

    def fail(self, path):
        for fail in self.state.switches["fail"]:
            if re.search(fail["path"], self.command + " " + path) and fail.get("times", 1) > 0:
                if fail.get("after", 0) > 0:
                    fail["after"] -= 1
                    continue
                fail["times"] = fail.get("times", 1) - 1
                return dict(fail)
        return None

    def misbehave(self, fail, answer=None):
        kind = fail.get("kind", "")
        if kind in ("close", "lost"):
            self.close_connection = True
            return
        if kind == "cut" and answer:
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.type)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body[:len(answer.body) // 2])
            self.close_connection = True
            return
        if kind in ("huge", "bytes"):
            size = 200 << 20 if kind == "huge" else 50 << 20
            self.send_response(200)
            self.send_header("Content-Type", "application/json" if kind == "huge" else "image/jpeg")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            block = b"\xff" * (1 << 20)
            if kind == "huge":
                block = b'{"results": ["' + b"a" * (1 << 20) + b'",'
            self.close_connection = True
            try:
                for _ in range(size >> 20):
                    self.wfile.write(b"%x\r\n" % len(block) + block + b"\r\n")
                self.wfile.write(b"0\r\n\r\n")
            except OSError:
                pass
            return
        if kind == "deep":
            return self.reply(Answer(200, b"[" * 10_000 + b"]" * 10_000, "application/json"))
        if kind == "redirect":
            return self.reply(Answer(fail.get("status", 302), "", headers={"Location": fail["to"]}))
        self.reply(Answer(fail.get("status", 500), fail.get("body", "").encode(),
                          fail.get("type", "text/html"), fail.get("headers")))

    def reply(self, answer):
        body = answer.body
        is_control = self.path.startswith("/control")
        is_json = answer.type.startswith("application/json")
        if self.state.switches["strings"] and is_json and not is_control:
            body = json.dumps(texts(json.loads(body))).encode()
        try:
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.type)
            self.send_header("Content-Length", str(len(body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def send_file(self, path, is_download):
        size = os.path.getsize(path)
        start, end, status = 0, size - 1, 200
        wanted = self.headers.get("Range")
        if wanted:
            match = re.match(r"^bytes=(\d*)-(\d*)$", wanted)
            if match and match.group(1):
                start = int(match.group(1))
                end = min(end, int(match.group(2))) if match.group(2) else end
                status = 206
            elif match and match.group(2):
                start, status = max(0, size - int(match.group(2))), 206
            if start >= size and size:
                return self.reply(Answer(416, headers={"Content-Range": "bytes */%d" % size}))
        try:
            self.send_response(status)
            self.send_header("Content-Type", MIME.get(path.rsplit(".", 1)[-1], "audio/mpeg"))
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Content-Length", str(end - start + 1))
            self.send_header("ETag", 'W/"%x-%x"' % (size, int(os.path.getmtime(path) * 1000)))
            changed = email.utils.formatdate(os.path.getmtime(path), usegmt=True)
            self.send_header("Last-Modified", changed)
            if status == 206:
                self.send_header("Content-Range", "bytes %d-%d/%d" % (start, end, size))
            if is_download:
                self.send_header("Content-Disposition", "attachment")
            self.end_headers()
            if self.command == "HEAD":
                return
            with open(path, "rb") as file:
                file.seek(start)
                left = end - start + 1
                while left > 0:
                    block = file.read(min(left, 1 << 16))
                    if not block:
                        break
                    self.wfile.write(block)
                    left -= len(block)
        except OSError:
            self.close_connection = True
