@testable import Catalog
import CatalogRows
import Foundation
import Music
import Testing

@Suite("Sort names")
struct SortNameTests {
  private static let version = CatalogVersion(identity: 7, make: 1)

  private func row(_ id: Int64, _ artist: String, sort: String = "", album: String = "")
    -> CatalogRow
  {
    var row = CatalogRow(id: id)
    (row.artist, row.albumCredit, row.title) = (artist, artist, "Title \(id)")
    (row.artistSort, row.creditSort, row.album) = (sort, sort, album)
    return row
  }

  private func catalog(_ rows: [CatalogRow]) -> Catalog {
    let catalog = Catalog(Self.version)
    #expect(catalog.apply(rows))
    return catalog
  }

  private func artists(_ catalog: Catalog, isDescending: Bool = false) -> [String] {
    let artists = catalog.artists(isDescending: isDescending)
    return (0..<artists.count).compactMap {
      if case .artist(let artist) = artists.row($0) { artist.name } else { nil }
    }
  }

  private func ids(_ catalog: Catalog, _ sort: SortColumn = .artist, isDescending: Bool = false)
    -> [Int64]
  {
    let list = catalog.tracks(.songs, sort: sort, isDescending: isDescending)
    return list.ids(0..<list.count)
  }

  private let bands = [("The Beatles", "Beatles, The"), ("Cure", ""), ("Air", ""), ("", "Beta")]

  private var rows: [CatalogRow] {
    bands.enumerated().map { row(Int64($0 + 1), $1.0, sort: $1.1) }
  }

  @Test("a name stands where its sort name does, shows as itself, and no name stays last")
  func places() {
    let catalog = catalog(rows)
    #expect(artists(catalog) == ["Air", "The Beatles", "Cure", ""])
    #expect(artists(catalog, isDescending: true) == ["Cure", "The Beatles", "Air", ""])
    #expect(ids(catalog) == [3, 1, 2, 4])
    #expect(ids(catalog, isDescending: true) == [2, 1, 3, 4])
    // A search by name finds the name, wherever it is sorted.
    for (name, id) in [("the BEATLES", 1), ("Cure", 2), ("air", 3)] {
      let list = catalog.tracks(.artist(name), sort: .artist)
      #expect(list.ids(0..<list.count) == [Int64(id)])
    }
    #expect(catalog.tracks(.artist("Beatles, The"), sort: .artist).count == 0)
  }

  @Test("of several sort names the one that sorts first holds, in whichever order they came")
  func conflicts() {
    var all = rows
    all.append(row(5, "the beatles", sort: "Zeppelin"))
    all.append(row(6, "The Beatles", sort: "The Beatles"))
    all.append(row(7, "The Beatles"))
    let last = row(8, "The Beatles", sort: "aardvark")
    #expect(artists(catalog(all)) == ["Air", "The Beatles", "Cure", ""])
    #expect(artists(catalog(all + [last])) == ["The Beatles", "Air", "Cure", ""])
    let turned = (all + [last]).map { row in
      var row = row
      row.numbers.id = 9 - row.id
      return row
    }
    #expect(artists(catalog(turned)).map { $0.lowercased() } == ["the beatles", "air", "cure", ""])
    #expect(ids(catalog(all + [last])) == [1, 5, 6, 7, 8, 3, 2, 4])
  }

  @Test("a sort name that its last track loses or takes along holds no more")
  func changes() {
    let catalog = catalog(rows)
    #expect(catalog.apply([row(9, "The Beatles", sort: "0")]))
    #expect(artists(catalog) == ["The Beatles", "Air", "Cure", ""])
    #expect(catalog.apply([], removed: [9]))
    #expect(artists(catalog) == ["Air", "The Beatles", "Cure", ""])
    #expect(catalog.apply([row(1, "The Beatles")]))
    #expect(artists(catalog) == ["Air", "Cure", "The Beatles", ""])
    #expect(ids(catalog) == [3, 2, 1, 4])
    #expect(catalog.apply([row(1, "The Beatles", sort: "Beatles, The")]))
    #expect(ids(catalog) == [3, 1, 2, 4])
    // A sort name of one track moves all tracks of the name.
    #expect(catalog.apply([row(10, "Cure"), row(11, "Cure", sort: "A")]))
    #expect(ids(catalog) == [2, 10, 11, 3, 1, 4])
    #expect(catalog.apply([row(11, "Air")]))
    #expect(ids(catalog) == [3, 11, 1, 2, 10, 4])
  }

