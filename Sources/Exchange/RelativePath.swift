import Music

/// Relative paths by their names alone: links are not resolved.
enum RelativePath {
  private static let slash = UInt8(ascii: "/")
  private static let up = Array("..".utf8)

  /// The path relative to a folder, both absolute.
  static func relative(_ path: FilePath, to folder: FilePath) -> FilePath {
    let (target, base) = (names(path), names(folder))
    let shared = zip(target, base).prefix { $0 == $1 }.count
    let names = Array(repeating: up, count: base.count - shared) + target[shared...].map(Array.init)
    return FilePath(bytes: Array(names.joined(separator: [slash])))
  }

  /// The absolute path of a path relative to a folder; an absolute one stays.
  static func path(_ relative: FilePath, from folder: FilePath) -> FilePath {
    guard relative.bytes.first != slash else { return relative }
    var names = names(folder).map(Array.init)
    for name in RelativePath.names(relative) {
      if name.elementsEqual(up) {
        _ = names.popLast()
      } else if !name.elementsEqual([UInt8(ascii: ".")]) {
        names.append(Array(name))
      }
    }
    return FilePath(bytes: [slash] + names.joined(separator: [slash]))
  }

  private static func names(_ path: FilePath) -> [ArraySlice<UInt8>] {
    path.bytes.split(separator: slash)
  }
}
