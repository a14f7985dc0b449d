internal import Music

/// Fills an empty catalog with all tracks of a library, batch by batch.
///
/// Confined to one thread at a time, and the only one to touch the catalog until it has finished.
package final class CatalogFilling: @unchecked Sendable {
  // because whoever fills a catalog hands it over batch by batch, one thread after the other.

  private let catalog: Catalog
  private var columns: FilledColumns

  /// - Parameter expected: About how many tracks there will be: room for so many is made at once.
  package init(_ catalog: Catalog, expecting expected: Int = 0) {
    precondition(catalog.count == 0)
    self.catalog = catalog
    columns = FilledColumns()
    columns.all.reserve(expected)
  }

  /// Takes in tracks by rising numbers; others are left out.
  package func take(_ batch: CatalogBatch) { columns.take(batch) }

  /// Puts names, albums and orders right; with that the catalog can be used.
  package func finish() {
    catalog.columns = columns.all
    columns = FilledColumns()
    catalog.settleAll()
  }
}

/// Columns on the way, with what is remembered from one track to the next.
private struct FilledColumns {
  var all = TrackColumns()
  private var folding = TextFolding()
  private var lastID = Int64.min
  /// The folded title, and behind a newline the folded name of the file.
  private var scratch: [UInt8] = []
  private var lastFolder: (path: CatalogBatch.Span, searched: CatalogBatch.Span, index: UInt32)?

  mutating func take(_ batch: CatalogBatch) {
    lastFolder = nil
    batch.bytes.withUnsafeBufferPointer { bytes in
      for (numbers, texts) in batch.rows where numbers.id > lastID {
        lastID = numbers.id
        take(numbers, texts, batch.sortNames(texts) ?? CatalogBatch.SortTexts(), bytes)
      }
    }
  }

  private mutating func take(
    _ numbers: CatalogNumbers, _ texts: CatalogBatch.Texts,
    _ sortNames: CatalogBatch.SortTexts, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    func text(_ span: CatalogBatch.Span) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(
        rebasing: bytes[Int(span.start)..<Int(span.start) + Int(span.count)])
    }
    takeSearched(title: text(texts.title), name: text(texts.name))
    if sortNames.title.count > 0 { takeSortTitle(text(sortNames.title)) }
    all.artist.append(text(texts.artist), text(sortNames.artist), &folding)
    all.credit.append(text(texts.credit), text(sortNames.credit), &folding)
    let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    all.albumArtist.append(text(texts.albumArtist), none, &folding)
    all.album.append(text(texts.album), text(sortNames.album), &folding)
    all.genre.append(text(texts.genre), none, &folding)
    all.format.append(text(texts.format), none, &folding)
    all.folder.index.append(folder(texts, text))
    all.append(numbers)
  }

  private mutating func folder(
    _ texts: CatalogBatch.Texts, _ text: (CatalogBatch.Span) -> UnsafeBufferPointer<UInt8>
  ) -> UInt32 {
    if let last = lastFolder, last.path == texts.folder, last.searched == texts.searchedFolder {
      return last.index
    }
    let index = all.folder.find(text(texts.folder)) { _ in
      folding.folded(text(texts.searchedFolder))
    }
    lastFolder = (texts.folder, texts.searchedFolder, index)
    return index
  }

  /// What the title that was taken in last is sorted by, as `CatalogRow.sortTitle` has it.
  private mutating func takeSortTitle(_ text: UnsafeBufferPointer<UInt8>) {
    let track = all.title.count - 1
    folding.folded(text).withUnsafeBufferPointer {
      if SortTitles.isOne($0, of: all.title(track)) { all.sortTitles.append($0, of: track) }
    }
  }

  /// What is searched of the title and the file's name, as `CatalogRow.searched` has it.
  private mutating func takeSearched(
    title: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>
  ) {
    scratch.removeAll(keepingCapacity: true)
    folding.fold(title, into: &scratch)
    scratch.clean(from: 0)
    let end = scratch.count
    scratch.append(0x0A)
    folding.fold(name, into: &scratch)
    scratch.clean(from: end + 1)
    let span = scratch.withUnsafeBufferPointer { both in
      let title = UnsafeBufferPointer(rebasing: both[..<end])
      let name = UnsafeBufferPointer(rebasing: both[(end + 1)...])
      let start = CatalogRow.place(of: title, in: name)
      all.text.append(start == nil ? both : name)
      return TitleSpan(start: UInt16(start ?? 0), count: UInt16(title.count))
    }
    all.title.append(span)
  }
}

extension Catalog {
  /// Takes in all tracks of a library, which `body` gives by rising numbers; others are left out.
  /// Only for a catalog that is empty.
  package func fill(
    expecting expected: Int = 0, _ body: ((CatalogRow) -> Void) throws -> Void
  ) rethrows {
    let filling = CatalogFilling(self, expecting: expected)
    var batch = CatalogBatch()
    try body { row in
      batch.append(row)
      guard batch.count == 1_000 else { return }
      filling.take(batch)
      batch.removeAll()
    }
    filling.take(batch)
    filling.finish()
  }

  /// Makes all that depends on the columns, of which nothing was there before.
  fileprivate func settleAll() {
    edits += 1
    columns.present = TrackSet(capacity: count) { _ in true }
    columns.settleNames(isMoved: true)
    albums.fill(columns)
    orders.fill(columns)
    made.forgetAll()
  }
}

extension TrackColumns.Names {
  /// The name of one track more. Tracks come album by album: most names are the last one's.
  fileprivate mutating func append(
    _ name: UnsafeBufferPointer<UInt8>, _ sortName: UnsafeBufferPointer<UInt8>,
    _ folding: inout TextFolding
  ) {
    let sortName = SortNames.sortName(sortName, of: name)
    if index.count > 0 {
      let last = index[index.count - 1]
      if sortNames.isSortName(sortName, of: Int(last)),
        Occurrence.isEqual(shown[Int(last)], name)
      {
        return index.append(last)
      }
    }
    index.append(find(name, sortName: sortName) { folding.folded($0) })
  }
}

extension TextFolding {
  /// As `CatalogRow.folded` has it.
  fileprivate mutating func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    fold(text, into: &bytes)
    bytes.clean(from: 0)
    return bytes
  }
}

extension [UInt8] {
  /// Cuts a folded text that is too long, and puts spaces in the places of newlines.
  fileprivate mutating func clean(from start: Int) {
    if count - start > CatalogRow.longestText {
      removeSubrange((start + CatalogRow.longestText)...)
    }
    for index in start..<count where self[index] == 0x0A { self[index] = 0x20 }
  }
}
