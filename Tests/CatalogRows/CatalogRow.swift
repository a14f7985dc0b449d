package import Catalog
package import Music

/// All values that a catalog stores of one track, for synthetic tracks.
@dynamicMemberLookup
package struct CatalogRow: Equatable, Sendable {
  package var numbers: CatalogNumbers
  /// The title tag, or the file's name if empty.
  package var title = ""
  /// File name.
  package var name = ""
  /// "" for none, in these five.
  package var artist = ""
  package var albumCredit = ""
  package var albumArtist = ""
  package var album = ""
  package var genre = ""
  package var folder = FilePath("")
  /// The searched part of the folder's path.
  package var searchedFolder = ""
  package var format = ""
  /// Sort names of the title, the artist, the album credit and the album; "" if equal to the name.
  package var titleSort = ""
  package var artistSort = ""
  package var creditSort = ""
  package var albumSort = ""
  /// The user's labels; "" for none.
  package var category = ""
  package var tags: [String] = []
  package var collection = ""
  package var mood = ""
  /// The id of the primary variation; 0 for none.
  package var primary: Int64 = 0

  package init(id: Int64) { numbers = CatalogNumbers(id: id) }

  var hasSortNames: Bool {
    !titleSort.isEmpty || !artistSort.isEmpty || !creditSort.isEmpty || !albumSort.isEmpty
  }

  var hasLabels: Bool {
    !category.isEmpty || !tags.isEmpty || !collection.isEmpty || !mood.isEmpty || primary != 0
  }

  package subscript<Value>(dynamicMember number: WritableKeyPath<CatalogNumbers, Value>) -> Value {
    get { numbers[keyPath: number] }
    set { numbers[keyPath: number] = newValue }
  }
}

extension CatalogBatch {
  package mutating func append(_ row: CatalogRow) {
    var texts = Texts()
    texts.title = text(row.title)
    texts.name = text(row.name)
    texts.artist = text(row.artist)
    texts.albumCredit = text(row.albumCredit)
    texts.albumArtist = text(row.albumArtist)
    texts.album = text(row.album)
    texts.genre = text(row.genre)
    texts.folder = row.folder.bytes.withUnsafeBufferPointer { exactly($0) }
    texts.searchedFolder = text(row.searchedFolder)
    texts.format = text(row.format)
    var labels: Labels?
    if row.hasLabels {
      var own = Labels()
      own.category = text(row.category)
      own.tags = text(row.tags.map { $0 + "\n" }.joined())
      own.collection = text(row.collection)
      own.mood = text(row.mood)
      own.primary = row.primary
      labels = own
    }
    guard row.hasSortNames else { return append(row.numbers, texts, labels: labels) }
    var sortNames = SortTexts()
    sortNames.title = text(row.titleSort)
    sortNames.artist = text(row.artistSort)
    sortNames.albumCredit = text(row.creditSort)
    sortNames.album = text(row.albumSort)
    append(row.numbers, texts, sortNames, labels: labels)
  }
}

extension Catalog {
  /// `apply` for single rows.
  package func apply(_ rows: [CatalogRow], removed: [Int64] = []) -> Bool {
    var batch = CatalogBatch()
    rows.forEach { batch.append($0) }
    return apply(batch, removed: removed)
  }

  /// Fills an empty catalog with all tracks of a library, which `body` passes by ascending id;
  /// others are skipped.
  package func fill(
    expecting expected: Int = 0, _ body: ((CatalogRow) -> Void) throws -> Void
  ) rethrows {
    let filling = CatalogFilling(self, expecting: expected)
    var batch = CatalogBatch()
    try body { row in
      batch.append(row)
      guard batch.count == 1_000 else { return }
      filling.append(batch)
      batch.removeAll()
    }
    filling.append(batch)
    filling.finish()
  }
}
