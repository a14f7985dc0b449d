internal import GRDBSQLite
internal import Music

/// A new track as a row of the catalog, with the columns that it has in the database. All others
/// are NULL: nothing is known of a new track but what its file says.
///
/// Belongs to one thread.
final class NewTrackRow: RowTaking {
  private let values: UnsafeMutablePointer<RowValue>
  /// The positions of the columns that are added, in their order; nil for those that the catalog
  /// leaves out.
  private let positions: [Int?]
  private let credit: Int
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 12
  private var used = 0
  private var index = 0

  /// As a new track and `row` add them.
  private static let columns =
    ["t.id"] + TrackWriter.columns.map { "t.\($0)" } + ["t.path", "t.added"]
    + ["f.path", "r.path", "r.is_file"]

  init() {
    let known = RowReading.columnsInOrder
    positions = Self.columns.map { known.firstIndex(of: $0) }
    guard let credit = known.firstIndex(of: "t.credit") else {
      preconditionFailure("the catalog has no album credit")
    }
    self.credit = credit
    values = .allocate(capacity: known.count)
    values.initialize(repeating: .null, count: known.count)
    memory = .allocate(capacity: capacity)
  }

  deinit {
    values.deallocate()
    memory.deallocate()
  }

  /// The row of a track, valid until the next one.
  ///
  /// - Parameter credit: The album credit where it is not that of its file.
  func row(
    of track: InsertedTrack, added: Int64, in folder: FilePath, of root: ScanTarget,
    credit: String?
  ) -> SelectedRow {
    let bytes = track.new.bytes + folder.bytes.count + root.rootPath.bytes.count
    begin(bytes: bytes + (credit?.utf8.count ?? 0))
    track.new.add(to: self, id: track.id, change: 0, now: added)
    add(folder.bytes)
    add(root.rootPath.bytes)
    add(root.rootIsFile)
    if let credit { values[self.credit] = .text(copy(credit)) }
    return SelectedRow(values: values)
  }

  private func begin(bytes: Int) {
    (index, used) = (0, 0)
    guard bytes > capacity else { return }
    memory.deallocate()
    capacity = bytes
    memory = .allocate(capacity: bytes)
  }

  func add(_ text: String?) {
    set { text.map { .text(copy($0)) } ?? .null }
  }

  func add(_ bytes: [UInt8]) {
    set { bytes.withUnsafeBufferPointer { .blob(copy($0)) } }
  }

  func add(_ number: Int64?) {
    set { number.map { .integer($0) } ?? .null }
  }

  func add(_ number: Double?) {
    set { number.map { .real($0) } ?? .null }
  }

  /// Sets the next column.
  private func set(_ value: () -> RowValue) {
    if let position = positions[index] { values[position] = value() }
    index += 1
  }

  private func copy(_ text: String) -> RowBytes {
    var text = text
    return text.withUTF8 { copy($0) }
  }

  private func copy(_ bytes: RowBytes) -> RowBytes {
    precondition(used + bytes.count <= capacity, "more bytes than were announced")
    let copy = memory + used
    if let start = bytes.baseAddress { copy.update(from: start, count: bytes.count) }
    used += bytes.count
    return RowBytes(start: copy, count: bytes.count)
  }
}
