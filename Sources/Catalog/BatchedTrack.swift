internal import Music

/// A track of a batch, with its texts in the batch's bytes.
struct BatchedTrack {
  let numbers: CatalogNumbers
  let texts: CatalogBatch.Texts
  let sortTexts: CatalogBatch.SortTexts
  /// Nil for a track without labels.
  let labels: CatalogBatch.Labels?
  fileprivate let bytes: UnsafeBufferPointer<UInt8>

  subscript(span: CatalogBatch.Span) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(span.start)..<Int(span.start) + Int(span.count)])
  }
}

extension CatalogBatch {
  func forEach(_ body: (BatchedTrack) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for (numbers, texts) in rows {
        body(
          BatchedTrack(
            numbers: numbers, texts: texts, sortTexts: sortNames(texts) ?? SortTexts(),
            labels: labels(texts), bytes: bytes))
      }
    }
  }
}

/// State carried from track to track while a catalog appends a batch.
final class TextOffsets {
  private var folding = TextFolding()
  /// The folded title and, after a newline, the folded name of the file.
  private var searched: [UInt8] = []
  /// The track of the same batch appended last.
  var last: BatchedTrack?

  /// Longer texts are cut: nobody reads or types them, and offsets have 32 bits.
  private static let maximumText = 2_000

  /// Calls with the searched text of a track's title and file name, the span of the title in it,
  /// and the title's sort name: empty where that is the title itself.
  func fold(
    _ track: BatchedTrack,
    _ body: (UnsafeBufferPointer<UInt8>, TitleSpan, _ sortTitle: [UInt8]) -> Void
  ) {
    let sortTitle = folded(track[track.sortTexts.title])
    searched.removeAll(keepingCapacity: true)
    appendFolded(track[track.texts.title], to: &searched)
    let end = searched.count
    searched.append(0x0A)
    appendFolded(track[track.texts.name], to: &searched)
    searched.withUnsafeBufferPointer { both in
      let title = UnsafeBufferPointer(rebasing: both[..<end])
      let name = UnsafeBufferPointer(rebasing: both[(end + 1)...])
      let start = TextOffsets.offset(of: title, in: name)
      let isSorted = sortTitle.withUnsafeBufferPointer { SortTitles.isOne($0, of: title) }
      body(
        start == nil ? both : name, TitleSpan(start: UInt16(start ?? 0), count: UInt16(end)),
        isSorted ? sortTitle : [])
    }
  }

  /// The index of a track's text in a column of names.
  func find(
    _ texts: NameColumn.Texts, of track: BatchedTrack, in names: inout TrackColumns.Names
  ) -> UInt32 {
    let name = track[texts.name]
    return names.find(name, sortName: SortNames.sortName(track[texts.sortName], of: name)) {
      folded(texts.searched.map { track[$0] } ?? $0)
    }
  }

  /// Folded bytes of a text, for searching and comparing.
  func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    appendFolded(text, to: &bytes)
    return bytes
  }

  /// A newline would end a text too soon.
  private func appendFolded(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let start = bytes.count
    guard !text.isEmpty else { return }
    folding.fold(text, into: &bytes)
    if bytes.count - start > TextOffsets.maximumText {
      bytes.removeSubrange((start + TextOffsets.maximumText)...)
    }
    for index in start..<bytes.count where bytes[index] == 0x0A { bytes[index] = 0x20 }
  }

  private static func offset(
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
