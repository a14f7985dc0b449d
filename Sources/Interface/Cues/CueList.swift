package import Music

/// The window for jumping to the cues of one track and editing them.
package struct CueList: Equatable, Sendable {
  /// How the track of the cues is started.
  package enum Origin: Equatable, Sendable {
    /// The item of the queue, while the queue has it.
    case queued(QueuedTrack, QueueItemID?)
    case row(RowID, ListQuery)
  }

  package var track: TrackID
  package var title: String
  package var origin: Origin
  /// The part of the file that is played from there.
  package var part: EntryPlayback
  /// The file's length; nil until it is known.
  package var length: Duration?
  package private(set) var cues: [Cue] = []
  /// Cues proposed by the analysis, as rows below the others.
  package private(set) var proposals: [Cue] = []
  private var mixIn: Duration?
  private var mixOut: Duration?
  package private(set) var isLoaded = false
  package private(set) var cursor = ListCursor()
  /// The cursor's cue, which the cursor follows.
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

  /// The proposal under the cursor.
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

  /// Moves the cursor to a cue, now or when it is loaded.
  mutating func select(_ id: CueID) {
    cueAtCursor = id
    if let index = cues.firstIndex(where: { $0.id == id }) { cursor.select(index) }
  }

  mutating func move(by step: Int) {
    cursor.move(by: step, of: rowCount)
    cueAtCursor = cue?.id
  }

  mutating func scroll(to top: Int, of list: WindowList) {
    cursor.scroll(to: top, of: list)
    cueAtCursor = cue?.id
  }

  /// Moves the cursor to the next cue, as its own is removed.
  mutating func leave() { cueAtCursor = nil }

  mutating func scroll(height: Int) { cursor.scroll(height: height, of: rowCount) }
}
