#!/usr/bin/env python3
"""A reverse proxy on 127.0.0.1 that misbehaves, for tests.

    proxy.py --upstream http://127.0.0.1:4533 [--delay 100] [--rate 20] [--tls CERT KEY]

It prints its port as the first line and runs until its input ends. --delay is the round trip in
milliseconds (a new connection costs one more), --rate the Mbit/s of all answers together.

Faults come one for each request that they fit, in order, and are set while it runs:

    PUT /__faults   [{"kind": "cut", "count": 1, "path": "/stream", "value": 3000}]
    PUT /__network  {"down": true, "delay": 100, "rate": 20}
    GET /__requests every request: method, target, headers, bytes of the answer that were sent

Kinds: status (value: 500, 429, …; "after": seconds of Retry-After), html, cut (value: bytes of the
body, after which the connection is closed), short (Content-Length tells the truth and the body is
shorter, as cut, but ends cleanly), chunked-cut (chunks without a last one), no-range (answers 200
with everything), whole-chunked (200 in chunks, without a length), redirect (value: the address),
silent (no answer, the connection stays), drop (closed without an answer), changed (another ETag),
late (value: seconds before the answer).
A fault with "count": 0 stays.
"""
import argparse
import asyncio
import json
import ssl
import sys
import time
from urllib.parse import urlsplit

HOP_HEADERS = {"connection", "keep-alive", "transfer-encoding", "te", "upgrade", "proxy-connection"}


class Network:
    def __init__(self, delay, rate):
        self.delay = delay / 1000
        self.rate = rate * 1e6 / 8
        self.down = False
        self.free = 0.0
        self.faults = []
        self.requests = []
        self.writers = set()

    async def way(self):
        if self.delay:
            await asyncio.sleep(self.delay / 2)

    async def send(self, writer, data):
        """Sends at the rate that all connections share."""
        step = 8192
        for start in range(0, len(data), step):
            part = data[start : start + step]
            if self.rate:
                now = time.monotonic()
                self.free = max(self.free, now) + len(part) / self.rate
                if self.free - now > 0.002:
                    await asyncio.sleep(self.free - now)
            if self.down:
                raise ConnectionError
            writer.write(part)
            await writer.drain()

    def take_fault(self, target):
        for fault in self.faults:
            if fault.get("path", "") in target:
                if fault.get("count", 1) == 0:
                    return fault
                fault["count"] = fault.get("count", 1) - 1
                if fault["count"] == 0:
                    self.faults.remove(fault)
                return fault
        return {}


async def read_head(reader):
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
        return None
    lines = head.decode("latin-1").split("\r\n")
    headers = [tuple(part.strip() for part in line.split(":", 1)) for line in lines[1:] if ":" in line]
    return lines[0], headers


def value(headers, name):
    return next((text for key, text in headers if key.lower() == name), None)


async def read_body(reader, headers, status=None, method="GET"):
    if method == "HEAD" or status in (204, 304):
        return b""
    if "chunked" in (value(headers, "transfer-encoding") or "").lower():
        body = b""
        while True:
            size = int((await reader.readline()).split(b";")[0], 16)
            part = await reader.readexactly(size + 2)
            if size == 0:
                return body
            body += part[:-2]
    length = value(headers, "content-length")
    if length is not None:
        return await reader.readexactly(int(length))
    return b"" if status is None else await reader.read()


async def ask_upstream(upstream, method, target, headers, body):
    reader, writer = await asyncio.open_connection(upstream.hostname, upstream.port or 80, limit=1 << 20)
    kept = [(key, text) for key, text in headers if key.lower() not in HOP_HEADERS | {"host", "content-length"}]
    kept += [("Host", upstream.netloc), ("Connection", "close"), ("Content-Length", str(len(body)))]
    lines = [f"{method} {target} HTTP/1.1"] + [f"{key}: {text}" for key, text in kept]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body)
    first, answered = await read_head(reader)
    status = int(first.split()[1])
    content = await read_body(reader, answered, status, method)
    writer.close()
    return status, answered, content


