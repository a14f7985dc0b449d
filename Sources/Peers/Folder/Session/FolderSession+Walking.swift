internal import CLinux
import Glibc
import Music
import Sync

/// The result of a walk over the music folder.
struct MusicWalk {
  var files: [DeviceFile] = []
  /// One sentence each, a few at most.
  var faults: [String] = []
  /// Whether files may be there that were not found.
  var isPartial = false
  /// Files of earlier syncs that are to be removed.
  var leftovers: [FilePath] = []
  /// Names that are left alone, because they are not UTF-8.
  fileprivate var unnamed = 0
  fileprivate var firstUnnamed: FilePath?
}

extension FolderSession {
  static let maximumFiles = 1_000_000
  /// Seconds after which a part of another sync is no longer resumed.
  private static let partAge: Int64 = 7 * 86_400

  /// Lists the audio files below the music folder.
  func walk(
    _ cancellation: PeerCancellation, _ progress: (Int) -> Void
  ) throws(PeerError) -> MusicWalk {
    var walk = MusicWalk()
    var folders: [(path: FilePath?, depth: Int)] = [(nil, 1)]
    while let (folder, depth) = folders.popLast() {
      try cancellation.check()
      try list(folder, depth, &walk, &folders)
      progress(walk.files.count)
      guard walk.files.count < FolderSession.maximumFiles else {
        walk.faults.append("it has more than a million files, of which the rest is left alone")
        break
      }
    }
    guard root.isInPlace else { throw .gone }
    if let first = walk.firstUnnamed {
      let others = walk.unnamed > 1 ? ", and \(walk.unnamed - 1) others" : ""
      walk.faults.append("names that are not UTF-8 are left alone: \(first.text)\(others)")
    }
    walk.files.sort { $0.path < $1.path }
    return walk
  }

  private func list(
    _ folder: FilePath?, _ depth: Int, _ walk: inout MusicWalk,
    _ folders: inout [(path: FilePath?, depth: Int)]
  ) throws(PeerError) {
    let path = folder.map(DeviceLayout.musicPath) ?? DeviceLayout.music
    let stream: OpaquePointer
    do throws(SystemFault) {
      let opened = try root.openFolder(path)
      guard let listing = fdopendir(opened) else {
        FileClosing.close(opened)
        throw SystemFault(code: errno)
      }
      stream = listing
    } catch {
      // Music that was never copied has no folder; one that left meanwhile is not there any more.
      if error.code == ENOENT { return }
      if folder == nil { throw reading(DeviceLayout.music, error.code) }
      let fault = reading(path, error.code)
      if fault == .gone { throw fault }
      return note("the folder cannot be read: \(path.text)", &walk)
    }
    defer { closedir(stream) }
    var half: [HalfFile] = []
    let first = walk.files.count
    while walk.files.count < FolderSession.maximumFiles {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw reading(path, errno) }
        break
      }
      let name = entry.nameBytes
      if name.first == UInt8(ascii: ".") {
        if DeviceLayout.isPart(name) { look(atPart: name, in: folder, stream, &half, &walk) }
        continue
      }
      let type = Int32(entry.pointee.d_type)
      let isAudio = AudioNames.includes(name)
      guard type == Int32(DT_DIR) || type == Int32(DT_UNKNOWN) || type == Int32(DT_REG) && isAudio
      else { continue }
      guard String(validating: name, as: UTF8.self) != nil else {
        walk.unnamed += 1
        if walk.firstUnnamed == nil { walk.firstUnnamed = FilePath(bytes: name) }
        continue
      }
      let path = folder?.appending(name) ?? FilePath(bytes: name)
      if type == Int32(DT_DIR) {
        add(path, depth, to: &folders, &walk)
        continue
      }
      var status = stat()
      guard fstatat(dirfd(stream), entry.namePointer, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: add(path, depth, to: &folders, &walk)
      case S_IFREG where isAudio && DevicePath.isSafe(path):
        walk.files.append(
          DeviceFile(path: path, size: Int64(status.st_size), modified: status.modified))
      default: break
      }
    }
    guard !half.isEmpty else { return }
    for file in half {
      guard
        let index = walk.files[first...].firstIndex(where: {
          $0.path.lastName == Array(file.name.utf8) && $0.size != file.size
        })
      else { continue }
      walk.leftovers.append(DeviceLayout.musicPath(walk.files[index].path))
      walk.files.remove(at: index)
    }
  }

  private func add(
    _ path: FilePath, _ depth: Int, to folders: inout [(path: FilePath?, depth: Int)],
    _ walk: inout MusicWalk
  ) {
    guard depth < DevicePath.maximumDepth, DevicePath.isSafe(path) else {
      return note("folders nested too deep are left alone: \(path.text)", &walk)
    }
    folders.append((path, depth + 1))
  }

  private func note(_ fault: String, _ walk: inout MusicWalk) {
    walk.isPartial = true
    if walk.faults.count < 10 { walk.faults.append(fault) }
  }

  /// A part of an earlier sync: old ones go, and one that marks a half file tells which that is.
  private func look(
    atPart name: [UInt8], in folder: FilePath?, _ stream: OpaquePointer, _ half: inout [HalfFile],
    _ walk: inout MusicWalk
  ) {
    var status = stat()
    guard
      fstatat(
        dirfd(stream), name.map(CChar.init(bitPattern:)) + [0], &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return }
    let path = DeviceLayout.musicPath(folder?.appending(name) ?? FilePath(bytes: name))
    if status.st_size <= HalfFile.maximumBytes,
      let bytes = try? root.bytes(of: path, atMost: HalfFile.maximumBytes),
      let file = HostileJSON.value(bytes, HalfFile.self)
    {
      half.append(file)
      walk.leftovers.append(path)
    } else if setup.now() &- Int64(status.st_mtim.tv_sec) > FolderSession.partAge {
      walk.leftovers.append(path)
    }
  }

  /// Removes what earlier syncs left.
  func removeLeftovers() {
    for path in leftovers where !parts.contains(path) { try? root.unlink(path) }
    leftovers = []
  }
}

extension UnsafeMutablePointer<dirent> {
  // because it is a stored field of a C struct, it has an offset
  private static var nameOffset: Int { MemoryLayout<dirent>.offset(of: \.d_name)! }

  var namePointer: UnsafePointer<CChar> {
    UnsafeRawPointer(self).advanced(by: Self.nameOffset).assumingMemoryBound(to: CChar.self)
  }
}
