package import Music

/// The cue points of the current track, and the state of a cue adjustment between keys.
struct Cueing: Equatable, Sendable {
  private struct Adjusted: Equatable, Sendable {
    var cue: CueID
    var adjustment: CueAdjustment
    var at: ContinuousClock.Instant
  }

  /// Sorted by time.
  private(set) var cues: [Cue] = []
  /// The number of the last request for the cues.
  private var serial = 0
  private var adjusted: Adjusted?

  /// The maximum time between two adjustments of one step.
  private static let patience: Duration = .milliseconds(1500)

  mutating func request(_ serial: Int) { self.serial = serial }

  /// - Returns: Whether the adjustment belongs to the same step as the one before.
  mutating func adjust(
    _ cue: CueID, _ adjustment: CueAdjustment, at now: ContinuousClock.Instant
  ) -> Bool {
    defer { adjusted = Adjusted(cue: cue, adjustment: adjustment, at: now) }
    guard let adjusted, now - adjusted.at < Cueing.patience else { return false }
    return adjusted.cue == cue && adjusted.adjustment.isLike(adjustment)
  }

  /// Ends the step of adjustments.
  mutating func endAdjustment() { adjusted = nil }

  /// Another track is current.
  mutating func forgetCues() { cues = [] }

  /// - Parameter serial: The request's number; nil where no newer answer can be pending.
  mutating func receive(_ cues: [Cue], serial: Int?) {
    if serial ?? self.serial == self.serial { self.cues = cues }
  }
}

// Cues of the current track: setting them, and jumping between them.
extension App {
  package var cues: [Cue] { cueEditing.cues }

  mutating func performCue(_ command: CueCommand) -> [Effect] {
    switch command {
    case .dropMarker where book != nil: return addBookmark("")
    case .list where book != nil && actsOnPlaying: return openBookmarks()
    case .dropMarker: return dropCue(.marker)
    case .list: return listCues()
    case .drop(let kind, let name): return dropCue(kind, named: name)
    case .next: return goToNextCue()
    case .previous: return goToPreviousCue()
    case .go(let text): return goToCue(text)
    case .trimToMix: return setParts(start: .mixIn, end: .mixOut)
    }
  }

  /// A cue is set at the audible position, not at the decoder's.
  mutating func dropCue(_ kind: Cue.Kind, named name: String = "") -> [Effect] {
    guard let position = findAudiblePosition(), let id = player.item else { return [] }
    return [.edit(.cues(.add(Cue(time: position, kind: kind, name: name), to: id.track)))]
  }

  /// The audible position in the file; a message where nothing plays.
  mutating func findAudiblePosition() -> Duration? {
    guard player.item != nil, player.clock != nil else {
      say("Nothing plays")
      return nil
    }
    guard !isLive else {
      say("This is a live stream: there is no place in it to mark")
      return nil
    }
    let lengths = [duration, playing.track?.audio.duration].compactMap(\.self)
    return partStart + (lengths.min().map { min($0, position) } ?? position)
  }

  /// The cue exists now, and possibly did before.
  mutating func cueAdded(_ cue: Cue, to track: TrackID, isNew: Bool) {
    let time = cue.time.clockText(decimals: 2)
    updateCueLists(of: track) { $0.select(cue.id) }
    guard isNew else { return say("There already is a cue at \(time)") }
    let title = cue.kind == .marker && cue.name.isEmpty ? "Cue" : cue.title
    let row = focusedList?.selectedRow?.track?.id
    let isListed = row == nil || row == track
    let position =
      isListed
      ? "; \(key(.cue(.list))) lists them" : playing.track.map { " in “\($0.title)”" } ?? ""
    say("\(title) at \(time)" + (hasCueList ? "" : position), .good)
  }

  // MARK: Jumps

  /// The cues in the part that plays, with their positions in it.
  private var positionedCues: [(cue: Cue, position: Duration)] {
    cues.compactMap { cue in positionInPart(cue).map { (cue, $0) } }
  }

  /// The position of a cue in the part that plays; nil outside of it.
  func positionInPart(_ cue: Cue) -> Duration? {
    let position = cue.time - partStart
    return position >= .zero && position <= duration ?? position ? position : nil
  }

