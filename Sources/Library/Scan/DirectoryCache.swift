internal import CLinux
import Glibc
internal import Music
import Synchronization

/// The directory cache: the contents of a library's folders as last listed, in a file beside the
/// library, so that an unchanged folder need not be listed again.
///
/// All of it is about the file system and nothing about the library: without a valid cache, folders
/// are listed. Owned by one scan, whose threads share it.
final class DirectoryCache: @unchecked Sendable {
  // because all mutable state is accessed with `access` locked only, or before the class is shared.
  private let access = Mutex(())
  private typealias Entry = DirectoryCacheFile.Entry

  private let path: FilePath
  private var file: DirectoryCacheFile?
  /// Entries of the file, then those listed since.
  private var entries: [Entry]
  private var inFile: Int
  private var places: [DirectoryListing.Identity: Int]
  /// Entries in the order of the scan, in which they are stored.
  private var visited: [Int] = []
  /// Whether visited entries were flushed to the file, and dropped here.
  private var hasFlushed = false
  private var isVisited: [Bool]
  /// Contents of the folders listed since.
  private var bytes: [UInt8] = []
  /// Whether timestamps are trusted, by device.
  private var trusted: [UInt64: Bool] = [:]

  /// Nanoseconds: the next change of a folder that changed this recently may get the same
  /// timestamp, since file systems count in steps of up to a second.
  private let settling: Int64
  /// Nanoseconds since 1970.
  private let clock: () -> Int64
  /// Folders that were listed, and folders served from the cache.
  private(set) var listed = 0
  private(set) var known = 0

  /// Bytes of names buffered for writing.
  private static let maximumBytes = 16 << 20
  /// With fewer changed folders than one in so many nothing is written; they are listed again.
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

  // MARK: Lookup

  /// Whether any folder was listed by an earlier scan; this one lists each once.
  var hasNames: Bool { access.withLock { _ in inFile > 0 } }

  /// Calls with the names in a folder, where the cache is certainly valid; nil where it is not, or
  /// `body` rejects it.
  func names<Result>(of fileStamp: FolderStamp, _ body: (CachedListing) -> Result?) -> Result? {
    // `body` calls stat for each file, while the other thread looks for another folder.
    let found = access.withLock { _ in
      places[fileStamp.identity].map { index in
        (index, entries[index].fileStamp == fileStamp ? listing(index) : nil)
      }
    }
    guard let (_, listing) = found else { return nil }
    let result = listing.flatMap(body)
    access.withLock { _ in
      if result == nil {
        places[fileStamp.identity] = nil
      } else {
        known += 1
        // The other thread may have written the cache meanwhile, which numbers its entries anew.
        if let index = places[fileStamp.identity], entries[index].fileStamp == fileStamp {
          visit(index)
        }
      }
    }
    return result
  }

  private func listing(_ index: Int) -> CachedListing? {
    let entry = entries[index]
    let copy =
      index < inFile
      ? file?.withBytes(of: entry) { Array($0) }
      : Array(bytes[Int(entry.offset)..<Int(entry.end)])
    return copy.flatMap {
      CachedListing(
        files: Int(entry.files), folders: Int(entry.folders), isEmpty: entry.isEmpty, $0)
    }
  }

  private func visit(_ index: Int) {
    guard !isVisited[index] else { return }
    isVisited[index] = true
    visited.append(index)
  }

  // MARK: Storing

  /// The time just before a folder is listed.
  func timeOfListing() -> Int64 {
    access.withLock { _ in listed += 1 }
    return clock()
  }

  /// Whether any later change of a folder with these timestamps, listed at a time, will show.
  func isCertain(_ fileStamp: FolderStamp, listedAt time: Int64, _ descriptor: Int32) -> Bool {
    guard fileStamp.changed < time - settling else { return false }
    let device = fileStamp.identity.device
    return access.withLock { _ in
      if let known = trusted[device] { return known }
      let isTrusted = FileSystemTimes.areTrusted(descriptor)
      trusted[device] = isTrusted
      return isTrusted
    }
  }

  /// Caches the contents of a folder, encoded as in `CachedListing`.
  func keep(_ names: [UInt8], files: Int, folders: Int, isEmpty: Bool, of fileStamp: FolderStamp) {
    guard names.count <= DirectoryCacheFile.maximumLength else { return }
    let checksum = names.withUnsafeBytes { DirectoryCacheFile.checksum($0) }
    access.withLock { _ in
      add(
        names,
        Entry(
          fileStamp: fileStamp, offset: 0, length: UInt64(names.count), files: UInt32(files),
          folders: UInt32(folders), isEmpty: isEmpty, checksum: checksum))
    }
  }

  private func add(_ names: [UInt8], _ entry: Entry) {
    if bytes.count + names.count > max(DirectoryCache.maximumBytes, file?.bytes ?? 0) {
      hasFlushed = true
      write(isWhole: false, always: true)
    }
    var entry = entry
    entry.offset = UInt64(bytes.count)
    bytes += names
    places[entry.fileStamp.identity] = entries.count
    entries.append(entry)
    isVisited.append(false)
    visit(entries.count - 1)
  }

  /// Writes the cache, where enough of it is new. Failed folders are listed next time.
  ///
  /// - Parameters:
  ///   - isWhole: whether folders that the scan did not visit are dropped.
  ///   - quietCount: quiet folders, which it did not list; with any, none is dropped.
  func save(isWhole: Bool, quietCount: Int = 0) {
    access.withLock { _ in
      write(isWhole: isWhole && quietCount == 0, quietCount: quietCount, always: false)
    }
  }

  private func write(isWhole: Bool, quietCount: Int = 0, always: Bool) {
    let new = visited.count { $0 >= inFile }
    guard new > 0, always || new * DirectoryCache.fewChanges >= visited.count + quietCount else {
      return
    }
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
    // Where writing fails, the entries for the next try are bounded all the same.
    if isWritten || always { open() }
  }
}
