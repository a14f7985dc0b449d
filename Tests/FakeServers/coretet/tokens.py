"""Tokens as JSON Web Tokens with HMAC and SHA-256."""
import base64
import hashlib
import hmac
import json

SECRET = b"s3cr3t-of-the-project"


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signed(claims):
    head = encoded(b'{"alg":"HS256","typ":"JWT"}') + "." + encoded(json.dumps(claims).encode())
    return head + "." + encoded(hmac.new(SECRET, head.encode(), hashlib.sha256).digest())


def claims(token):
    """None for one that is not ours."""
    try:
        head, body, mark = token.split(".")
        wanted = hmac.new(SECRET, (head + "." + body).encode(), hashlib.sha256).digest()
        return json.loads(decoded(body)) if hmac.compare_digest(decoded(mark), wanted) else None
    except ValueError:
        return None
