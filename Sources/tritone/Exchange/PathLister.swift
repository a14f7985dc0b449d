import Glibc
import Interface
import Music

/// Lists names in a folder by prefix, for completion.
struct PathLister: Sendable {
  let directories: Directories

  /// The most names read, and the most offered.
  private static let maximumRead = 20_000
  private static let maximumOffered = 2_000
  private static let playlists: Set<String> = [
    "m3u", "m3u8", "pls", "xspf", "jspf", "cue", "json", "xml", "csv", "txt",
  ]

  /// The completions of a path; blocks on the disk.
  func names(completing text: String) -> [PathName] {
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let partial = String(text[cut...])
    if partial == "~", cut == text.startIndex { return [PathName("~", isFolder: true)] }
    let folder = directories.absolute(FilePath(cut == text.startIndex ? "." : String(text[..<cut])))
    let names = read(folder).filter { partial.hasPrefix(".") || !$0.hasPrefix(".") }
    var fitting = names.filter { $0.hasPrefix(partial) }
    if fitting.isEmpty {
      let folded = SortKey.folded(partial)
      fitting = names.filter { SortKey.folded($0).hasPrefix(folded) }
    }
    let listed = fitting.prefix(PathLister.maximumOffered).map { name in
      PathName(name, isFolder: directories.isFolder(folder.appending(name)))
    }
    return listed.map { ($0, SortKey.bytes($0.name)) }.sorted { left, right in
      let (first, second) = (PathLister.rank(left.0), PathLister.rank(right.0))
      return first == second ? left.1.lexicographicallyPrecedes(right.1) : first < second
    }.map(\.0)
  }

  /// Playlists first, then folders that may contain some.
  private static func rank(_ name: PathName) -> Int {
    if name.isFolder { return 1 }
    return playlists.contains(FilePath(name.name).fileExtension) ? 0 : 2
  }

  /// Names in UTF-8: others could be shown but not typed.
  private func read(_ folder: FilePath) -> [String] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    var count = 0
    while count < PathLister.maximumRead, let entry = readdir(stream) {
      count += 1
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard bytes != [0x2E], bytes != [0x2E, 0x2E],
        let name = String(validating: bytes, as: UTF8.self),
        !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
      else { continue }
      names.append(name)
    }
    return names
  }
}
