internal import Music

/// Some tracks on their way into a catalog, with all of their texts in one run of bytes.
package struct CatalogBatch: Sendable {
  private(set) var rows: [(numbers: CatalogNumbers, texts: Texts)] = []
  private(set) var bytes: [UInt8] = []

  /// A part of the bytes.
  package struct Span: Equatable, Sendable {
    let start: UInt32
    let count: UInt32

    /// Of nothing.
    package init() { self.init(0..<0) }

    fileprivate init(_ range: Range<Int>) {
      (start, count) = (UInt32(range.lowerBound), UInt32(range.count))
    }
  }

  /// Where the texts of a track are.
  package struct Texts: Sendable {
    /// The title tag, or the file's name where there is none.
    package var title = Span()
    /// The name of the file.
    package var name = Span()
    /// Empty for none, in these five.
    package var artist = Span()
    package var albumCredit = Span()
    package var albumArtist = Span()
    package var album = Span()
    package var genre = Span()
    package var folder = Span()
    /// What searches see of the folder's path.
    package var searchedFolder = Span()
    package var format = Span()
    /// One more than the index of its sort names; 0 for none.
    fileprivate var sortNames: UInt32 = 0

    package init() {}
  }

  /// Where the sort names of a track are, which few have: what the title, the artist, the credit and
  /// the album are sorted by in their own places; empty where that is themselves.
  package struct SortTexts: Sendable {
    package var title = Span()
    package var artist = Span()
    package var albumCredit = Span()
    package var album = Span()

    package init() {}
  }

  private var sortTexts: [SortTexts] = []

  package init() {}

  package var count: Int { rows.count }
  package var byteCount: Int { bytes.count }

  /// Forgets the rows and keeps the memory.
  package mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    sortTexts.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Takes in a text. What is not UTF-8 is replaced as `String(decoding:as:)` does.
  package mutating func text(_ text: UnsafeBufferPointer<UInt8>) -> Span {
    var all: UInt8 = 0
    for byte in text { all |= byte }
    return all < 0x80 ? exactly(text) : self.text(String(decoding: text, as: UTF8.self))
  }

  package mutating func text(_ text: String) -> Span {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    return Span(start..<bytes.count)
  }

  /// Takes in bytes as they are.
  package mutating func exactly(_ some: UnsafeBufferPointer<UInt8>) -> Span {
    let start = bytes.count
    bytes.append(contentsOf: some)
    return Span(start..<bytes.count)
  }

  /// Ends a track. Texts may be shared with others of the batch: what is at the same place is not
  /// compared again.
  package mutating func append(
    _ numbers: CatalogNumbers, _ texts: Texts, _ sortNames: SortTexts? = nil
  ) {
    rows.append((numbers, texts))
    guard let sortNames else { return }
    sortTexts.append(sortNames)
    rows[rows.count - 1].texts.sortNames = UInt32(sortTexts.count)
  }

  /// Those of a track of the batch; nil for none.
  func sortNames(_ texts: Texts) -> SortTexts? {
    texts.sortNames == 0 ? nil : sortTexts[Int(texts.sortNames) - 1]
  }

  /// The same by rising numbers.
  func sorted() -> CatalogBatch {
    guard zip(rows, rows.dropFirst()).contains(where: { $0.numbers.id > $1.numbers.id }) else {
      return self
    }
    var batch = self
    batch.rows.sort { $0.numbers.id < $1.numbers.id }
    return batch
  }
}
