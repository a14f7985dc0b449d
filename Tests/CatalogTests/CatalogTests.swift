@testable import Catalog
import CatalogRows
import Foundation
import Music
import Testing

@Suite("The catalog")
struct CatalogTests {
  private static let version = CatalogVersion(identity: 7, make: 1)

  private func check(_ catalog: Catalog, _ library: RandomLibrary, _ step: Comment) {
    let naive = NaiveLists(library.rows.values)
    let sortNames = naive.names
    let names: [Int64: String] = library.rows.mapValues { "\($0.id) \($0.title) \($0.artist)" }
    func titles(_ list: TrackList) -> [String] {
      list.ids(0..<list.count).map { names[$0] ?? "?" }
    }
    func titles(_ rows: [CatalogRow]) -> [String] { rows.map { names[$0.id] ?? "?" } }
    for sort in SortColumn.allCases {
      for isDescending in [false, true] {
        let list = catalog.tracks(.songs, sort: sort, isDescending: isDescending)
        #expect(titles(list) == titles(naive.sorted(sort, isDescending)), "\(sort) \(step)")
        #expect(list.duration == UInt64(naive.rows.reduce(0) { $0 + $1.duration }))
        for artist in [nil, "emile", "none such"] {
          let albums = catalog.albums(of: artist, sort: sort, isDescending: isDescending)
          #expect(
            rows(albums) == naive.albums(sort, isDescending, of: artist).map(albumRow),
            "albums \(sort) \(isDescending) \(artist ?? "all") \(step)")
        }
      }
    }
    for (sort, isDescending) in Self.groupOrders {
      let artists = catalog.artists(sort: sort, isDescending: isDescending)
      let genres = catalog.genres(sort: sort, isDescending: isDescending)
      #expect(
        rows(artists)
          == sorted(
            naive.groups { [NaiveLists.text($0.albumCredit)] }, sort, isDescending,
            by: sortNames.albumCredit
          ).map {
            .artist(
              ListRow.Artist(
                name: $0.albumCredit, albums: $0.albums, tracks: $0.tracks,
                duration: .milliseconds($0.duration)))
          }, "artists \(step)")
      let byGenre = NaiveLists(
        naive.rows.map { row in
          var row = row
          row.albumCredit = row.genre
          return row
        })
      #expect(
        rows(genres)
          == sorted(
            byGenre.groups { [NaiveLists.text($0.albumCredit)] }, sort, isDescending,
            by: NaiveLists.text
          ).map {
            .genre(
              ListRow.Genre(
                name: $0.albumCredit, tracks: $0.tracks, duration: .milliseconds($0.duration)))
          }, "genres \(step)")
      let categorised = NaiveLists(
        naive.rows.filter { NaiveLists.text($0.category) != .none }.map { row in
          var row = row
          row.albumCredit = row.category
          return row
        })
      #expect(
        rows(catalog.categories(sort: sort, isDescending: isDescending))
          == sorted(
            categorised.groups { [NaiveLists.text($0.albumCredit)] }, sort, isDescending,
            by: NaiveLists.text
          ).map {
            .category(
              ListRow.Category(
                category: TrackCategory(rawValue: $0.albumCredit), tracks: $0.tracks,
                duration: .milliseconds($0.duration)))
          }, "categories \(step)")
      #expect(artists.trackCount == naive.rows.count && genres.trackCount == naive.rows.count)
    }
    checkSources(catalog, naive, titles, titles, step)
  }

  private func checkSources(
    _ catalog: Catalog, _ naive: NaiveLists, _ titles: (TrackList) -> [String],
    _ expected: ([CatalogRow]) -> [String], _ step: Comment
  ) {
    for path in ["/music", "/music/a", "/music/A", "/", "/none", "streams:"].map({ FilePath($0) }) {
      let below = naive.filtered { $0.folder.isInside(path) }
      #expect(
        titles(catalog.tracks(.folder(path), sort: .artist))
          == expected(below.sorted(.path, false)),
        "\(path.text) \(step)")
      #expect(catalog.total(below: path).tracks == below.rows.count)
      let folders = catalog.folders(in: path)
      #expect(
        folders.trackCount == below.rows.count { $0.folder != path },
        "\(path.text) \(step)")
      for index in 0..<folders.count {
        let folder = folders.path(index)
        let inside = naive.rows.filter { $0.folder.isInside(folder) }
        #expect(
          folders.row(index)
            == .folder(
              ListRow.Folder(
                path: folder, name: folder.name, tracks: inside.count,
                duration: .milliseconds(inside.reduce(0) { $0 + $1.duration }))))
        #expect(folder.parent == path && folders.index(of: folder) == index)
      }
    }
    let jazz = naive.filtered { NaiveLists.text($0.genre) == NaiveLists.text("ROCK") }
    #expect(
      titles(catalog.tracks(.genre("Rock"), sort: .year, isDescending: true))
        == expected(jazz.sorted(.year, true)), "genre \(step)")
    let demos = naive.filtered { NaiveLists.text($0.category) == NaiveLists.text("DEMOS") }
    #expect(
      titles(catalog.tracks(.category("demos"), sort: .title, isDescending: true))
        == expected(demos.sorted(.title, true)), "category \(step)")
    let categorised = naive.filtered { NaiveLists.text($0.category) != .none }
    let inOrder = expected(
      categorised.sorted { row in
        let keys = naive.keys(.artist, row)
        return [NaiveLists.text(row.category)] + keys.others
      })
    #expect(titles(catalog.tracks(.categories, sort: .artist)) == inOrder, "\(step)")
    #expect(
      titles(catalog.tracks(of: catalog.categories(isDescending: false))) == inOrder, "\(step)")
    let late = naive.filtered {
      NaiveLists.text($0.albumCredit) == NaiveLists.text("Emile")
        && NaiveLists.text($0.album) == NaiveLists.text("late")
    }
    func index(_ row: CatalogRow) -> [NaiveLists.Key] {
      [
        .number(Double(row.disc)), .number(Double(row.track)),
        .bytes(FolderKey.key(row.folder) + row.folder.bytes), NaiveLists.text(row.name),
        .number(Double(row.id)),
      ]
    }
    #expect(
      titles(catalog.tracks(.album(AlbumKey(artist: "émile", name: "LATE")), sort: .artist))
        == expected(late.sorted(by: index)), "album \(step)")
    let places = naive.albums(.artist, false, of: nil)
    #expect(
      titles(catalog.tracks(.albums, sort: .artist))
        == expected(
          naive.sorted {
            [naive.names.albumCredit($0.albumCredit), naive.names.album($0.album)] + index($0)
          }), "\(places.count) albums \(step)")
    #expect(
      titles(catalog.tracks(.genres, sort: .title))
        == expected(
          naive.sorted { row in
            let keys = naive.keys(.title, row)
            return [NaiveLists.text(row.genre)] + keys.others
          }), "genres' tracks \(step)")
  }

  private static let groupOrders = [SortColumn.artist, .tracks, .duration].flatMap {
    [($0, false), ($0, true)]
  }

  private func sorted(
    _ groups: [NaiveLists.Group], _ sort: SortColumn, _ isDescending: Bool,
    by key: (String) -> NaiveLists.Key
  ) -> [NaiveLists.Group] {
    guard sort == .artist else {
      let number = { (group: NaiveLists.Group) in
        sort == .tracks ? Int64(group.tracks) : group.duration / 1000
      }
      let byName = sorted(groups, .artist, false, by: key)
      return byName.enumerated().sorted { left, right in
        let numbers = (number(left.element), number(right.element))
        if numbers.0 != numbers.1 { return isDescending != (numbers.0 < numbers.1) }
        return left.offset < right.offset
      }.map(\.element)
    }
    return groups.sorted { left, right in
      let (left, right) = (key(left.albumCredit), key(right.albumCredit))
      return isDescending && left != .none && right != .none
        ? right.precedes(left) : left.precedes(right)
    }
  }

  private func rows(_ groups: GroupList) -> [ListRow] { (0..<groups.count).map(groups.row) }

  private func albumRow(_ group: NaiveLists.Group) -> ListRow {
    .album(
      ListRow.Album(
        key: AlbumKey(artist: group.albumCredit, name: group.album),
        year: group.year == 0 ? nil : Int(group.year), tracks: group.tracks,
        duration: .milliseconds(group.duration)))
  }

  @Test("every order, group and list is what a naive sort makes of it", arguments: 0..<2)
  func equalsNaive(_ seed: UInt64) throws {
    var library = RandomLibrary(seed: seed)
    var catalog = Catalog(Self.version)
    let path = FilePath(NSTemporaryDirectory() + "/catalog-\(seed)-\(UUID().uuidString)")
    defer { path.withCString { _ = unlink($0) } }
    for step in 0..<10 {
      let change = library.change(adding: step == 0 ? 120 : step % 4 * 7)
      #expect(catalog.apply(change.rows, removed: change.removed))
      check(catalog, library, "seed \(seed) step \(step)")
      if step % 4 == 3 {
        let filled = Catalog(Self.version)
        filled.fill { add in library.rows.values.sorted { $0.id < $1.id }.forEach(add) }
        check(filled, library, "seed \(seed) step \(step), made anew")
      }
      guard step % 3 == 1 else { continue }
      catalog.version.change = Int64(step)
      try CatalogImage(of: catalog).write(to: path) { copy in
        copy()
        return true
      }
      let file = try CatalogFile(at: path, of: Self.version)
      catalog = try file.catalog()
      #expect(file.isSound() && catalog.version.change == Int64(step))
      check(catalog, library, "seed \(seed) step \(step), read again")
    }
  }

  @Test("a list says where its tracks are, and holds what it held when the catalog changes")
  func listsStand() {
    var library = RandomLibrary(seed: 42)
    let catalog = Catalog(Self.version)
    let first = library.change(adding: 200)
    #expect(catalog.apply(first.rows))
    let list = catalog.tracks(.songs, sort: .title)
    let ids = list.ids(0..<list.count)
    for (index, id) in ids.enumerated() { #expect(list.index(of: TrackID(id)) == index) }
    #expect(list.index(of: TrackID(10_000)) == nil)
    let artists = catalog.artists(isDescending: false)
    let rows = rows(artists)
    for (index, row) in rows.enumerated() { #expect(artists.index(of: row.id) == index) }
    for _ in 0..<5 {
      let change = library.change(adding: 300)
      #expect(catalog.apply(change.rows, removed: change.removed))
    }
    #expect(list.ids(0..<list.count) == ids)
    #expect(self.rows(artists) == rows)
  }

  @Test("only some tracks count where a list is asked for these")
  func subsets() {
    var library = RandomLibrary(seed: 3)
    let catalog = Catalog(Self.version)
    let rows = library.change(adding: 300).rows
    #expect(catalog.apply(rows))
    let some = TrackSet(capacity: catalog.count) { $0 % 3 == 0 }
    var ids: Set<Int64> = []
    some.forEach { ids.insert(catalog.columns.id[$0]) }
    let naive = NaiveLists(
      library.rows.values.filter { ids.contains($0.id) },
      names: NaiveSortNames(library.rows.values))
    let list = catalog.tracks(.songs, sort: .bpm, isDescending: true, among: some)
    #expect(list.ids(0..<list.count) == naive.sorted(.bpm, true).map(\.id))
    #expect(
      self.rows(catalog.albums(of: nil, sort: .year, isDescending: false, among: some))
        == naive.albums(.year, false, of: nil).map(albumRow))
    let all = catalog.tracks(.songs, sort: .path, includesMissing: true)
    #expect(all.count == library.rows.count)
  }

  @Test("numbers that come before known ones are not merged")
  func refuses() {
    let catalog = Catalog(Self.version)
    #expect(catalog.apply([CatalogRow(id: 5)]))
    #expect(!catalog.apply([CatalogRow(id: 4)]))
    #expect(catalog.apply([], removed: [5]) && catalog.visible.count == 0)
    #expect(catalog.apply([CatalogRow(id: 5), CatalogRow(id: 6)]))
    #expect(catalog.tracks(.songs, sort: .path).ids(0..<9) == [5, 6])
  }
}
