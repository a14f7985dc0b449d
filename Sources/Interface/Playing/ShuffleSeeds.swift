/// Seeds of shuffles, each different from those before, and by the salt from those of other starts.
struct ShuffleSeeds: Equatable, Sendable {
  private let salt: UInt64
  private var serial: UInt64 = 0

  init(salt: UInt64 = 0) { self.salt = salt }

  mutating func next() -> UInt64 {
    serial += 1
    return salt &+ serial
  }
}
