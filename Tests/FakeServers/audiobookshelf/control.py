"""What the test, and no client, asks and orders."""
import json

from answers import Answer


class Control:
    """A part of the handler."""

    def control(self, path):
        state = self.state
        with state.lock:
            if self.command == "GET":
                if path == "/control/state":
                    kept = state.kept
                    shape = {name: kept[name] for name in ("progress", "bookmarks", "closed")}
                    return Answer(200, dict(shape, open=list(state.sessions.values())))
                return Answer(200, {"faults": state.faults, "requests": state.requests,
                                    "counts": state.counts, "switches": state.switches})
            order = json.loads(self.raw or b"{}")
            if "reset" in order:
                state.begin(order["reset"].get("library") or {}, order["reset"].get("generate", 0))
            state.switches.update(order.get("set", {}))
            state.switches["skew"] += order.get("pass", 0)
            if order.get("clear"):
                state.faults, state.requests, state.counts = [], [], {}
            if "move" in order:
                move = order["move"]
                user = next(one for one in state.users if one["name"] == move["user"])
                item = state.items[move["item"]]
                payload = {"libraryItemId": move["item"], "episodeId": move.get("episode"),
                           "duration": state.duration(item) or 600, "currentTime": move["time"],
                           "lastUpdate": move.get("at")}
                payload["progress"] = min(1, move["time"] / payload["duration"])
                state.apply(user, payload)
                key = move["item"] + ("/" + move["episode"] if move.get("episode") else "")
                own = state.kept["progress"][user["id"]][key]
                own["lastUpdate"] = move.get("at") or own["lastUpdate"]
                if "finished" in move:
                    own.update({"isFinished": move["finished"],
                                "finishedAt": state.now() if move["finished"] else None})
            if "bookmark" in order:
                one = dict(order["bookmark"])
                user = next(user for user in state.users if user["name"] == one["user"])
                state.kept["bookmarks"].setdefault(user["id"], []).append(
                    {"libraryItemId": one["item"], "time": one["time"], "title": one["title"],
                     "createdAt": state.now()})
            if "delete" in order:
                state.items.pop(order["delete"], None)
                state.kept["deleted"].append(order["delete"])
            if "touch" in order:
                state.items[order["touch"]]["updatedAt"] += 1000
            if "add" in order:
                state.add(order["add"])
            if order.get("forget") == "sessions":
                state.sessions = {}
            kept = state.kept
            if order.get("expire") == "access":
                for one in kept["access"].values():
                    one["ends"] = 0
            if order.get("expire") == "refresh":
                kept["refresh"] = {}
            if order.get("expire") == "grace":
                for one in kept["refresh"].values():
                    one["grace"] = None
            state.save()
            return Answer(200, {})
