/// The text of one cell: a base character and its combining marks, or nothing.
///
/// Plain bits, since a screen has thousands of cells that are copied and compared for each frame.
package struct Cluster: Hashable, Sendable {
  /// ncurses holds five scalars in a cell; more combining marks than that are no text.
  package static let maximumScalars = 5
  private static let bitsPerScalar = 21

  /// The scalars from the lowest bits on; 0 behind the last.
  private var bits: UInt128

  package init(_ scalar: Unicode.Scalar) { bits = UInt128(scalar.value) }

  /// A text's first scalars, as many as there is room for.
  package init(text: String) {
    bits = 0
    for scalar in text.unicodeScalars.prefix(Cluster.maximumScalars) { append(scalar) }
  }

  package static let none = Cluster(text: "")
  package static let blank = Cluster(" ")

  package var isEmpty: Bool { bits == 0 }

  /// The base character; nil for none.
  package var base: Unicode.Scalar? { first { _ in true } }

  /// The only scalar; nil where there are more, or none.
  package var single: Unicode.Scalar? {
    bits == 0 || bits >> Cluster.bitsPerScalar != 0
      ? nil : Unicode.Scalar(UInt32(truncatingIfNeeded: bits))
  }

  package var text: String { String(String.UnicodeScalarView(self)) }

  /// Appends a scalar; one for which there is no room is left out.
  package mutating func append(_ scalar: Unicode.Scalar) {
    let count = (UInt128.bitWidth - bits.leadingZeroBitCount + 20) / Cluster.bitsPerScalar
    guard count < Cluster.maximumScalars else { return }
    bits |= UInt128(scalar.value) << (count * Cluster.bitsPerScalar)
  }
}

extension Cluster: Sequence {
  package struct Iterator: IteratorProtocol {
    fileprivate var rest: UInt128

    package mutating func next() -> Unicode.Scalar? {
      guard rest != 0 else { return nil }
      defer { rest >>= Cluster.bitsPerScalar }
      return Unicode.Scalar(UInt32(truncatingIfNeeded: rest) & (1 << Cluster.bitsPerScalar - 1))
    }
  }

  package func makeIterator() -> Iterator { Iterator(rest: bits) }
}
