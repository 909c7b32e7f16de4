"""What the document demands of requests. A function returns what is wrong, or None."""
import re
from datetime import date

STATUSES = ["registered", "in_transit", "delivered", "returned"]
COUNTRIES = ["DE", "FR", "NL", "PL"]


def is_text(most):
    return lambda value: isinstance(value, str) and 1 <= len(value) <= most


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_weight(value):
    return is_number(value) and 0 < value <= 31.5 and round(value, 3) == value


def is_date(value):
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return False
    try:
        date.fromisoformat(value)
        return True
    except ValueError:
        return False


def is_tags(value):
    return (
        isinstance(value, list)
        and len(value) <= 5
        and all(is_text(20)(one) for one in value)
        and len(set(value)) == len(value)
    )


PATCH = {
    "sender": is_text(60),
    "weightKg": is_weight,
    "express": lambda value: isinstance(value, bool),
    "insuredUntil": lambda value: value is None or is_date(value),
    "tags": is_tags,
}
ADDRESS = {
    "name": is_text(60),
    "street": is_text(80),
    "city": is_text(60),
    "country": lambda value: value in COUNTRIES,
}
INPUT = {
    **PATCH,
    "recipient": lambda value: problem_of(value, ADDRESS, ADDRESS) is None,
    "trackingNumber": lambda value: type(value) is int and 1 <= value < 2**63,
    "notify": lambda value: isinstance(value, str) and re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]+", value) is not None,
}
REQUIRED = ["sender", "recipient", "weightKg", "trackingNumber", "express", "insuredUntil"]

# What a server that trusts its clients doesn't check.
LENIENT = {
    "accepts-wrong-type": {"weightKg": lambda value: True},
    "accepts-overweight": {"weightKg": lambda value: is_number(value) and value > 0},
    "accepts-bad-email": {"notify": lambda value: True},
    "rejects-null": {"insuredUntil": is_date},
}


def problem_of(body, checks, required, is_open=False):
    if not isinstance(body, dict):
        return "The body must be an object."
    for name in required:
        if name not in body:
            return f"{name} is required."
    for name, value in body.items():
        if name not in checks and not is_open:
            return f"{name} is not known."
        if name in checks and not checks[name](value):
            return f"{name} is invalid."
    return None


def problem_of_input(body, fault):
    required = [name for name in REQUIRED if (fault, name) != ("accepts-missing-field", "recipient")]
    return problem_of(body, {**INPUT, **LENIENT.get(fault, {})}, required, fault == "accepts-unknown-field")


def problem_of_patch(body, fault):
    if body == {} and fault != "accepts-empty-patch":
        return "The body must not be empty."
    return problem_of(body, PATCH, [])


def problem_of_photo(size, caption, fault):
    if size is None and fault != "accepts-no-photo":
        return "photo is required."
    if caption is not None and len(caption) > 80:
        return "caption is invalid."
    return None


def problem_of_quote(form, fault):
    for name in form:
        if name not in ("weightKg", "country"):
            return f"{name} is not known."
    try:
        weight = float(form.get("weightKg", ""))
    except ValueError:
        return "weightKg must be a number."
    if not is_weight(weight):
        return "weightKg is invalid."
    if form.get("country") not in COUNTRIES and not (fault == "accepts-unknown-country" and "country" in form):
        return "country is invalid."
    return None


def problem_of_list(query, fault):
    most = 100000 if fault == "accepts-huge-limit" else 50
    limit = query.get("limit", "20")
    if not re.fullmatch(r"[0-9]+", limit) or not 1 <= int(limit) <= most:
        return "limit is invalid."
    if not re.fullmatch(r"c[0-9]+", query.get("cursor", "c0")):
        return "cursor is invalid."
    if query.get("status", "registered") not in STATUSES and fault != "accepts-unknown-status":
        return "status is invalid."
    if not is_text(60)(query.get("city", "Lyon")):
        return "city is invalid."
    return None
