import Glibc
import Music

/// What RedShift's program for phones publishes beside the music: totals of plays and playlists, by
/// names of files alone.
///
/// Totals cannot be told apart from what was counted already. Only a first sync takes them, as
/// maxima; from then on the database has what it needs.
struct PublishedFiles: Equatable {
  struct Count: Decodable, Equatable {
    var fileName: String
    var playCount: Int?
    var lastPlayed: Double?
    var isFavorite: Bool?
    var rating: Int?
  }

  struct List: Decodable, Equatable {
    var name: String
    var tracks: [String]
    var createdDate: Double?
    var modifiedDate: Double?
  }

  var counts: [Count] = []
  var lists: [List] = []

  private static let maximumBytes = 32 << 20
  private static let maximumLists = 1_000
  private static let maximumTotal = 128 << 20

  static func read(_ root: DeviceFolder) -> PublishedFiles {
    var found = PublishedFiles()
    // A file that is not there, or of another shape, tells nothing.
    if let bytes = try? root.bytes(of: DeviceLayout.counts, atMost: maximumBytes) {
      found.counts = HostileJSON.value(bytes, [Lenient<Count>].self)?.compactMap(\.value) ?? []
    }
    let names = (try? root.names(in: DeviceLayout.lists, atMost: maximumLists * 10)) ?? []
    var left = maximumTotal
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard name.first != UInt8(ascii: "."), name.suffix(5).elementsEqual(".json".utf8),
        found.lists.count < maximumLists, left > 0,
        let bytes = try? root.bytes(
          of: DeviceLayout.lists.appending(name), atMost: min(left, maximumBytes))
      else { continue }
      left -= bytes.count
      if let list = HostileJSON.value(bytes, List.self) { found.lists.append(list) }
    }
    return found
  }

  /// Raises the marks of tracks whose file's name is the only one of its kind, and adds playlists
  /// of which all tracks are found. Files without a row in the database get one.
  func merge(into contents: inout DeviceContents, _ files: [DeviceFile], now: Int64) {
    guard !counts.isEmpty || !lists.isEmpty else { return }
    var rows = Dictionary(uniqueKeysWithValues: [(FilePath, Int)]())
    for (index, track) in contents.tracks.enumerated() where rows[track.path] == nil {
      rows[track.path] = index
    }
    var byName: [String: [DeviceFile]] = [:]
    for file in files { byName[PublishedFiles.folded(file.path.name), default: []].append(file) }
    func row(_ name: String) -> Int? {
      guard let found = byName[PublishedFiles.folded(name)], found.count == 1 else { return nil }
      if let index = rows[found[0].path] { return index }
      contents.tracks.append(PublishedFiles.track(found[0]))
      rows[found[0].path] = contents.tracks.count - 1
      return contents.tracks.count - 1
    }
    for count in counts {
      guard let index = row(count.fileName) else { continue }
      var marks = contents.tracks[index].marks
      marks.plays = max(marks.plays, min(max(0, count.playCount ?? 0), 1_000_000))
      let last = PublishedFiles.time(count.lastPlayed, now)
      marks.lastPlayed = [marks.lastPlayed, last].compactMap { $0 }.max()
      marks.isFavorite = marks.isFavorite || count.isFavorite == true
      marks.rating = max(marks.rating, min(max(0, count.rating ?? 0), 5))
      contents.tracks[index].marks = marks
    }
    var names = Set(contents.playlists.map { FileNameRules.folded($0.name) })
    for list in lists where list.tracks.count <= 100_000 {
      let found = list.tracks.compactMap { row($0) }
      guard found.count == list.tracks.count, !found.isEmpty,
        !list.name.isEmpty, list.name.utf8.count <= 1_000,
        names.insert(FileNameRules.folded(list.name)).inserted
      else { continue }
      var seen: Set<Int> = []
      contents.playlists.append(
        DevicePlaylist(
          id: PublishedFiles.id(of: "list " + list.name), name: list.name,
          tracks: found.filter { seen.insert($0).inserted }.map { contents.tracks[$0].id },
          created: PublishedFiles.time(list.createdDate, now) ?? 0,
          updated: PublishedFiles.time(list.modifiedDate, now) ?? 0))
    }
  }

  private static func track(_ file: DeviceFile) -> DeviceTrack {
    DeviceTrack(
      id: DeviceTrackID(id(of: "track " + file.path.text)), path: file.path, title: file.path.stem,
      size: file.size, modified: file.modified / 1_000_000_000)
  }

  /// The same for the same name, in the form of a UUID.
  private static func id(of name: String) -> String {
    let digits = Array(SHA256.digest(of: Array(name.utf8)))
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return parts.map { String(digits[$0]) }.joined(separator: "-")
  }

  private static func folded(_ name: String) -> String { FileNameRules.folded(name) }

  private static func time(_ seconds: Double?, _ now: Int64) -> Int64? {
    guard let seconds, seconds.isFinite, seconds >= 978_307_200, seconds <= Double(now) + 86_400
    else { return nil }
    return Int64(seconds)
  }
}

/// An element of an array that may have another shape, and is left out then.
private struct Lenient<Value: Decodable>: Decodable {
  var value: Value?
  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
