/// Commands about building playlists from artists.
package enum BuildCommand: Hashable, Sendable {
  /// Opens the form as it was left.
  case form
  /// Opens the form with the options of a preset.
  case preset(String)
  /// Shows the last result again.
  case result
  case presets
  /// Keeps the form under a name, asked for.
  case savePreset
  /// Replaces a preset by the form.
  case replacePreset(String)
  case deletePreset(String)
  /// Asks for a path.
  case exportPreset, importPreset
  /// Overwrites an existing file.
  case replaceFile(String)
  /// Puts the defaults into the form, or the form back that a preset replaced.
  case useDefaults, useReplaced
  case spotify(SpotifyOrder)
}

/// Orders about the account at Spotify.
package enum SpotifyOrder: String, CaseIterable, Hashable, Sendable {
  case signIn = "sign-in"
  case signOut = "sign-out"
  case status
}

extension CommandTable {
  static let buildEntries = [
    CommandEntry(
      .build(.form), "build", does: "build a playlist from artists, with a dry run first…"),
    CommandEntry(
      .build(.result), "build-result", does: "the tracks of the last build, and why each is there…"),
    CommandEntry(
      .build(.presets), "build-presets", does: "options of builds: load, keep, export, import…"),
  ]
}

extension CommandLineReader {
  static let buildUsages: [Usage] = [
    Usage(form: "build PRESET", summary: "build a playlist by the options of a preset") {
      .build(.preset($0))
    },
    Usage(
      form: "spotify ORDER",
      summary: "the account that playlists are built on: sign-in, sign-out, status",
      words: SpotifyOrder.allCases.map(\.rawValue)
    ) {
      SpotifyOrder(rawValue: $0.lowercased()).map { .build(.spotify($0)) }
    },
  ]
}
