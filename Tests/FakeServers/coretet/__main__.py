#!/usr/bin/env python3
"""A Coretet project for tests: PostgreSQL with its tables and row-level rules, and in front of it a
stand-in for what Supabase puts there, PostgREST, GoTrue, two edge functions and the storage.

    python3 coretet --folder FOLDER [--port 0] [--until-eof]

Needs PostgreSQL from Debian, 15 or newer; as root it runs it as the user postgres or nobody. The
first line that it prints is the port. Files below FOLDER/files are those of the bucket audio-files.

The requests of PostgREST that a client of ours sends become SQL that runs as the role of their
token, so that rights, uniqueness and conflicts are PostgreSQL's word. Statuses and bodies of errors
are those of the real ones. What no client may do is kept in a list of faults, which a test reads
and expects to be empty.

Control, for the test and not for clients (loopback, no token):

    GET  /control   {"faults": [], "requests": [...], "counts": {...}}
    POST /control   {"set": {...}} switches; {"clear": true} empties faults and requests; {"pass":
                    seconds} of its clock; {"expire": "signed"} all signed addresses; {"script":
                    SQL} and {"rows": a select} as one who sees all; {"reset": {"scripts": [...]}}
                    all as after the start, and scripts of this folder then; {"end": true} of the
                    database

Switches:
    key             the key of the project
    skew=0          seconds by which its clock is ahead, that of the database included
    frozen=null     Unix time in seconds at which its clock stands, but for the skew
    lifetime=3600   seconds of an access token
    reuse=10        seconds in which a used refresh token still gives the newest one
    expired=PGRST303    the code for a token that has ended, PGRST301 before PostgREST 13
    most=1000       rows of one answer
    functions       the edge functions that are there
    fail=[]         faults in order: {"path": regex, "times": n, "status": 500, "body": "", "type":
                    "text/html", "headers": {}, "kind": "", "delay": seconds}; kinds: "cut" (half of
                    the body), "close" (no answer), "lost" (done, but no answer), "slow" (the delay
                    alone), "huge" (200 MB of JSON), "deep" (10,000 brackets), "redirect" (to "to");
                    "after" counts matching requests to let through first

In doubt, since neither project nor servers were compared with real ones: the rules that can_edit
and can_rate stand for; the header that names a collaborator to PostgREST (the real rules read a
setting that no request can set without such a function).
"""
import argparse
import os
import shutil
import sys
import threading
from http.server import ThreadingHTTPServer

from cluster import Cluster
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
    parser.add_argument("--folder", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--until-eof", action="store_true", help="end with the standard input")
    arguments = parser.parse_args()
    files = os.path.join(arguments.folder, "files")
    os.makedirs(files, exist_ok=True)
    cluster = Cluster(arguments.folder)
    server = Server(("127.0.0.1", arguments.port), Handler)
    server.state = State(cluster, files)
    if arguments.until_eof:
        def end():
            sys.stdin.buffer.read()
            cluster.end()
            shutil.rmtree(arguments.folder, ignore_errors=True)
            os._exit(0)
        threading.Thread(target=end, daemon=True).start()
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
