import Glibc
internal import Music

/// The direct contents of a folder, as far as a scan needs them.
struct DirectoryListing {
  struct File {
    var name: [UInt8]
    /// Nil where stat fails for the file, or was not called.
    var fileStamp: FileStamp?
  }

  /// The device and inode of a folder, which detect loops of links.
  struct Identity: Hashable {
    var device: UInt64
    var node: UInt64

    init(device: UInt64, node: UInt64) { (self.device, self.node) = (device, node) }

    init(_ status: stat) {
      self.init(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
    }
  }

  private(set) var identity = Identity(device: 0, node: 0)
  /// Names of folders, in the order of their bytes; links to folders among them.
  private(set) var folders: [[UInt8]] = []
  /// Whether the folder is empty.
  private(set) var isEmpty = true
  /// The digest of the folder's audio files; nil where stat fails for one of them, or was not
  /// called.
  var digest: Int64? { digestSoFar?.value }
  /// Whether stat was called for the files, unless the folder has none.
  private(set) var areAsked = true

  private var digestSoFar: FolderDigest? = FolderDigest()

  /// The names of all files, concatenated, each ended by a zero, and the length of each.
  private var names: [UInt8] = []
  /// The index of the first name.
  private var start = 0
  private var found: [(length: Int, stamp: FileStamp?)] = []
  /// Whether the names alone describe the folder: without links, and without entries of unknown
  /// type.
  private(set) var isPlain = true
  /// Whether a file has another name somewhere, by which it may be changed.
  private(set) var haveOtherNames = false
  /// The folders in it, where the folder is one of `QuietFolders`.
  var inner: [QuietFolder.Inner] = []
  /// The number of files in a quiet folder, whose listing is without their names.
  private let notedCount: Int?

  /// Whether it is that of a quiet folder, of an earlier scan and without the names of files.
  var isQuiet: Bool { notedCount != nil }
  /// The number of files with audio names.
  var fileCount: Int { notedCount ?? found.count }

  /// Files with audio names, in the order of their bytes; computed each time.
  var files: [File] {
    var index = start
    var files = found.map { file in
      defer { index += file.length + 1 }
      return File(name: Array(names[index..<index + file.length]), fileStamp: file.stamp)
    }
    files.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return files
  }

  /// The listing of a quiet folder.
  init(_ contents: QuietFolder.Contents, inner: [QuietFolder.Inner]) {
    notedCount = contents.fileCount
    identity = contents.identity
    isEmpty = contents.isEmpty
    digestSoFar = FolderDigest(value: contents.digest)
    self.inner = inner
  }

  /// Reads a folder; names that start with a dot are left out.
  ///
  /// - Parameters:
  ///   - skipsFiles: whether only folders are wanted.
  ///   - asksFiles: whether stat is called for all files. Otherwise it is left to the readers where
  ///     that saves calls: not in a folder of many files.
  ///   - kept: the directory cache; an unchanged folder is not listed again.
  ///   - isElsewhere: whether a link's path leads out of all roots.
  /// - Throws: an errno.
  init(
    _ path: FilePath, skipsFiles: Bool = false, asksFiles: Bool = true,
    kept: DirectoryCache? = nil, isElsewhere: (FilePath) -> Bool
  ) throws(SystemError) {
    notedCount = nil
    if let kept, kept.hasNames, isUnchanged(path, since: kept, skipsFiles: skipsFiles) { return }
    let descriptor = path.withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw SystemError(code: code)
    }
    defer { closedir(stream) }
    // Any change from here on has a later timestamp than the folder has now.
    let time = kept?.timeOfListing()
    guard let fileStamp = FolderStamp(descriptor) else { throw SystemError(code: errno) }
    identity = fileStamp.identity
    var files = UnaskedFiles()
    errno = 0
    while let entry = readdir(stream) {
      defer { errno = 0 }
      let type = Int32(entry.pointee.d_type)
      if skipsFiles, type == Int32(DT_REG) { continue }
      let name = (UnsafeRawPointer(entry) + DirectoryListing.nameOffset)
        .assumingMemoryBound(to: CChar.self)
      if append(name, type: type, descriptor, path, isElsewhere) {
        files.add(name, node: UInt64(entry.pointee.d_ino))
      }
    }
    // A listing that fails half way must not pass for a short one.
    guard errno == 0 else { throw SystemError(code: errno) }
    if asksFiles || files.areMany || !isPlain {
      files.forEach { ask($0, type: Int32(DT_REG), isAudio: true, descriptor, path, isElsewhere) }
    } else {
      files.forEach { add(DirectoryListing.bytes($0), nil) }
      areAsked = found.isEmpty
    }
    if folders.count > 1 { folders.sort { $0.lexicographicallyPrecedes($1) } }
    guard let kept, let time, isPlain, !skipsFiles,
      kept.isCertain(fileStamp, listedAt: time, descriptor)
    else { return }
    keep(in: kept, fileStamp)
  }

  /// O_PATH of `open(2)`, which the module of the C library leaves out.
  private static let pathOnly: Int32 = 0o10_000_000

