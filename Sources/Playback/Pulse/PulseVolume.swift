/// The stream's volume: the wanted and the confirmed one.
struct PulseVolume {
  /// The listener's volume; nil leaves it to the server.
  private(set) var wanted: (loudness: Double, isMuted: Bool)?
  /// Whether the wanted volume was not sent yet.
  private(set) var isDue = false
  /// Whether a new stream's volume was requested a second time.
  private(set) var isDoubted = false
  /// Settings sent but not confirmed.
  private var unconfirmed = 0

  /// Whether the server's volume is newer than the settings sent.
  var isConfirmed: Bool { unconfirmed == 0 && !isDue }

  mutating func want(_ loudness: Double, isMuted: Bool) {
    wanted = (loudness, isMuted)
    isDue = true
  }

  /// Counts the settings sent.
  mutating func sent(_ settings: Int) {
    isDue = false
    unconfirmed += settings
  }

  /// Counts a confirmed setting.
  mutating func confirm() { unconfirmed = max(0, unconfirmed - 1) }

  /// Whether a volume must be requested twice: PipeWire reports a new stream as silent before it
  /// has restored its volume.
  mutating func doubts(_ loudness: Double) -> Bool {
    guard wanted == nil, loudness == 0, !isDoubted else { return false }
    isDoubted = true
    return true
  }

  /// Adopts the server's volume; without one set by the listener, the server keeps its own.
  mutating func adopt(_ loudness: Double, isMuted: Bool) {
    if wanted != nil { wanted = (loudness, isMuted) }
  }

  /// Starts over with a new stream.
  mutating func streamBegan() { isDoubted = false }

  /// Drops unconfirmed settings with the connection.
  mutating func connectionEnded() { unconfirmed = 0 }
}