def head_bytes(status, headers):
    lines = [f"HTTP/1.1 {status} Some"] + [f"{key}: {text}" for key, text in headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def control(network, target, body, own):
    if target == "/__requests":
        return json.dumps(network.requests).encode()
    change = json.loads(body)
    if target == "/__faults":
        network.faults = change
    else:
        network.delay = change.get("delay", network.delay * 1000) / 1000
        network.rate = change.get("rate", network.rate * 8 / 1e6) * 1e6 / 8
        network.down = change.get("down", network.down)
        if network.down:
            for writer in network.writers - {own}:
                writer.transport.abort()
    return b"{}"


async def answer(network, upstream, writer, method, target, headers, body):
    """Answers one request; false closes the connection."""
    entry = {"method": method, "target": target, "headers": dict(headers), "sent": 0, "time": time.time()}
    network.requests.append(entry)
    fault = network.take_fault(target)
    kind = fault.get("kind")
    await network.way()
    if kind == "silent":
        await asyncio.sleep(3600)
    if kind == "drop":
        return False
    if kind == "late":
        await asyncio.sleep(fault["value"])
    if kind in ("no-range", "whole-chunked"):
        headers = [(key, text) for key, text in headers if key.lower() not in ("range", "if-range")]
    if kind == "status":
        status, answered, content = fault["value"], [("Content-Type", "text/plain")], b"fault"
        if "after" in fault:
            answered.append(("Retry-After", str(fault["after"])))
    elif kind == "html":
        status, answered, content = 200, [("Content-Type", "text/html")], b"<html>sign in</html>"
    elif kind == "redirect":
        status, answered, content = 302, [("Location", fault["value"])], b""
    else:
        status, answered, content = await ask_upstream(upstream, method, target, headers, body)
    answered = [(key, text) for key, text in answered if key.lower() not in HOP_HEADERS | {"content-length"}]
    if kind == "no-range":
        answered = [(key, text) for key, text in answered if key.lower() != "accept-ranges"]
    if kind == "changed":
        answered = [(key, text) for key, text in answered if key.lower() not in ("etag", "last-modified")]
        answered.append(("ETag", '"another"'))
    is_chunked = kind in ("whole-chunked", "chunked-cut")
    if is_chunked:
        answered.append(("Transfer-Encoding", "chunked"))
    else:
        length = len(content)
        if kind == "short":
            length = min(length, fault["value"])
            content = content[:length]
        answered.append(("Content-Length", str(length)))
    await network.way()
    await network.send(writer, head_bytes(status, answered))
    if method == "HEAD":
        return True
    end = min(len(content), fault["value"]) if kind in ("cut", "chunked-cut") else len(content)
    step = 32768
    for start in range(0, end, step):
        part = content[start : min(end, start + step)]
        data = b"%x\r\n%s\r\n" % (len(part), part) if is_chunked else part
        await network.send(writer, data)
        entry["sent"] += len(part)
    if kind == "whole-chunked":
        await network.send(writer, b"0\r\n\r\n")
    return kind not in ("cut", "chunked-cut")


async def serve(network, upstream, reader, writer):
    network.writers.add(writer)
    try:
        is_first = True
        while True:
            head = await read_head(reader)
            if head is None or not head[0]:
                return
            method, target, _ = head[0].split(" ", 2)
            body = await read_body(reader, head[1])
            if target.startswith("/__"):
                content = control(network, target, body, writer)
                writer.write(head_bytes(200, [("Content-Length", str(len(content)))]) + content)
                await writer.drain()
                return
            if network.down:
                return
            if is_first and network.delay:
                await asyncio.sleep(network.delay)
            is_first = False
            if not await answer(network, upstream, writer, method, target, head[1], body):
                return
    except (ConnectionError, asyncio.IncompleteReadError, OSError, ValueError):
        pass
    finally:
        network.writers.discard(writer)
        writer.close()


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--upstream", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    options = parser.parse_args()
    network = Network(options.delay, options.rate)
    context = None
    if options.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*options.tls)
    upstream = urlsplit(options.upstream)
    server = await asyncio.start_server(
        lambda reader, writer: serve(network, upstream, reader, writer),
        "127.0.0.1", options.port, ssl=context, limit=1 << 20)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    sys.stdout.flush()
    import os
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
