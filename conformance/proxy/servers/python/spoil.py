"""Values that a server gets wrong."""


def spoil_parcel(parcel, fault):
    parcel = {**parcel, "recipient": {**parcel["recipient"]}}
    values = {
        "number-as-string": ("weightKg", str(parcel["weightKg"])),
        "boolean-as-number": ("express", int(parcel["express"])),
        "null-for-string": ("sender", None),
        "enum-in-capitals": ("status", parcel["status"].upper()),
        "date-time-without-t": ("createdAt", parcel["createdAt"].replace("T", " ").rstrip("Z")),
        "date-with-dots": ("insuredUntil", "31.01.2027"),
        "email-without-host": ("notify", "zoe"),
        "weight-of-zero": ("weightKg", 0),
        "repeated-tags": ("tags", ["fragile", "fragile"]),
        "extra-field": ("_row", 17),
    }
    if fault in values:
        name, value = values[fault]
        parcel[name] = value
    if fault == "missing-field":
        del parcel["status"]
    if fault == "missing-nested-field":
        del parcel["recipient"]["city"]
    if fault == "null-left-out":
        parcel = {name: value for name, value in parcel.items() if value is not None}
    return {"data": parcel} if fault == "wrapped-in-data" else parcel


def spoil_list(page, fault):
    data = page["data"]
    if fault == "bare-list":
        return data
    if fault == "null-for-empty-list" and not data:
        return {**page, "data": None}
    if fault == "id-without-prefix":
        return {**page, "data": [{**one, "id": int(one["id"][4:])} for one in data]}
    if fault == "last-row-incomplete" and len(data) > 1:
        last = {name: value for name, value in data[-1].items() if name != "createdAt"}
        return {**page, "data": data[:-1] + [last]}
    return page


def spoil_depots(depots, fault):
    if fault == "object-for-list":
        return {str(index): depot for index, depot in enumerate(depots)}
    if fault == "locker-without-slots":
        return [{name: value for name, value in depot.items() if name != "slots"} for depot in depots]
    return depots


def spoil_depot(depot, fault):
    if fault == "fraction-for-integer" and "slots" in depot:
        return {**depot, "slots": 48.5}
    if fault == "unknown-kind":
        return {**depot, "kind": "drone"}
    return depot


def quote_of(weight, fault):
    price = round(3.9 + weight, 2)
    prices = {"price-as-string": f"{price:.2f}", "price-with-float-error": 3 * 1.1, "nan-in-json": float("nan")}
    return {"price": prices.get(fault, price), "currency": "EUR", "days": 4 if weight > 10 else 2}
