import Music

/// Commands about building playlists from artists.
package enum BuildCommand: Hashable, Sendable {
  /// Opens the form as it was left.
  case form
  /// Opens the form with the options of a preset.
  case preset(String)
  /// Shows the last result again.
  case result
  /// Writes the rest of a playlist whose writing ended in the middle.
  case resume
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
  /// Makes a playlist of the library from one at Spotify, by its id, address or name.
  case importSpotify(String)
}

/// Orders about the account at Spotify.
package enum SpotifyOrder: String, CaseIterable, Hashable, Sendable {
  case signIn = "sign-in"
  case signOut = "sign-out"
  case status, playlists
}

extension CommandTable {
  static let buildEntries = [
    CommandEntry(
      .build(.form), "build", does: "build a playlist from artists, with a dry run first…"),
    CommandEntry(
      .build(.result), "build-result", does: "the tracks of the last build, and why each is there…"),
    CommandEntry(
      .build(.resume), "build-resume", does: "write the rest of a playlist that was cut"),
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
      summary: "your account there: sign-in, sign-out, status, playlists, import PLAYLIST",
      words: SpotifyOrder.allCases.map(\.rawValue) + ["import"]
    ) { text in
      let word = text.prefix { $0 != " " }
      if word.lowercased() == "import" {
        let playlist = text.dropFirst(word.count).trimmed()
        return .build(playlist.isEmpty ? .spotify(.playlists) : .importSpotify(playlist))
      }
      return SpotifyOrder(rawValue: text.lowercased()).map { .build(.spotify($0)) }
    },
  ]
}
