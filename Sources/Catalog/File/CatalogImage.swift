internal import Glibc
package import Music

/// A catalog to be written to a file. Created with the catalog, written by any thread.
package struct CatalogImage: @unchecked Sendable {
  // because bytes are only read while `whileUnchanged` holds the catalog still, and the columns
  // keep the memory that they lie in.

  private let version: CatalogVersion
  private let conditions: Int64?
  private let tracks: Int
  private let sections: [Section]

  private struct Section {
    var bytes: UnsafeRawBufferPointer
    /// The column that owns the memory.
    var owner: Any
  }

  package init(of catalog: Catalog) {
    version = catalog.version
    conditions = catalog.conditions
    tracks = catalog.count
    var collector = Collector()
    catalog.visitSections(&collector)
    sections = collector.sections
  }

  private struct Collector: SectionVisitor {
    var sections: [Section] = []

    mutating func visit<Value: BitwiseCopyable>(_ column: inout Column<Value>) {
      sections.append(Section(bytes: UnsafeRawBufferPointer(column.values), owner: column))
    }
  }

  /// Bytes that are copied at once: few enough that nobody waits for it.
  private static let piece = 1 << 20

  /// Writes the file under a temporary name, syncs and only then renames it.
  ///
  /// - Parameter whileUnchanged: Calls its argument while nobody changes the catalog, or returns
  ///   false if it has changed since the image was created; then nothing is written.
  /// - Returns: The written file: under its name there may already be another process's.
  @discardableResult
  package func write(
    to path: FilePath, whileUnchanged: (() -> Void) -> Bool
  ) throws(CatalogFileError) -> CatalogFile {
    let beside = FilePath(bytes: path.bytes + Array("-new".utf8))
    let file = beside.withCString {
      open($0, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    }
    guard file >= 0 else { throw .cannotWrite(code: errno) }
    do throws(CatalogFileError) {
      try claim(file, beside)
    } catch {
      close(file)
      throw error
    }
    do throws(CatalogFileError) {
      let header = try fill(file, whileUnchanged)
      guard fsync(file) == 0,
        beside.withCString({ old in path.withCString { rename(old, $0) } }) == 0
      else { throw .cannotWrite(code: errno) }
      // A process waiting for the name gets another file from now on.
      flock(file, LOCK_UN)
      return CatalogFile(file, header: header)
    } catch {
      beside.withCString { _ = unlink($0) }
      close(file)
      throw error
    }
  }

  /// Excludes other processes from writing the same file.
  private func claim(_ file: Int32, _ path: FilePath) throws(CatalogFileError) {
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw .busy }
    var (opened, named) = (stat(), stat())
    // Its last owner may have renamed it meanwhile.
    guard fstat(file, &opened) == 0, path.withCString({ lstat($0, &named) }) == 0,
      opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
    else { throw .busy }
    guard opened.st_mode & S_IFMT == S_IFREG, ftruncate(file, 0) == 0 else {
      throw .cannotWrite(code: errno)
    }
  }

  private func fill(_ file: Int32, _ whileUnchanged: (() -> Void) -> Bool)
    throws(CatalogFileError) -> [UInt64]
  {
    var header = Array(repeating: UInt64(0), count: CatalogLayout.headerSize / 8)
    header[CatalogLayout.Word.magic] = CatalogLayout.magic
    header[CatalogLayout.Word.format] = CatalogLayout.format
    header[CatalogLayout.Word.identity] = version.identity
    header[CatalogLayout.Word.change] = UInt64(bitPattern: version.change)
    header[CatalogLayout.Word.make] = UInt64(bitPattern: version.make)
    header[CatalogLayout.Word.tracks] = UInt64(tracks)
    header[CatalogLayout.Word.sections] = UInt64(sections.count)
    header[CatalogLayout.Word.conditions] = UInt64(bitPattern: conditions ?? -1)
    var buffer = Array(repeating: UInt8(0), count: CatalogImage.piece)
    var offset = CatalogLayout.headerSize
    for (index, section) in sections.enumerated() {
      var sum = CatalogChecksum()
      var done = 0
      while done < section.bytes.count {
        let count = min(CatalogImage.piece, section.bytes.count - done)
        let isUnchanged = whileUnchanged {
          buffer.withUnsafeMutableBytes { buffer in
            buffer.copyMemory(
              from: UnsafeRawBufferPointer(rebasing: section.bytes[done..<done + count]))
          }
        }
        guard isUnchanged else { throw .busy }
        let code = buffer.withUnsafeBytes { buffer in
          let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          sum.add(bytes)
          return CatalogImage.write(bytes, to: file, at: offset + done)
        }
        guard code == 0 else { throw .cannotWrite(code: code) }
        done += count
      }
      let position = CatalogLayout.Word.table + index * 3
      header[position] = UInt64(offset)
      header[position + 1] = UInt64(done)
      header[position + 2] = sum.value
      offset = CatalogLayout.aligned(offset + done)
    }
    var sum = CatalogChecksum()
    header.withUnsafeBytes { sum.add($0) }
    header[CatalogLayout.Word.checksum] = sum.value
    let code = header.withUnsafeBytes { CatalogImage.write($0, to: file, at: 0) }
    guard code == 0 else { throw .cannotWrite(code: code) }
    return header
  }

  /// 0, or an errno.
  private static func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int
  ) -> Int32 {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(file, rest.baseAddress, rest.count, off_t(offset + done))
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return count < 0 ? errno : ENOSPC
      }
      done += count
    }
    return 0
  }
}
