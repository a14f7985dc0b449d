"""The calls of sessions, progress and bookmarks."""
import json
import re
import time
import uuid

from answers import Answer
from checks import UUID


class Listening:
    """A part of the handler."""

    def play(self, user, item, episode_id):
        state = self.state
        body = self.body("play", ("deviceInfo", "mediaPlayer", "supportedMimeTypes"))
        if body.get("forceDirectPlay") is not True:
            self.fault("no forceDirectPlay")
        device = self.device(body)
        episode = next((one for one in item.get("episodes", []) if one["id"] == episode_id), None)
        if (item["mediaType"] == "podcast") != (episode_id is not None):
            self.fault("an episode where none belongs, or none where one does")
            raise Answer(404)
        if episode_id is not None and episode is None or not (episode or item.get("files")):
            raise Answer(404)
        for session in [one for one in state.sessions.values()
                        if one["userId"] == user["id"] and one["deviceId"] == device]:
            self.end(session)
        key = item["id"] + ("/" + episode_id if episode_id else "")
        progress = state.kept["progress"].get(user["id"], {}).get(key)
        start = 0 if not progress or progress["isFinished"] else progress["currentTime"]
        duration = episode["file"]["duration"] if episode else state.duration(item)
        now = state.now()
        session = {"id": str(uuid.uuid4()), "userId": user["id"], "libraryId": item["library"],
                   "libraryItemId": item["id"],
                   "bookId": None if episode_id else "media-" + item["id"], "episodeId": episode_id,
                   "mediaType": item["mediaType"], "mediaMetadata": state.metadata(item, False),
                   "chapters": (episode or item).get("chapters", []),
                   "displayTitle": (episode or item)["title"],
                   "displayAuthor": ", ".join(item.get("authors", [])), "coverPath": None,
                   "duration": duration, "playMethod": 0, "mediaPlayer": body.get("mediaPlayer"),
                   "deviceInfo": body.get("deviceInfo"), "serverVersion": state.switches["version"],
                   "date": time.strftime("%Y-%m-%d"), "dayOfWeek": time.strftime("%A"),
                   "timeListening": 0, "startTime": start, "currentTime": start, "startedAt": now,
                   "updatedAt": now}
        state.sessions[session["id"]] = dict(session, deviceId=device)
        tracks = state.tracks(item) if not episode else [
            state.episode_json(item, episode, item["episodes"].index(episode) + 1)["audioTrack"]]
        shape = dict(session, audioTracks=tracks, libraryItem=state.item_json(item, False))
        raise Answer(200, shape)

    def end(self, session):
        self.state.sessions.pop(session["id"], None)
        if session["timeListening"]:
            self.state.kept["closed"][session["id"]] = session

    def session(self, user, method, parts):
        state = self.state
        if method == "POST" and parts == ["local-all"]:
            if state.version() < (2, 3):
                raise Answer(404)
            self.allow()
            body = self.body("local-all", ("sessions", "deviceInfo"))
            self.device(body)
            if not body.get("sessions"):
                self.fault("no sessions")
            results = [self.local(user, one) for one in body.get("sessions", [])]
            raise Answer(200, {"results": results})
        if method == "POST" and parts == ["local"]:
            result = self.local(user, self.body("local"))
            raise Answer(200) if result["success"] else Answer(500, result["error"])
        if method != "POST" or len(parts) != 2 or parts[1] not in ("sync", "close"):
            return
        self.allow()
        session = state.sessions.get(parts[0])
        if session is None or session["userId"] != user["id"]:
            raise Answer(404)
        body = self.body("sync", ("currentTime", "timeListened", "duration"))
        if not body.get("duration"):
            self.fault("a place without a duration, which ends the book")
        if body.get("currentTime", 0) > session["duration"] + 1:
            self.fault("a place beyond the end")
        if session["libraryItemId"] not in state.items:
            # syncSession finds no item: 500, and not 404.
            raise Answer(500)
        session["currentTime"] = body.get("currentTime", 0)
        session["timeListening"] += body.get("timeListened", 0)
        if body.get("timeListened"):
            session["updatedAt"] = state.now()
        progress = session["currentTime"] / session["duration"] if session["duration"] else 0
        state.apply(user, {"libraryItemId": session["libraryItemId"],
                           "episodeId": session["episodeId"], "duration": body.get("duration"),
                           "currentTime": body.get("currentTime"),
                           "progress": max(0, min(progress, 1))}, is_session=True)
        if parts[1] == "close":
            self.end(session)
        elif session["timeListening"]:
            state.kept["closed"][session["id"]] = dict(session)
        raise Answer(200)

    def local(self, user, session):
        state = self.state
        self.check(session, "local", ("id", "libraryItemId", "mediaType", "duration", "playMethod",
                                      "timeListening", "startTime", "currentTime", "startedAt",
                                      "updatedAt"))
        if not UUID.match(session.get("id", "")):
            self.fault("the id of a local session is no UUID")
        if session.get("playMethod") != 3:
            self.fault("a local session is played otherwise than locally")
        if not session.get("duration"):
            self.fault("a place without a duration, which ends the book")
        if state.switches["refuse"] == session.get("libraryItemId"):
            return {"id": session.get("id"), "success": False, "error": "Out of order"}
        item = state.items.get(session.get("libraryItemId"))
        episode = session.get("episodeId")
        if item is None or item["mediaType"] == "podcast" and not any(
                one["id"] == episode for one in item["episodes"]):
            return {"id": session.get("id"), "success": False, "error": "Media item not found"}
        if session.get("mediaType") != item["mediaType"]:
            self.fault("the wrong mediaType")
        state.kept["closed"][session["id"]] = dict(session, userId=user["id"])
        key = item["id"] + ("/" + episode if episode else "")
        progress = state.kept["progress"].get(user["id"], {}).get(key)
        result = {"id": session["id"], "success": True, "progressSynced": False}
        if progress and progress["lastUpdate"] > session["updatedAt"]:
            return result
        duration = session["duration"]
        state.apply(user, {"libraryItemId": item["id"], "episodeId": episode, "duration": duration,
                           "currentTime": session["currentTime"],
                           "progress": min(1, session["currentTime"] / duration) if duration else 0,
                           "lastUpdate": session["updatedAt"]}, is_session=True)
        result["progressSynced"] = True
        return result

    def progress(self, user, method, parts):
        state = self.state
        self.allow()
        own = state.kept["progress"].get(user["id"], {})
        if method == "PATCH" and parts == ["batch", "update"]:
            if (self.headers.get("Content-Type") or "").split(";")[0] != "application/json":
                self.fault("the body is no application/json")
            body = json.loads(self.raw)
            if not isinstance(body, list) or not body:
                raise Answer(400, "Missing request payload")
            for one in body:
                plain = {name: value for name, value in one.items()
                         if name not in ("libraryItemId", "episodeId")}
                self.change(user, one.get("libraryItemId"), one.get("episodeId"), plain)
            raise Answer(200)
        if method == "PATCH" and len(parts) in (1, 2):
            error = self.change(user, parts[0], parts[1] if len(parts) == 2 else None,
                                self.body("progress"))
            raise Answer(*error) if error else Answer(200)
        if method == "GET" and len(parts) in (1, 2):
            found = own.get("/".join(parts))
            raise Answer(200, found) if found else Answer(404)
        if method == "DELETE" and len(parts) == 1:
            for key, one in list(own.items()):
                if one["id"] == parts[0]:
                    del own[key]
                    raise Answer(200)
            raise Answer(404)

    def change(self, user, item, episode, body):
        self.check(body, "progress", ("duration",))
        if not body.get("duration"):
            self.fault("progress with a duration of 0")
        if body.get("isFinished") and "currentTime" in body:
            key = item + ("/" + episode if episode else "")
            if key in self.state.kept["progress"].get(user["id"], {}):
                self.fault("a place beside isFinished, which would be taken back")
        for session in self.state.sessions.values():
            if (session["userId"] == user["id"] and session["libraryItemId"] == item
                    and session["episodeId"] == episode):
                self.fault("progress of an item with an open session")
        return self.state.apply(user, dict(body, libraryItemId=item, episodeId=episode))

    def bookmark(self, user, method, item, rest):
        state = self.state
        self.allow()
        own = state.kept["bookmarks"].setdefault(user["id"], [])
        if method == "DELETE" and len(rest) == 1:
            if not re.match("^[0-9]+$", rest[0]):
                self.fault("a bookmark at no whole second")
            for one in own:
                if one["libraryItemId"] == item and str(one["time"]) == rest[0]:
                    own.remove(one)
                    raise Answer(200)
            raise Answer(404)
        if method not in ("POST", "PATCH") or rest:
            return
        self.item(item)
        body = self.body("bookmark", ("time", "title"))
        if not isinstance(body.get("time"), (int, float)):
            raise Answer(400, "Invalid time")
        if not body.get("title"):
            self.fault("a bookmark without a title")
            raise Answer(400, "Invalid title")
        for one in own:
            if one["libraryItemId"] == item and one["time"] == body["time"]:
                one["title"] = body["title"]
                raise Answer(200, one)
        if method == "PATCH":
            raise Answer(404)
        own.append({"libraryItemId": item, "time": body["time"], "title": body["title"],
                    "createdAt": state.now()})
        raise Answer(200, own[-1])
