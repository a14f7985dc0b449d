@testable import Catalog
import CatalogRows
import Foundation
import Music
import Testing

@Suite("Jumps to the beginning of a name")
struct NameBeginningTests {
  private static let names = [
    "", "  ", "Abba", "Ábel", "air", "The Beatles", "beck", "Björk", "10cc", "2 Unlimited",
    "20 Fingers", "3 Doors Down", "007", "[Unknown]", "(hed) p.e.", "{Curly}", "~tilde", "!!!",
    "#1 Dads", "Zappa",
    "Ωmega", "Москва", "ßeta", "ZZ Top", "Cure", "the xx", "1999", "19", "199",
  ]
  private static let beginnings =
    ["a", "A", "á", "be", "the", "The B", "b", "c", "d", "z", "zz", "zzz", "ω", "м", "ss", "q"]
    + ["1", "2", "3", "9", "19", "199", "#", "(", "~", " a"]

  private func catalog(seed: UInt64, count: Int, names: [String]) -> Catalog {
    var generator = SeededGenerator(seed: seed)
    let rows = (1...count).map { id in
      var row = CatalogRow(id: Int64(id))
      let name = names.randomElement(using: &generator) ?? ""
      (row.title, row.artist, row.albumCredit, row.album) = (name, name, name, name)
      (row.genre, row.name) = (name, "\(name).flac")
      if name == "The Beatles" {
        (row.artistSort, row.creditSort, row.titleSort) = (
          "Beatles, The", "Beatles, The", "Beatles"
        )
      }
      return row
    }
    let catalog = Catalog(CatalogVersion(identity: 7, make: 1))
    #expect(catalog.apply(rows))
    return catalog
  }

  private func trimmed(_ name: String) -> String { String(SortKey.folded(name).drop { $0 == " " }) }

  private func sortName(_ name: String, isAlbum: Bool) -> String {
    name == "The Beatles" && !isAlbum ? "beatles, the" : trimmed(name)
  }

  /// The first row that begins so; else the first that the order has behind the text.
  private func naive(_ names: [String], _ beginning: String, isDescending: Bool) -> (Int, Bool)? {
    let text = trimmed(beginning)
    let known = names.prefix { !$0.isEmpty }
    guard !known.isEmpty else { return nil }
    func begins(_ name: String) -> Bool {
      guard text == "#" else { return Array(name.utf8).starts(with: Array(text.utf8)) }
      return name.utf8.first.map { $0 < 0x80 && !(0x30...0x39 ~= $0) && !(0x61...0x7A ~= $0) }
        ?? false
    }
    if let index = known.firstIndex(where: begins) { return (index, true) }
    if text == "#" { return (0, false) }
    let key = SortKey.bytes(text)
    let next = known.firstIndex { name in
      let other = SortKey.bytes(name)
      return isDescending
        ? other.lexicographicallyPrecedes(key) : !other.lexicographicallyPrecedes(key)
    }
    return (next ?? known.count - 1, false)
  }

  @Test("bisection finds the row that a look at all rows finds", arguments: 1...12)
  func bisection(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let names = Array(Self.names.shuffled(using: &generator).prefix(3 + seed * 2))
    let catalog = catalog(seed: UInt64(seed), count: 1 + seed * 9, names: names)
    for isDescending in [false, true] {
      for sort in [SortColumn.artist, .album, .title] {
        let list = catalog.tracks(.songs, sort: sort, isDescending: isDescending)
        let texts = catalog.ordinals(of: list)?.map {
          let name = catalog.columns.artist.shown.string(Int(catalog.columns.artist.index[Int($0)]))
          // The title's sort name is another one.
          return name == "The Beatles" && sort == .title
            ? "beatles" : sortName(name, isAlbum: sort == .album)
        }
        for text in Self.beginnings {
          let beginning = try #require(NameBeginning(text))
          let found = catalog.find(
            beginning, in: list, sort: sort, isDescending: isDescending, isOneFolder: false)
          let wanted = naive(try #require(texts), text, isDescending: isDescending)
          #expect(found.index == wanted?.0, "\(text) by \(sort), descending \(isDescending)")
          #expect((found.jump == .found) == (wanted?.1 ?? false), "\(text) by \(sort)")
        }
      }
      for groups in [
        catalog.artists(isDescending: isDescending), catalog.genres(isDescending: isDescending),
        catalog.categories(isDescending: isDescending),
        catalog.albums(of: nil, sort: .album, isDescending: isDescending),
      ] {
        let texts = (0..<groups.count).map { index in
          switch groups.row(index) {
          case .artist(let artist): sortName(artist.name, isAlbum: false)
          case .genre(let genre): sortName(genre.name, isAlbum: true)
          case .category(let row): sortName(row.category.rawValue, isAlbum: true)
          case .album(let album): sortName(album.key.name, isAlbum: true)
          default: ""
          }
        }
        for text in Self.beginnings {
          let found = groups.find(
            try #require(NameBeginning(text)), sort: groups.kind == .albums ? .album : .artist,
            isDescending: isDescending, isOfOneArtist: false)
          let wanted = naive(texts, text, isDescending: isDescending)
          #expect(found.index == wanted?.0, "\(text) in \(groups.kind) \(isDescending)")
        }
      }
    }
  }

  @Test("numbers have no letters, and a text of spaces begins nothing")
  func nothing() throws {
    let catalog = catalog(seed: 3, count: 20, names: Self.names)
    let list = catalog.tracks(.songs, sort: .bpm)
    let found = catalog.find(
      try #require(NameBeginning("a")), in: list, sort: .bpm, isDescending: false,
      isOneFolder: false)
    #expect(found == (.unsorted, nil))
    #expect(NameBeginning("  ") == nil && NameBeginning("") == nil)
    let empty = catalog.find(
      try #require(NameBeginning("a")), in: TrackList(), sort: .title, isDescending: false,
      isOneFolder: false)
    #expect(empty == (.empty, nil))
  }

  @Test("of few rows in any order the first one that begins so is found, else the next name")
  func few() throws {
    func find(_ text: String) throws -> NameBeginning.Found? {
      try #require(NameBeginning(text)).find(in: ["Warm up", "Peak", "After", "Ähnlich"])
    }
    #expect(try find("P") == .init(index: 1, isMatch: true))
    #expect(try find("a") == .init(index: 2, isMatch: true))
    #expect(try find("äh") == .init(index: 3, isMatch: true))
    #expect(try find("b") == .init(index: 1, isMatch: false))
    #expect(try find("z") == .init(index: 3, isMatch: false))
  }
}
