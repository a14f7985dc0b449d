"""Checks of requests, which note faults of the client."""
import json
import re
import time

from answers import Answer

FIELDS = {
    "login": {"username": str, "password": str},
    "progress": {"duration": float, "progress": float, "currentTime": float, "isFinished": bool,
                 "hideFromContinueListening": bool, "finishedAt": int, "startedAt": int,
                 "lastUpdate": int},
    "sync": {"currentTime": float, "timeListened": float, "duration": float},
    "bookmark": {"time": int, "title": str},
    "play": {"deviceInfo": dict, "mediaPlayer": str, "supportedMimeTypes": list,
             "forceDirectPlay": bool, "forceTranscode": bool},
    "device": {"deviceId": str, "clientName": str, "clientVersion": str, "manufacturer": str,
               "model": str, "deviceName": str},
    "local-all": {"sessions": list, "deviceInfo": dict},
    "local": {"id": str, "libraryId": str, "libraryItemId": str, "bookId": str, "episodeId": str,
              "mediaType": str, "displayTitle": str, "displayAuthor": str, "duration": float,
              "playMethod": int, "mediaPlayer": str, "timeListening": float, "startTime": float,
              "currentTime": float, "startedAt": int, "updatedAt": int},
}
UUID = re.compile("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")


class Checks:
    """A part of the handler."""

    def fault(self, text):
        self.state.fault("%s /%s: %s" % (self.command, "/".join(self.parts), text))

    def allow(self, *names):
        for name in self.query:
            if name not in names:
                self.fault("unknown query item " + name)

    def no_body(self):
        if self.raw:
            self.fault("a body where none belongs")

    def body(self, kind, required=()):
        if (self.headers.get("Content-Type") or "").split(";")[0] != "application/json":
            self.fault("the body is no application/json")
        try:
            body = json.loads(self.raw)
        except ValueError:
            self.fault("the body is no JSON")
            raise Answer(400)
        self.check(body, kind, required)
        return body

    def check(self, body, kind, required=()):
        if not isinstance(body, dict):
            self.fault("%s is no object" % kind)
            raise Answer(400)
        for name, value in body.items():
            wanted = FIELDS[kind].get(name)
            if wanted is None:
                self.fault("%s has the unknown field %s" % (kind, name))
            elif wanted is float and (isinstance(value, bool)
                                      or not isinstance(value, (int, float))):
                self.fault("%s.%s is no number" % (kind, name))
            elif wanted is int and (isinstance(value, bool) or not isinstance(value, int)):
                self.fault("%s.%s is no whole number" % (kind, name))
            elif wanted not in (float, int) and not isinstance(value, wanted):
                self.fault("%s.%s is of the wrong type" % (kind, name))
            elif isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0:
                self.fault("%s.%s is negative" % (kind, name))
        for name in required:
            if name not in body:
                self.fault("%s has no %s" % (kind, name))

    def device(self, body):
        device = body.get("deviceInfo")
        if not isinstance(device, dict):
            self.fault("no deviceInfo")
            return ""
        self.check(device, "device", ("deviceId", "clientName", "clientVersion"))
        return device.get("deviceId", "")

    def user(self):
        """The user of the token, as passport's JWT strategy finds it."""
        state = self.state
        if "token" in self.query:
            self.fault("a token in the address")
        header = self.headers.get("Authorization")
        if header is None:
            self.fault("no Authorization")
            raise Answer(401)
        if not header.startswith("Bearer "):
            self.fault("Authorization is no Bearer")
            raise Answer(401)
        token = header[7:]
        for user in state.users:
            if token == user.get("apiKey"):
                return user
            if token == user.get("token", "old-token-of-" + user["name"]):
                if state.version() >= (2, 26):
                    self.fault("the old token at a server that gives pairs")
                return user
        known = state.kept["access"].get(token)
        if known is None or known["ends"] < time.time():
            raise Answer(401)
        return next(user for user in state.users if user["id"] == known["user"])

    def item(self, id):
        item = self.state.items.get(id)
        if item is None:
            raise Answer(404)
        return item
