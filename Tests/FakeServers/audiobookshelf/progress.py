"""Progress, as MediaProgress and User of the server change it."""
import uuid


class Progress:
    """A part of the state."""

    def apply(self, user, payload, is_session=False):
        item = self.items.get(payload.get("libraryItemId"))
        episode_id = payload.get("episodeId")
        if episode_id:
            found = [one for one in self.items.values()
                     if any(e["id"] == episode_id for e in one.get("episodes", []))]
            if not found:
                return (404, "Episode not found")
            item = found[0]
        elif item is None:
            return (404, "Library item not found")
        elif item["mediaType"] != "book":
            return (400, "Library item is not a book")
        key = item["id"] + ("/" + episode_id if episode_id else "")
        own = self.kept["progress"].setdefault(user["id"], {})
        now = self.now()
        progress = own.get(key)
        if progress is None:
            finished = bool(payload.get("isFinished"))
            own[key] = {"id": str(uuid.uuid4()), "userId": user["id"], "libraryItemId": item["id"],
                        "episodeId": episode_id, "mediaItemId": episode_id or "media-" + item["id"],
                        "mediaItemType": "podcastEpisode" if episode_id else "book",
                        "duration": payload.get("duration") or 0,
                        "progress": 1 if finished else payload.get("progress") or 0,
                        "currentTime": payload.get("currentTime") or 0, "isFinished": finished,
                        "hideFromContinueListening": bool(payload.get("hideFromContinueListening")),
                        "ebookLocation": None, "ebookProgress": 0, "lastUpdate": now,
                        "startedAt": now,
                        "finishedAt": payload.get("finishedAt") or now if finished else None}
            return None
        payload = dict(payload)
        if payload.get("isFinished") is not None:
            if payload["isFinished"] and not progress["isFinished"]:
                progress["finishedAt"] = payload.get("finishedAt") or now
                progress["progress"] = 1
            elif not payload["isFinished"] and progress["isFinished"]:
                progress["finishedAt"], progress["progress"] = None, 0
                moved = progress["currentTime"] != 0
                progress["currentTime"] = 0
                payload.pop("currentTime", None)
                if moved:
                    progress["hideFromContinueListening"] = False
        elif payload.get("progress") is not None:
            progress["progress"] = min(1, max(0, payload["progress"]))
        moved = payload.get("currentTime", progress["currentTime"]) != progress["currentTime"]
        for name in ("duration", "currentTime", "isFinished", "hideFromContinueListening"):
            if payload.get(name) is not None:
                progress[name] = payload[name]
        if moved and not payload.get("hideFromContinueListening"):
            progress["hideFromContinueListening"] = False
        ends = False
        if progress["duration"]:
            library = next(one for one in self.libraries if one["id"] == item["library"])
            if not is_session:
                library = {}
            if library.get("percent"):
                ends = progress["currentTime"] / progress["duration"] * 100 > library["percent"]
            else:
                ends = (progress["duration"] - progress["currentTime"]
                        < library.get("remaining", 10))
        if not progress["isFinished"] and ends:
            progress.update({"isFinished": True, "progress": 1,
                             "finishedAt": progress["finishedAt"] or now})
        elif progress["isFinished"] and moved and not ends:
            progress.update({"isFinished": False, "finishedAt": None})
        progress["lastUpdate"] = now
        if payload.get("lastUpdate"):
            progress["lastUpdate"] = payload["lastUpdate"]
        return None
