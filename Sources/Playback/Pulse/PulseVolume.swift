/// The stream's volume: what is wanted, and what the server has confirmed of it.
struct PulseVolume {
  /// What the listener has set; nil leaves it to the server.
  private(set) var wanted: (loudness: Double, isMuted: Bool)?
  /// Whether the server has not been told what is wanted.
  private(set) var isDue = false
  /// Whether a new stream's volume has been asked for again.
  private(set) var isDoubted = false
  /// Settings that the server has not confirmed.
  private var unconfirmed = 0

  /// Whether what the server says is newer than what it was told.
  var isSettled: Bool { unconfirmed == 0 && !isDue }

  mutating func want(_ loudness: Double, isMuted: Bool) {
    wanted = (loudness, isMuted)
    isDue = true
  }

  /// The server was told, in so many settings.
  mutating func sent(_ settings: Int) {
    isDue = false
    unconfirmed += settings
  }

  /// The server has confirmed a setting.
  mutating func confirm() { unconfirmed = max(0, unconfirmed - 1) }

  /// Whether a volume has to be told twice: PipeWire says that a new stream is silent before it has
  /// restored its volume.
  mutating func doubts(_ loudness: Double) -> Bool {
    guard wanted == nil, loudness == 0, !isDoubted else { return false }
    isDoubted = true
    return true
  }

  /// Adopts what the server says; without a volume of the listener's it is the server's to keep.
  mutating func adopt(_ loudness: Double, isMuted: Bool) {
    if wanted != nil { wanted = (loudness, isMuted) }
  }

  /// A new stream is there.
  mutating func streamBegan() { isDoubted = false }

  /// Nothing will be confirmed any more.
  mutating func connectionEnded() { unconfirmed = 0 }
}
