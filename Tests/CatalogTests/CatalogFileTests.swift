import Catalog
import CatalogRows
import Foundation
import Music
import Testing

@Suite("The catalog's file")
struct CatalogFileTests {
  private let version = CatalogVersion(identity: 7, change: 3, make: 1)
  private let path = FilePath(NSTemporaryDirectory() + "/catalog-\(UUID().uuidString)")

  private func written() throws -> [UInt8] {
    var library = RandomLibrary(seed: 9)
    let catalog = Catalog(version)
    let rows = library.change(adding: 150).rows
    #expect(catalog.apply(rows))
    try CatalogImage(of: catalog).write(to: path) { copy in
      copy()
      return true
    }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.text)))
  }

  /// Runs every query of a catalog; any result will do.
  private func use(_ catalog: Catalog) {
    for sort in SortColumn.allCases {
      for source in [
        ListSource.songs, .artists, .albums, .genres, .categories, .category("demos"),
        .folder(FilePath("/music")),
        .artist("Émile"), .album(AlbumKey(artist: "Zed", name: "Late")), .genre("rock"),
      ] {
        let list = catalog.tracks(
          source, sort: sort, isDescending: true, variations: .folded(open: [TrackID(7)]))
        _ = list.ids(0..<list.count)
      }
      let albums = catalog.albums(of: nil, sort: sort, isDescending: true)
      for index in 0..<albums.count { _ = albums.row(index) }
    }
    let artists = catalog.artists(isDescending: true).filtered(by: ["e"])
    for index in 0..<artists.count { _ = artists.row(index) }
    _ = catalog.genres(isDescending: true)
    _ = catalog.categories(isDescending: true)
    for field in LabelField.allCases { _ = catalog.labelValues(field) }
    _ = catalog.folders(in: FilePath("/"))
    let titles = catalog.tracks(.songs, sort: .title)
    if let ordinals = catalog.ordinals(of: titles), let byTitle = try? GroupTemplate("{Title}") {
      _ = catalog.groups(of: ordinals, by: byTitle) { _ in 1 }
    }
    var library = RandomLibrary(seed: 9)
    let change = library.change(adding: 170)
    _ = catalog.apply(change.rows, removed: [1, 2, 3])
  }

  @Test("a file that others can write to, or that has another name or owner, is not taken for ours")
  func openToOthers() throws {
    _ = try written()
    let other = path.text + "-other"
    defer {
      unlink(path.text)
      unlink(other)
    }
    func isRefused() -> Bool {
      do throws(CatalogFileError) {
        _ = try CatalogFile(at: path)
        return false
      } catch {
        return error == .notOurs
      }
    }
    #expect(!isRefused())
    for mode in [0o620, 0o602, 0o666] as [mode_t] {
      #expect(chmod(path.text, mode) == 0 && isRefused())
    }
    #expect(chmod(path.text, 0o600) == 0 && !isRefused())
    #expect(link(path.text, other) == 0 && isRefused())
    #expect(unlink(other) == 0 && !isRefused())
    // Only the superuser can change the owner of a file.
    guard geteuid() == 0 else { return }
    #expect(chown(path.text, 65_534, 65_534) == 0 && isRefused())
  }

  @Test("a damaged file is refused or wrong, and never more than that", arguments: 0..<2)
  func damage(_ seed: UInt64) throws {
    defer { path.withCString { _ = unlink($0) } }
    let whole = try written()
    var random = SeededGenerator(seed: seed)
    var (refused, unsound) = (0, 0)
    for round in 0..<120 {
      var bytes = whole
      if round % 10 == 0 {
        bytes.removeLast(.random(in: 1..<bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[.random(in: 4096..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path.text))
      do throws(CatalogFileError) {
        let file = try CatalogFile(at: path, of: version)
        let catalog = try file.catalog()
        if bytes != whole, !file.isSound() { unsound += 1 }
        use(catalog)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 10 && unsound > 10)
  }

  @Test("a track whose artist's number is out of range makes the file refused")
  func outOfRange() throws {
    defer { path.withCString { _ = unlink($0) } }
    let whole = try written()
    func number(_ word: Int) -> Int {
      whole[(word * 8)..<(word * 8 + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    // Offset and length of a section: the seventh has the numbers of artists, the ninth the offsets
    // of their names and the end of the last.
    func section(_ index: Int) -> (offset: Int, length: Int) {
      (number(9 + 3 * index), number(10 + 3 * index))
    }
    let artists = UInt32(section(9).length / 4 - 1)
    func isRefused(_ artist: UInt32) throws -> Bool {
      var bytes = whole
      for index in 0..<4 {
        bytes[section(7).offset + index] = UInt8(truncatingIfNeeded: artist >> UInt32(index * 8))
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path.text))
      do throws(CatalogFileError) {
        _ = try CatalogFile(at: path, of: version).catalog()
        return false
      } catch {
        return error == .damaged
      }
    }
    #expect(try !isRefused(0))
    #expect(try !isRefused(artists - 1))
    for artist in [artists, artists + 1, .max >> 1, .max >> 1 + 1, .max >> 1 + artists, .max] {
      #expect(try isRefused(artist))
    }
  }

  @Test("a header that was tampered with is refused")
  func header() throws {
    defer { path.withCString { _ = unlink($0) } }
    let whole = try written()
    for index in 0..<600 {
      var bytes = whole
      bytes[index] ^= 0x41
      try Data(bytes).write(to: URL(fileURLWithPath: path.text))
      #expect(throws: CatalogFileError.self) {
        _ = try CatalogFile(at: path, of: version).catalog()
      }
    }
  }

  @Test("another database's file, another make's, none and a folder are refused")
  func others() throws {
    defer { path.withCString { _ = unlink($0) } }
    _ = try written()
    #expect(throws: CatalogFileError.notOurs) {
      _ = try CatalogFile(at: path, of: CatalogVersion(identity: 8, make: 1))
    }
    #expect(throws: CatalogFileError.notOurs) {
      _ = try CatalogFile(at: path, of: CatalogVersion(identity: 7, make: 2))
    }
    #expect(throws: CatalogFileError.cannotRead(code: ENOENT)) {
      _ = try CatalogFile(at: FilePath("/none/such"), of: version)
    }
    #expect(throws: CatalogFileError.self) {
      _ = try CatalogFile(at: FilePath("/tmp"), of: version)
    }
  }

  @Test("a catalog that changes while it is written leaves the file that was there")
  func changesMeanwhile() throws {
    defer { path.withCString { _ = unlink($0) } }
    let before = try written()
    let catalog = Catalog(version)
    #expect(catalog.apply([CatalogRow(id: 1)]))
    var pieces = 0
    #expect(throws: CatalogFileError.busy) {
      try CatalogImage(of: catalog).write(to: path) { copy in
        pieces += 1
        copy()
        return pieces < 3
      }
    }
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: path.text))) == before)
    #expect(!FileManager.default.fileExists(atPath: path.text + "-new"))
  }
}