  /// The tolerance of clocks between the position and a cue.
  private static let tolerance: Duration = .milliseconds(10)
  /// How long after a cue a jump back leads to the one before it.
  private static let grace: Duration = .seconds(1)

  private mutating func goToNextCue() -> [Effect] {
    let position = position
    guard hasCues() else { return [] }
    guard let next = positionedCues.first(where: { $0.position > position + App.tolerance }) else {
      say("No cue follows")
      return []
    }
    return go(to: next.cue, next.position)
  }

  private mutating func goToPreviousCue() -> [Effect] {
    let position = position
    guard hasCues() else { return [] }
    let placed = positionedCues
    let before = placed.last { $0.position < position - App.grace }
    guard let target = before ?? placed.first(where: { $0.position <= position }) else {
      say("No cue before this")
      return []
    }
    return go(to: target.cue, target.position)
  }

  private mutating func hasCues() -> Bool {
    guard player.clock != nil else {
      say("Nothing plays")
      return false
    }
    if cues.isEmpty { say("No cues yet; \(key(.cue(.dropMarker))) sets one where it plays") }
    return !cues.isEmpty
  }

  private mutating func goToCue(_ text: String) -> [Effect] {
    guard hasCues() else { return [] }
    guard let cue = cue(called: text) else {
      say("There is no cue “\(text)”; \(key(.cue(.list))) lists them", .bad)
      return []
    }
    guard let position = positionInPart(cue) else {
      say("\(cue.title) is outside of the part that plays")
      return []
    }
    return go(to: cue, position)
  }

  private func cue(called text: String) -> Cue? {
    if let number = Int(text) {
      return (1...max(1, cues.count)).contains(number) ? cues.dropFirst(number - 1).first : nil
    }
    let wanted = SortKey.folded(text)
    let names = cues.map { SortKey.folded($0.name) }
    if let exact = names.firstIndex(of: wanted) { return cues[exact] }
    if let kind = Cue.Kind(named: text), let cue = cues.first(where: { $0.kind == kind }) {
      return cue
    }
    return names.firstIndex { $0.contains(wanted) }.map { cues[$0] }
  }

  private mutating func go(to cue: Cue, _ position: Duration) -> [Effect] {
    let effects = seek(to: position)
    if !effects.isEmpty || playing.seeking.isPending {
      say("\(cue.title) at \(cue.time.clockText(decimals: 2))")
    }
    return effects
  }

  /// The last cue before the position.
  var currentCue: Cue? {
    guard player.item != nil else { return nil }
    let position = positionInFile
    return cues.last { $0.time <= position && $0.time >= partStart }
  }

  /// The cue that playback reaches next.
  var nextCue: Cue? {
    guard player.item != nil, let duration else { return nil }
    let position = positionInFile
    return cues.filter { $0.time > position && $0.time <= partStart + duration }
      .min { $0.time < $1.time }
  }

  /// How long until the next cue becomes the current one.
  var cueDue: Duration? {
    guard case .playing(_, let clock) = player, clock.isAdvancing, !cues.isEmpty else { return nil }
    let position = positionInFile
    return cues.first { $0.time > position }.map {
      ($0.time - position) / max(0.1, clock.speed) + .milliseconds(2)
    }
  }

  // MARK: Parts between cues

  /// Lets selected entries begin and end at cues; the library skips rows that are no entries.
  mutating func setParts(start: Cue.Kind? = nil, end: Cue.Kind? = nil) -> [Effect] {
    guard let selection else {
      say("Select an entry of a playlist: this is kept with its place there")
      return []
    }
    return [.edit(.cues(.setParts(selection, start: start, end: end)))]
  }
}

extension App {
  mutating func receive(_ event: CueEvent) -> [Effect] {
    switch event {
    case .loaded(let track, let cues, let serial):
      if playing.track?.id == track { cueEditing.receive(cues, serial: serial) }
      return []
    case .listLoaded(let id, let track, let cues):
      receive(cues, of: track, in: id)
      return []
    case .added(let cue, let track, let isNew):
      cueAdded(cue, to: track, isNew: isNew)
      return []
    }
  }
}
