package import Music

/// Work on files of lyrics.
package enum LyricsEffect: Equatable, Sendable {
  /// Sets the offset of a file in milliseconds; nil only reports it.
  case setOffset(TrackID, FilePath, Int?)
  /// Makes a copy of a track's lyrics for the editor.
  case draft(TrackID)
  /// Takes over the copy when the editor has ended.
  case finish(LyricsDraft, EditorEnd)
  case write(NewLyrics)
}

/// A copy of lyrics for the editor.
package struct LyricsDraft: Equatable, Sendable {
  package enum Target: Equatable, Sendable {
    /// A file beside the music, with its contents when the copy was made.
    case file(FilePath, contents: [UInt8])
    /// A new file beside the music that holds the lyrics of its tags.
    case embedded(music: FilePath)
    /// A new file beside music without lyrics.
    case nothing(music: FilePath)
  }

  package var track: TrackID
  package var target: Target
  /// The path of the copy, and its text.
  package var copy: FilePath
  package var text: [UInt8]

  package init(track: TrackID, target: Target, copy: FilePath, text: [UInt8]) {
    (self.track, self.target, self.copy, self.text) = (track, target, copy, text)
  }
}

package enum EditorEnd: Equatable, Sendable {
  /// With its exit status, or a signal with 128 added.
  case ended(Int32)
  case notStarted(String)
}

/// Results of work on files of lyrics.
package enum LyricsEvent: Equatable, Sendable {
  case drafted(LyricsDraft)
  case edited(LyricsDraft, EditorEnd)
  /// The lyrics of a track have changed.
  case written(TrackID, LyricsOutcome)
  /// There is another file in the place of new lyrics.
  case refused(NewLyrics)
  /// The answer of the net: the lyrics, nil for none, or the reason why it did not answer.
  case fetched(TrackID, TrackLyrics?, fault: String?, isCommand: Bool)
  /// The text could not be written beside the music, and is in a file of its own.
  case kept(FilePath, reason: String)
}

package enum LyricsOutcome: Equatable, Sendable {
  /// Milliseconds.
  case offset(Int, FilePath)
  case offsetSet(Int, before: Int, FilePath)
  case wrote(FilePath)
  case unchanged

  var notice: Notice {
    switch self {
    case .offset(0, let file): "\(file.name) has no offset; :lyrics-offset 200 makes lines earlier"
    case .offset(let offset, let file):
      "Lyrics come \(LyricsOutcome.text(offset)), by the offset in \(file.name)"
    case .offsetSet(let offset, let before, let file):
      "Lyrics come \(LyricsOutcome.text(offset)) now, by \(file.name); before: \(before)"
    case .wrote(let file): "Wrote \(file.name)"
    case .unchanged: "The lyrics are as they were; nothing was written"
    }
  }

  private static func text(_ offset: Int) -> String {
    if offset == 0 { return "at their own times" }
    return "\(offset.magnitude) ms \(offset > 0 ? "earlier" : "later")"
  }
}
