"""The shapes in which the server sends what it has."""
import os

from answers import MIME


class Shapes:
    """A part of the state: nothing here changes it."""

    def library_json(self, library):
        settings = {"coverAspectRatio": 1, "disableWatcher": False,
                    "markAsFinishedPercentComplete": library.get("percent"),
                    "markAsFinishedTimeRemaining": library.get("remaining", 10)}
        return {"id": library["id"], "name": library["name"],
                "folders": [{"id": "folder-" + library["id"], "fullPath": "/" + library["id"],
                             "libraryId": library["id"], "addedAt": 1_700_000_000_000}],
                "displayOrder": 1, "icon": "database", "mediaType": library["mediaType"],
                "provider": "google", "settings": settings, "lastScan": None,
                "createdAt": 1_700_000_000_000, "lastUpdate": 1_700_000_000_000}

    def audio_file(self, item, file, index):
        path = file["path"]
        extension = path.rsplit(".", 1)[-1]
        size = file.get("size")
        if size is None:
            full = os.path.join(self.files or "", path)
            size = os.path.getsize(full) if os.path.exists(full) else 0
        return {"index": index, "ino": str(file.get("ino", 1000 + index)),
                "metadata": {"filename": os.path.basename(path), "ext": "." + extension,
                             "path": "/books/" + path, "relPath": os.path.basename(path),
                             "size": size, "mtimeMs": file.get("mtime", 1_700_000_000_000),
                             "ctimeMs": 1_700_000_000_000, "birthtimeMs": 0},
                "addedAt": item["addedAt"], "updatedAt": item["updatedAt"],
                "trackNumFromMeta": index,
                "discNumFromMeta": None, "trackNumFromFilename": None, "discNumFromFilename": None,
                "manuallyVerified": False, "exclude": False, "error": None,
                "format": file.get("format", extension), "duration": file["duration"],
                "bitRate": file.get("bitRate", 64000), "language": None,
                "codec": file.get("codec", extension), "timeBase": "1/14112000", "channels": 2,
                "channelLayout": "stereo", "chapters": [], "embeddedCoverArt": None,
                "metaTags": {"tagTitle": file.get("title")} if file.get("title") else {},
                "mimeType": MIME.get(extension, "audio/mpeg")}

    def tracks(self, item):
        start, tracks = 0.0, []
        for index, file in enumerate(item.get("files", []), 1):
            track = self.audio_file(item, file, index)
            track["title"] = track["metadata"]["filename"]
            track["startOffset"] = start
            track["contentUrl"] = "/api/items/%s/file/%s" % (item["id"], track["ino"])
            start += file["duration"]
            tracks.append(track)
        return tracks

    def duration(self, item):
        return sum(file["duration"] for file in item.get("files", []))

    def metadata(self, item, minified):
        if item["mediaType"] == "podcast":
            return {"title": item["title"], "titleIgnorePrefix": item["title"],
                    "author": ", ".join(item.get("authors", [])),
                    "description": item.get("description"),
                    "releaseDate": None, "genres": item.get("genres", []), "feedUrl": None,
                    "imageUrl": None, "itunesPageUrl": None, "itunesId": None,
                    "itunesArtistId": None, "explicit": False, "language": item.get("language"),
                    "type": "episodic"}
        authors, series = item.get("authors", []), item.get("series", [])
        shared = {"title": item["title"], "titleIgnorePrefix": item["title"],
                  "subtitle": item.get("subtitle"), "genres": item.get("genres", []),
                  "publishedYear": item.get("year"), "publishedDate": None,
                  "publisher": item.get("publisher"), "description": item.get("description"),
                  "isbn": None, "asin": None, "language": item.get("language"), "explicit": False,
                  "abridged": False, "authorName": ", ".join(authors),
                  "authorNameLF": ", ".join(authors),
                  "narratorName": ", ".join(item.get("narrators", [])),
                  "seriesName": ", ".join(
                      one["name"] + (" #" + one["sequence"] if one.get("sequence") else "")
                      for one in series)}
        if not minified:
            shared["authors"] = [{"id": "author-" + name, "name": name} for name in authors]
            shared["narrators"] = item.get("narrators", [])
            shared["series"] = [{"id": "series-" + one["name"], "name": one["name"],
                                 "sequence": one.get("sequence")} for one in series]
            shared["descriptionPlain"] = item.get("description")
        return shared

    def episode_json(self, item, episode, index):
        file = self.audio_file(item, episode["file"], 1)
        file["ino"] = str(episode["file"].get("ino", 2000 + index))
        track = dict(file, title=file["metadata"]["filename"], startOffset=0,
                     contentUrl="/api/items/%s/file/%s" % (item["id"], file["ino"]))
        return {"libraryItemId": item["id"], "podcastId": "media-" + item["id"],
                "id": episode["id"],
                "oldEpisodeId": None, "index": index, "season": episode.get("season", ""),
                "episode": episode.get("episode", ""), "episodeType": "full",
                "title": episode["title"], "subtitle": episode.get("subtitle"),
                "description": episode.get("description"), "enclosure": None, "guid": None,
                "pubDate": None, "chapters": episode.get("chapters", []), "audioFile": file,
                "audioTrack": track, "publishedAt": episode.get("publishedAt"),
                "addedAt": item["addedAt"],
                "updatedAt": episode.get("updatedAt", item["updatedAt"]),
                "duration": file["duration"], "size": file["metadata"]["size"]}

    def item_json(self, item, minified, series=None):
        media = {"id": "media-" + item["id"], "metadata": self.metadata(item, minified),
                 "coverPath": None if item.get("cover") is False else "/metadata/items/cover.jpg",
                 "tags": []}
        if item["mediaType"] == "podcast":
            episodes = [self.episode_json(item, episode, index)
                        for index, episode in enumerate(item["episodes"], 1)]
            if minified:
                media["numEpisodes"] = len(episodes)
            else:
                media["libraryItemId"] = item["id"]
                media["episodes"] = episodes
            media.update({"autoDownloadEpisodes": False, "autoDownloadSchedule": None,
                          "lastEpisodeCheck": None, "maxEpisodesToKeep": 0,
                          "maxNewEpisodesToDownload": 3, "size": 0})
        else:
            tracks = self.tracks(item)
            media.update({"duration": self.duration(item),
                          "size": sum(track["metadata"]["size"] for track in tracks)})
            if minified:
                media.update({"numTracks": len(tracks), "numAudioFiles": len(tracks),
                              "numChapters": len(item.get("chapters", [])), "ebookFormat": None})
            else:
                chapters = [dict(chapter, id=index)
                            for index, chapter in enumerate(item.get("chapters", []))]
                own = ("title", "startOffset", "contentUrl")
                plain = [{name: value for name, value in track.items() if name not in own}
                         for track in tracks]
                media.update({"libraryItemId": item["id"], "audioFiles": plain,
                              "chapters": chapters, "ebookFile": None, "tracks": tracks})
        if series:
            media["metadata"]["series"] = series
        shape = {"id": item["id"], "ino": "9" + str(abs(hash(item["id"])) % 10**8),
                 "oldLibraryItemId": None, "libraryId": item["library"],
                 "folderId": "folder-" + item["library"], "path": "/books/" + item["title"],
                 "relPath": item["title"], "isFile": False, "mtimeMs": item["updatedAt"],
                 "ctimeMs": item["updatedAt"], "birthtimeMs": item["addedAt"],
                 "addedAt": item["addedAt"], "updatedAt": item["updatedAt"],
                 "isMissing": item.get("missing", False), "isInvalid": False,
                 "mediaType": item["mediaType"], "media": media, "size": media["size"]}
        if minified:
            shape["numFiles"] = len(item.get("files", item.get("episodes", [])))
        else:
            shape.update({"lastScan": item["updatedAt"], "scanVersion": "2.36.0",
                          "libraryFiles": []})
        shape.update(item.get("raw", {}))
        return shape

    def user_json(self, user):
        progress = self.kept["progress"].get(user["id"], {})
        return {"id": user["id"], "username": user["name"], "email": None,
                "type": "user", "token": user.get("token", "old-token-of-" + user["name"]),
                "isOldToken": False, "mediaProgress": [dict(one) for one in progress.values()],
                "seriesHideFromContinueListening": [],
                "bookmarks": [dict(one) for one in self.kept["bookmarks"].get(user["id"], [])],
                "isActive": True, "isLocked": False, "lastSeen": self.now(),
                "createdAt": 1_700_000_000_000,
                "permissions": {"download": user["download"], "update": False, "delete": False,
                                "upload": False, "createEreader": False,
                                "accessAllLibraries": True, "accessAllTags": True,
                                "accessExplicitContent": True, "selectedTagsNotAccessible": False},
                "librariesAccessible": [], "itemTagsSelected": [], "hasOpenIDLink": False}

    def login_json(self, user, access, refresh):
        shape = self.user_json(user)
        if access:
            shape["accessToken"], shape["refreshToken"] = access, refresh
        return {"user": shape, "userDefaultLibraryId": self.libraries[0]["id"],
                "serverSettings": {"id": "server-settings", "version": self.switches["version"],
                                   "buildNumber": 1, "language": "en-us"},
                "ereaderDevices": [], "Source": "debian"}
