package import Music

/// The cue points of what plays, and the state of their edits from one key to the next.
struct Cueing: Equatable, Sendable {
  private struct Adjusted: Equatable, Sendable {
    var cue: CueID
    var adjustment: CueAdjustment
    var at: ContinuousClock.Instant
  }

  /// In the order of their times.
  private(set) var cues: [Cue] = []
  /// The request for them that was made last.
  private var serial = 0
  private var adjusted: Adjusted?

  /// How soon one adjustment has to follow another to be one step with it.
  private static let patience: Duration = .milliseconds(1500)

  mutating func request(_ serial: Int) { self.serial = serial }

  /// - Returns: Whether it is one step with the adjustment before it.
  mutating func adjust(
    _ cue: CueID, _ adjustment: CueAdjustment, at now: ContinuousClock.Instant
  ) -> Bool {
    defer { adjusted = Adjusted(cue: cue, adjustment: adjustment, at: now) }
    guard let adjusted, now - adjusted.at < Cueing.patience else { return false }
    return adjusted.cue == cue && adjusted.adjustment.isLike(adjustment)
  }

  /// The next adjustment is a step of its own.
  mutating func endAdjustment() { adjusted = nil }

  /// Another track plays.
  mutating func forgetCues() { cues = [] }

  /// - Parameter serial: That of the request; nil where nothing newer can be on its way.
  mutating func receive(_ cues: [Cue], serial: Int?) {
    if serial ?? self.serial == self.serial { self.cues = cues }
  }
}

// Cues of what plays: setting them, and going from one to another.
extension App {
  package var cues: [Cue] { cueEditing.cues }

  mutating func performCue(_ command: CueCommand) -> [Effect] {
    switch command {
    case .dropMarker: return dropCue(.marker)
    case .list: return listCues()
    case .drop(let kind, let name): return dropCue(kind, named: name)
    case .next: return goToNextCue()
    case .previous: return goToPreviousCue()
    case .go(let text): return goToCue(text)
    case .trimToMix: return setParts(start: .mixIn, end: .mixOut)
    }
  }

  /// A cue is set where it is heard, not where the decoder is.
  mutating func dropCue(_ kind: Cue.Kind, named name: String = "") -> [Effect] {
    guard let position = findAudiblePosition(), let id = player.item else { return [] }
    return [.edit(.cues(.add(Cue(time: position, kind: kind, name: name), to: id.track)))]
  }

  /// Where in its file it is heard; says so where nothing is.
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

  /// The cue is there now, or was there before.
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

  // MARK: Going to them

  /// The cues in the part that plays, with their places in it.
  private var placedCues: [(cue: Cue, position: Duration)] {
    cues.compactMap { cue in placeInPart(cue).map { (cue, $0) } }
  }

  /// Where a cue is in the part that plays; nil outside of it.
  func placeInPart(_ cue: Cue) -> Duration? {
    let position = cue.time - partStart
    return position >= .zero && position <= duration ?? position ? position : nil
  }

  /// The place that is heard is that of a cue, as far as clocks agree.
  private static let sameness: Duration = .milliseconds(10)
  /// How long behind a cue the one before it is meant.
  private static let grace: Duration = .seconds(1)

  private mutating func goToNextCue() -> [Effect] {
    let position = position
    guard hasCues() else { return [] }
    guard let next = placedCues.first(where: { $0.position > position + App.sameness }) else {
      say("No cue follows")
      return []
    }
    return go(to: next.cue, next.position)
  }

  private mutating func goToPreviousCue() -> [Effect] {
    let position = position
    guard hasCues() else { return [] }
    let placed = placedCues
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
    guard let position = placeInPart(cue) else {
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

  /// The cue that was passed last in what plays.
  var currentCue: Cue? {
    guard player.item != nil else { return nil }
    let position = positionInFile
    return cues.last { $0.time <= position && $0.time >= partStart }
  }

  /// How long until the next cue is reached, which changes what shows.
  var cueDue: Duration? {
    guard case .playing(_, let clock) = player, clock.isAdvancing, !cues.isEmpty else { return nil }
    let position = positionInFile
    return cues.first { $0.time > position }.map {
      ($0.time - position) / max(0.1, clock.speed) + .milliseconds(2)
    }
  }

  // MARK: What follows them

  /// Lets what is selected begin and end at cues; the library knows which of it are entries.
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
