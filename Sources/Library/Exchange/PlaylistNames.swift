internal import GRDB
internal import Music

/// The names of playlists while an import makes more of them.
struct PlaylistNames {
  private var known: [String: (id: Int64, name: String)] = [:]
  /// Those that this import has made or filled, and those that hold what a query finds.
  private var kept: Set<Int64> = []
  /// The number that was tried last behind a name, so that a thousand of one name are quick.
  private var numbers: [String: Int] = [:]

  init(_ db: Database) throws {
    for row in try Row.fetchAll(
      db, sql: "SELECT id, name, query IS NOT NULL FROM playlists ORDER BY id")
    {
      known[SortKey.folded(try row.value(1))] = (try row.value(0), try row.value(1))
      if try row.value(2) { kept.insert(try row.value(0)) }
    }
  }

  /// The name as playlists have it; nil for one without anything to see.
  static func tidied(_ name: String) -> String? {
    do { return try PlaylistName.tidied(name) } catch { return nil }
  }

  /// The playlist of a name that may get other contents.
  func replaceable(_ name: String) -> (id: Int64, name: String)? {
    known[SortKey.folded(name)].flatMap { kept.contains($0.id) ? nil : $0 }
  }

  /// The name, or where it is taken the name with the first number that is not.
  mutating func free(_ wanted: String) -> String {
    let folded = SortKey.folded(wanted)
    var (name, number) = (wanted, numbers[folded] ?? 2)
    while known[SortKey.folded(name)] != nil {
      name = "\(wanted.prefix(180)) \(number)"
      number += 1
    }
    numbers[folded] = number
    return name
  }

  mutating func insert(_ name: String, _ id: Int64) {
    known[SortKey.folded(name)] = (id, name)
    kept.insert(id)
  }
}
