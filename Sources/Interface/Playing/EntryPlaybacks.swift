import Music

/// The playback settings of prepared items, as last sent to the player.
struct EntryPlaybacks: Equatable, Sendable {
  private struct Adjusted: Equatable, Sendable {
    var id: PlayID
    var sound: EntryPlayback
  }

  private var sounds: [PlayID: EntryPlayback] = [:]
  /// Sound settings last sent for the current item, where they changed since it began.
  private var adjusted: Adjusted?

  subscript(id: PlayID) -> EntryPlayback? { sounds[id] }

  /// Receives the settings of an entry from the library.
  ///
  /// - Parameters:
  ///   - items: The current and the prepared items; settings of others are dropped.
  ///   - isAudible: Whether the item is the current one.
  /// - Returns: Whether the settings differ from those of the player.
  mutating func receive(
    _ sound: EntryPlayback?, of id: PlayID, among items: [PlayID], isAudible: Bool
  ) -> Bool {
    let known = sounds[id]
    sounds = sounds.filter { items.contains($0.key) }
    guard items.contains(id) else { return false }
    let new = sound ?? EntryPlayback()
    guard let known else {
      sounds[id] = new
      return false
    }
    guard isAudible else { return known != new }
    guard (adjusted?.id == id ? adjusted?.sound : known) != new else { return false }
    adjusted = Adjusted(id: id, sound: new)
    sounds[id] = new
    // The start of the current item stays, since positions count from it.
    sounds[id]?.start = known.start
    return true
  }
}
