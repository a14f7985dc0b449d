import Music

/// The state and the track that show, always of one item: the item that the player has reported, or a
/// requested one whose track is known, as the report of its opening will show it.
struct ShownState: Equatable, Sendable {
  private struct Item: Equatable, Sendable {
    var id: PlayID
    var queued: QueuedTrack
    /// Nil for an item of an audition.
    var item: QueueItemID?
    /// Until the item is reported.
    var track: Track?
    /// Whether the track was loaded since the request.
    var isLoaded = false
  }

  /// The state that the player has reported.
  private(set) var reported: PlayerState = .stopped
  /// The track of the reported item, as its entry shows it; that of the item before until it is
  /// loaded.
  private(set) var reportedTrack: Track?
  private var reportedItem: Item?
  /// The requested items that the player has not reported, the newest one last.
  private var awaited: [Item] = []
  /// Until when the newest one shows without its report; nil where it does not.
  private var expectedUntil: ContinuousClock.Instant?

  private static let maximumAwaited = 16

  // MARK: What shows

  /// Whether the requested item shows before the player has reported it.
  var isExpected: Bool { expectedUntil != nil }

  var state: PlayerState {
    if isExpected, let newest = awaited.last { .loading(newest.id) } else { reported }
  }

  /// The track of a requested item shows also where the player has none.
  private var showsAwaited: Bool { isExpected || reported.item == nil }

  private var item: Item? { showsAwaited ? awaited.last ?? reportedItem : reportedItem }

  var track: Track? { showsAwaited ? awaited.last?.track ?? reportedTrack : reportedTrack }
  var queued: QueuedTrack? { item?.queued }
  /// The item of the queue; nil during an audition.
  var queueItem: QueueItemID? { item?.item }

  /// Whether another item shows than the requested one.
  var showsEarlier: Bool { !awaited.isEmpty && !showsAwaited }

  /// The track of the requested item that the player has not reported, where it is loaded.
  var awaitedTrack: Track? { awaited.last?.track }

  // MARK: Requests

  /// An item is requested: it shows once the player has reported it.
  mutating func request(_ id: PlayID, _ queued: QueuedTrack, item: QueueItemID? = nil) {
    awaited = (awaited + [Item(id: id, queued: queued, item: item)]).suffix(Self.maximumAwaited)
    expectedUntil = nil
  }

  /// The requested item shows from now on.
  mutating func expect(_ track: Track, until end: ContinuousClock.Instant) {
    guard let newest = awaited.indices.last else { return }
    awaited[newest].track = track
    expectedUntil = end
  }

  /// The requested item shows no more until the player reports it.
  mutating func giveUp() { expectedUntil = nil }

  mutating func expire(at now: ContinuousClock.Instant) {
    if let expectedUntil, expectedUntil <= now { giveUp() }
  }

  /// How long until the requested item shows no more without its report.
  func time(at now: ContinuousClock.Instant) -> Duration? { expectedUntil.map { $0 - now } }

  /// No item is requested any more.
  mutating func forgetRequests() {
    awaited = []
    giveUp()
  }

  // MARK: Reports of the player

  /// - Parameter prepared: the item, where it was not requested.
  /// - Returns: Whether the state has another track now, which was loaded before.
  mutating func report(_ state: PlayerState, of prepared: PlayerItem?) -> Bool {
    let before = reported
    reported = state
    guard let id = state.item else {
      reportedItem = nil
      return false
    }
    guard id != before.item else { return false }
    guard let index = awaited.firstIndex(where: { $0.id == id }) else {
      reportedItem = Item(
        id: id, queued: prepared?.queued ?? QueuedTrack(id.track), item: prepared?.item)
      return false
    }
    let request = awaited[index]
    awaited.removeSubrange(...index)
    if awaited.isEmpty { giveUp() }
    reportedItem = request
    if let track = request.track { reportedTrack = track }
    return request.isLoaded
  }

  /// The player went on to an item that it had prepared.
  mutating func goOn(with track: Track?) {
    forgetRequests()
    reportedTrack = track
  }

  /// The player has stopped for good.
  mutating func stop() {
    forgetRequests()
    reportedTrack = nil
  }

  /// An item cannot be played: what the player has shows again.
  mutating func fail(_ id: PlayID) {
    if awaited.last?.id == id { giveUp() }
    awaited.removeAll { $0.id == id }
  }

  // MARK: Tracks

  /// The queued track of an item that was reported or requested.
  func queued(of id: PlayID) -> QueuedTrack? {
    (awaited + [reportedItem].compactMap(\.self)).first { $0.id == id }?.queued
  }

  /// The track of an item that was reported or requested, where it is known.
  func track(of id: PlayID) -> Track? {
    if let request = awaited.first(where: { $0.id == id }) { return request.track }
    return reportedItem?.id == id && reportedTrack?.id == id.track ? reportedTrack : nil
  }

  /// What a loaded track belongs to.
  enum Loaded { case none, awaited, current }

  mutating func receive(_ track: Track, of queued: QueuedTrack) -> Loaded {
    var loaded = Loaded.none
    for index in awaited.indices where awaited[index].queued == queued {
      awaited[index].track = track
      awaited[index].isLoaded = true
      loaded = reported.item == nil && !isExpected ? .current : .awaited
    }
    guard reportedItem?.queued == queued else { return loaded }
    reportedTrack = track
    return .current
  }
}
