package import Music

/// The mix slots: their playlists, the best places of the track that plays, and the flash after an
/// addition.
package struct MixSlots: Equatable, Sendable {
  private struct Flash: Equatable, Sendable {
    var slot: MixSlot
    /// The entries that the slot had before.
    var earlier: Set<EntryID>
    var until: ContinuousClock.Instant
  }

  private struct Placed: Equatable, Sendable {
    var track: TrackID?
    var point: MixPoint?
  }

  private(set) var board = MixBoard()
  /// Where the track that plays would fit best, as `MixTimeline.bestPlace`; nil where it fits
  /// nowhere or is in the mix already.
  package private(set) var places: [MixSlot: Int] = [:]
  /// The track of `places`; nil with a new board.
  private var placed: Placed?
  private var flash: Flash?
  /// The serial of the board's last request.
  private var serial = 0
  /// Whether that has no answer yet.
  private(set) var isLoading = false

  package init() {}

  // MARK: The board

  package mutating func load() -> Effect {
    serial += 1
    isLoading = true
    return .load(.mixBoard(serial: serial))
  }

  /// - Parameter serial: The request's number; nil where no newer answer can be pending.
  mutating func receive(_ board: MixBoard, serial: Int?) {
    guard serial ?? self.serial == self.serial else { return }
    isLoading = false
    self.board = board
    placed = nil
  }

  /// The board of a request could not be read.
  mutating func fail(_ serial: Int) { if serial == self.serial { isLoading = false } }

  /// Finds the best places of the track that plays, where track or board have changed.
  ///
  /// - Parameter item: the track as it was queued.
  mutating func place(_ track: Track?, _ item: QueuedTrack?) {
    let placing = Placed(track: track?.id, point: track?.mixPoint)
    guard placing != placed else { return }
    placed = placing
    places = [:]
    guard let track, let point = placing.point else { return }
    let item = item ?? QueuedTrack(track.id)
    for (slot, timeline) in board.timelines where timeline.index(of: item) == nil {
      places[slot] = timeline.bestPlace(for: point)
    }
  }

  // MARK: The flash after an addition

  private static let flashTime: Duration = .milliseconds(400)

  mutating func flash(_ slot: MixSlot, at now: ContinuousClock.Instant) {
    flash = Flash(
      slot: slot, earlier: Set(board.timelines[slot]?.entries.map(\.id) ?? []),
      until: now.advanced(by: Self.flashTime))
  }

  package func isFlashing(_ slot: MixSlot, at now: ContinuousClock.Instant) -> Bool {
    flash.map { $0.slot == slot && $0.until > now } ?? false
  }

  /// The entries of a flashing slot that were there before the addition; nil for a slot at rest.
  func earlierEntries(of slot: MixSlot, at now: ContinuousClock.Instant) -> Set<EntryID>? {
    isFlashing(slot, at: now) ? flash?.earlier : nil
  }

  mutating func expire(at now: ContinuousClock.Instant) {
    if let flash, flash.until <= now { self.flash = nil }
  }

  /// How long until the flash ends.
  func times(at now: ContinuousClock.Instant) -> [Duration] {
    [flash?.until].compactMap { $0.map { now.duration(to: $0) } }
  }
}
