package import Music

/// Commands about servers, and downloads of their tracks.
package enum ServerCommand: Hashable, Sendable {
  case list, add
  /// By a name; nil for all servers.
  case sync(String?)
  /// Goes on where another client was: at the server of a name, or at any.
  case goOn(String?)
  case download, removeDownload, cancelDownloads
  /// Shows the tracks that could not be downloaded.
  case report
  /// Answers to questions.
  case confirm, takeQueue
  case remove(ServerID)
}

extension CommandTable {
  static let serverSection = Section(
    title: "Servers",
    entries: [
      CommandEntry(
        .server(.list), "servers", does: "music and book servers: add, list, sign in, remove…"),
      CommandEntry(.server(.add), "server-add", does: "add a server…"),
      CommandEntry(
        .server(.sync(nil)), "server-sync", does: "list what has changed on all servers"),
      CommandEntry(
        .server(.goOn(nil)), "go-on", does: "take over the play queue of another client…"),
      CommandEntry(
        .server(.download), "download", "!",
        does: "download the marked tracks, album, playlist, book or series"),
      CommandEntry(
        .server(.removeDownload), "download-remove", does: "remove downloads from this disk"),
      CommandEntry(.server(.cancelDownloads), "download-cancel", does: "cancel all downloads"),
      CommandEntry(
        .server(.report), "download-report", does: "what the last downloads left, and why…"),
    ])
}

extension CommandLineReader {
  static let serverUsages: [Usage] = [
    Usage(form: "server-sync NAME", summary: "list what has changed on a server") {
      .server(.sync($0))
    },
    Usage(form: "go-on NAME", summary: "take over the play queue of another client of a server") {
      .server(.goOn($0))
    },
  ]
}
