/// The sort names of titles, for tracks whose tags have one.
///
/// Unlike names, titles belong to single tracks: two tracks of the same title may have two sort
/// names, and two positions.
struct SortTitles {
  /// Ordinals, ascending.
  var tracks = Column<UInt32>()
  /// The sort names, folded.
  var texts = TextColumn()

  var isEmpty: Bool { tracks.count == 0 }

  /// The sort name of a track's title; nil where that is the title itself.
  subscript(ordinal: Int) -> UnsafeBufferPointer<UInt8>? {
    let tracks = tracks.values
    let index = TrackColumns.Names.partitionIndex(in: 0..<tracks.count) {
      Int(tracks[$0]) < ordinal
    }
    return index < tracks.count && Int(tracks[index]) == ordinal ? texts[index] : nil
  }

  /// Appends the sort name of a track behind all present ones.
  mutating func append(_ text: some Collection<UInt8>, of ordinal: Int) {
    tracks.append(UInt32(ordinal))
    texts.append(text)
  }

  /// Whether a folded sort name differs from a folded title.
  static func isOne(
    _ sortName: UnsafeBufferPointer<UInt8>, of title: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    !NaturalOrder.isNone(sortName) && !NaturalOrder.isNone(title)
      && NaturalOrder.compare(sortName, title) != 0
  }

  /// A copy with other sort names for some tracks; an empty text removes one.
  func replacing(_ changed: [Int: [UInt8]]) -> SortTitles {
    var result = SortTitles()
    var next = 0
    func append(upTo ordinal: Int) {
      while next < tracks.count, Int(tracks[next]) < ordinal {
        result.append(texts[next], of: Int(tracks[next]))
        next += 1
      }
    }
    for (ordinal, text) in changed.sorted(by: { $0.key < $1.key }) {
      append(upTo: ordinal)
      if next < tracks.count, Int(tracks[next]) == ordinal { next += 1 }
      if !text.isEmpty { result.append(text, of: ordinal) }
    }
    append(upTo: .max)
    return result
  }
}
