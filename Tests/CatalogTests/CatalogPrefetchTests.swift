@testable import Catalog
import CatalogRows
import Foundation
import Music
import Testing

@Suite("What is made ahead")
struct CatalogPrefetchTests {
  private let folders = [FilePath("/music"), FilePath("/")]

  private func makeAll(_ catalog: Catalog) {
    while var work = catalog.prefetch(folders) {
      work.perform()
      catalog.adopt(work)
    }
  }

  /// A catalog after the same changes, with or without prefetch.
  private func grown(_ seed: UInt64, steps: Int, prefetches: Bool) -> (Catalog, RandomLibrary) {
    var library = RandomLibrary(seed: seed)
    let catalog = Catalog()
    for step in 0..<steps {
      let change = library.change(adding: step == 0 ? 200 : step % 4 * 7)
      #expect(catalog.apply(change.rows, removed: change.removed))
      if prefetches { makeAll(catalog) }
    }
    return (catalog, library)
  }

  private func ids(_ list: TrackList) -> [Int64] { list.ids(0..<list.count) }

  @Test("orders and folders that were made ahead are those made when asked for", arguments: 0..<4)
  func sameOrders(_ seed: UInt64) {
    let (catalog, library) = grown(seed, steps: 6, prefetches: true)
    #expect(!catalog.hasPrefetch(folders))
    let (other, _) = grown(seed, steps: 6, prefetches: false)
    let naive = NaiveLists(library.rows.values)
    for sort in SortColumn.allCases {
      for isDescending in [false, true] {
        let list = ids(catalog.tracks(.songs, sort: sort, isDescending: isDescending))
        #expect(list == naive.sorted(sort, isDescending).map(\.id), "\(sort) \(isDescending)")
        #expect(list == ids(other.tracks(.songs, sort: sort, isDescending: isDescending)))
      }
    }
    for folder in folders {
      let (made, asked) = (catalog.folders(in: folder), other.folders(in: folder))
      #expect((0..<made.count).map(made.row) == (0..<asked.count).map(asked.row))
    }
    for list in BuiltInList.allCases {
      #expect(catalog.total(of: list) == other.total(of: list), "\(list)")
    }
    let offline = OfflineFolders(roots: [1], folders: [])
    for catalog in [catalog, other] { catalog.setOffline(offline) }
    let fresh = other.total(of: other.columns.matching(.flag(.offline), now: 0) { _ in [] })
    #expect(catalog.total(of: .offline).tracks > 0)
    #expect(catalog.total(of: .offline).tracks <= fresh.tracks)
    #expect(catalog.total(of: .offline) == other.total(of: .offline))
  }

  @Test("roots of any number are told apart and may be offline")
  func manyRoots() {
    let catalog = Catalog()
    let roots: [Int64] = [1, 65_535, 65_536, 65_537, 4_000_000_000]
    let rows = roots.enumerated().map { index, root in
      var row = CatalogRow(id: Int64(index + 1))
      row.folder = FilePath("/music")
      row.root = root
      return row
    }
    #expect(catalog.apply(rows))
    for root in roots {
      catalog.setOffline(OfflineFolders(roots: [root], folders: []))
      #expect(catalog.total(of: .offline).tracks == 1, "root \(root)")
    }
  }

  @Test("what was begun before a change is not taken in after it")
  func staleWork() throws {
    var library = RandomLibrary(seed: 9)
    let catalog = Catalog()
    #expect(catalog.apply(library.change(adding: 150).rows))
    var begun: [CatalogPrefetch] = []
    while var work = catalog.prefetch(folders) {
      begun.append(work)
      work.perform()
      catalog.adopt(work)
    }
    let change = library.change(adding: 40)
    #expect(catalog.apply(change.rows, removed: change.removed))
    for work in begun {
      var work = work
      work.perform()
      catalog.adopt(work)
    }
    let naive = NaiveLists(library.rows.values)
    for sort in SortColumn.allCases {
      let list = ids(catalog.tracks(.songs, sort: sort, isDescending: true))
      #expect(list == naive.sorted(sort, true).map(\.id), "\(sort)")
    }
    #expect(catalog.hasPrefetch(folders))
  }