  // because it is a stored field of a C struct, it has an offset
  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name)!

  /// True for an audio file that stat is still to be called for.
  private mutating func append(
    _ pointer: UnsafePointer<CChar>, type: Int32, _ descriptor: Int32, _ path: FilePath,
    _ isElsewhere: (FilePath) -> Bool
  ) -> Bool {
    let name = DirectoryListing.bytes(pointer)
    guard name.first != UInt8(ascii: ".") else {
      let isSelf = name.count == 1 || name.count == 2 && name[1] == UInt8(ascii: ".")
      if !isSelf { isEmpty = false }
      return false
    }
    isEmpty = false
    let isAudio = AudioNames.includes(name)
    switch type {
    case Int32(DT_DIR): folders.append(Array(name))
    case Int32(DT_REG): return isAudio
    case Int32(DT_LNK), Int32(DT_UNKNOWN):
      isPlain = false
      ask(pointer, type: type, isAudio: isAudio, descriptor, path, isElsewhere)
    default: break
    }
    return false
  }

  private mutating func ask(
    _ pointer: UnsafePointer<CChar>, type: Int32, isAudio: Bool, _ descriptor: Int32,
    _ path: FilePath, _ isElsewhere: (FilePath) -> Bool
  ) {
    let name = DirectoryListing.bytes(pointer)
    var status = stat()
    guard fstatat(descriptor, pointer, &status, 0) == 0 else {
      if isAudio, errno != ENOENT, errno != ELOOP { add(name, nil) }
      isPlain = false
      return
    }
    if type == Int32(DT_LNK), !isElsewhere(path.appending(Array(name))) { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: folders.append(Array(name))
    case S_IFREG where isAudio:
      haveOtherNames = haveOtherNames || status.st_nlink > 1
      add(name, FileStamp(status))
    default: isPlain = false
    }
  }

  private static func bytes(_ name: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self), count: strlen(name))
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ fileStamp: FileStamp?) {
    if found.isEmpty {
      // Enough for an album, instead of growing many times.
      names.reserveCapacity(1 << 9)
      found.reserveCapacity(16)
    }
    names += name
    names.append(0)
    found.append((name.count, fileStamp))
    if let fileStamp {
      digestSoFar?.add(FolderDigest.hash(name), fileStamp)
    } else {
      digestSoFar = nil
    }
  }

  // MARK: Cached names

  /// Whether the folder has the names of the last listing, with which it is filled then.
  private mutating func isUnchanged(
    _ path: FilePath, since kept: DirectoryCache, skipsFiles: Bool
  ) -> Bool {
    // A folder is opened for less where stat alone is called in it.
    let descriptor = path.withCString {
      open($0, DirectoryListing.pathOnly | O_DIRECTORY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard let fileStamp = FolderStamp(descriptor) else { return false }
    identity = fileStamp.identity
    let isKnown: Bool? = kept.names(of: fileStamp) {
      ask($0, descriptor, skipsFiles: skipsFiles) ? true : nil
    }
    if isKnown == nil {
      (folders, isEmpty, digestSoFar, names, start, found) = ([], true, FolderDigest(), [], 0, [])
    }
    return isKnown ?? false
  }

  /// Calls stat for the files of the last listing; false where one of them has changed.
  private mutating func ask(_ kept: CachedListing, _ descriptor: Int32, skipsFiles: Bool) -> Bool {
    isEmpty = kept.isEmpty
    if !skipsFiles {
      (names, start) = (kept.bytes, kept.start)
      found.reserveCapacity(kept.fileCount)
    }
    return kept.bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress, kept.start < bytes.count else { return true }
      var index = kept.start
      var status = stat()
      for file in 0..<kept.fileCount {
        guard index < bytes.count else { return false }
        let name = (first + index).assumingMemoryBound(to: CChar.self)
        let length = strlen(name)
        index += length + 1
        if skipsFiles { continue }
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
          status.st_mode & S_IFMT == S_IFREG
        else { return false }
        let fileStamp = FileStamp(status)
        haveOtherNames = haveOtherNames || status.st_nlink > 1
        found.append((length, fileStamp))
        digestSoFar?.add(
          bytes.loadUnaligned(fromByteOffset: file * 8, as: UInt64.self), fileStamp)
      }
      for _ in 0..<kept.folderCount {
        guard index < bytes.count else { return false }
        let name = UnsafeRawBufferPointer(
          start: first + index,
          count: strlen((first + index).assumingMemoryBound(to: CChar.self)))
        index += name.count + 1
        guard let first = name.first, first != UInt8(ascii: ".") else { return false }
        folders.append(Array(name))
      }
      return true
    }
  }

  private func keep(in kept: DirectoryCache, _ fileStamp: FolderStamp) {
    var index = 0
    let hashes = names.withUnsafeBufferPointer { names in
      found.map { file in
        defer { index += file.length + 1 }
        return FolderDigest.hash(
          UnsafeBufferPointer(rebasing: names[index..<index + file.length]))
      }
    }
    kept.keep(
      CachedListing.bytes(hashes: hashes, files: names, folders: folders), files: found.count,
      folders: folders.count, isEmpty: isEmpty, of: fileStamp)
  }
}
