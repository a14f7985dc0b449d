internal import Catalog
internal import Music

/// Tracks of the catalog by name, for matching a document's: by the ends of their paths, by file
/// names without extensions, and by titles.
struct NamedTracks {
  struct Candidate {
    var id: Int64
    /// Milliseconds; 0 where unknown.
    var duration: Int64
    var isOffline: Bool
    /// The folder's components, folded.
    var folder: [[UInt8]]
    var name: [UInt8]
    var title: [UInt8]
    var artist: [UInt8]
  }

  /// Tracks of one key, by duration.
  private var groups: [[UInt8]: [Candidate]] = [:]
  /// Hashes of all keys, which rule out most tracks quickly.
  private var hashes: Set<UInt64> = []

  private enum Kind: UInt8 { case end = 1, stem, title }

  mutating func want(end: [[UInt8]]) { want(.end, Array(end.suffix(2).joined(separator: [0x2F]))) }
  mutating func want(stemOf name: [UInt8]) { want(.stem, NamedTracks.stem(name)) }
  mutating func want(title: [UInt8]) { want(.title, title) }

  private mutating func want(_ kind: Kind, _ key: some Collection<UInt8>) {
    guard !key.isEmpty else { return }
    let key = [kind.rawValue] + key
    guard groups.updateValue([], forKey: key) == nil else { return }
    hashes.insert(NamedTracks.hash(key.dropFirst(), kind))
  }

  var isEmpty: Bool { groups.isEmpty }

  // MARK: Filling

  /// Adds those of a range of the catalog whose names are wanted; missing tracks are left out.
  mutating func add(_ ordinals: Range<Int>, of catalog: Catalog) {
    var folders: [Int: [[UInt8]]] = [:]
    for track in catalog.visible(in: ordinals) {
      let (name, title) = (track.fileName, track.title)
      let stem = UnsafeBufferPointer(rebasing: NamedTracks.stem(name))
      let folder = folders[track.folder] ?? DocumentPaths.parts(of: track.folderPath)
      folders[track.folder] = folder
      let end = (folder.last ?? []) + [0x2F] + name
      let keys: [(Kind, [UInt8])] = [
        hashes.contains(NamedTracks.hash(end, .end)) ? (.end, end) : nil,
        hashes.contains(NamedTracks.hash(stem, .stem)) ? (.stem, Array(stem)) : nil,
        hashes.contains(NamedTracks.hash(title, .title)) ? (.title, Array(title)) : nil,
      ].compactMap(\.self)
      guard !keys.isEmpty else { continue }
      let candidate = Candidate(
        id: track.id, duration: track.duration, isOffline: track.isOffline, folder: folder,
        name: Array(name), title: Array(title), artist: Array(track.artist))
      for (kind, key) in keys {
        if let index = groups.index(forKey: [kind.rawValue] + key) {
          groups.values[index].append(candidate)
        }
      }
    }
  }

  mutating func sort() {
    for index in groups.indices {
      groups.values[index].sort { ($0.duration, $0.id) < ($1.duration, $1.id) }
    }
  }

  // MARK: Lookup

  func tracks(end: [[UInt8]], near duration: Int64?) -> [Candidate] {
    near(duration, .end, Array(end.suffix(2).joined(separator: [0x2F])))
  }

  func tracks(stemOf name: [UInt8], near duration: Int64?) -> [Candidate] {
    near(duration, .stem, NamedTracks.stem(name))
  }

  func tracks(title: [UInt8], near duration: Int64?) -> [Candidate] {
    near(duration, .title, title)
  }

  /// Candidates of one name: those with the nearest durations.
  private static let maximumCount = 64

  private func near(_ duration: Int64?, _ kind: Kind, _ key: some Collection<UInt8>)
    -> [Candidate]
  {
    guard let group = groups[[kind.rawValue] + key] else { return [] }
    guard group.count > NamedTracks.maximumCount else { return group }
    guard let duration else { return Array(group.prefix(NamedTracks.maximumCount)) }
    var (low, high) = (0, group.count)
    while low < high {
      let middle = (low + high) / 2
      if group[middle].duration < duration { low = middle + 1 } else { high = middle }
    }
    let start = max(
      0, min(low - NamedTracks.maximumCount / 2, group.count - NamedTracks.maximumCount))
    return Array(group[start..<start + NamedTracks.maximumCount])
  }

  // MARK: Keys

  /// A name without its last dot and extension.
  static func stem<Bytes: RandomAccessCollection<UInt8>>(_ name: Bytes) -> Bytes.SubSequence {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name[...]
    }
    return name[..<dot]
  }

  /// FNV-1a.
  private static func hash(_ bytes: some Sequence<UInt8>, _ kind: Kind) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(kind.rawValue)
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
