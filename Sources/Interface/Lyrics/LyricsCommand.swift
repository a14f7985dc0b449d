package import Music

/// Commands that change the lyrics of what plays.
package enum LyricsCommand: Hashable, Sendable {
  /// Milliseconds by which lines come earlier; nil reports the present offset.
  case offset(Int?)
  case edit
  /// Opens the window in which lines get their times.
  case tap
  /// Closes that window.
  case leaveTapping
  /// Asks the net for them now, also where it had none.
  case fetch
  /// Whether the net is asked for lyrics of what plays.
  case fetching(Bool)
  /// Writes lyrics after the user agreed.
  case write(NewLyrics)
}

/// Lyrics to be written beside their music.
package struct NewLyrics: Hashable, Sendable {
  package var track: TrackID
  package var file: FilePath
  /// In LRC.
  package var text: String
  /// Whether an existing file may be replaced.
  package var replaces: Bool

  package init(track: TrackID, file: FilePath, text: String, replaces: Bool) {
    (self.track, self.file, self.text, self.replaces) = (track, file, text, replaces)
  }
}

extension CommandTable {
  static let lyricsSection = Section(
    title: "Lyrics",
    entries: [
      CommandEntry(.lyrics(.edit), "lyrics-edit", does: "edit the lyrics in your editor…"),
      CommandEntry(.lyrics(.tap), "lyrics-tap", does: "tap the times of the lines of lyrics…"),
      CommandEntry(.lyrics(.fetch), "lyrics-fetch", does: "look for lyrics on lrclib.net now"),
      CommandEntry(.lyrics(.offset(nil)), "lyrics-offset", does: "report the offset of lyrics"),
    ])
}

extension CommandLineReader {
  static let lyricsUsages: [Usage] = [
    Usage(
      form: "lyrics-fetch ON|OFF",
      summary: "look on lrclib.net for the lyrics of what plays, where it has none: on or off",
      words: ["on", "off"]
    ) {
      isOn($0).map { .lyrics(.fetching($0)) }
    },
    Usage(
      form: "lyrics-offset MS",
      summary: "lyrics come so many milliseconds earlier, later with -, by the file's times with 0"
    ) { text in
      let number = text.lowercased().replacing("ms", with: "").replacing("−", with: "-")
      return Int(number.trimmingSpaces()).flatMap {
        Lyrics.offsets.contains($0) ? .lyrics(.offset($0)) : nil
      }
    },
  ]
}
