package import Music

/// What is done with files of other programs.
package enum ExchangeCommand: Hashable, Sendable {
  /// A path as it was typed; nil asks for one.
  case importFile(String?)
  /// Markers become cues of the selected track.
  case importCues(String)
  /// A path or the name of a format; nil asks for a path.
  case export(String?)
  /// Writes over a file that is there.
  case replace(PlaylistID, path: String, format: String)
  /// Where all playlists are kept as JSON; nil ends that.
  case syncFolder(String?)
}

extension CommandLineReader {
  /// Formats by the names that the exchange knows them by.
  package static let formats = [
    "m3u", "m3u8", "pls", "xspf", "jspf", "cue", "rekordbox", "json", "audition", "audacity",
    "reaper",
  ]

  static let exchangeUsages: [Usage] = [
    Usage(form: "import FILE", summary: "read a playlist of another program") {
      .exchange(.importFile($0))
    },
    Usage(form: "import-cues FILE", summary: "make markers cues of the selected track") {
      .exchange(.importCues($0))
    },
    Usage(
      form: "export FORMAT|FILE", summary: "write the playlist as m3u8, xspf, rekordbox, …",
      words: formats
    ) {
      .exchange(.export($0))
    },
    Usage(form: "sync-folder PATH|off", summary: "keep all playlists as JSON in a folder") {
      .exchange(.syncFolder($0.lowercased() == "off" ? nil : $0))
    },
  ]
}
