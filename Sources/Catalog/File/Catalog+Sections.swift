/// Visits the sections of a catalog in file order: to read their bytes or to replace them by a
/// file's.
protocol SectionVisitor: NumberVisitor, NameVisitor {
  mutating func visit<Value: BitwiseCopyable>(_ column: inout Column<Value>)
}

extension SectionVisitor {
  mutating func visit<Value: ColumnNumber>(
    _ values: inout Column<Value>, _: NumberColumn, _: (CatalogNumbers) -> Value
  ) {
    visit(&values)
  }

  mutating func visit(
    _ names: inout TrackColumns.Names, _: NameColumn, _: (BatchedTrack) -> NameColumn.Texts
  ) {
    visit(&names)
  }

  mutating func visit(_ names: inout TrackColumns.Names) {
    visit(&names.index)
    visit(&names.folded)
    visit(&names.shown)
    visit(&names.ranks)
    visit(&names.same)
    visit(&names.sorted)
  }
}

/// Sort names follow all names in a file.
private struct SortNameSections<Visitor: SectionVisitor>: NameVisitor {
  var visitor: Visitor

  mutating func visit(
    _ names: inout TrackColumns.Names, _ column: NameColumn,
    _: (BatchedTrack) -> NameColumn.Texts
  ) {
    guard column.hasSortNames else { return }
    visitor.visit(&names.sortNames.index)
    visitor.visit(&names.sortNames.shown)
    visitor.visit(&names.sortNames.folded)
    visitor.visit(&names.sortNames.holding)
  }
}

extension Catalog {
  func visitSections(_ visitor: inout some SectionVisitor) {
    visitor.visit(&columns.id)
    visitor.visit(&columns.text)
    visitor.visit(&columns.title)
    visitor.visit(&columns.sortTitles.tracks)
    visitor.visit(&columns.sortTitles.texts)
    columns.visitNames(&visitor)
    var sortNames = SortNameSections(visitor: visitor)
    columns.visitNames(&sortNames)
    visitor = sortNames.visitor
    columns.visitNumbers(&visitor)
    columns.labels.visitSections(&visitor)
    for kind in SortPermutations.Kind.allCases { visitor.visit(&orders[kind]) }
    visitor.visit(&albums.ofTrack)
    visitor.visit(&albums.albumCredit)
    visitor.visit(&albums.name)
    visitor.visit(&columns.present, capacity: columns.count)
    visitor.visit(&orders.titleStarts, capacity: columns.count)
  }

  /// Whether all indices are in range, so that no list can trap.
  var isWhole: Bool {
    let tracks = count
    let there = columns.present.count
    return columns.hasAllNumbers && columns.title.count == tracks && columns.text.count == tracks
      && albums.ofTrack.count == tracks && columns.text.isWhole
      && columns.sortTitles.isWhole(tracks: tracks)
      && columns.names.allSatisfy { $0.isWhole(tracks: tracks) }
      && columns.labels.isWhole(tracks: tracks)
      && SortPermutations.Kind.allCases.allSatisfy {
        orders[$0].count == there && orders[$0].isBelow(tracks)
      }
      && albums.albumCredit.count == albums.name.count && albums.ofTrack.isBelow(albums.count)
      && albums.albumCredit.isBelow(columns.albumCredit.count)
      && albums.name.isBelow(columns.album.count)
  }
}

extension LabelTable {
  fileprivate mutating func visitSections(_ visitor: inout some SectionVisitor) {
    visitor.visit(&tracks)
    visitor.visit(&category)
    visitor.visit(&collection)
    visitor.visit(&mood)
    visitor.visit(&tag)
    visitor.visit(&tagStarts)
    visitor.visit(&primary)
  }

  fileprivate func isWhole(tracks all: Int) -> Bool {
    let ascends = zip(tracks.values, tracks.values.dropFirst()).allSatisfy { $0 < $1 }
    let rises = zip(tagStarts.values, tagStarts.values.dropFirst()).allSatisfy { $0 <= $1 }
    return ascends && rises && tracks.isBelow(all) && primary.count == count
      && [category, collection, mood].allSatisfy { $0.isWhole(tracks: count) }
      && tagStarts.count == count + 1 && tagStarts[0] == 0
      && tag.isWhole(tracks: Int(tagStarts[count]))
  }
}

extension SectionVisitor {
  fileprivate mutating func visit(_ texts: inout TextColumn) {
    var (bytes, offsets) = (texts.bytes, texts.offsets)
    visit(&bytes)
    visit(&offsets)
    texts = TextColumn(bytes: bytes, offsets: offsets)
  }

  fileprivate mutating func visit(_ set: inout TrackSet, capacity: Int) {
    var words = Column(set.words)
    visit(&words)
    set = TrackSet(words: words.array, capacity: capacity)
  }
}

extension Column<UInt32> {
  fileprivate func isBelow(_ limit: Int) -> Bool {
    guard count > 0, limit <= Int32.max else { return count == 0 }
    guard limit > 0 else { return false }
    // The difference has the highest bit where a value is too great by up to 2^31, and the value
    // itself where it is greater still. Comparisons would take twice as long.
    let last = UInt32(limit - 1)
    var bits: UInt32 = 0
    for value in values { bits |= (last &- value) | value }
    return bits >> 31 == 0
  }
}

extension TextColumn {
  fileprivate var isWhole: Bool {
    guard offsets.count > 0, offsets[0] == 0, Int(offsets[count]) == bytes.count else {
      return false
    }
    let offsets = offsets.values
    var rises = true
    for index in 0..<count { rises = rises && offsets[index] < offsets[index + 1] }
    return rises
  }
}

extension TrackColumns.Names {
  fileprivate func isWhole(tracks: Int) -> Bool {
    index.count == tracks && index.isBelow(count) && shown.isWhole && folded.isWhole
      && folded.count == count && ranks.count == count && same.count == count
      && sorted.count == count && ranks.isBelow(count) && same.isBelow(count)
      && sorted.isBelow(count) && sortNames.isWhole(names: count)
  }
}

extension SortNames {
  fileprivate func isWhole(names: Int) -> Bool {
    index.count <= names && index.isBelow(count + 1) && shown.isWhole && folded.isWhole
      && folded.count == count && (holding.count == 0 || holding.count == names)
      && holding.isBelow(count + 1)
  }
}

extension SortTitles {
  fileprivate func isWhole(tracks all: Int) -> Bool {
    texts.isWhole && texts.count == tracks.count && tracks.isBelow(all)
  }
}
