package import Music

/// MT19937 (Matsumoto, Nishimura: Mersenne Twister, 1998), seeded and drawn from as Python's
/// `random.Random` does.
package struct MersenneTwister: Sendable {
  private static let size = 624
  private static let middle = 397

  private var state = [UInt32](repeating: 0, count: MersenneTwister.size)
  private var index = MersenneTwister.size

  /// - Parameter key: 32-bit words, the least significant first; `init_by_array` of the authors.
  package init(key: [UInt32]) {
    let key = key.isEmpty ? [0] : key
    state[0] = 19_650_218
    for index in 1..<Self.size {
      state[index] = Self.mixed(state[index - 1]) &* 1_812_433_253 &+ UInt32(index)
    }
    var (position, word) = (1, 0)
    func advance() {
      position += 1
      if position == Self.size {
        state[0] = state[Self.size - 1]
        position = 1
      }
    }
    for _ in 0..<max(Self.size, key.count) {
      let mixed = Self.mixed(state[position - 1]) &* 1_664_525
      state[position] = (state[position] ^ mixed) &+ key[word] &+ UInt32(word)
      word = word + 1 < key.count ? word + 1 : 0
      advance()
    }
    for _ in 1..<Self.size {
      let mixed = Self.mixed(state[position - 1]) &* 1_566_083_941
      state[position] = (state[position] ^ mixed) &- UInt32(position)
      advance()
    }
    state[0] = 0x8000_0000
  }

  /// - Parameter seed: nil for another sequence each time.
  package init(seed: BuildSeed?) {
    if let seed {
      self.init(key: seed.words)
    } else {
      var generator = SystemRandomNumberGenerator()
      self.init(key: (0..<8).map { _ in UInt32.random(in: 0...UInt32.max, using: &generator) })
    }
  }

  private static func mixed(_ word: UInt32) -> UInt32 { word ^ word >> 30 }

  /// The next 32 bits.
  package mutating func next() -> UInt32 {
    if index == Self.size { twist() }
    var word = state[index]
    index += 1
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C_5680
    word ^= word << 15 & 0xEFC6_0000
    return word ^ word >> 18
  }

  private mutating func twist() {
    for position in 0..<Self.size {
      let upper = state[position] & 0x8000_0000
      let lower = state[(position + 1) % Self.size] & 0x7FFF_FFFF
      let joined = upper | lower
      let twisted = joined >> 1 ^ (joined & 1 == 0 ? 0 : 0x9908_B0DF)
      state[position] = state[(position + Self.middle) % Self.size] ^ twisted
    }
    index = 0
  }

  /// From 0 to below 1, with 53 bits.
  package mutating func double() -> Double {
    let (high, low) = (next() >> 5, next() >> 6)
    return (Double(high) * 67_108_864 + Double(low)) / 9_007_199_254_740_992
  }

  /// A whole number below a bound of at most 32 bits, by rejection.
  package mutating func below(_ bound: Int) -> Int {
    let bits = UInt32(Int.bitWidth - bound.leadingZeroBitCount)
    while true {
      let drawn = Int(next() >> (32 - bits))
      if drawn < bound { return drawn }
    }
  }

  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, below(index + 1))
    }
  }
}
