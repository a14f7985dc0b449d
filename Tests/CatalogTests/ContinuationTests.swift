@testable import Catalog
import CatalogRows
import Foundation
import Music
import Testing

@Suite("Letters that are looked for ahead")
struct ContinuationTests {
  private func ids(_ tracks: TrackSet, _ catalog: Catalog) -> [Int64] {
    var ids: [Int64] = []
    tracks.forEach { ids.append(catalog.columns.id[$0]) }
    return ids
  }

  private func ask(_ catalog: Catalog, _ text: String) throws -> (asked: [Int64], plain: [Int64]) {
    let query = try TrackQuery(parsing: text)
    let asked = catalog.matching(
      query, lists: 0, now: 1_790_000_000, playlist: { _ in [] }, notes: { _ in [] })
    let plain = catalog.columns.matching(query, now: 1_790_000_000, playlist: { _ in [] })
    return (ids(asked, catalog), ids(plain, catalog))
  }

  /// Whether the list of a result has the length of its tracks.
  private func totals(_ catalog: Catalog, _ text: String) throws -> Bool {
    let query = try TrackQuery(parsing: text)
    let found = catalog.matching(
      query, lists: 0, now: 1_790_000_000, playlist: { _ in [] }, notes: { _ in [] })
    let list = catalog.tracks(.songs, sort: .artist, among: found)
    let ordinals = list.tracks.array
    return list.duration == ordinals.reduce(0) { $0 + UInt64(catalog.columns.duration[Int($1)]) }
  }

  /// Performs some of the pending prefetch, or all.
  private func advance(_ catalog: Catalog, steps: Int = .max) {
    var left = steps
    while left > 0, var work = catalog.prefetch([]) {
      work.perform()
      catalog.adopt(work)
      left -= 1
    }
  }

  /// Words of a library, and words that it lacks.
  private func texts(_ catalog: Catalog) -> [String] {
    var random = SystemRandomNumberGenerator()
    let words = (0..<6).flatMap { _ in
      let track = Int.random(in: 0..<catalog.count, using: &random)
      return [
        catalog.columns.text.string(track),
        catalog.columns.artist.folded.string(Int(catalog.columns.artist.index[track])),
        catalog.columns.folder.folded.string(Int(catalog.columns.folder.index[track])),
      ].flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    }
    let known = (0..<6).compactMap { _ in words.randomElement(using: &random) }
    let some = words.randomElement(using: &random) ?? "a"
    return known + ["zqx", "aaa", "1984", "e", "\(some) \(known.first ?? "b")", "-\(some)"]
  }

  @Test("whatever is typed, and however far looking ahead has come, finds what looking finds")
  func typing() throws {
    var library = RandomLibrary(seed: .random(in: 0 ... .max))
    let catalog = Catalog()
    catalog.minimumForContinuations = 0
    var found = 0
    for round in 0..<6 {
      let change = library.change(adding: round == 0 ? 300 : 20)
      #expect(catalog.apply(change.rows, removed: change.removed))
      for text in texts(catalog) {
        for end in text.indices {
          let prefix = String(text[...end])
          guard (try? TrackQuery(parsing: prefix)) != nil else { continue }
          let (asked, plain) = try ask(catalog, prefix)
          #expect(asked == plain, "\(prefix)")
          #expect(try totals(catalog, prefix), "\(prefix)")
          found += asked.count
          switch Int.random(in: 0..<3) {
          case 0: advance(catalog)
          case 1: advance(catalog, steps: .random(in: 1...8))
          default: break
          }
        }
      }
    }
    #expect(found > 0)
  }

  @Test("a letter that is typed alone has the next ones looked for, and that comes to an end")
  func ahead() throws {
    var library = RandomLibrary(seed: 4)
    let catalog = Catalog()
    catalog.minimumForContinuations = 0
    let change = library.change(adding: 400)
    #expect(catalog.apply(change.rows, removed: change.removed))
    advance(catalog)
    #expect(!catalog.isTypedOn)
    let letters = Set("abcdefghijklmnopqrstuvwxyz")
    let typed = try #require(
      catalog.columns.text.string(0).first { letters.contains($0) }.map { String($0) })
    _ = try ask(catalog, typed)
    #expect(catalog.isTypedOn)
    advance(catalog)
    #expect(!catalog.isTypedOn)
    #expect(!catalog.hasPrefetch([]))
  }

  @Test("the lengths of lists of letters that many tracks have are known, with missing tracks too")
  func lengths() throws {
    var library = RandomLibrary(seed: 5)
    let catalog = Catalog()
    catalog.minimumForContinuations = 0
    for _ in 0..<3 {
      let change = library.change(adding: 300)
      #expect(catalog.apply(change.rows, removed: change.removed))
    }
    advance(catalog)
    #expect(catalog.visible != catalog.columns.present)
    let letter = try #require(
      catalog.derived.letterTotals.max {
        ($0.value.tracks.count, $0.key) < ($1.value.tracks.count, $1.key)
      })
    _ = try ask(catalog, letter.key)
    advance(catalog)
    let next = try #require(catalog.derived.continuations?.totals.first { $0.key != letter.key })
    for (text, total) in [(letter.key, letter.value), (next.key, next.value)] {
      var shown = catalog.columns.matching(.word(text), now: 0, playlist: { _ in [] })
      shown.formIntersection(catalog.visible)
      #expect(catalog.derived.time(of: shown) == total.time)
      #expect(try totals(catalog, text))
    }
    // The length of what was just typed stays known while its next letters are looked for.
    _ = try ask(catalog, next.key)
    #expect(catalog.derived.time(of: next.value.tracks) == next.value.time)
  }
}
