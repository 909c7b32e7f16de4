"""The parcel service on Python's standard library. Starts a server for each fault that the command line names, and
prints their ports as one line of JSON."""
import gzip
import json
import re
import sys
import threading
import traceback
import uuid
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import checks
from spoil import quote_of, spoil_depot, spoil_depots, spoil_list, spoil_parcel
from store import CALLERS, DEPOTS, Store


class Refusal(Exception):
    def __init__(self, status, title):
        super().__init__(title)
        self.status = status
        self.title = title


GUESSED = {
    "sender": "unknown",
    "recipient": {"name": "Zoë", "street": "Quay 1", "city": "Kiel", "country": "DE"},
    "weightKg": 1,
    "trackingNumber": 1,
    "express": False,
    "insuredUntil": None,
}


def to_json(value):
    return json.dumps(value, ensure_ascii=False)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without it, every answer's last packet waits for the client's acknowledgement.
    disable_nagle_algorithm = True
    wbufsize = -1
    fault = ""
    store = None

    def log_message(self, *args):
        pass

    def handle_method(self):
        # The body is read first: what is left unread would be taken for the next request.
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        url = urlsplit(self.path)
        self.query = dict(parse_qsl(url.query, keep_blank_values=True))
        try:
            for method, pattern, handler in ROUTES:
                match = re.fullmatch(pattern, url.path)
                wanted = "GET" if self.command == "HEAD" else self.command
                if match and method == wanted and (handler.__name__ not in EXTRA or EXTRA[handler.__name__] == self.fault):
                    return handler(self, *match.groups())
            self.send_error(404)
        except Refusal as refusal:
            self.refuse(refusal)
        except Exception:
            self.answer(500, "text/plain", traceback.format_exc())

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = handle_method

    def answer(self, status, content_type, body, headers={}, length=None):
        data = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        if content_type:
            self.send_header("Content-Type", content_type)
        for name, value in headers.items():
            self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(length or len(data)))
        self.end_headers()
        if self.command != "HEAD" and status not in (204, 304):
            self.wfile.write(data)

    def refuse(self, refusal):
        status, title = refusal.status, refusal.title
        if self.fault == "html-error" and status == 404:
            return self.send_error(404)
        body = {"type": "about:blank", "title": title, "status": status}
        if self.fault == "other-error-body" and status == 404:
            body = {"detail": title}
        self.answer(status, "application/problem+json", to_json(body))

    def caller(self):
        key = self.headers.get("X-Api-Key")
        reads_one = self.command in ("GET", "HEAD") and re.fullmatch("/parcels/[^/]+", self.path)
        if key in CALLERS:
            return CALLERS[key]
        if reads_one and (self.fault == "no-key-check" or (key and self.fault == "accepts-any-key")):
            return "ada"
        if self.command == "DELETE" and self.fault == "no-key-on-delete":
            return "ada"
        raise Refusal(403 if self.fault == "status-403-for-401" else 401, "Unauthorized")

    def row(self, parcel_id):
        caller = self.caller()
        if not re.fullmatch("pcl_[0-9]{4}", parcel_id):
            raise Refusal(400, "The id is invalid.")
        row = self.store.find(caller, parcel_id)
        if not row:
            if self.fault == "missing-is-500" and self.path.endswith("/label"):
                raise AttributeError("'NoneType' object has no attribute 'parcel'")
            raise Refusal(404, "The parcel does not exist.")
        return row

    def json_body(self, wanted):
        content_type = self.headers.get("Content-Type", "").split(";")[0]
        if content_type != wanted:
            if self.fault == "accepts-text-plain" and content_type == "text/plain":
                return GUESSED
            raise Refusal(415, f"The body must be {wanted}.")
        try:
            return json.loads(self.body)
        except ValueError:
            if self.fault == ("accepts-broken-json" if self.body else "accepts-no-body"):
                return GUESSED
            raise Refusal(400, "The body is not JSON.")

    def check(self, problem):
        if problem:
            raise Refusal(422 if self.fault == "status-422-for-400" else 400, problem)

    def list_parcels(self):
        caller = self.caller()
        self.check_query(checks.problem_of_list(self.query, self.fault))
        if self.fault == "quote-is-500" and "'" in self.query.get("city", ""):
            raise RuntimeError("syntax error near Aquila")
        text = to_json(spoil_list(self.store.list(caller, self.query), self.fault))
        if self.fault == "warning-before-json":
            text = "DeprecationWarning: utcnow() is deprecated\n" + text
        headers = {"X-Request-Id": str(uuid.uuid4()), "RateLimit-Remaining": "99"}
        if self.fault == "rate-limit-in-words":
            headers["RateLimit-Remaining"] = "99/100"
        if "gzip" not in self.headers.get("Accept-Encoding", ""):
            return self.answer(200, "application/json", text, headers)
        if self.fault == "gzip-with-wrong-type":
            text = text.replace('"insuredUntil": null', '"insuredUntil": "null"')
        data = text.encode() if self.fault == "gzip-in-name-only" else gzip.compress(text.encode(), mtime=0)
        if self.fault == "gzip-cut-short":
            data = data[:-20]
        self.answer(200, "application/json", data, {**headers, "Content-Encoding": "gzip"})

    def check_query(self, problem):
        if problem:
            raise Refusal(400, problem)

    def create_parcel(self):
        caller = self.caller()
        body = self.json_body("application/json")
        self.check(checks.problem_of_input(body, self.fault))
        if self.fault == "emoji-is-500":
            body["sender"].encode("latin-1")
        row = self.store.create(caller, body)
        headers = {"Location": f"/parcels/{row.parcel['id']}", "ETag": self.store.etag(row)}
        if self.fault == "no-location":
            del headers["Location"]
        if self.fault == "location-leads-nowhere":
            headers["Location"] = "/parcels/None"
        text = to_json(row.parcel)
        status = {"status-202-for-201": 202, "status-200-for-201": 200}.get(self.fault, 201)
        self.answer(status, "application/json", text + text if self.fault == "body-sent-twice" else text, headers)

    def get_parcel(self, parcel_id):
        row = self.row(parcel_id)
        if self.fault == "head-is-404" and self.command == "HEAD":
            return self.send_error(404)
        etag = self.store.etag(row)
        if self.fault == "etag-always-changes":
            etag = f'"{uuid.uuid4()}"'
        if self.fault == "etag-without-quotes":
            etag = etag.strip('"')
        if self.fault == "head-has-other-etag" and self.command == "HEAD":
            etag = '"none"'
        headers = {"X-Request-Id": str(uuid.uuid4()), "ETag": etag}
        if self.fault == "no-request-id":
            del headers["X-Request-Id"]
        if self.fault == "request-id-is-number":
            headers["X-Request-Id"] = "140245"
        known = self.headers.get("If-None-Match")
        if known and (known == etag or self.fault == "always-304"):
            return self.answer(304, None, "", headers)
        text = to_json(spoil_parcel(row.parcel, self.fault))
        data = text.encode("latin-1", "replace") if self.fault == "latin1-json" else text.encode()
        if self.fault == "truncated-json":
            data = data[:200]
        if self.fault == "empty-body":
            data = b""
        if self.fault == "repeated-key":
            data = data.replace(b"{", b'{"id": "pcl_0000", ', 1)
        self.answer(200, "text/html" if self.fault == "html-for-json" else "application/json", data, headers)

    def send_parcel(self, parcel, row):
        headers = {} if self.fault == "no-etag" else {"ETag": self.store.etag(row)}
        self.answer(200, "application/json", to_json(parcel), headers)

    def replace_parcel(self, parcel_id):
        row = self.row(parcel_id)
        body = self.json_body("application/json")
        self.check(checks.problem_of_input(body, self.fault))
        wanted = self.headers.get("If-Match")
        if wanted and wanted != self.store.etag(row) and self.fault != "if-match-ignored":
            raise Refusal(412, "The parcel was changed.")
        answer = self.store.replace(row, body)
        if answer is None:
            raise Refusal(404, "No row was changed.")
        self.send_parcel(answer, row)

    def update_parcel(self, parcel_id):
        row = self.row(parcel_id)
        body = self.json_body("application/merge-patch+json")
        self.check(checks.problem_of_patch(body, self.fault))
        self.send_parcel(self.store.update(row, body), row)

    def delete_parcel(self, parcel_id):
        self.store.remove(self.row(parcel_id))
        if self.fault == "status-200-for-204":
            return self.answer(200, "application/json", '{"deleted": 1}')
        self.answer(204, None, "")

    def get_label(self, parcel_id):
        to = self.row(parcel_id).parcel["recipient"]
        label = f"{to['name']}\n{to['street']}\n{to['city']}\n"
        if self.fault == "connection-cut":
            self.close_connection = True
            return self.answer(200, "text/plain", label, length=400)
        encoding = "latin-1" if self.fault == "latin1-text" else "utf-8"
        self.answer(200, "text/plain; charset=utf-8", label.encode(encoding))

    def add_photo(self, parcel_id):
        self.row(parcel_id)
        content_type = self.headers.get("Content-Type", "")
        if not content_type.startswith("multipart/form-data"):
            raise Refusal(415, "The body must be multipart/form-data.")
        message = BytesParser().parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + self.body)
        parts = message.get_payload() if message.is_multipart() else []
        fields = {part.get_param("name", header="content-disposition"): part for part in parts}
        size = len(fields["photo"].get_payload(decode=True)) if "photo" in fields else None
        caption = fields["caption"].get_payload(decode=True).decode() if "caption" in fields else None
        self.check(checks.problem_of_photo(size, caption, self.fault))
        self.answer(201, "application/json", to_json({"bytes": 1 if size is None else size, "caption": caption}))

    def create_quote(self):
        self.caller()
        if self.headers.get("Content-Type", "").split(";")[0] != "application/x-www-form-urlencoded":
            raise Refusal(415, "The body must be a form.")
        form = dict(parse_qsl(self.body.decode(), keep_blank_values=True))
        self.check(checks.problem_of_quote(form, self.fault))
        self.answer(200, "application/json", to_json(quote_of(float(form["weightKg"]), self.fault)))

    def daily_report(self):
        self.caller()
        day = self.query.get("date")
        if day is None and self.fault != "accepts-missing-date":
            raise Refusal(400, "date is required.")
        if day is not None and not checks.is_date(day) and self.fault != "accepts-bad-date":
            raise Refusal(400, "date is invalid.")
        if self.fault == "json-for-csv":
            return self.answer(200, "application/json", to_json({"registered": 2}))
        text = "status,parcels\nregistered,2\nin_transit,2\n"
        self.answer(200, "text/csv", text.replace(",", ";") if self.fault == "csv-with-semicolons" else text)

    def list_depots(self):
        text = to_json(spoil_depots(DEPOTS, self.fault))
        data = text.encode("utf-8-sig" if self.fault == "json-with-bom" else "utf-8")
        self.answer(200, None if self.fault == "no-content-type" else "application/json", data)

    def get_depot(self, number):
        if self.fault == "accepts-bad-path":
            number = re.match("[0-9]*", number).group()
        if not re.fullmatch("[1-9][0-9]*", number):
            raise Refusal(400, "The number is invalid.")
        for depot in DEPOTS:
            if depot["id"] == int(number):
                return self.answer(200, "application/json", to_json(spoil_depot(depot, self.fault)))
        raise Refusal(404, "The depot does not exist.")

    def delete_depot(self, number):
        self.answer(204, None, "")

    def admin_parcels(self):
        self.answer(200, "application/json", to_json({"count": 7}))


