package import Music

/// The window in which the cues of one track are gone to and edited.
package struct CueList: Equatable, Sendable {
  /// How its track gets to play.
  package enum Origin: Equatable, Sendable {
    /// The item of the queue, as long as it is there.
    case queued(QueuedTrack, QueueItemID?)
    case row(RowID, ListQuery)
  }

  package var track: TrackID
  package var title: String
  package var origin: Origin
  /// What of its file is played from there.
  package var part: EntryPlayback
  /// Of the file; nil until it is known.
  package var length: Duration?
  package private(set) var cues: [Cue] = []
  /// Cues that the analysis proposes; they are rows below the others.
  package private(set) var proposals: [Cue] = []
  private var mixIn: Duration?
  private var mixOut: Duration?
  package private(set) var isLoaded = false
  package private(set) var cursor = ListCursor()
  /// The cue that the cursor is on, wherever it goes.
  private var cueAtCursor: CueID?

  package init(
    _ track: TrackID, title: String, origin: Origin, part: EntryPlayback = EntryPlayback()
  ) {
    self.track = track
    self.title = title
    self.origin = origin
    self.part = part
  }

  package var cue: Cue? { cues.indices.contains(cursor.selected) ? cues[cursor.selected] : nil }

  /// The proposal that the cursor is on.
  package var proposal: Cue? {
    let index = cursor.selected - cues.count
    return proposals.indices.contains(index) ? proposals[index] : nil
  }

  package var rowCount: Int { cues.count + proposals.count }

  mutating func update(_ new: [Cue]) {
    cues = new
    isLoaded = true
    proposals = Cue.mixProposals(mixIn, mixOut, besides: cues)
    cursor.move(by: 0, of: rowCount)
    if let cueAtCursor { select(cueAtCursor) } else { cueAtCursor = cue?.id }
  }

  mutating func propose(mixIn: Duration?, mixOut: Duration?) {
    (self.mixIn, self.mixOut) = (mixIn, mixOut)
    proposals = Cue.mixProposals(mixIn, mixOut, besides: cues)
    cursor.move(by: 0, of: rowCount)
  }

  /// The cursor goes to a cue, at once or as soon as it is there.
  mutating func select(_ id: CueID) {
    cueAtCursor = id
    if let index = cues.firstIndex(where: { $0.id == id }) { cursor.select(index) }
  }

  mutating func move(by step: Int) {
    cursor.move(by: step, of: rowCount)
    cueAtCursor = cue?.id
  }

  /// The cursor's cue goes: it is on the next one then.
  mutating func leave() { cueAtCursor = nil }

  mutating func scroll(height: Int) { cursor.scroll(height: height, of: rowCount) }
}
