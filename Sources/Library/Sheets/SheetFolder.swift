import Glibc
internal import Music

/// The names in a folder for case-insensitive lookup, audio files also without extension. Lookup is
/// fast, however many names there are.
///
/// Swift compares strings by canonical equivalence: composed and decomposed letters are the same.
struct SheetFolder: Sendable {
  /// In byte order, as are the following.
  private var byName: [String: [[UInt8]]] = [:]
  private var audioByStem: [String: [[UInt8]]] = [:]
  private var audioByLowerStem: [String: [[UInt8]]] = [:]

  /// Maximum number of names.
  private static let maximumNames = 100_000

  init(_ folder: FilePath) { self.init(names: SheetFolder.list(folder)) }

  init(names: [[UInt8]]) {
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      byName[SheetFolder.lowercased(name), default: []].append(name)
      guard AudioNames.includes(name) else { continue }
      let stem = FilePath(bytes: name).stem
      audioByStem[stem, default: []].append(name)
      audioByLowerStem[stem.lowercased(), default: []].append(name)
    }
  }

  /// Names that differ only in case.
  func names(like name: [UInt8]) -> [[UInt8]] { byName[SheetFolder.lowercased(name)] ?? [] }

  /// Audio files that a name may mean, the likeliest first.
  func audio(like name: [UInt8]) -> [[UInt8]] {
    let stem = FilePath(bytes: name).stem
    return names(like: name).filter(AudioNames.includes) + (audioByStem[stem] ?? [])
      + (audioByLowerStem[stem.lowercased()] ?? [])
  }

  private static func lowercased(_ name: [UInt8]) -> String {
    String(decoding: name, as: UTF8.self).lowercased()
  }

  private static func list(_ folder: FilePath) -> [[UInt8]] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while names.count < maximumNames, let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) })
    }
    return names
  }
}
