internal import Music

/// Notes of a plan, of which a bounded number is kept.
struct NoteList {
  static let maximum = 1_000

  private var notes: [SyncNote] = []
  private var more = 0

  mutating func add(_ name: @autoclosure () -> String, _ reason: String) {
    guard notes.count < NoteList.maximum else {
      more += 1
      return
    }
    notes.append(SyncNote(name: name(), reason: reason))
  }

  var all: [SyncNote] {
    guard more > 0 else { return notes }
    return notes + [SyncNote(name: more.counted("other"), reason: "are left alone too")]
  }
}

extension String {
  /// The text without characters that steer a terminal or turn its direction.
  var displayable: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars where scalar.properties.generalCategory != .format {
      scalars.append(scalar.displayable)
    }
    return String(scalars)
  }
}

extension SyncTrack {
  /// "Artist – Title", or the name of the file.
  var shownName: String {
    guard let title else { return path.name.displayable }
    return artist.map { "\($0.displayable) – \(title.displayable)" } ?? title.displayable
  }
}
