internal import Catalog
import Glibc
internal import Music

/// The file of the directory cache: a header, the names in each folder, and a table of folders.
///
/// Its contents are not trusted: an invalid part is left out, or the whole file is.
final class DirectoryCacheFile {
  /// A folder and the range of its names.
  struct Entry: BitwiseCopyable {
    private var device: UInt64
    private var node: UInt64
    private var changed: Int64
    private var modified: Int64
    var offset: UInt64
    var length: UInt64
    var files: UInt32
    private var foldersAndEmptiness: UInt32
    var checksum: UInt64

    init(
      fileStamp: FolderStamp, offset: UInt64, length: UInt64, files: UInt32, folders: UInt32,
      isEmpty: Bool, checksum: UInt64
    ) {
      device = fileStamp.identity.device
      node = fileStamp.identity.node
      changed = fileStamp.changed
      modified = fileStamp.modified
      self.offset = offset
      self.length = length
      self.files = files
      foldersAndEmptiness = folders << 1 | (isEmpty ? 1 : 0)
      self.checksum = checksum
    }

    var fileStamp: FolderStamp {
      FolderStamp(
        identity: DirectoryListing.Identity(device: device, node: node), changed: changed,
        modified: modified)
    }
    var folders: UInt32 { foldersAndEmptiness >> 1 }
    var isEmpty: Bool { foldersAndEmptiness & 1 != 0 }
    var end: UInt64 { offset + length }
  }

  let entries: [Entry]
  /// The size of the file.
  let bytes: Int

  private let file: Int32
  /// The range read last: folders are requested in nearly the order of the file.
  private var window: [UInt8] = []
  private var windowStart = 0

  /// Bytes of the names in one folder.
  static let maximumLength = 1 << 26
  /// Raised whenever the audio extensions change: only audio files are cached.
  private static let magic: UInt64 = 0x314C_5349_4C52_5431
  private static let headerSize = 40
  private static let maximumFolders = 1 << 22
  private static let piece = 1 << 18

  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = CatalogChecksum()
    sum.add(bytes)
    return sum.value
  }

  /// Nil without a valid file.
  init?(at path: FilePath) {
    let descriptor = path.withCString {
      open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }
    file = descriptor
    var header = [UInt64](repeating: 0, count: DirectoryCacheFile.headerSize / 8)
    var status = stat()
    let isHeaderRead = header.withUnsafeMutableBytes {
      DirectoryCacheFile.read(descriptor, $0, at: 0)
    }
    let stride = MemoryLayout<Entry>.stride
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      isHeaderRead, header[0] == DirectoryCacheFile.magic,
      header[4] == header[..<4].withUnsafeBytes(DirectoryCacheFile.checksum),
      header[1] <= DirectoryCacheFile.maximumFolders, header[2] <= UInt64(status.st_size),
      Int(header[1]) * stride == Int(status.st_size) - Int(header[2])
    else {
      (entries, bytes) = ([], 0)
      return nil
    }
    bytes = Int(status.st_size)
    let (offset, count) = (Int(header[2]), Int(header[1]))
    let entries = [Entry](unsafeUninitializedCapacity: count) { buffer, used in
      let isRead = DirectoryCacheFile.read(
        descriptor, UnsafeMutableRawBufferPointer(buffer), at: offset)
      used = isRead ? count : 0
    }
    self.entries = entries
    guard entries.count == count,
      header[3] == entries.withUnsafeBytes(DirectoryCacheFile.checksum)
    else { return nil }
  }

  deinit { if file >= 0 { close(file) } }

  /// Calls with the names in a folder; nil where their checksum is wrong.
  func withBytes<Result>(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard entry.length <= DirectoryCacheFile.maximumLength, entry.length <= UInt64(bytes),
      entry.offset <= UInt64(bytes) - entry.length
    else { return nil }
    let (offset, length) = (Int(entry.offset), Int(entry.length))
    if offset < windowStart || offset + length > windowStart + window.count {
      let count = min(max(length, DirectoryCacheFile.piece), bytes - offset)
      if window.count != count { window = Array(repeating: 0, count: count) }
      windowStart = offset
      guard window.withUnsafeMutableBytes({ DirectoryCacheFile.read(file, $0, at: offset) }) else {
        window = []
        return nil
      }
    }
    return window.withUnsafeBytes { window in
      let start = offset - windowStart
      let bytes = UnsafeRawBufferPointer(rebasing: window[start..<start + length])
      return DirectoryCacheFile.checksum(bytes) == entry.checksum ? body(bytes) : nil
    }
  }

  private static func read(
    _ file: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Bool {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = pread(file, rest.baseAddress, rest.count, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  // MARK: Writing

  /// Writes a file beside its path and renames it; false when that fails, or another process does
  /// it.
  ///
  /// Not synced: after a power cut it may be damaged, which is detected.
  static func write(
    to path: FilePath, _ body: ((Entry, UnsafeRawBufferPointer) -> Void) -> Void
  ) -> Bool {
    guard let output = AtomicOutput(beside: path) else { return false }
    var entries: [Entry] = []
    output.add([UInt8](repeating: 0, count: headerSize))
    body { entry, bytes in
      var entry = entry
      entry.offset = UInt64(output.count)
      entries.append(entry)
      output.add(bytes)
    }
    guard entries.count <= maximumFolders else { return false }
    var header = [magic, UInt64(entries.count), UInt64(output.count)]
    header.append(entries.withUnsafeBytes(checksum))
    header.append(header.withUnsafeBytes(checksum))
    entries.withUnsafeBytes { output.add($0) }
    return header.withUnsafeBytes { output.finish(header: $0, as: path) }
  }
}
