"""The parcels, in memory."""

CALLERS = {"key-ada": "ada", "key-bob": "bob"}
DEPOTS = [
    {"id": 1, "kind": "counter", "city": "Lyon", "opens": "08:30"},
    {"id": 2, "kind": "locker", "city": "Kiel", "slots": 48},
]


class Row:
    def __init__(self, caller, parcel):
        self.caller = caller
        self.parcel = parcel
        self.version = 1


def seed(index, city):
    status = ["registered", "delivered", "in_transit"][index % 3]
    parcel = {
        "id": f"pcl_000{index + 1}",
        "sender": "Ada Byrne",
        "recipient": {"name": "Zoë Kowalska", "street": f"Quay {index + 1}", "city": city, "country": "FR"},
        "weightKg": 2.125,
        "trackingNumber": 9007199254740993 + 2 * index,
        "express": index % 2 == 0,
        "insuredUntil": "2027-01-31" if index == 0 else None,
        "notify": "zoe@example.com",
        "tags": ["fragile"],
        "status": status,
        "createdAt": f"2026-11-2{index}T08:30:00Z",
        "deliveredAt": "2026-11-25T16:00:00Z" if status == "delivered" else None,
    }
    return Row("bob" if index == 6 else "ada", parcel)


class Store:
    def __init__(self, fault):
        self.fault = fault
        cities = ["Lyon", "Łódź", "Kiel", "Lyon", "Delft", "Lyon", "Kiel"]
        self.rows = [seed(index, city) for index, city in enumerate(cities)]
        self.deleted = []
        self.puts = set()

    def find(self, caller, parcel_id):
        for row in self.rows:
            if row.parcel["id"] == parcel_id and (row.caller == caller or self.fault == "reads-others-parcels"):
                return row
        return None

    def list(self, caller, query):
        rows = self.rows + self.deleted if self.fault == "list-keeps-deleted" else self.rows
        status = None if self.fault == "ignored-filter" else query.get("status")
        own = [
            row.parcel
            for row in rows
            if row.caller == caller
            and status in (None, row.parcel["status"])
            and query.get("city") in (None, row.parcel["recipient"]["city"])
        ]
        limit = int(query.get("limit", "20"))
        start = int(query.get("cursor", "c0")[1:])
        next_cursor = f"c{start + limit}" if start + limit < len(own) else None
        if self.fault == "ignored-cursor":
            start = 0
        data = own if self.fault == "ignored-limit" else own[start : start + limit]
        if self.fault == "repeated-rows":
            data = data + data[:1]
        return {"data": data, "nextCursor": next_cursor}

    def create(self, caller, body):
        parcel_id = f"pcl_{1000 + len(self.rows) + len(self.deleted)}"
        parcel = {"id": parcel_id, "tags": [], "status": "registered", **body}
        parcel.update(createdAt="2026-11-26T10:00:00Z", deliveredAt=None)
        if self.fault == "rounded-int64":
            parcel["trackingNumber"] = int(float(parcel["trackingNumber"]))
        if self.fault == "create-changes-sender":
            parcel["sender"] = parcel["sender"].title().replace(" ", "")
        if self.fault == "create-cuts-sender":
            parcel["sender"] = parcel["sender"][:5]
        row = Row(caller, parcel)
        if self.fault != "create-stores-nothing":
            self.rows.append(row)
        return row

    def replace(self, row, body):
        """None if a server would take the second of two equal requests for a mistake."""
        old = row.parcel
        kept = {name: old[name] for name in ("id", "status", "createdAt", "deliveredAt")}
        answer = {**kept, "tags": [], **body}
        key = (old["id"], body["sender"])
        if self.fault == "second-put-fails" and key in self.puts:
            return None
        self.puts.add(key)
        row.version += 1
        if self.fault != "put-stores-nothing":
            row.parcel = {**answer, "tags": []} if self.fault == "put-loses-tags" else answer
        return old if self.fault == "put-answers-old" else answer

    def update(self, row, body):
        if self.fault == "patch-does-nothing":
            return row.parcel
        cleared = {"insuredUntil": None, "tags": []} if self.fault == "patch-clears-the-rest" else {}
        row.parcel = {**row.parcel, **cleared, **body}
        row.version += 1
        return row.parcel

    def remove(self, row):
        if self.fault != "delete-does-nothing":
            self.rows.remove(row)
            self.deleted.append(row)

    def etag(self, row):
        version = 1 if self.fault == "etag-never-changes" else row.version
        return f'"{row.parcel["id"]}.{version}"'
