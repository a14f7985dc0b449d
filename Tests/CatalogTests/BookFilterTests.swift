import Catalog
import CatalogRows
import Music
import Testing

/// Parts of audiobooks in the catalog: apart from music unless a query asks for them.
@Suite("Books in the catalog")
struct BookFilterTests {
  private let catalog = Catalog()

  init() throws {
    var rows: [CatalogRow] = []
    for id in 1...6 {
      var row = CatalogRow(id: Int64(id))
      row.title = "\(id)"
      row.name = "\(id).mp3"
      row.artist = id > 3 ? "Author" : "Band"
      row.albumCredit = row.artist
      row.album = id > 3 ? "Novel" : "Record"
      row.genre = id > 3 ? "Audiobook" : "Rock"
      row.folder = FilePath(id > 3 ? "/music/novel" : "/music/record")
      row.duration = 1_000
      row.root = 1
      if id > 3 { row.flags = .book }
      if id == 3 || id == 6 { row.flags.insert(.missing) }
      rows.append(row)
    }
    let isApplied = catalog.apply(rows)
    try #require(isApplied)
  }

  private func matching(_ text: String) throws -> TrackSet {
    catalog.matching(
      try TrackQuery(parsing: text), lists: 0, now: 0, playlist: { _ in [] }, notes: { _ in [] })
  }

  private func songs(_ among: TrackSet? = nil) -> [Int64] {
    let list = catalog.tracks(.songs, sort: .path, among: among)
    return list.ids(0..<list.count)
  }

  @Test("lists of music, their groups and totals are without books")
  func music() {
    #expect(songs() == [1, 2])
    #expect(catalog.artists(isDescending: false).count == 1)
    #expect(catalog.albums(of: nil, sort: .artist, isDescending: false).count == 1)
    #expect(catalog.genres(isDescending: false).count == 1)
    let folder = FilePath("/music/novel")
    #expect(catalog.tracks(inFolder: folder, sort: .path, isDescending: false).count == 0)
    #expect(catalog.tracks(ofRoots: [1]).count == 2)
    #expect(catalog.total(of: .missing).tracks == 1)
    #expect(catalog.visible.count == 2 && catalog.books.count == 3)
  }

  @Test("a query for books shows them, and one for music leaves them out")
  func queries() throws {
    #expect(catalog.ids(of: try matching("type:book")) == [4, 5, 6])
    #expect(catalog.ids(of: try matching("type:music")) == [1, 2, 3])
    let books = try matching("type:book")
    #expect(songs(books) == [4, 5])
    #expect(catalog.artists(isDescending: false, among: books).count == 1)
    let folder = FilePath("/music/novel")
    #expect(
      catalog.tracks(inFolder: folder, sort: .path, isDescending: false, among: books).count == 2)
    #expect(catalog.tracks(ofRoots: [1], among: books).count == 2)
    #expect(catalog.total(of: books, includesMissing: true).tracks == 3)
  }

  @Test("a track that becomes a part of a book leaves the lists at once, and returns")
  func changes() {
    #expect(songs() == [1, 2])
    var row = CatalogRow(id: 1)
    (row.title, row.name, row.folder) = ("1", "1.mp3", FilePath("/music/record"))
    (row.artist, row.albumCredit, row.album, row.genre) = ("Band", "Band", "Record", "Rock")
    (row.duration, row.root, row.flags) = (1_000, 1, .book)
    #expect(catalog.apply([row]) && songs() == [2])
    row.flags = []
    #expect(catalog.apply([row]) && songs() == [1, 2])
  }
}