  @Test("a mark is in the order by marks that is made ahead anew")
  func marks() throws {
    let (catalog, library) = grown(5, steps: 2, prefetches: true)
    var row = try #require(library.rows.values.first { $0.flags.isEmpty })
    row.rating = 99
    #expect(catalog.apply([row]))
    #expect(catalog.hasPrefetch(folders))
    makeAll(catalog)
    #expect(catalog.tracks(.songs, sort: .rating, isDescending: true).ids(0..<1) == [row.id])
  }

  @Test("the first of some tracks are those of the whole list", arguments: 0..<20)
  func firstOfPicked(_ seed: UInt64) {
    let (catalog, _) = grown(seed, steps: 2, prefetches: seed % 2 == 0)
    var random = SeededGenerator(seed: seed)
    let part = Int.random(in: 1...40, using: &random)
    let some = TrackSet(capacity: catalog.count) { _ in
      Int.random(in: 0..<part, using: &random) == 0
    }
    for isDescending in [false, true] {
      func list() -> TrackList {
        catalog.tracks(.songs, sort: .year, isDescending: isDescending, among: some)
      }
      let all = ids(catalog.tracks(.songs, sort: .year, isDescending: isDescending)).filter {
        catalog.ordinal(of: TrackID($0)).map { some[$0] } ?? false
      }
      #expect(list().count == all.count)
      for end in [0, 1, 7, all.count, all.count + 3] {
        #expect(list().ids(min(2, end)..<end) == Array(all.prefix(end).dropFirst(2)))
      }
      let whole = list()
      #expect(all.last.flatMap { whole.index(of: TrackID($0)) } == all.indices.last)
      #expect(whole.ids(0..<all.count) == all)
    }
  }

  @Test("a word finds the same whether or not neighbours are known to share names")
  func sharedNames() throws {
    for seed in 0..<UInt64(4) {
      let (catalog, _) = grown(seed, steps: 5, prefetches: seed % 2 == 0)
      for text in ["e", "late", "zed", "music/a", "b 2/0", "path:b", "-late dawn", "vol mega", "郷"]
      {
        let query = try TrackQuery(parsing: text)
        let found = catalog.matching(query, lists: 0, now: 0, playlist: { _ in [] }) { _ in [] }
        let plain = catalog.columns.matching(query, now: 0, playlist: { _ in [] })
        #expect(found == plain, "\(text) \(seed)")
      }
    }
  }

  @Test("letters are found as they are written after a folder's root has moved")
  func refolded() throws {
    let (catalog, library) = grown(21, steps: 2, prefetches: true)
    var row = try #require(library.rows.values.first { $0.folder == FilePath("/music/Z") })
    row.searchedFolder = "qx"
    #expect(catalog.apply([row]))
    for letter in ["q", "x", "z", "m", "0"] {
      let query = try TrackQuery(parsing: letter)
      let found = catalog.matching(query, lists: 0, now: 0, playlist: { _ in [] }) { _ in [] }
      #expect(found == catalog.columns.matching(query, now: 0, playlist: { _ in [] }))
      #expect(letter != "q" || found.count > 0)
    }
  }

  @Test("what is typed letter by letter finds what is asked for at once", arguments: 0..<3)
  func typed(_ seed: UInt64) throws {
    let (catalog, _) = grown(seed + 30, steps: 4, prefetches: seed % 2 == 0)
    for text in ["dawn track", "music/a", "late 007", "vol. 2", "emile zed", "hits e"] {
      for end in text.indices {
        let query = try TrackQuery(parsing: String(text[...end]))
        let found = catalog.matching(query, lists: 0, now: 0, playlist: { _ in [] }) { _ in [] }
        let plain = catalog.columns.matching(query, now: 0, playlist: { _ in [] })
        #expect(found == plain, "\(text[...end])")
      }
    }
  }

