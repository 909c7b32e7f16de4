"""The tests that the API had before: they take its address from a variable, and don't know the document."""
import json
import os
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen

api = os.environ.get("API_URL", "http://127.0.0.1:8080")


def send(method, path, body=None):
    headers = {"Content-Type": "application/json"} if body is not None else {}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(api + path, data, headers, method=method)) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except HTTPError as error:
        # Only what a client reads is checked.
        with error:
            error.read()
        return error.code, None


class NotesTest(unittest.TestCase):
    def test_stores_a_note(self):
        status, note = send("POST", "/notes", {"text": "Water the plants"})
        self.assertEqual(status, 201)
        self.assertEqual(send("GET", f"/notes/{note['id']}"), (200, note))

    def test_lists_the_newest_first(self):
        for text in ("one", "two", "three"):
            send("POST", "/notes", {"text": text})
        status, notes = send("GET", "/notes?limit=2")
        self.assertEqual((status, [note["text"] for note in notes]), (200, ["three", "two"]))

    def test_refuses_a_note_without_text(self):
        self.assertEqual(send("POST", "/notes", {})[0], 400)

    def test_deletes_a_note(self):
        _, note = send("POST", "/notes", {"text": "Buy bread"})
        self.assertEqual(send("DELETE", f"/notes/{note['id']}")[0], 204)
        self.assertEqual(send("GET", f"/notes/{note['id']}")[0], 404)


if __name__ == "__main__":
    unittest.main()
