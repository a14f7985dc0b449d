import Glibc
internal import Music

/// What the folders of a library held when they were listed, in a file beside the library, so that
/// a folder which has not changed since need not be listed again.
///
/// All of it is about the file system and nothing about the library: whatever is wrong with it, or
/// it is not there, folders are listed. Owned by one scan.
final class KeptListings {
  private typealias Entry = KeptListingsFile.Entry

  private let path: FilePath
  private var file: KeptListingsFile?
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
    clock: @escaping () -> Int64 = KeptListings.now
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
    file = KeptListingsFile(at: path)
    entries = file?.entries ?? []
    inFile = entries.count
    isVisited = Array(repeating: false, count: entries.count)
    visited = []
    bytes = []
    places = Dictionary(minimumCapacity: entries.count)
    for (place, entry) in entries.enumerated() { places[entry.stamp.identity] = place }
  }

  // MARK: Asking

  /// Calls with the names in a folder, where it is certain that they are what they were; nil where
  /// it is not, or `body` finds otherwise.
  func names<Result>(of stamp: FolderStamp, _ body: (KeptNames) -> Result?) -> Result? {
    guard let place = places[stamp.identity] else { return nil }
    let result: Result? =
      entries[place].stamp == stamp ? withBytes(place) { body($0) } ?? nil : nil
    if result == nil {
      places[stamp.identity] = nil
    } else {
      known += 1
      visit(place)
    }
    return result
  }

  private func withBytes<Result>(_ place: Int, _ body: (KeptNames) -> Result) -> Result? {
    let entry = entries[place]
    func take(_ bytes: UnsafeRawBufferPointer) -> Result? {
      KeptNames(
        files: Int(entry.files), folders: Int(entry.folders), isEmpty: entry.isEmpty, bytes
      ).map(body)
    }
    guard place >= inFile else { return file?.withBytes(of: entry, take) ?? nil }
    return bytes.withUnsafeBytes {
      take(UnsafeRawBufferPointer(rebasing: $0[Int(entry.offset)..<Int(entry.end)]))
    }
  }

  private func visit(_ place: Int) {
    guard !isVisited[place] else { return }
    isVisited[place] = true
    visited.append(place)
  }

  // MARK: Keeping

  /// The time before a folder is listed.
  func timeOfListing() -> Int64 {
    listed += 1
    return clock()
  }

  /// Whether a folder with these times, listed at a time, will show any later change.
  func isCertain(_ stamp: FolderStamp, listedAt time: Int64, _ descriptor: Int32) -> Bool {
    guard stamp.changed < time - settling else { return false }
    let device = stamp.identity.device
    if let known = trusted[device] { return known }
    let isTrusted = FileSystemTimes.areTrusted(descriptor)
    trusted[device] = isTrusted
    return isTrusted
  }

  /// Takes what is in a folder, as `KeptNames` has it.
  func keep(_ names: [UInt8], files: Int, folders: Int, isEmpty: Bool, of stamp: FolderStamp) {
    guard names.count <= KeptListingsFile.longest else { return }
    if bytes.count + names.count > max(KeptListings.most, file?.bytes ?? 0) {
      hasFlushed = true
      save(isWhole: false, always: true)
    }
    let entry = Entry(
      stamp: stamp, offset: UInt64(bytes.count), length: UInt64(names.count),
      files: UInt32(files), folders: UInt32(folders), isEmpty: isEmpty,
      checksum: names.withUnsafeBytes { KeptListingsFile.checksum($0) })
    bytes += names
    places[stamp.identity] = entries.count
    entries.append(entry)
    isVisited.append(false)
    visit(entries.count - 1)
  }

  /// Writes what is kept, where enough of it is new. What cannot be written is listed next time.
  ///
  /// - Parameter isWhole: whether folders that the scan did not come to are no more.
  func save(isWhole: Bool, always: Bool = false) {
    let new = visited.count { $0 >= inFile }
    guard new > 0, always || new * KeptListings.fewChanges >= visited.count else { return }
    var kept = visited
    if !isWhole || hasFlushed {
      kept += entries.indices.filter {
        !isVisited[$0] && places[entries[$0].stamp.identity] == $0
      }
    }
    let isWritten = KeptListingsFile.write(to: path) { add in
      for place in kept where places[entries[place].stamp.identity] == place {
        let entry = entries[place]
        if place >= inFile {
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
