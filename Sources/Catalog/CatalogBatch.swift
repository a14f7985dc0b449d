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

  /// Where the texts of a track are; what they are is said at `CatalogRow`.
  package struct Texts: Sendable {
    package var title = Span()
    package var name = Span()
    package var artist = Span()
    package var credit = Span()
    package var albumArtist = Span()
    package var album = Span()
    package var genre = Span()
    package var folder = Span()
    package var searchedFolder = Span()
    package var format = Span()
    /// One more than the index of its sort names; 0 for none.
    fileprivate var sortNames: UInt32 = 0

    package init() {}
  }

  /// Where the sort names of a track are, which few have.
  package struct SortTexts: Sendable {
    package var title = Span()
    package var artist = Span()
    package var credit = Span()
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

  package mutating func append(_ row: CatalogRow) {
    var texts = Texts()
    texts.title = text(row.title)
    texts.name = text(row.name)
    texts.artist = text(row.artist)
    texts.credit = text(row.credit)
    texts.albumArtist = text(row.albumArtist)
    texts.album = text(row.album)
    texts.genre = text(row.genre)
    texts.folder = row.folder.bytes.withUnsafeBufferPointer { exactly($0) }
    texts.searchedFolder = text(row.searchedFolder)
    texts.format = text(row.format)
    guard row.hasSortNames else { return append(row.numbers, texts) }
    var sortNames = SortTexts()
    sortNames.title = text(row.titleSort)
    sortNames.artist = text(row.artistSort)
    sortNames.credit = text(row.creditSort)
    sortNames.album = text(row.albumSort)
    append(row.numbers, texts, sortNames)
  }

  /// The same by itself.
  package subscript(index: Int) -> CatalogRow {
    let (numbers, texts) = rows[index]
    func string(_ span: Span) -> String { String(decoding: self[span], as: UTF8.self) }
    var row = CatalogRow(id: numbers.id)
    row.numbers = numbers
    row.title = string(texts.title)
    row.name = string(texts.name)
    row.artist = string(texts.artist)
    row.credit = string(texts.credit)
    row.albumArtist = string(texts.albumArtist)
    row.album = string(texts.album)
    row.genre = string(texts.genre)
    row.folder = FilePath(bytes: Array(self[texts.folder]))
    row.searchedFolder = string(texts.searchedFolder)
    row.format = string(texts.format)
    if let sortNames = sortNames(texts) {
      row.titleSort = string(sortNames.title)
      row.artistSort = string(sortNames.artist)
      row.creditSort = string(sortNames.credit)
      row.albumSort = string(sortNames.album)
    }
    return row
  }

  private subscript(span: Span) -> ArraySlice<UInt8> {
    bytes[Int(span.start)..<Int(span.start) + Int(span.count)]
  }
}
