internal import CLinux
import Glibc
internal import Music

/// A new version of a file under a hidden name beside it, which replaces the file atomically.
///
/// Until `commit` the file is untouched; a kill at any moment leaves either the old file or the new
/// one whole, and at most this hidden one, which `removeLeftovers` finds. A program that has the
/// old file open, as a player, reads the old one to its end.
final class FileReplacement {
  private(set) var descriptor: Int32 = -1
  private let file: OpenedFile
  private let cancellation: Cancellation
  private let folder: FilePath
  private var name: FilePath?

  private static let prefix = Array(".tritone-tags-".utf8)
  /// Bytes copied between checks for cancellation.
  private static let step = 16 << 20

  init(_ file: OpenedFile, cancellation: Cancellation) throws(TagWriteError) {
    self.file = file
    self.cancellation = cancellation
    folder = file.path.parent ?? FilePath("/")
    try Self.checkWritable(file, folder)
    var template =
      folder.appending(Self.prefix + Array("XXXXXX".utf8)).bytes.map(
        CChar.init(bitPattern:)) + [0]
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw errno == EACCES || errno == EROFS ? .readOnlyFolder : TagWriteError(errno: errno)
    }
    name = FilePath(bytes: template.dropLast().map(UInt8.init(bitPattern:)))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // Held until closing, so that another run knows that this is no leftover.
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    if let name { _ = name.withCString { unlink($0) } }
    if descriptor >= 0 { close(descriptor) }
  }

  /// A read-only file is not replaced either, even where the rights of a folder, or those of root,
  /// would allow it.
  private static func checkWritable(_ file: OpenedFile, _ folder: FilePath)
    throws(TagWriteError)
  {
    guard file.mode & 0o222 != 0, file.path.withCString({ access($0, W_OK) }) == 0 else {
      throw .readOnlyFile
    }
    var status = stat()
    guard folder.withCString({ stat($0, &status) }) == 0, status.st_mode & 0o222 != 0,
      folder.withCString({ access($0, W_OK | X_OK) }) == 0
    else { throw .readOnlyFolder }
  }

  /// Bytes written so far.
  var size: Int64 {
    get throws(TagWriteError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw TagWriteError(errno: errno) }
      return Int64(status.st_size)
    }
  }

  /// Writes new bytes and parts of the old file.
  func write(_ pieces: [ChunkSpan]) throws(TagWriteError) {
    var offset: Int64 = 0
    for piece in pieces {
      switch piece {
      case .bytes(let bytes):
        try write(bytes, at: offset)
        offset += Int64(bytes.count)
      case .original(let range):
        try copy(range, to: offset)
        offset += Int64(range.count)
      }
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int64) throws(TagWriteError) {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes {
        pwrite(
          descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done, Int(offset) + done)
      }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw TagWriteError(errno: errno) }
      done += written
    }
  }

  private func copy(_ range: Range<Int64>, to offset: Int64) throws(TagWriteError) {
    var from = range.lowerBound
    while from < range.upperBound {
      if cancellation.isOver { throw .cancelled }
      let count = Int(min(Int64(Self.step), range.upperBound - from))
      let copied = tritone_copy_range(
        file.descriptor, from, descriptor, offset + from - range.lowerBound, count)
      guard copied >= 0 else { throw TagWriteError(errno: errno) }
      // The file was truncated a moment ago.
      guard copied > 0 else { throw .changedMeanwhile }
      from += Int64(copied)
    }
  }

  /// Replaces the old file by the new one.
  ///
  /// - Returns: the new identity, and the attributes of the old file that were lost.
  func commit() throws(TagWriteError) -> (identity: OpenedFile.Identity, notes: [String]) {
    var notes: [String] = []
    var mode = file.mode
    // The owner first: changing it resets some of the rights.
    if fchown(descriptor, file.owner, file.group) != 0 {
      notes.append("it has another owner or group now")
      // Write access granted under the old owner is not passed on under a new one.
      mode &= ~0o022
    }
    let lost = tritone_copy_attributes(file.descriptor, descriptor)
    if lost > 0 { notes.append("\(lost) of its extended attributes could not be kept") }
    // Last, since an access list among the attributes holds rights, too.
    guard fchmod(descriptor, mode) == 0 else { throw TagWriteError(errno: errno) }
    // The old times, so that sorting by date does not change.
    guard futimens(descriptor, file.times) == 0, fsync(descriptor) == 0 else {
      throw TagWriteError(errno: errno)
    }
    var status = stat()
    guard let name, fstat(descriptor, &status) == 0 else { throw TagWriteError(errno: errno) }
    guard file.isAsItWas else { throw .changedMeanwhile }
    if cancellation.isOver { throw .cancelled }
    let code = name.withCString { new in
      file.path.withCString { old in rename(new, old) == 0 ? 0 : errno }
    }
    guard code == 0 else { throw TagWriteError(errno: code) }
    self.name = nil
    let opened = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if opened >= 0 {
      // Even if it fails, either the old or the new file is there.
      fsync(opened)
      close(opened)
    }
    return (OpenedFile.Identity(status), notes)
  }

  /// Removes files that killed runs left in a folder.
  static func removeLeftovers(in folder: FilePath) {
    guard let stream = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name.starts(with: prefix), name.count == prefix.count + 6 else { continue }
      let path = folder.appending(name)
      let descriptor = NewFile.openForLock(
        path.bytes.map(CChar.init(bitPattern:)) + [0], in: AT_FDCWD)
      guard descriptor >= 0 else { continue }
      // A running writer holds the lock.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = path.withCString { unlink($0) } }
      close(descriptor)
    }
  }
}
