internal import Music

/// Tracks to be added to a catalog, with all of their texts in one run of bytes.
package struct CatalogBatch: Sendable {
  private(set) var rows: [(numbers: CatalogNumbers, texts: Texts)] = []
  private(set) var bytes: [UInt8] = []

  /// A range of the bytes.
  package struct Span: Equatable, Sendable {
    let start: UInt32
    let count: UInt32

    /// An empty span.
    package init() { self.init(0..<0) }

    fileprivate init(_ range: Range<Int>) {
      (start, count) = (UInt32(range.lowerBound), UInt32(range.count))
    }
  }

  /// The spans of a track's texts.
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
    /// The part of the folder's path that searches see.
    package var searchedFolder = Span()
    package var format = Span()
    /// One more than the index of its sort names, and of its labels; 0 for none.
    fileprivate var sortNames: UInt32 = 0
    fileprivate var labels: UInt32 = 0

    package init() {}
  }

  /// The spans of a track's sort names, which few have: those of the title, the artist, the album
  /// credit and the album; empty where that is the name itself.
  package struct SortTexts: Sendable {
    package var title = Span()
    package var artist = Span()
    package var albumCredit = Span()
    package var album = Span()

    package init() {}
  }

  /// A track's labels, which few have: spans of texts, empty for none, and of tags that each end
  /// with a newline; the id of the primary variation, 0 for none.
  package struct Labels: Sendable {
    package var category = Span()
    package var tags = Span()
    package var collection = Span()
    package var mood = Span()
    package var primary: Int64 = 0

    package init() {}
  }

  private var sortTexts: [SortTexts] = []
  private var labels: [Labels] = []

  package init() {}

  package var count: Int { rows.count }
  package var byteCount: Int { bytes.count }

  /// Removes the rows and keeps the capacity.
  package mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    sortTexts.removeAll(keepingCapacity: true)
    labels.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends a text. Invalid UTF-8 is replaced as `String(decoding:as:)` does.
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

  /// Appends bytes unchanged.
  package mutating func exactly(_ some: UnsafeBufferPointer<UInt8>) -> Span {
    let start = bytes.count
    bytes.append(contentsOf: some)
    return Span(start..<bytes.count)
  }

  /// Ends a track. Texts may be shared with other tracks of the batch: equal spans are not compared
  /// again.
  package mutating func append(
    _ numbers: CatalogNumbers, _ texts: Texts, _ sortNames: SortTexts? = nil,
    labels ownLabels: Labels? = nil
  ) {
    rows.append((numbers, texts))
    if let sortNames {
      sortTexts.append(sortNames)
      rows[rows.count - 1].texts.sortNames = UInt32(sortTexts.count)
    }
    if let ownLabels {
      labels.append(ownLabels)
      rows[rows.count - 1].texts.labels = UInt32(labels.count)
    }
  }

  /// The sort names of a track of the batch; nil for none.
  func sortNames(_ texts: Texts) -> SortTexts? {
    texts.sortNames == 0 ? nil : sortTexts[Int(texts.sortNames) - 1]
  }

  /// The labels of a track of the batch; nil for none.
  func labels(_ texts: Texts) -> Labels? {
    texts.labels == 0 ? nil : labels[Int(texts.labels) - 1]
  }

  /// The batch by ascending ids.
  func sorted() -> CatalogBatch {
    guard zip(rows, rows.dropFirst()).contains(where: { $0.numbers.id > $1.numbers.id }) else {
      return self
    }
    var batch = self
    batch.rows.sort { $0.numbers.id < $1.numbers.id }
    return batch
  }
}
