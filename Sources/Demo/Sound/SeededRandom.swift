internal import Music

/// A seeded generator: the same seed, the same piece.
struct SeededRandom {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  /// 0 to just below 1.
  mutating func fraction() -> Float { Float(next() &>> 40) * (1 / 16_777_216) }

  /// -1 to 1.
  mutating func swing() -> Float { fraction() * 2 - 1 }

  mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }
}