ROUTES = [
    ("GET", "/parcels", Handler.list_parcels),
    ("POST", "/parcels", Handler.create_parcel),
    ("GET", "/parcels/([^/]+)", Handler.get_parcel),
    ("PUT", "/parcels/([^/]+)", Handler.replace_parcel),
    ("PATCH", "/parcels/([^/]+)", Handler.update_parcel),
    ("DELETE", "/parcels/([^/]+)", Handler.delete_parcel),
    ("GET", "/parcels/([^/]+)/label", Handler.get_label),
    ("POST", "/parcels/([^/]+)/photos", Handler.add_photo),
    ("POST", "/quotes", Handler.create_quote),
    ("GET", "/reports/daily", Handler.daily_report),
    ("GET", "/depots", Handler.list_depots),
    ("GET", "/depots/([^/]+)", Handler.get_depot),
    ("DELETE", "/depots/([^/]+)", Handler.delete_depot),
    ("GET", "/admin/parcels", Handler.admin_parcels),
]
# What the document doesn't have, and the fault that brings it.
EXTRA = {"delete_depot": "undocumented-method", "admin_parcels": "undocumented-path"}


def start(fault):
    handler = type("FaultyHandler", (Handler,), {"fault": fault, "store": Store(fault)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


print(json.dumps({fault: start(fault) for fault in sys.argv[1:]}), flush=True)
threading.Event().wait()
