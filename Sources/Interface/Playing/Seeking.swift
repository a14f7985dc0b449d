import Music

// Going to other places in what plays. What shows follows the keys at once; the player is told at
// most every so often, and always the last place.
extension App {
  /// The least time between two seeks that the player is told.
  static let seekInterval: Duration = .milliseconds(80)
  /// How long a place shows that the player has not confirmed.
  private static let seekPatience: Duration = .milliseconds(500)

  /// Whether what plays is a stream without an end, in which there is nowhere to go.
  package var isLive: Bool { player.item != nil && playing?.isStream == true && duration == nil }

  mutating func seek(to target: Duration) -> [Effect] {
    // Nothing may be heard yet: then that is where it begins.
    guard player.item != nil else { return [] }
    guard !isLive else {
      say("This is a live stream: there is nowhere to go in it")
      return []
    }
    var target = min(EntrySound.latest, max(.zero, target))
    if let duration { target = min(target, duration) }
    seekTarget = SeekTarget(position: target, until: now.advanced(by: App.seekPatience))
    needsSaving = true
    pendingSeek = target
    return dueSeek()
  }

  /// Goes to a time that was typed or clicked; beyond the end there is nothing to go to.
  mutating func go(to target: Duration) -> [Effect] {
    if player.item != nil, let duration, target > duration + .milliseconds(1) {
      say("It ends at \(duration.clockText)", .bad)
      return []
    }
    return seek(to: target)
  }

  /// When the player is to be told of the last place.
  var seekDue: ContinuousClock.Instant? {
    pendingSeek == nil ? nil : lastSeek.map { $0.advanced(by: App.seekInterval) } ?? now
  }

  mutating func dueSeek() -> [Effect] {
    guard let target = pendingSeek, let seekDue, seekDue <= now else { return [] }
    pendingSeek = nil
    lastSeek = now
    seekTarget = SeekTarget(position: target, until: now.advanced(by: App.seekPatience))
    return [.seek(target)]
  }

  mutating func forgetSeek() {
    seekTarget = nil
    pendingSeek = nil
  }

  /// The player has said where it is: that is believed unless it is of a place before the last.
  mutating func settleSeek(from before: PlayerState) {
    guard let item = player.item, item == before.item else { return forgetSeek() }
    guard let target = seekTarget, target.until > now, let clock = player.clock else {
      if pendingSeek == nil, player.clock != nil { seekTarget = nil }
      return
    }
    let distance = clock.position(at: now) - target.position
    if pendingSeek == nil, distance > .seconds(-1), distance < .seconds(1) { seekTarget = nil }
  }

  /// The place that is heard, in the time of the file: an entry may begin later in it.
  var positionInFile: Duration { partStart + position }

  /// Where in its file the part begins that plays.
  var partStart: Duration { player.item.flatMap { entrySounds[$0]?.start } ?? .zero }
}
