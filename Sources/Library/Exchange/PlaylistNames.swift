internal import GRDB
internal import Music

/// The names of playlists during an import, which adds more.
struct PlaylistNames {
  private var known: [String: (id: Int64, name: String)] = [:]
  /// Playlists that this import has created or filled, and smart ones.
  private var kept: Set<Int64> = []
  /// The last number tried for a name, so that a thousand of one name are quick.
  private var numbers: [String: Int] = [:]
  /// The playlists of a name before the import, by the name.
  private var namesakes: [String: [(id: Int64, name: String)]] = [:]

  init(_ db: Database) throws {
    for row in try Row.fetchAll(
      db, sql: "SELECT id, name, query IS NOT NULL FROM playlists ORDER BY id")
    {
      known[SortKey.folded(try row.value(1))] = (try row.value(0), try row.value(1))
      if try row.value(2) { kept.insert(try row.value(0)) }
    }
  }

  /// The name in its stored form; nil for one with nothing visible.
  static func tidied(_ name: String) -> String? { Playlist.tidied(name: name) }

  /// The playlist of a name whose contents may be replaced.
  func replaceable(_ name: String) -> (id: Int64, name: String)? {
    known[SortKey.folded(name)].flatMap { kept.contains($0.id) ? nil : $0 }
  }

  /// The playlists of a name, and of it with numbers, that this import has not touched.
  mutating func namesakes(_ wanted: String) -> [(id: Int64, name: String)] {
    let folded = SortKey.folded(wanted)
    if namesakes[folded] == nil {
      var (found, name, number) = ([(id: Int64, name: String)](), wanted, 2)
      while let playlist = known[SortKey.folded(name)] {
        found.append(playlist)
        name = PlaylistNames.numbered(wanted, number)
        number += 1
      }
      namesakes[folded] = found
    }
    namesakes[folded]?.removeAll { kept.contains($0.id) }
    return namesakes[folded] ?? []
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    "\(name.prefix(180)) \(number)"
  }

  /// The name, or a taken one with the first free number.
  mutating func free(_ wanted: String) -> String {
    let folded = SortKey.folded(wanted)
    var (name, number) = (wanted, numbers[folded] ?? 2)
    while known[SortKey.folded(name)] != nil {
      name = PlaylistNames.numbered(wanted, number)
      number += 1
    }
    numbers[folded] = number
    return name
  }

  mutating func remove(_ name: String) { known[SortKey.folded(name)] = nil }

  mutating func insert(_ name: String, _ id: Int64) {
    known[SortKey.folded(name)] = (id, name)
    kept.insert(id)
  }
}