  @Test("names with the same sort name stand side by side, each as one")
  func ties() {
    let names = ["C", "B", "c", "A", "D"]
    let catalog = catalog(
      names.enumerated().map { row(Int64($0 + 1), $1, sort: "Same", album: "x") }
        + [row(9, "Same", album: "x"), row(10, "Samf"), row(11, "Samd")])
    #expect(artists(catalog) == ["Samd", "A", "B", "C", "D", "Same", "Samf"])
    #expect(ids(catalog) == [11, 4, 2, 1, 3, 5, 9, 10])
    let list = catalog.tracks(.artist("C"), sort: .artist)
    #expect(list.ids(0..<9) == [1, 3])
  }

  @Test("titles are sorted each by its track's own sort name, and grouped as one")
  func titles() throws {
    var rows = (1...6).map { row($0, "A") }
    for (index, name) in ["The End", "Dawn", "Intro", "Intro", "Intro", "Zoo"].enumerated() {
      rows[index].title = name
    }
    (rows[0].titleSort, rows[4].titleSort, rows[5].titleSort) = ("End, The", "Alpha", "Zoo")
    let catalog = catalog(rows)
    #expect(ids(catalog, .title) == [5, 2, 1, 3, 4, 6])
    #expect(ids(catalog, .title, isDescending: true) == [6, 3, 4, 1, 2, 5])
    let groups = catalog.groups(
      of: try #require(catalog.ordinals(of: ids(catalog, .title))),
      by: try GroupTemplate("{Title}")
    ) { _ in 1 }
    #expect(groups.groups.map(\.count) == [3, 1, 1, 1])
    rows[4].titleSort = ""
    #expect(catalog.apply([rows[4]]))
    #expect(ids(catalog, .title) == [2, 1, 3, 4, 5, 6])
  }

  @Test("whatever changes, it is the same as one made anew, also when it was read from its file")
  func incremental() throws {
    for seed in 0..<UInt64(6) {
      var library = RandomLibrary(seed: 90 + seed)
      var grown = Catalog(Self.version)
      let path = FilePath(NSTemporaryDirectory() + "/sort-names-\(UUID().uuidString)")
      defer { path.withCString { _ = unlink($0) } }
      for step in 0..<14 {
        let change = library.change(adding: step == 0 ? 60 : step % 3)
        #expect(grown.apply(change.rows, removed: change.removed))
        let filled = Catalog(Self.version)
        filled.fill { add in library.rows.values.sorted { $0.id < $1.id }.forEach(add) }
        for sort in SortColumn.allCases {
          for isDescending in [false, true] {
            #expect(
              ids(grown, sort, isDescending: isDescending)
                == ids(filled, sort, isDescending: isDescending), "\(sort) \(seed) \(step)")
          }
        }
        #expect(artists(grown) == artists(filled), "\(seed) \(step)")
        guard step % 2 == 0 else { continue }
        try CatalogImage(of: grown).write(to: path) { copy in
          copy()
          return true
        }
        grown = try CatalogFile(at: path, of: Self.version).catalog()
      }
    }
  }

  @Test("libraries without sort names keep nothing of them")
  func nothing() {
    let plain = catalog([row(1, "A", sort: "A", album: "x"), row(2, "B")])
    #expect(plain.columns.artist.count == 2)
    #expect(catalog([row(1, "A", sort: "B"), row(2, "A")]).columns.artist.count == 2)
  }
}
