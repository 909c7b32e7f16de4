"""A small API on Python's standard library. It knows nothing of the proxy."""
import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from urllib.parse import parse_qs, urlsplit

notes = {}
ids = count(1)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        note_id = note_id_in(url.path)
        if url.path == "/notes":
            limit = parse_qs(url.query).get("limit", ["20"])[0]
            if not limit.isdecimal() or not 1 <= int(limit) <= 100:
                return self.refuse(400, "limit is a number from 1 to 100.")
            newest = list(reversed(notes.values()))
            self.answer(200, newest[: int(limit)])
        elif note_id in notes:
            self.answer(200, notes[note_id])
        else:
            self.refuse(404, "There is no such note.")

    def do_POST(self):
        if self.path != "/notes":
            return self.refuse(404, "There is nothing here.")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            sent = json.loads(body)
        except ValueError:
            return self.refuse(400, "This is not JSON.")
        if not isinstance(sent, dict) or list(sent) != ["text"] or not isinstance(sent["text"], str) or not sent["text"]:
            return self.refuse(400, "A note has a text.")
        note = {"id": next(ids), "text": sent["text"], "done": False}
        notes[note["id"]] = note
        self.answer(201, note, {"Location": f"/notes/{note['id']}"})

    def do_DELETE(self):
        if notes.pop(note_id_in(self.path), None) is None:
            return self.refuse(404, "There is no such note.")
        self.send_response(204)
        self.end_headers()

    def answer(self, status, value, headers={}, content_type="application/json"):
        data = json.dumps(value).encode()
        self.send_response(status)
        for name, text in {"Content-Type": content_type, "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status, title):
        self.answer(status, {"title": title}, content_type="application/problem+json")

    def log_message(self, *args):
        pass


def note_id_in(path):
    match = re.fullmatch("/notes/([0-9]+)", path)
    return int(match.group(1)) if match else None


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
