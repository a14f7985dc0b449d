#!/usr/bin/env python3
"""A server that behaves as Audiobookshelf 2.36 does, for tests.

It checks each request as strictly as a client should be checked (method, path, query, headers,
body, order) and keeps what it finds in a list of faults, which a test reads and expects to be
empty. It serves real files with ranges, and keeps its state in a JSON file where it is given one.

    python3 audiobookshelf --library library.json [--files FOLDER] [--state state.json] [--port 0]
                           [--set name=value ...] [--until-eof FOLDER]

The first line that it prints is the port. `library.json` has users, libraries and items:

    {"users": [{"name": "ola", "password": "p", "download": true}],
     "libraries": [{"id": "books", "name": "Books", "mediaType": "book"}],
     "items": [{"id": "b1", "library": "books", "title": "Pier", "authors": ["Ola"],
                "files": [{"path": "pier/1.mp3", "duration": 60.5}],
                "chapters": [{"start": 0, "end": 30, "title": "One"}]}]}

A podcast has "episodes", each with "id", "title", "publishedAt" and one "file". With --generate N
there are N books of one file besides.

Control, for the test and not for clients (loopback, no token):

    GET  /control            {"faults": [], "requests": [...], "counts": {...}, "switches": {...}}
    POST /control            {"set": {...}} switches; {"clear": true} empties faults and requests;
                             {"move": {"user", "item", "episode"?, "time", "finished"?, "at"?}}
                             another client moves a place; {"bookmark": {"user", "item", "time",
                             "title"}}; {"delete": item}; {"touch": item}; {"forget": "sessions"},
                             a restart; {"expire": "access"}, "refresh" or "grace" of all tokens;
                             {"add": item}; {"pass": seconds} of its clock; {"reset":
                             {"library", "generate"}} all as after the start
    GET  /control/state      all progress, bookmarks, and closed sessions

Switches (--set and "set"):
    version=2.36.0     what it says; before 2.26 there are no pairs of tokens
    app=audiobookshelf what /status names
    is_init, methods   of /status
    strings=0          1: numbers as texts, and limit and page are always echoed as texts
    skew=0             seconds by which its clock is ahead
    frozen=null        milliseconds at which its clock stands, but for skew and "pass"
    refuse=null        the item whose stretches of listening are refused
    fail=[]            faults in order: {"path": regex, "times": n, "status": 500, "body": "",
                       "type": "text/html", "headers": {}, "kind": ""}; kinds besides: "cut" (half
                       of the body), "close" (no answer), "lost" (done, but no answer), "huge"
                       (200 MB of JSON), "deep" (10,000 brackets), "bytes" (50 MB of a cover),
                       "redirect" (to "to"), "after" counts matching requests to let through first

What it does was read in the server's source, and never compared with a server that runs. In doubt
are:
    - the time of grace of a refresh token: one minute in 2.26, ten in 2.36; the versions between
    - a close without a body: body-parser makes an empty object of it, and the place becomes
      undefined (here a fault of the client, as nobody should find out)
    - lastUpdate in a PATCH: overwritten by the database layer, until a statement of its own set it
      (here it is set); never taken for progress that is new
    - the items of a search, of a series and of a collection: expanded, minified with one series,
      expanded; older versions differ, so that a client must take either
    - the settings for "finished" of a library: taken by sessions, while a PATCH has the ten seconds
    - answers of the limits of requests (429): whether Retry-After comes along
"""
import argparse
import os
import shutil
import sys
import threading
from http.server import ThreadingHTTPServer

from handler import Handler
from state import State


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        # A client that went away is no fault of either.
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    parser.add_argument("--files")
    parser.add_argument("--state")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--generate", type=int, default=0)
    parser.add_argument("--until-eof", metavar="FOLDER",
                        help="end with the standard input, and remove the folder then")
    parser.add_argument("--set", action="append", default=[])
    arguments = parser.parse_args()
    server = Server(("127.0.0.1", arguments.port), Handler)
    server.state = State(arguments)
    if arguments.until_eof:
        def end():
            sys.stdin.buffer.read()
            shutil.rmtree(arguments.until_eof, ignore_errors=True)
            os._exit(0)
        threading.Thread(target=end, daemon=True).start()
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
