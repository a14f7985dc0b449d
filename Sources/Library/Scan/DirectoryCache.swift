import Glibc
internal import Music

/// What the folders of a library held when they were listed, in a file beside the library, so that
/// a folder which has not changed since need not be listed again.
///
/// All of it is about the file system and nothing about the library: whatever is wrong with it, or
/// it is not there, folders are listed. Owned by one scan.
final class DirectoryCache {
  private typealias Entry = DirectoryCacheFile.Entry

  private let path: FilePath
  private var file: DirectoryCacheFile?
  /// Those of the file first, then what was listed since.
  private var entries: [Entry]
  private var inFile: Int
  private var places: [DirectoryListing.Identity: Int]
  /// In the order in which the scan came to them, which is the one that they are kept in.
  private var visited: [Int] = []
  /// Whether what was visited was written meanwhile, and forgotten here.
  private var hasFlushed = false
  private var isVisited: [Bool]
  /// What is in the folders that were listed since.
  private var bytes: [UInt8] = []
  /// Whether times are trusted, by device.
  private var trusted: [UInt64: Bool] = [:]

  /// Nanoseconds: of a folder that changed less than so long ago the next change may get the same
  /// time, since file systems count in steps of up to a second.
  private let settling: Int64
  /// Nanoseconds since 1970.
  private let clock: () -> Int64
  /// Folders that had to be listed, and folders that were as they were known.
  private(set) var listed = 0
  private(set) var known = 0

  /// Bytes of names that wait in memory to be written.
  private static let most = 16 << 20
  /// Less than one folder in so many is listed again the next time rather than all written.
  private static let fewChanges = 64

  init(
    beside database: FilePath, settling: Int64 = 2_000_000_000,
    clock: @escaping () -> Int64 = DirectoryCache.now
  ) {
    path = FilePath(bytes: database.bytes + Array("-listings".utf8))
    self.settling = settling
    self.clock = clock
    (entries, inFile, places, isVisited) = ([], 0, [:], [])
    open()
  }

  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FolderStamp.nanoseconds(time)
  }

  private func open() {
    file = DirectoryCacheFile(at: path)
    entries = file?.entries ?? []
    inFile = entries.count
    isVisited = Array(repeating: false, count: entries.count)
    visited = []
    bytes = []
    places = Dictionary(minimumCapacity: entries.count)
    for (index, entry) in entries.enumerated() { places[entry.fileStamp.identity] = index }
  }

  // MARK: Asking

  /// Calls with the names in a folder, where it is certain that they are what they were; nil where
  /// it is not, or `body` finds otherwise.
  func names<Result>(of fileStamp: FolderStamp, _ body: (CachedListing) -> Result?) -> Result? {
    guard let index = places[fileStamp.identity] else { return nil }
    let result: Result? =
      entries[index].fileStamp == fileStamp ? withBytes(index) { body($0) } ?? nil : nil
    if result == nil {
      places[fileStamp.identity] = nil
    } else {
      known += 1
      visit(index)
    }
    return result
  }

  private func withBytes<Result>(_ index: Int, _ body: (CachedListing) -> Result) -> Result? {
    let entry = entries[index]
    func parse(_ bytes: UnsafeRawBufferPointer) -> Result? {
      CachedListing(
        files: Int(entry.files), folders: Int(entry.folders), isEmpty: entry.isEmpty, bytes
      ).map(body)
    }
    guard index >= inFile else { return file?.withBytes(of: entry, parse) ?? nil }
    return bytes.withUnsafeBytes {
      parse(UnsafeRawBufferPointer(rebasing: $0[Int(entry.offset)..<Int(entry.end)]))
    }
  }

  private func visit(_ index: Int) {
    guard !isVisited[index] else { return }
    isVisited[index] = true
    visited.append(index)
  }

  // MARK: Keeping

  /// The time before a folder is listed.
  func timeOfListing() -> Int64 {
    listed += 1
    return clock()
  }

  /// Whether a folder with these times, listed at a time, will show any later change.
  func isCertain(_ fileStamp: FolderStamp, listedAt time: Int64, _ descriptor: Int32) -> Bool {
    guard fileStamp.changed < time - settling else { return false }
    let device = fileStamp.identity.device
    if let known = trusted[device] { return known }
    let isTrusted = FileSystemTimes.areTrusted(descriptor)
    trusted[device] = isTrusted
    return isTrusted
  }

  /// Takes what is in a folder, as `CachedListing` has it.
  func keep(_ names: [UInt8], files: Int, folders: Int, isEmpty: Bool, of fileStamp: FolderStamp) {
    guard names.count <= DirectoryCacheFile.maximumLength else { return }
    if bytes.count + names.count > max(DirectoryCache.most, file?.bytes ?? 0) {
      hasFlushed = true
      save(isWhole: false, always: true)
    }
    let entry = Entry(
      fileStamp: fileStamp, offset: UInt64(bytes.count), length: UInt64(names.count),
      files: UInt32(files), folders: UInt32(folders), isEmpty: isEmpty,
      checksum: names.withUnsafeBytes { DirectoryCacheFile.checksum($0) })
    bytes += names
    places[fileStamp.identity] = entries.count
    entries.append(entry)
    isVisited.append(false)
    visit(entries.count - 1)
  }

  /// Writes what is kept, where enough of it is new. What cannot be written is listed next time.
  ///
  /// - Parameter isWhole: whether folders that the scan did not come to are no more.
  func save(isWhole: Bool, always: Bool = false) {
    let new = visited.count { $0 >= inFile }
    guard new > 0, always || new * DirectoryCache.fewChanges >= visited.count else { return }
    var kept = visited
    if !isWhole || hasFlushed {
      kept += entries.indices.filter {
        !isVisited[$0] && places[entries[$0].fileStamp.identity] == $0
      }
    }
    let isWritten = DirectoryCacheFile.write(to: path) { add in
      for index in kept where places[entries[index].fileStamp.identity] == index {
        let entry = entries[index]
        if index >= inFile {
          bytes.withUnsafeBytes {
            add(entry, UnsafeRawBufferPointer(rebasing: $0[Int(entry.offset)..<Int(entry.end)]))
          }
        } else {
          file?.withBytes(of: entry) { add(entry, $0) }
        }
      }
    }
    // Where it cannot be written, what there would be to write next time is bounded all the same.
    if isWritten || always { open() }
  }
}
