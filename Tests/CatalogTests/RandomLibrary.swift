import Catalog
import CatalogRows
import Music

/// Random rows with few names and numbers, so that many are equal.
struct RandomLibrary {
  var random: SeededGenerator
  private(set) var rows: [Int64: CatalogRow] = [:]
  private var lastID: Int64 = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let artists = [
    "Émile", "emile", "Zed", "The 2nd", "The 10th", "", "Ωmega", "郷ひろみ", "Various Artists",
  ]
  private static let albums = ["", "Late", "late", "Greatest Hits", "Vol. 2", "Vol. 10", "9"]
  private static let words = ["Dawn", "dawn", "Track", "2", "10", "007", "7", "Ñu", "Привет", " "]
  /// Some equal other names, some sort like them, some are blank.
  private static let sortNames = [
    "", "", " ", "Émile", "Hits, Greatest", "late", "2nd, The", "10th, The", "Zed", "zed",
    "zzz 9", "Ωmega", "M", "m\u{0}x",
  ]
  private static let folders = [
    "/music", "/music/a", "/music/A", "/music/a/b 2", "/music/a/b 10", "/music/Z", "/other/x",
    "streams:", "/music/a/b 2/deep",
  ]

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private mutating func number(_ most: Int64) -> Int64 {
    Bool.random(using: &random) ? 0 : .random(in: 0...most, using: &random)
  }

  private mutating func row(_ id: Int64) -> CatalogRow {
    var row = CatalogRow(id: id)
    let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(Self.words) }
    row.title = words.joined(separator: " ")
    row.name = Bool.random(using: &random) ? row.title + ".mp3" : pick(Self.words) + ".flac"
    row.artist = pick(Self.artists)
    row.albumCredit = pick(Self.artists)
    row.albumArtist = pick(["", row.albumCredit])
    row.album = pick(Self.albums)
    row.genre = pick(["", "Rock", "rock", "Jazz"])
    row.folder = FilePath(pick(Self.folders))
    row.searchedFolder = row.folder.text
    name(&row)
    row.format = pick(["FLAC", "MP3"])
    row.root = number(3)
    row.duration = number(5) * 1_000
    row.year = number(3) + 1990
    if Bool.random(using: &random) { row.year = 0 }
    row.bpm = Double(number(4)) * 30.5
    row.key = MusicalKey(number: UInt8(number(24)))
    row.track = number(4)
    row.disc = number(2)
    row.energy = Bool.random(using: &random) ? nil : Double(number(9)) * 1.5 - 4
    row.loudness = Bool.random(using: &random) ? nil : -Double(number(4)) * 5.25
    row.tuning = row.energy
    row.added = 1_700_000_000 + number(100_000)
    row.flags = .random(in: 0..<8, using: &random) == 0 ? .missing : []
    mark(&row)
    label(&row)
    return row
  }

  /// Sets the labels of one row in two.
  private mutating func label(_ row: inout CatalogRow) {
    let isLabelled = Bool.random(using: &random)
    row.category = isLabelled ? pick(["", "demos", "Demos", "ideas", "10", "9 lives", " "]) : ""
    row.tags = isLabelled ? pick([[], ["needs bass"], ["Done", "émile", "2"], ["done", ""]]) : []
    row.tags.removeAll { $0.isEmpty }
    row.collection = isLabelled ? pick(["", "Late", "LATE", "Vol. 2", "Vol. 10"]) : ""
    row.mood = isLabelled ? pick(["", "calm", "Ñu"]) : ""
    row.primary = isLabelled && Bool.random(using: &random) ? max(0, row.id - 4) : 0
  }

  /// Sets the sort names of a row.
  private mutating func name(_ row: inout CatalogRow) {
    row.titleSort = pick(["", "", "", pick(Self.words), pick(Self.sortNames)])
    row.artistSort = sortName(row.artist, 1)
    row.creditSort = sortName(row.albumCredit, 2)
    row.albumSort = sortName(row.album, 3)
  }

  /// Mostly the same sort name for the same name, if any, and seldom a third one.
  private mutating func sortName(_ name: String, _ table: Int) -> String {
    let first = name.lowercased().utf8.reduce(table) { $0 &* 31 &+ Int($1) } & 0xFFFF
    let choices = [first, first / 3].map { Self.sortNames[$0 % Self.sortNames.count] }
    return number(40) == 1 ? pick(Self.sortNames) : pick(["", name, choices[0], choices[1]])
  }

  private mutating func mark(_ row: inout CatalogRow) {
    row.rating = number(5)
    row.plays = number(70_000)
    row.played = number(9)
    row.reaction = number(3)
  }

  /// A batch of new, changed, marked and removed rows, which may reuse the id of a removed one.
  mutating func change(adding count: Int) -> (rows: [CatalogRow], removed: [Int64]) {
    var changed: [Int64: CatalogRow] = [:]
    var removed: [Int64] = []
    for id in rows.keys.sorted() {
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        removed.append(id)
        rows[id] = nil
        if Bool.random(using: &random) { changed[id] = row(id) }
      case 1...2: changed[id] = row(id)
      case 3...5:
        guard var known = rows[id] else { continue }
        mark(&known)
        changed[id] = known
      case 6:
        guard var known = rows[id] else { continue }
        name(&known)
        changed[id] = known
      case 7...9:
        guard var known = rows[id] else { continue }
        label(&known)
        changed[id] = known
      default: break
      }
    }
    for _ in 0..<count {
      lastID += .random(in: 1...3, using: &random)
      changed[lastID] = row(lastID)
    }
    rows.merge(changed) { $1 }
    return (changed.values.shuffled(using: &random), removed)
  }
}
