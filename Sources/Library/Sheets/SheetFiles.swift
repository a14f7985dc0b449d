import Glibc
internal import Music
import Synchronization

/// Finds the files that a CUE sheet names.
///
/// A sheet is untrusted. Only files with audio names are ever used. Below the sheet's folder a name
/// may differ in case or in its extension, since sheets often name the .wav that was ripped and lie
/// beside the .flac it became; a name that leads elsewhere (from the root of the file system, or
/// through "..") has to be exact.
struct SheetFiles {
  /// The sheet's folder.
  let folder: FilePath
  private let cache = Cache()

  /// Listings of the folders searched so far: a sheet may name a thousand files.
  private final class Cache: Sendable {
    let folders = Mutex<[FilePath: SheetFolder]>([:])
  }

  /// Bytes of a path.
  private static let maximumPath = 4_096

  init(of sheet: FilePath) {
    folder = sheet.absolute.parent ?? FilePath("/")
  }

  /// The file of a sheet's name, or nil when there is none.
  func file(named name: String) -> FilePath? {
    for name in SheetFiles.readings(of: name) {
      guard name.utf8.count <= SheetFiles.maximumPath else { continue }
      let parts = Array(name.utf8).split(separator: UInt8(ascii: "/")).map { Array($0) }
        .filter { $0 != [0x2E] }
      if name.hasPrefix("/") || parts.contains([0x2E, 0x2E]) {
        let path = (name.hasPrefix("/") ? FilePath(name) : folder.appending(name)).absolute
        if SheetFiles.isAudio(path) { return path }
      } else if let path = search(parts) {
        return path
      }
    }
    return nil
  }

  /// The name as it is, and with the backslashes of another system as separators; of a path on a
  /// drive of such a system only the file can be here.
  private static func readings(of name: String) -> [String] {
    guard name.contains("\\") else { return [name] }
    let isOnDrive = name.dropFirst().hasPrefix(":") || name.hasPrefix("\\")
    let parts = name.split(separator: "\\")
    let there = isOnDrive ? parts.last.map(String.init) ?? "" : parts.joined(separator: "/")
    return [name, there]
  }

  private func search(_ parts: [[UInt8]]) -> FilePath? {
    guard let last = parts.last else { return nil }
    var path = folder
    for part in parts.dropLast() {
      let exact = path.appending(part)
      if SheetFiles.kind(exact) == S_IFDIR {
        path = exact
        continue
      }
      guard
        let found = listing(of: path).names(like: part).first(where: {
          SheetFiles.kind(path.appending($0)) == S_IFDIR
        })
      else { return nil }
      path = path.appending(found)
    }
    let exact = path.appending(last)
    if SheetFiles.isAudio(exact) { return exact }
    for name in listing(of: path).audio(like: last) where SheetFiles.isAudio(path.appending(name)) {
      return path.appending(name)
    }
    return nil
  }

  private static func isAudio(_ path: FilePath) -> Bool {
    AudioNames.includes(Array(path.name.utf8)) && kind(path) == S_IFREG
  }

  /// The type of a file, links followed; nil when there is none.
  private static func kind(_ path: FilePath) -> mode_t? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  private func listing(of folder: FilePath) -> SheetFolder {
    cache.folders.withLock { folders in
      let listing = folders[folder] ?? SheetFolder(folder)
      folders[folder] = listing
      return listing
    }
  }
}
