@testable import Catalog
import CatalogRows
import Foundation
import Music
import Testing

@Suite("A catalog that is filled at once")
struct CatalogFillingTests {
  private let version = CatalogVersion(identity: 7, change: 3, make: 1)

  /// All data of a catalog, as written to its file.
  private func bytes(_ catalog: Catalog) throws -> [UInt8] {
    let path = FilePath(NSTemporaryDirectory() + "/filled-\(UUID().uuidString)")
    defer { path.withCString { _ = unlink($0) } }
    try CatalogImage(of: catalog).write(to: path) { copy in
      copy()
      return true
    }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.text)))
  }

  private func strange(_ library: inout RandomLibrary, _ count: Int) -> [CatalogRow] {
    var rows = library.change(adding: count).rows.sorted { $0.id < $1.id }
    let texts = [
      "", " ", "a\nb", "\u{0301}", "e\u{0301}", "STRASSE ß", "ﬁ", "カ\u{3099}", "ｶﾞ", "각", "🇩🇪x",
      String(repeating: "é1", count: 1_500), String(repeating: "Long", count: 700), "x\u{0}y",
    ]
    for index in rows.indices where index % 3 == 0 {
      rows[index].title = library.pick(texts)
      if index % 2 == 0 { rows[index].name = library.pick(texts) + ".MP3" }
      rows[index].artist = library.pick(texts)
      rows[index].album = library.pick(texts)
      rows[index].year = -5
      rows[index].duration = 1 << 40
      rows[index].bpm = .infinity
    }
    for index in rows.indices where index % 7 == 0 {
      rows[index].folder = FilePath(bytes: Array("/music/\u{fc}".utf8) + [0xFF])
      rows[index].searchedFolder = rows[index].folder.text
    }
    return rows
  }

  @Test(
    "it is the same, byte for byte, as one that took the tracks one after the other",
    arguments: 0..<4)
  func equalsSingle(_ seed: UInt64) throws {
    var library = RandomLibrary(seed: seed)
    let rows = strange(&library, 1_300)
    let (filled, single) = (Catalog(version), Catalog(version))
    filled.fill(expecting: Int(seed) * 400) { add in
      for row in rows {
        add(row)
        // Ids that do not rise are skipped.
        if row.id % 50 == 0 { add(row) }
      }
    }
    for row in rows { #expect(single.apply([row])) }
    for sort in SortColumn.allCases {
      let (left, right) = (filled.tracks(.songs, sort: sort), single.tracks(.songs, sort: sort))
      #expect(left.ids(0..<left.count) == right.ids(0..<right.count), "\(sort)")
    }
    // Albums and names are numbered in order of appearance.
    #expect(try bytes(filled) == bytes(single))
    let change = library.change(adding: 40)
    #expect(filled.apply(change.rows, removed: change.removed))
    #expect(single.apply(change.rows, removed: change.removed))
    #expect(try bytes(filled) == bytes(single))
  }

  @Test("a folder that searches see in two ways is found by the last one, however it came")
  func twoRoots() throws {
    let rows = ["a", "b", "a"].enumerated().map { index, searched in
      var row = CatalogRow(id: Int64(index + 1))
      row.folder = FilePath("/music/a")
      row.searchedFolder = searched
      return row
    }
    let (filled, single) = (Catalog(version), Catalog(version))
    filled.fill { add in rows.forEach(add) }
    for row in rows { #expect(single.apply([row])) }
    #expect(filled.columns.folder.folded.string(0) == "a")
    #expect(try bytes(filled) == bytes(single))
  }

  @Test(
    "a track is found by its id, whichever are missing",
    arguments: [
      [], [7], [1, 2, 3, 4], [1, 2, 3, 7, 8, 100, 101], [1, 90, 91, 92], [1, 2, 3, 90],
      [1, 3, .max],
    ] as [[Int64]])
  func byID(_ ids: [Int64]) {
    let catalog = Catalog(version)
    catalog.fill { add in for id in ids { add(CatalogRow(id: id)) } }
    for id in Array<Int64>(-6...103) + [.min, .min + 1, .max - 1, .max] {
      #expect(catalog.ordinal(of: TrackID(id)) == ids.firstIndex(of: id), "\(id)")
    }
  }

  @Test("one of no tracks is empty")
  func nothing() throws {
    let catalog = Catalog(version)
    catalog.fill { _ in }
    #expect(catalog.tracks(.songs, sort: .title).count == 0)
    #expect(try bytes(catalog) == bytes(Catalog(version)))
  }
}