  /// Resident kilobytes of a mapped file in this process.
  private func resident(_ path: FilePath) throws -> Int {
    var (sum, isWanted) = (0, false)
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    for line in text.split(separator: "\n") {
      if line.contains(path.name) {
        isWanted = true
      } else if isWanted, line.hasPrefix("Rss:") {
        sum += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        isWanted = false
      }
    }
    return sum
  }

  @Test("memory that was let go of comes back as it was, with what was changed in it")
  func lettingGo() throws {
    var library = RandomLibrary(seed: 77)
    let made = Catalog()
    #expect(made.apply(library.change(adding: 3_000).rows))
    let path = FilePath(NSTemporaryDirectory() + "/catalog-letting-go-\(UUID().uuidString)")
    defer { path.withCString { _ = unlink($0) } }
    try CatalogImage(of: made).write(to: path) { copy in
      copy()
      return true
    }
    let catalog = try CatalogFile(at: path, of: made.version).catalog()
    #expect(try resident(path) > 0)
    releaseCleanPages(catalog)
    #expect(try resident(path) == 0)
    for step in 0..<4 {
      let query = try TrackQuery(parsing: "dawn 1")
      let plain = catalog.columns.matching(query, now: 0, playlist: { _ in [] })
      releaseCleanPages(catalog)
      #expect(catalog.columns.matching(query, now: 0, playlist: { _ in [] }) == plain)
      #expect(plain.count > 0)
      for sort in SortColumn.allCases {
        #expect(
          ids(catalog.tracks(.songs, sort: sort, includesMissing: true))
            == ids(made.tracks(.songs, sort: sort, includesMissing: true)), "step \(step)")
      }
      // At first only changes in place, within pages of the file.
      let change = library.change(adding: step < 2 ? 0 : 40)
      #expect(catalog.apply(change.rows, removed: change.removed))
      #expect(made.apply(change.rows, removed: change.removed))
    }
  }

  private func releaseCleanPages(_ catalog: Catalog) {
    var next: Int? = 0
    while let start = next { next = catalog.releaseCleanPages(from: start) }
  }

  @Test("folders are found by their names, in whichever way they are asked for")
  func folderNames() throws {
    let (catalog, _) = grown(13, steps: 3, prefetches: true)
    let all = catalog.folders(in: FilePath("/music/a"))
    func names(_ text: String, in list: FolderList) throws -> [String] {
      let found = list.filtered(by: try TrackQuery(parsing: text))
      return (0..<found.count).map { found.path($0).name }
    }
    #expect((0..<all.count).map { all.path($0).name } == ["b 2", "b 10"])
    #expect(try names("B", in: all) == ["b 2", "b 10"])
    #expect(try names("b", in: all.reversed()) == ["b 10", "b 2"])
    #expect(try names("b 2", in: all.reversed()) == ["b 2"])
    #expect(try names("2 OR 10", in: all) == ["b 2", "b 10"])
    #expect(try names("b -2", in: all) == ["b 10"])
    #expect(try names("zed", in: all) == [])
    #expect(try names("10", in: try all.filtered(by: TrackQuery(parsing: "b"))) == ["b 10"])
  }

  @Test("totals of a set are those of its list")
  func totals() {
    let (catalog, _) = grown(11, steps: 3, prefetches: false)
    let some = TrackSet(capacity: catalog.count) { $0 % 3 == 0 }
    for includesMissing in [false, true] {
      let list = catalog.tracks(.songs, sort: .title, among: some, includesMissing: includesMissing)
      let total = catalog.total(of: some, includesMissing: includesMissing)
      #expect(total.tracks == list.count && total.time == list.duration)
    }
  }
}
