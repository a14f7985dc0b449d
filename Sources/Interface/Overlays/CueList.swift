package import Music

/// The window in which the cues of one track are gone to and edited.
package struct CueList: Equatable, Sendable {
  /// How its track gets to play.
  package enum Origin: Equatable, Sendable {
    case queued(QueuedTrack)
    case row(RowID, ListQuery)
  }

  package var track: TrackID
  package var title: String
  package var origin: Origin
  /// What of its file is played from there.
  package var part: EntrySound
  /// Of the file; nil until it is known.
  package var length: Duration?
  package private(set) var cues: [Cue] = []
  package private(set) var isLoaded = false
  package private(set) var selected = 0
  package var top = 0
  /// The cue that the cursor is on, wherever it goes.
  private var cursor: CueID?

  package init(
    _ track: TrackID, title: String, origin: Origin, part: EntrySound = EntrySound()
  ) {
    self.track = track
    self.title = title
    self.origin = origin
    self.part = part
  }

  package var cue: Cue? { cues.indices.contains(selected) ? cues[selected] : nil }

  mutating func take(_ new: [Cue]) {
    cues = new
    isLoaded = true
    selected = max(0, min(selected, cues.count - 1))
    if let cursor { select(cursor) } else { cursor = cue?.id }
  }

  /// The cursor goes to a cue, at once or as soon as it is there.
  mutating func select(_ id: CueID) {
    cursor = id
    if let index = cues.firstIndex(where: { $0.id == id }) { selected = index }
  }

  mutating func move(to index: Int) {
    selected = max(0, min(cues.count - 1, index))
    cursor = cue?.id
  }

  /// The cursor's cue goes: it is on the next one then.
  mutating func leave() { cursor = nil }

  mutating func scroll(height: Int) {
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = max(0, min(top, cues.count - height))
  }
}
