"""Edge functions, and the storage with its signed addresses."""
import hashlib
import os
import re
import secrets
import urllib.parse

import tokens
from answers import Answer
from libpq import DatabaseError


class Functions:
    """A part of the handler."""

    def edge_function(self):
        name = "/".join(self.parts[2:])
        if name not in self.state.switches["functions"] or self.command != "POST":
            raise Answer(404, {"code": "NOT_FOUND", "message": "Requested function was not found"})
        if name == "collaborator-auth":
            return self.collaborator_auth(self.json_body())
        return self.track_address(self.json_body())

    # collaborator-auth

    def collaborator_auth(self, body):
        def words(*names):
            found = [body.get(name) for name in names]
            if not all(isinstance(one, str) and one for one in found):
                raise Answer(400, {"error": "Email and password are required"})
            return found
        action = body.get("action")
        if action == "signup":
            email, password, name, share = words("email", "password", "name", "shareToken")
            return self.sign_up(email, password, name, share)
        if action == "login":
            email, password = words("email", "password")
            found = self.database.rows(
                "select id, email, name from collaborators where email = $1 and password_hash = $2",
                email, hashlib.sha256(password.encode()).hexdigest())
            if not found:
                raise Answer(401, {"error": "Invalid email or password"})
            return self.collaborator(*found[0])
        if action == "logout":
            self.database.rows("delete from collaborator_sessions where token = $1",
                               *words("token"))
            return Answer(200, {"success": True})
        if action == "validate":
            found = self.database.rows(
                "select c.id, c.email, c.name from collaborator_sessions s "
                "join collaborators c on c.id = s.collaborator_id "
                "where s.token = $1 and s.expires_at > auth.clock()", *words("token"))
            if not found:
                raise Answer(401, {"error": "Invalid or expired session"})
            return Answer(200, {"collaborator": dict(zip(("id", "email", "name"), found[0]))})
        raise Answer(400, {"error": "Invalid action"})

    def sign_up(self, email, password, name, share):
        try:
            found = self.database.rows(
                "select id from playlist_shares where share_token = $1 and shared_with_email = $2 "
                "and status <> 'revoked'", share, email)
        except DatabaseError:
            found = []
        if not found:
            raise Answer(400, {"error": "Invalid invitation"})
        made = self.database.rows(
            "insert into collaborators (email, name, password_hash) values ($1, $2, $3) "
            "on conflict do nothing returning id", email, name,
            hashlib.sha256(password.encode()).hexdigest())
        if not made:
            raise Answer(400, {"error": "Account already exists. Please log in."})
        self.database.rows(
            "update playlist_shares set collaborator_id = $1, status = 'active', "
            "accepted_at = auth.clock() where id = $2", made[0][0], found[0][0])
        return self.collaborator(made[0][0], email, name)

    def collaborator(self, id, email, name):
        token = "s3cr3t-collaborator-" + secrets.token_hex(16)
        self.database.rows(
            "insert into collaborator_sessions (collaborator_id, token, expires_at) "
            "values ($1, $2, auth.clock() + interval '7 days')", id, token)
        return Answer(200, {"token": token,
                            "collaborator": {"id": id, "email": email, "name": name}})

    # get-track-url

    def track_address(self, body):
        claims = self.bearer()
        if claims is None or claims["exp"] < self.state.now():
            raise Answer(401, "Unauthorized")
        try:
            found = self.database.rows("select storage_path from tracks where id = $1",
                                       body.get("trackId"))
        except DatabaseError:
            found = []
        if not found:
            raise Answer(404, "Track not found")
        if not self.is_heard(claims, "id = $1", body.get("trackId")):
            raise Answer(403, "Access denied")
        return Answer(200, {"url": self.base() + self.signed(found[0][0], 3600)})

    def is_heard(self, claims, condition, value):
        """Whether the role of the request sees a track."""
        role = "anon" if claims is None else "authenticated"
        answer = self.as_role(role, claims or {"role": "anon"}, lambda database: Answer(
            200, bool(database.rows("select from public.tracks where " + condition, value))))
        return answer.body == b"true"

    # Storage

    def base(self):
        return "http://" + self.headers["Host"] + "/storage/v1"

    def signed(self, path, seconds):
        token = tokens.signed({"url": "audio-files/" + path, "iat": self.state.now(),
                               "exp": int(self.state.now()) + seconds})
        return "/object/sign/audio-files/%s?token=%s" % (urllib.parse.quote(path), token)

    def storage_error(self, status, error, message):
        return Answer(400, {"statusCode": str(status), "error": error, "message": message})

    def storage(self):
        if self.parts[2:5] != ["object", "sign", "audio-files"]:
            raise self.storage_error(404, "not_found", "Object not found")
        path = "/".join(self.parts[5:])
        if self.command == "POST":
            _, claims = self.role()
            if claims.get("role") == "anon":
                claims = None
            if not self.is_heard(claims, "storage_path = $1", path):
                raise self.storage_error(404, "not_found", "Object not found")
            seconds = int(self.json_body().get("expiresIn", 0))
            return Answer(200, {"signedURL": self.signed(path, seconds)})
        found = tokens.claims(self.query.get("token", ""))
        if found is None or found.get("url") != "audio-files/" + path:
            raise self.storage_error(400, "InvalidJWT", "signature verification failed")
        if found["exp"] < self.state.now() or found["iat"] < self.state.signed_from:
            raise self.storage_error(400, "InvalidJWT", '"exp" claim timestamp check failed')
        return self.sound(os.path.join(self.state.files, path))

    def sound(self, path):
        if ".." in path or not os.path.isfile(path):
            raise self.storage_error(404, "not_found", "Object not found")
        with open(path, "rb") as file:
            data = file.read()
        headers = {"Accept-Ranges": "bytes", "ETag": '"%d"' % len(data)}
        match = re.match(r"^bytes=(\d+)-(\d*)$", self.headers.get("Range") or "")
        if not match:
            return Answer(200, data, "audio/mpeg", headers)
        start, end = int(match.group(1)), min(int(match.group(2) or len(data)), len(data) - 1)
        if start >= len(data):
            return Answer(416, b"", headers={"Content-Range": "bytes */%d" % len(data)})
        headers["Content-Range"] = "bytes %d-%d/%d" % (start, end, len(data))
        return Answer(206, data[start:end + 1], "audio/mpeg", headers)
