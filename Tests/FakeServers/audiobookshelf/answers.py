"""Answers of the server, and what they are made of."""
import base64
import json

MIME = {"mp3": "audio/mpeg", "m4b": "audio/mp4", "m4a": "audio/mp4", "mp4": "audio/mp4",
        "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "aac": "audio/aac",
        "flac": "audio/flac", "wma": "audio/x-ms-wma", "wav": "audio/wav"}
# A grey square.
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUG"
    "CQgKCgkICQkKDA8MCgsOCwkJDRENDg8Q"
    "EBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=")


class Answer(Exception):
    """An answer that ends the handling of a request."""

    def __init__(self, status, body=None, type=None, headers=None):
        self.status, self.headers = status, headers or {}
        if body is None:
            # express: sendStatus sends the words of the status.
            words = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
                     404: "Not Found", 429: "Too Many Requests", 500: "Internal Server Error"}
            self.body = words.get(status, str(status)).encode()
            self.type = type or "text/plain; charset=utf-8"
        elif isinstance(body, bytes):
            self.body, self.type = body, type or "application/octet-stream"
        elif isinstance(body, str):
            self.body, self.type = body.encode(), type or "text/html; charset=utf-8"
        else:
            self.body, self.type = json.dumps(body).encode(), "application/json; charset=utf-8"


def texts(value):
    """The same with all numbers as texts."""
    if isinstance(value, dict):
        return {name: texts(one) for name, one in value.items()}
    if isinstance(value, list):
        return [texts(one) for one in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return value
