"""GoTrue: users, sessions and refresh tokens that count once."""
import hashlib
import json
import secrets

import tokens
from answers import Answer, rest_error


class SignIn:
    """A part of the handler."""

    def auth_error(self, status, code, message):
        body = {"code": status, "error_code": code, "msg": message}
        if self.headers.get("X-Supabase-Api-Version") == "2024-01-01":
            body = {"code": code, "message": message}
        return Answer(status, body, headers={"x-sb-error-code": code})

    def auth(self):
        path = "/".join(self.parts[2:])
        if path == "token" and self.command == "POST":
            body = self.json_body()
            if self.query.get("grant_type") == "password":
                return self.password(body)
            if self.query.get("grant_type") == "refresh_token":
                return self.refresh(body)
            raise self.auth_error(400, "validation_failed", "unsupported_grant_type")
        if path == "user" and self.command == "GET":
            claims = self.session()
            return Answer(200, {"id": claims["sub"], "email": claims["email"],
                                "aud": "authenticated", "role": "authenticated",
                                "user_metadata": {}})
        if path == "logout" and self.command == "POST":
            return self.logout()
        raise self.auth_error(404, "not_found", "Not found")

    def json_body(self):
        try:
            body = json.loads(self.raw)
        except ValueError:
            body = None
        if not isinstance(body, dict):
            self.fault("the body is no JSON object")
            raise self.auth_error(400, "bad_json", "Could not parse request body as JSON")
        return body

    def password(self, body):
        digest = hashlib.sha256(str(body.get("password")).encode()).hexdigest()
        found = self.database.rows(
            "select id, email, email_confirmed_at from auth.users "
            "where email = lower($1) and password = $2", body.get("email"), digest)
        if not found:
            raise self.auth_error(400, "invalid_credentials", "Invalid login credentials")
        id, email, confirmed = found[0]
        if confirmed is None:
            raise self.auth_error(400, "email_not_confirmed", "Email not confirmed")
        session = self.database.rows(
            "insert into auth.sessions (user_id) values ($1) returning id", id)[0][0]
        return self.pair(id, email, session, self.new_token(session))

    def new_token(self, session):
        token = "s3cr3t-refresh-" + secrets.token_hex(8)
        self.database.rows("insert into auth.refresh_tokens (token, session_id) values ($1, $2)",
                           token, session)
        return token

    def pair(self, id, email, session, refresh):
        now, lifetime = int(self.state.now()), self.state.switches["lifetime"]
        access = tokens.signed({"sub": id, "email": email, "role": "authenticated", "aal": "aal1",
                                "aud": "authenticated", "session_id": session, "iat": now,
                                "exp": now + lifetime, "jti": secrets.token_hex(4)})
        return Answer(200, {"access_token": access, "token_type": "bearer", "expires_in": lifetime,
                            "expires_at": now + lifetime, "refresh_token": refresh,
                            "user": {"id": id, "email": email, "app_metadata": {},
                                     "user_metadata": {}}})

    def refresh(self, body):
        database = self.database
        database.script("begin")
        try:
            answer = self.renewed(database, str(body.get("refresh_token")))
        finally:
            database.script("commit")
        return answer

    def renewed(self, database, token):
        found = database.rows(
            "select session_id from auth.refresh_tokens where token = $1", token)
        if not found:
            return self.auth_error(400, "refresh_token_not_found",
                                   "Invalid Refresh Token: Refresh Token Not Found")
        session = found[0][0]
        user, email = database.rows(
            "select u.id, u.email from auth.sessions s join auth.users u on u.id = s.user_id "
            "where s.id = $1 for update of s", session)[0]
        revoked, age = database.rows(
            "select revoked is not null, coalesce(extract(epoch from auth.clock() - revoked), 0) "
            "from auth.refresh_tokens where token = $1", token)[0]
        if revoked == "t":
            # Within the interval the newest token is given again, as where an answer was lost.
            newest = database.rows("select token from auth.refresh_tokens where session_id = $1 "
                                   "and revoked is null order by id desc limit 1", session)
            if newest and float(age) < self.state.switches["reuse"]:
                return self.pair(user, email, session, newest[0][0])
            database.rows("update auth.refresh_tokens set revoked = auth.clock() "
                          "where session_id = $1 and revoked is null", session)
            return self.auth_error(400, "refresh_token_already_used",
                                   "Invalid Refresh Token: Already Used")
        database.rows("update auth.refresh_tokens set revoked = auth.clock() where token = $1",
                      token)
        return self.pair(user, email, session, self.new_token(session))

    def session(self):
        """The claims of the token of a session that has not ended."""
        claims = self.bearer()
        if claims is None or claims["exp"] < self.state.now():
            raise self.auth_error(403, "bad_jwt", "invalid JWT: token is expired or not valid")
        if not self.database.rows("select from auth.sessions where id = $1", claims["session_id"]):
            raise self.auth_error(403, "session_not_found",
                                  "Session from session_id claim in JWT does not exist")
        return claims

    def logout(self):
        claims = self.session()
        scope = self.query.get("scope", "global")
        condition = {"global": "user_id = $1 and $2::text is not null",
                     "local": "user_id = $1 and id = $2",
                     "others": "user_id = $1 and id <> $2"}.get(scope)
        if condition is None:
            raise self.auth_error(400, "validation_failed", "Unsupported logout scope")
        self.database.rows("delete from auth.sessions where " + condition, claims["sub"],
                           claims["session_id"])
        return Answer(204)

    def bearer(self):
        """The claims of the token in the header; none for another one."""
        header = self.headers.get("Authorization") or ""
        return tokens.claims(header[7:]) if header.startswith("Bearer ") else None

    def role(self):
        """The role of a request to PostgREST, and its claims."""
        header = self.headers.get("Authorization")
        if header is None or header == "Bearer " + self.state.switches["key"]:
            return "anon", {"role": "anon"}
        claims = self.bearer()
        if claims is None:
            raise rest_error(401, "PGRST301", "JWSError JWSInvalidSignature")
        if claims["exp"] < self.state.now():
            code = self.state.switches["expired"]
            answer = rest_error(401, code, "JWT expired")
            answer.headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
            raise answer
        return claims["role"], claims
