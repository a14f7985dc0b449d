import Glibc
import Library
import Log
import Music

/// The files of the program: their sizes, and the removal of those that are made again.
struct Storage: Sendable {
  private let places: [(kind: StoredPart.Kind, path: FilePath)]

  /// - Parameter library: the path of the library's file.
  init(library: FilePath, _ directories: Directories) {
    func beside(_ ending: String) -> FilePath {
      FilePath(bytes: library.bytes + Array(ending.utf8))
    }
    places = [
      (.library, library), (.backups, BackupFolder(of: library).path),
      (.downloads, directories.downloads), (.log, directories.log.path),
      (.catalog, beside("-catalog")), (.listings, beside("-listings")),
      (.waveforms, beside("-waveforms")), (.covers, directories.art),
      (.lyrics, directories.fetchedLyrics), (.sounds, directories.sounds),
      (.serverCovers, directories.serverCovers),
    ]
  }

  var parts: [StoredPart] {
    places.map { StoredPart($0.kind, at: $0.path, bytes: size(of: $0.kind, $0.path)) }
  }

  /// Clears a cache.
  ///
  /// - Returns: The bytes that are free now.
  func clear(_ kind: StoredPart.Kind, of library: Library?) async throws -> Int64 {
    guard kind.isCache, let (_, path) = places.first(where: { $0.kind == kind }) else { return 0 }
    let before = size(of: kind, path)
    switch kind {
    case .library, .backups, .downloads, .log: break
    case .catalog, .listings:
      // Whoever has mapped or opened it keeps the old one.
      if path.withCString({ unlink($0) }) != 0, errno != ENOENT { throw fault(path) }
    case .waveforms: try await library?.clearWaveforms()
    case .covers, .lyrics, .sounds, .serverCovers:
      // Whoever plays one of them reads on.
      for name in Storage.files(in: path) {
        let file = path.appending(name.name)
        if file.withCString({ unlink($0) }) != 0, errno != ENOENT { throw fault(file) }
      }
    }
    return max(0, before - size(of: kind, path))
  }

  private func fault(_ path: FilePath) -> LibraryError { .unwritable(path, code: errno) }

  private func size(of kind: StoredPart.Kind, _ path: FilePath) -> Int64 {
    switch kind {
    case .library, .waveforms:
      ["", "-wal", "-shm"].reduce(0) { sum, ending in
        sum + Storage.size(FilePath(bytes: path.bytes + Array(ending.utf8)))
      }
    case .catalog, .listings: Storage.size(path)
    case .backups, .covers, .lyrics, .serverCovers, .log:
      Storage.files(in: path).reduce(0) { $0 + $1.bytes }
    // Its files have holes.
    case .sounds: Storage.files(in: path).reduce(0) { $0 + $1.held }
    case .downloads:
      // A folder for each server.
      Storage.entries(of: path).filter { $0.kind == S_IFDIR }.reduce(0) { sum, folder in
        sum + Storage.files(in: path.appending(folder.name)).reduce(0) { $0 + $1.bytes }
      }
    }
  }

  private static func size(_ path: FilePath) -> Int64 {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return 0
    }
    return Int64(status.st_size)
  }

  /// The regular files directly in a folder of ours; other folders and links are left alone.
  private static func files(in folder: FilePath) -> [Entry] {
    entries(of: folder).filter { $0.kind == S_IFREG }
  }

  private struct Entry {
    var name: [UInt8]
    /// The bits of a mode that tell files from folders and links.
    var kind: mode_t
    var bytes: Int64
    /// Bytes on the disk.
    var held: Int64
  }

  private static func entries(of folder: FilePath) -> [Entry] {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = folder.withCString { open($0, flags) }
    guard descriptor >= 0 else { return [] }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      var status = stat()
      let isThere = FilePath(bytes: name).withCString {
        fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) == 0
      }
      guard isThere, name != Array(".".utf8), name != Array("..".utf8) else { continue }
      entries.append(
        Entry(
          name: name, kind: status.st_mode & S_IFMT, bytes: Int64(status.st_size),
          held: Int64(status.st_blocks) * 512))
    }
    return entries
  }
}
