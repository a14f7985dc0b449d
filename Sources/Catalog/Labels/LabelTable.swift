import Music

/// The user's labels of those tracks that have some, in rows by ascending ordinals: a track without
/// takes no memory.
struct LabelTable {
  /// The ordinals of the tracks; removed ones may be among them.
  var tracks = Column<UInt32>()
  /// Names by row, in these three.
  var category = TrackColumns.Names()
  var collection = TrackColumns.Names()
  var mood = TrackColumns.Names()
  /// The tags of all rows, one row after the other.
  var tag = TrackColumns.Names()
  /// By row the index of its first tag, and at the end the number of all.
  var tagStarts = Column<UInt32>([0])
  /// By row the library's id of the primary variation; 0 for a track that is no variation.
  var primary = Column<Int64>()

  init() {}

  /// The values of one row, as indices of names.
  struct Values: Equatable {
    var category: UInt32
    var collection: UInt32
    var mood: UInt32
    var tags: [UInt32]
    var primary: Int64
  }

  var count: Int { tracks.count }

  /// The row of a track.
  func row(of ordinal: Int) -> Int? {
    let row = firstRow(from: ordinal)
    return row < count && tracks[row] == ordinal ? row : nil
  }

  /// The first row of tracks from an ordinal on.
  private func firstRow(from ordinal: Int) -> Int {
    let tracks = tracks.values
    return TrackColumns.Names.partitionIndex(in: 0..<tracks.count) { tracks[$0] < ordinal }
  }

  func tags(ofRow row: Int) -> Range<Int> { Int(tagStarts[row])..<Int(tagStarts[row + 1]) }

  func names(_ field: LabelField) -> TrackColumns.Names {
    switch field {
    case .category: category
    case .tag: tag
    case .collection: collection
    case .mood: mood
    }
  }

  /// The names of a row for a field: none where it has no value.
  func names(_ field: LabelField, ofRow row: Int) -> [Int] {
    let names = names(field)
    let indices = field == .tag ? tags(ofRow: row) : row..<(row + 1)
    return indices.map { Int(names.index[$0]) }.filter { !names.isNone($0) }
  }

  /// The first name of a track for a field.
  func name(_ field: LabelField, of ordinal: Int) -> Int? {
    row(of: ordinal).flatMap { names(field, ofRow: $0).first }
  }

  // MARK: Changing

  /// The values of a track of a batch, whose new names are added; nil for one without labels.
  mutating func values(of track: BatchedTrack, _ intake: TextOffsets) -> Values? {
    guard let labels = track.labels else { return nil }
    func find(_ text: UnsafeBufferPointer<UInt8>, in names: inout TrackColumns.Names) -> UInt32 {
      names.find(text) { intake.folded($0) }
    }
    let tags = track[labels.tags].split(separator: 0x0A)
    return Values(
      category: find(track[labels.category], in: &category),
      collection: find(track[labels.collection], in: &collection),
      mood: find(track[labels.mood], in: &mood),
      tags: tags.map { find(UnsafeBufferPointer(rebasing: $0), in: &tag) },
      primary: labels.primary)
  }

  func values(ofRow row: Int) -> Values {
    Values(
      category: category.index[row], collection: collection.index[row], mood: mood.index[row],
      tags: tags(ofRow: row).map { tag.index[$0] }, primary: primary[row])
  }

  /// Appends a row of a track behind all others.
  mutating func append(_ values: Values, of ordinal: Int) {
    tracks.append(UInt32(ordinal))
    category.index.append(values.category)
    collection.index.append(values.collection)
    mood.index.append(values.mood)
    tag.index.append(contentsOf: values.tags)
    tagStarts.append(UInt32(tag.index.count))
    primary.append(values.primary)
  }

  /// Replaces the rows of some tracks, by ordinal; nil for one without labels by now.
  ///
  /// In new memory: lists share the old one.
  mutating func replace(_ changes: [Int: Values?]) {
    var table = self
    table.tracks = Column()
    table.tagStarts = Column([0])
    table.primary = Column()
    for names in [\LabelTable.category, \.collection, \.mood, \.tag] {
      table[keyPath: names].index = Column()
    }
    var next = 0
    for (ordinal, values) in changes.sorted(by: { $0.key < $1.key }) {
      let row = firstRow(from: ordinal)
      table.append(next..<row, of: self)
      if let values { table.append(values, of: ordinal) }
      next = row < count && tracks[row] == ordinal ? row + 1 : row
    }
    table.append(next..<count, of: self)
    self = table
  }

  /// Appends a run of rows of another table with the same names.
  private mutating func append(_ rows: Range<Int>, of other: LabelTable) {
    guard !rows.isEmpty else { return }
    func append<Value>(_ column: Column<Value>, _ range: Range<Int>, to own: inout Column<Value>) {
      own.append(contentsOf: UnsafeBufferPointer(column.values)[range])
    }
    append(other.tracks, rows, to: &tracks)
    append(other.category.index, rows, to: &category.index)
    append(other.collection.index, rows, to: &collection.index)
    append(other.mood.index, rows, to: &mood.index)
    append(other.primary, rows, to: &primary)
    let tags = Int(other.tagStarts[rows.lowerBound])..<Int(other.tagStarts[rows.upperBound])
    let shift = UInt32(tag.index.count) &- UInt32(tags.lowerBound)
    append(other.tag.index, tags, to: &tag.index)
    tagStarts.reserve(tagStarts.count + rows.count)
    for row in rows { tagStarts.append(other.tagStarts[row + 1] &+ shift) }
  }

  /// Sorts new names in.
  mutating func settleNames() {
    let none = TrackSet(capacity: 0)
    for names in [\LabelTable.category, \.collection, \.mood, \.tag] {
      _ = self[keyPath: names].reorder(none, isMoved: false)
    }
  }
}
