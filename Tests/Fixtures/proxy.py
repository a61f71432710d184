#!/usr/bin/env python3
"""A forward proxy for tests: GET with an absolute URL, and CONNECT.

usage: proxy.py LOG

Prints its port, writes a line for each request to LOG, and ends when its standard input ends.
"""
import http.client
import http.server
import os
import select
import socket
import sys
import threading
import urllib.parse


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def note(self):
        with open(sys.argv[1], "a") as log:
            log.write(f"{self.command} {self.path}\n")

    def do_GET(self):
        self.note()
        url = urllib.parse.urlsplit(self.path)
        origin = http.client.HTTPConnection(url.hostname, url.port or 80, timeout=600)
        headers = {name: value for name, value in self.headers.items() if not name.lower().startswith("proxy-")}
        origin.request("GET", url._replace(scheme="", netloc="").geturl(), headers=headers)
        answer = origin.getresponse()
        body = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "date", "server"):
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_CONNECT(self):
        self.note()
        host, port = self.path.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=600) as origin:
            self.send_response(200)
            self.end_headers()
            ends = {self.connection: origin, origin: self.connection}
            while True:
                for end in select.select(list(ends), [], [], 10)[0]:
                    data = end.recv(65536)
                    if not data:
                        self.close_connection = True
                        return
                    ends[end].sendall(data)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Proxy)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
