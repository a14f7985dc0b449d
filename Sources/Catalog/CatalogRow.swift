package import Music

/// All that a catalog takes in of one track.
@dynamicMemberLookup
package struct CatalogRow: Equatable, Sendable {
  package var numbers: CatalogNumbers
  /// The title tag, or the file's name where there is none.
  package var title = ""
  /// The name of the file.
  package var name = ""
  /// "" for none, in these five.
  package var artist = ""
  package var credit = ""
  package var albumArtist = ""
  package var album = ""
  package var genre = ""
  package var folder = FilePath("")
  /// What searches see of the folder's path.
  package var searchedFolder = ""
  package var format = ""
  /// What the title, the artist, the credit and the album are sorted by in their own places; ""
  /// where that is themselves.
  package var titleSort = ""
  package var artistSort = ""
  package var creditSort = ""
  package var albumSort = ""

  package init(id: Int64) { numbers = CatalogNumbers(id: id) }

  var hasSortNames: Bool {
    !titleSort.isEmpty || !artistSort.isEmpty || !creditSort.isEmpty || !albumSort.isEmpty
  }

  package subscript<Value>(dynamicMember number: WritableKeyPath<CatalogNumbers, Value>) -> Value {
    get { numbers[keyPath: number] }
    set { numbers[keyPath: number] = newValue }
  }

  /// Longer texts are cut: nobody reads or types them, and offsets have 32 bits.
  static let longestText = 2_000

  /// Folded bytes of a text without what would end it too soon.
  static func folded(_ text: String) -> [UInt8] { cleaned(Array(SortKey.folded(text).utf8)) }

  private static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    let short = bytes.count > longestText ? Array(bytes.prefix(longestText)) : bytes
    return short.contains(0x0A) ? short.map { $0 == 0x0A ? 0x20 : $0 } : short
  }

  /// What is searched of the title and the file's name, and where the title is in it.
  var searched: (text: [UInt8], title: TitleSpan) {
    let (title, name) = (CatalogRow.folded(title), CatalogRow.folded(name))
    let start = title.withUnsafeBufferPointer { title in
      name.withUnsafeBufferPointer { CatalogRow.place(of: title, in: $0) }
    }
    if let start {
      return (name, TitleSpan(start: UInt16(start), count: UInt16(title.count)))
    }
    return (title + [0x0A] + name, TitleSpan(start: 0, count: UInt16(title.count)))
  }

  /// What the title is sorted by, folded; empty where that is it itself.
  var sortTitle: [UInt8] {
    guard !titleSort.isEmpty else { return [] }
    let (sortName, title) = (CatalogRow.folded(titleSort), CatalogRow.folded(title))
    let isOne = sortName.withUnsafeBufferPointer { sortName in
      title.withUnsafeBufferPointer { SortTitles.isOne(sortName, of: $0) }
    }
    return isOne ? sortName : []
  }

  static func place(
    of part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let first = part.first, part.count <= text.count else { return part.isEmpty ? 0 : nil }
    for start in 0...(text.count - part.count) where text[start] == first {
      var length = 1
      while length < part.count, text[start + length] == part[length] { length += 1 }
      if length == part.count { return start }
    }
    return nil
  }
}
