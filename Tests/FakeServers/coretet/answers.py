"""Answers of the gateway, of PostgREST and of GoTrue."""
import json


class Answer(Exception):
    """An answer that ends the handling of a request."""

    def __init__(self, status, body=None, type=None, headers=None):
        self.status, self.headers = status, headers or {}
        if body is None:
            self.body, self.type = b"", type
        elif isinstance(body, bytes):
            self.body, self.type = body, type or "application/octet-stream"
        elif isinstance(body, str):
            self.body, self.type = body.encode(), type or "text/plain; charset=utf-8"
        else:
            self.body, self.type = json.dumps(body).encode(), "application/json; charset=utf-8"


def rest_error(status, code, message, details=None, hint=None):
    """As PostgREST says it."""
    return Answer(status, {"code": code, "message": message, "details": details, "hint": hint})


STATUS = {"23503": 409, "23505": 409, "25006": 405, "42883": 404, "42P01": 404, "57014": 500}


def refusal(error, role):
    """A refusal of PostgreSQL, with the status that PostgREST gives it."""
    if error.code == "42501":
        status = 401 if role == "anon" else 403
    else:
        classes = {"08": 503, "40": 500, "53": 503, "54": 500, "57": 500, "58": 500, "XX": 500}
        status = STATUS.get(error.code, classes.get(error.code[:2], 400))
    return rest_error(status, error.code, error.message, error.details, error.hint)
