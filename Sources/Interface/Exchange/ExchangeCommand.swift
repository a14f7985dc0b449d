package import Music

/// Commands about files of other programs.
package enum ExchangeCommand: Hashable, Sendable {
  /// A typed path; nil asks for one.
  case importFile(String?)
  /// Markers become cues of the selected track.
  case importCues(String)
  /// A path or a format's name; nil asks for a path.
  case export(String?, replaces: Bool = false)
  /// Overwrites an existing file.
  case replace(PlaylistID, path: String, format: String)
  /// The folder for all playlists as JSON; nil ends the synchronisation.
  case syncFolder(String?)
  /// Whether changes of that file by other machines are taken over.
  case syncAuto(Bool)
}

extension CommandLineReader {
  /// The names of the export formats.
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
      form: "export FORMAT|FILE [--force]",
      summary: "write the playlist as m3u8, xspf, rekordbox, …; --force replaces a file",
      words: formats
    ) { text in
      let force = " --force"
      let replaces = text.hasSuffix(force)
      let file = String(text.dropLast(replaces ? force.count : 0)).trimmingSpaces()
      return .exchange(.export(file, replaces: replaces))
    },
    Usage(form: "sync-folder PATH|off", summary: "keep all playlists as JSON in a folder") {
      .exchange(.syncFolder($0.lowercased() == "off" ? nil : $0))
    },
    Usage(
      form: "sync-auto ON|OFF", summary: "take over playlists that other machines write there",
      words: ["on", "off"]
    ) {
      isOn($0).map { .exchange(.syncAuto($0)) }
    },
  ]
}
