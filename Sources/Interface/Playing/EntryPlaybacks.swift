import Music

/// How the entries in front of the player are played, as it was told.
struct EntryPlaybacks: Equatable, Sendable {
  private struct Adjusted: Equatable, Sendable {
    var id: PlayID
    var sound: EntryPlayback
  }

  private var sounds: [PlayID: EntryPlayback] = [:]
  /// Sound settings last sent for the current item, where they changed since it began.
  private var adjusted: Adjusted?

  subscript(id: PlayID) -> EntryPlayback? { sounds[id] }

  /// The library says how an entry is played that was asked for.
  ///
  /// - Parameters:
  ///   - items: Those in front of the player; of others nothing is kept.
  ///   - isHeard: Whether it is the one that plays.
  /// - Returns: Whether it is another sound than the player was told.
  mutating func receive(
    _ sound: EntryPlayback?, of id: PlayID, among items: [PlayID], isHeard: Bool
  ) -> Bool {
    let known = sounds[id]
    sounds = sounds.filter { items.contains($0.key) }
    guard items.contains(id) else { return false }
    let new = sound ?? EntryPlayback()
    guard let known else {
      sounds[id] = new
      return false
    }
    guard isHeard else { return known != new }
    guard (adjusted?.id == id ? adjusted?.sound : known) != new else { return false }
    adjusted = Adjusted(id: id, sound: new)
    sounds[id] = new
    // Where it began stays, which is what places in it count from.
    sounds[id]?.start = known.start
    return true
  }
}
