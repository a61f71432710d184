#!/usr/bin/env python3
"""An HTTP origin for tests that serves a folder well and badly.

usage: origin.py FOLDER

Prints its ports (http, https) and the path of the certificate that it made for https, and ends when its standard input
ends or SIGTERM comes. What comes after the first part of the
path is a file of the folder:

  /files/F          ranges, kept-alive connections        /no-ranges/F      answers 200 to a range
  /wrong-range/F    206 from byte 0, whatever was asked   /gzip/F           compressed
  /delay/MS/F       waits before it answers               /flaky/N/F        N times 503 before the file
  /reset/N/F        N times a reset inside the body       /short/F          ends before its Content-Length
  /redirect/N/F     N redirects                           /redirect-to?U    redirects to U
  /status/CODE      that status                           /html             a page instead of a file
  /stall-headers/F  nothing ever                          /stall-body/F     half of the file, then nothing
  /drip/F           one byte each 50 ms                   /no-size/F        no size, the connection ends the body
  /huge-size/F      ranges of 2^63 - 1 bytes              /loop             redirects to itself
  /held/F           no answer before there is a file FOLDER.go
  /tagged/F         an entity tag of the content, and 304 to who knows it
  /dated/F          a Last-Modified a day back, and 304 to who knows it
  /busy/S/N/F       N times 503 that asks to come back after S seconds
  /signed/F         403 when the query has a name that begins with _HLS_
  /private/F        403 without a cookie           /shortens/N/F     N bytes of a range at most
  /usage            as JSON: requests, how many ran side by side at most, when each began and ended, and the status codes
"""
import email.utils
import gzip
import hashlib
import http.server
import json
import os
import re
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

FOLDER = sys.argv[1]
LOCK = threading.Lock()
SEEN = {}
DAY_BEFORE = time.time() - 86400
USAGE = {"requests": 0, "running": 0, "most": 0, "paths": [], "spans": [], "statuses": []}


class Origin(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/usage":
            return self.answer(200, json.dumps(USAGE).encode())
        with LOCK:
            USAGE["requests"] += 1
            USAGE["running"] += 1
            USAGE["most"] = max(USAGE["most"], USAGE["running"])
            USAGE["paths"].append(self.path)
        began = time.monotonic()
        try:
            self.behave()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            with LOCK:
                USAGE["running"] -= 1
                USAGE["spans"].append([began, time.monotonic()])

    def behave(self):
        path, _, query = self.path.partition("?")
        parts = path.lstrip("/").split("/")
        manner, rest = parts[0], parts[1:]
        if manner in ("tagged", "dated"):
            rest[-1] = rest[-1].split("?")[0]
        if self.path.startswith("/redirect-to?"):
            return self.redirect(urllib.parse.unquote(self.path.split("?", 1)[1]))
        if manner == "signed" and "_HLS_" in query or manner == "private" and not self.headers.get("Cookie"):
            return self.answer(403, b"refused")
        if manner == "status":
            return self.answer(int(rest[0]), b"no")
        if manner == "html":
            return self.answer(200, b"<!DOCTYPE html><html><body>Please log in</body></html>", kind="text/html")
        if manner == "redirect":
            count = int(rest[0])
            return self.redirect("/".join(["/redirect", str(count - 1)] + rest[1:] if count > 1 else ["/files"] + rest[1:]))
        if manner == "loop":
            return self.redirect("/loop")
        pause = rest.pop(0) if manner == "busy" else None
        if manner == "delay":
            time.sleep(int(rest.pop(0)) / 1000)
        while manner == "held" and not os.path.exists(FOLDER + ".go"):
            time.sleep(0.02)
        most = int(rest.pop(0)) if manner == "shortens" else None
        times = int(rest.pop(0)) if manner in ("flaky", "reset", "busy") else 0
        try:
            with open(os.path.join(FOLDER, *rest), "rb") as file:
                body = file.read()
        except OSError:
            return self.answer(404, b"no such file")
        with LOCK:
            SEEN[self.path] = SEEN.get(self.path, 0) + 1
            is_early = SEEN[self.path] <= times
        if manner == "busy" and is_early:
            return self.answer(503, b"busy", ("Retry-After", pause))
        state = self.state(manner, body)
        if state and self.headers.get(state[0]) == state[1][1]:
            return self.answer(304, b"", state[1])
        if manner == "flaky" and is_early:
            return self.answer(503, b"busy")
        if manner == "gzip":
            return self.answer(200, gzip.compress(body), ("Content-Encoding", "gzip"))
        if manner == "stall-headers":
            return time.sleep(60)
        if manner == "no-size":
            self.send_response(200)
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = True
            return
        if manner in ("stall-body", "drip", "short") or manner == "reset" and is_early:
            return self.break_off(manner, body)
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        headers = [state[1]] if state else []
        if not asked or manner == "no-ranges":
            return self.answer(200, body, *headers)
        first = 0 if manner == "wrong-range" else int(asked[1])
        if first >= len(body):
            return self.answer(416, b"", ("Content-Range", f"bytes */{len(body)}"))
        part = body[first : int(asked[2]) + 1 if asked[2] else len(body)][:most]
        size = 2**63 - 1 if manner == "huge-size" else len(body)
        self.answer(206, part, ("Content-Range", f"bytes {first}-{first + len(part) - 1}/{size}"), *headers)

    def state(self, manner, body):
        """The header of a request that knows the state of a resource, and the header that tells it."""
        if manner == "tagged":
            return "If-None-Match", ("ETag", '"' + hashlib.sha256(body).hexdigest()[:16] + '"')
        if manner == "dated":
            return "If-Modified-Since", ("Last-Modified", email.utils.formatdate(DAY_BEFORE - len(body), usegmt=True))
        return None

    def break_off(self, manner, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if manner == "drip":
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(0.05)
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        if manner == "stall-body":
            time.sleep(60)
        self.close_connection = True
        if manner == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()

    def redirect(self, target):
        self.answer(302, b"", ("Location", target))

    def answer(self, status, body, *headers, kind="application/octet-stream"):
        with LOCK:
            USAGE["statuses"].append(status)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


def serve(context=None):
    server = Server(("127.0.0.1", 0), Origin)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


# So that the folder below is removed.
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
with tempfile.TemporaryDirectory() as secrets:
    certificate, key = os.path.join(secrets, "certificate.pem"), os.path.join(secrets, "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        + ["-keyout", key, "-out", certificate],
        check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    print(serve(), serve(tls), certificate, flush=True)
    sys.stdin.read()
os._exit(0)
