/// The seed of a shuffled build: a whole number of any size, written as Python's `int()` reads it.
package struct BuildSeed: Equatable, Sendable {
  /// Decimal digits, with a minus sign before a negative number.
  package let text: String
  /// The magnitude in 32-bit words, the least significant first; [0] for zero.
  package let words: [UInt32]

  package init(text: String, words: [UInt32]) {
    self.text = text
    self.words = words
  }
}
