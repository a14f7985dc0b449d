internal import Glibc
package import Music

/// A catalog's file, mapped so that pages are loaded on access.
///
/// Opening checks everything that memory safety depends on: a damaged file is refused or has wrong
/// values, which `isSound` detects.
package final class CatalogFile: Sendable {
  private let file: Int32
  private let header: [UInt64]

  /// Larger files are not ours.
  private static let maximumLength = 1 << 36

  /// - Throws: `.notOurs` for a file of another format.
  package init(at path: FilePath) throws(CatalogFileError) {
    file = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard file >= 0 else { throw .cannotRead(code: errno) }
    var status = stat()
    // A file that others can write to may change after the checks, which are made once.
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0, status.st_nlink == 1
    else {
      header = []
      throw .notOurs
    }
    var words = Array(repeating: UInt64(0), count: CatalogLayout.headerSize / 8)
    let file = file
    let count = words.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard count == CatalogLayout.headerSize else {
      header = words
      throw count < 0 ? .cannotRead(code: errno) : .damaged
    }
    header = words
    guard words[CatalogLayout.Word.magic] == CatalogLayout.magic,
      words[CatalogLayout.Word.format] == CatalogLayout.format
    else { throw .notOurs }
    words[CatalogLayout.Word.checksum] = 0
    var sum = CatalogChecksum()
    words.withUnsafeBytes { sum.add($0) }
    guard sum.value == header[CatalogLayout.Word.checksum] else { throw .damaged }
  }

  /// - Throws: `.notOurs` for a file of another database or version, by identity and make.
  package convenience init(
    at path: FilePath, of version: CatalogVersion
  ) throws(CatalogFileError) {
    try self.init(at: path)
    guard shows(version) else { throw .notOurs }
  }

  /// Whether it was built from this database, in the present version.
  package func shows(_ version: CatalogVersion) -> Bool {
    header[CatalogLayout.Word.identity] == version.identity
      && Int64(bitPattern: header[CatalogLayout.Word.make]) == version.make
  }

  /// Adopts a file that was just written.
  init(_ file: Int32, header: [UInt64]) {
    self.file = file
    self.header = header
  }

  deinit { close(file) }

  /// The catalog as saved.
  package func catalog() throws(CatalogFileError) -> Catalog {
    let catalog = Catalog(
      CatalogVersion(
        identity: header[CatalogLayout.Word.identity],
        change: Int64(bitPattern: header[CatalogLayout.Word.change]),
        make: Int64(bitPattern: header[CatalogLayout.Word.make])))
    let mapping = try mapping()
    var reader = Reader(mapping: mapping, header: header)
    catalog.visitSections(&reader)
    guard !reader.hasFailed, UInt64(reader.next) == header[CatalogLayout.Word.sections],
      UInt64(catalog.count) == header[CatalogLayout.Word.tracks], catalog.isWhole
    else { throw .damaged }
    let conditions = Int64(bitPattern: header[CatalogLayout.Word.conditions])
    catalog.conditions = conditions < 0 ? nil : conditions
    catalog.mapping = mapping
    return catalog
  }

  /// Replaces the memory of the catalog that was written to the file, unchanged since, by the
  /// mapping; existing lists keep theirs.
  package func replaceMemory(of catalog: Catalog) throws(CatalogFileError) {
    var comparison = Comparison(header: header)
    catalog.visitSections(&comparison)
    guard comparison.isAlike, UInt64(comparison.next) == header[CatalogLayout.Word.sections] else {
      throw .damaged
    }
    let mapping = try mapping()
    var reader = Reader(mapping: mapping, header: header)
    catalog.visitSections(&reader)
    catalog.mapping = mapping
  }

  private func mapping() throws(CatalogFileError) -> CatalogMapping {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size >= CatalogLayout.headerSize, status.st_size <= CatalogFile.maximumLength
    else { throw .damaged }
    let mapping = try CatalogMapping(file, bytes: Int(status.st_size))
    let end = (0..<Int(min(header[CatalogLayout.Word.sections], 1000))).map {
      CatalogFile.section($0, header).map { $0.0 + $0.1 } ?? .max
    }.max()
    guard end ?? 0 <= mapping.bytes else { throw .damaged }
    return mapping
  }

  /// Whether all checksums are right. Reads all of the file, which takes as long as the disk does.
  package func isSound() -> Bool {
    var buffer = Array(repeating: UInt8(0), count: 1 << 18)
    let count = Int(min(header[CatalogLayout.Word.sections], 1000))
    for index in 0..<count {
      guard let (offset, length, wanted) = CatalogFile.section(index, header) else { return false }
      var sum = CatalogChecksum()
      var done = 0
      while done < length {
        let file = file
        let wanted = min(buffer.count, length - done)
        let got = buffer.withUnsafeMutableBytes {
          pread(file, $0.baseAddress, wanted, off_t(offset + done))
        }
        guard got == wanted else { return false }
        buffer.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<got])) }
        done += got
      }
      guard sum.value == wanted else { return false }
    }
    return true
  }

  /// The offset, length and checksum of a section.
  private static func section(_ index: Int, _ header: [UInt64]) -> (Int, Int, UInt64)? {
    let position = CatalogLayout.Word.table + index * 3
    guard position + 2 < header.count, let offset = Int(exactly: header[position]),
      let length = Int(exactly: header[position + 1]), offset <= maximumLength,
      length <= maximumLength
    else { return nil }
    return (offset, length, header[position + 2])
  }

  /// Whether the sections have the lengths of a catalog's.
  private struct Comparison: SectionVisitor {
    let header: [UInt64]
    var next = 0
    var isAlike = true

    mutating func visit<Value: BitwiseCopyable>(_ column: inout Column<Value>) {
      let section = CatalogFile.section(next, header)
      isAlike = isAlike && section?.1 == column.count * MemoryLayout<Value>.stride
      next += 1
    }
  }

  private struct Reader: SectionVisitor {
    let mapping: CatalogMapping
    let header: [UInt64]
    var next = 0
    var hasFailed = false

    mutating func visit<Value: BitwiseCopyable>(_ column: inout Column<Value>) {
      defer { next += 1 }
      guard !hasFailed, let (offset, length, _) = CatalogFile.section(next, header),
        offset % CatalogLayout.alignment == 0, offset + length <= mapping.bytes,
        length % MemoryLayout<Value>.stride == 0
      else {
        hasFailed = true
        return
      }
      column = Column(
        borrowing: mapping.start + offset, count: length / MemoryLayout<Value>.stride,
        from: mapping)
    }
  }
}
