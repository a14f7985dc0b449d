import Foundation
import Music
import Testing

@testable import Builder

/// Against Python's random, difflib and unicodedata.
@Suite("Parity with Python")
struct DifferentialTests {
  private struct Kind: Decodable {
    var kind: String
  }
  private struct Normalise: Decodable {
    var title, result: String
  }
  private struct Fold: Decodable {
    var text, folded, plain, lower, stripped: String
  }
  private struct Ratio: Decodable {
    var first, second: String
    var result: Double
  }
  private struct Variant: Decodable {
    var candidate, known: String
    var result: Bool
  }
  private struct Generator: Decodable {
    var seed: String
    var skipped: Int
    var bits: [UInt32]
    var doubles: [Double]
  }
  private struct Shuffle: Decodable {
    var seed: String
    var result: [Int]
  }
  private struct Spread: Decodable {
    var seed: String
    var artists: [String]
    var result: [Int]
  }
  private struct Seed: Decodable {
    var text: String
    var result: String?
  }
  private struct Choose: Decodable {
    var query: String
    var names: [String]
    var result: Int?
  }
  private struct Find: Decodable {
    var name: String
    var names: [String]
    var result: Int?
  }
  private struct Lines: Decodable {
    var text: String
    var result: [String]
  }

  @Test("2,000 random cases have the results of Python's modules")
  func cases() throws {
    let seed = ProcessInfo.processInfo.environment["TRITONE_SEED"] ?? "1"
    let lines = try Reference.lines("cases", seed, "2000")
    #expect(lines.count == 2_000)
    var kinds: Set<String> = []
    for line in lines {
      let kind = try JSONDecoder().decode(Kind.self, from: line).kind
      kinds.insert(kind)
      let isSame = try check(kind, line)
      #expect(isSame, "\(String(decoding: line.prefix(2_000), as: UTF8.self))")
    }
    #expect(kinds.count == 11)
  }

  /// Whether a case has the same result.
  private func check(_ kind: String, _ line: Data) throws -> Bool {
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try JSONDecoder().decode(type, from: line)
    }
    switch kind {
    case "normalise":
      let one = try read(Normalise.self)
      return TitleNormalisation.normalised(one.title).codePoints == one.result.codePoints
    case "fold":
      let one = try read(Fold.self)
      let folded = CaseFolding.folded(one.text)
      return folded.codePoints == one.folded.codePoints
        && AccentStripping.stripped(folded).codePoints == one.plain.codePoints
        && CaseFolding.lowercased(one.text).codePoints == one.lower.codePoints
        && one.text.pythonStripped().codePoints == one.stripped.codePoints
    case "ratio":
      let one = try read(Ratio.self)
      let matcher = SequenceMatcher(second: one.second.codePoints)
      return matcher.ratio(first: one.first.codePoints) == one.result
    case "variant":
      let one = try read(Variant.self)
      return VariantIndex.isVariant(one.candidate, of: one.known) == one.result
    case "generator":
      let one = try read(Generator.self)
      var random = MersenneTwister(seed: try BuildSeed(parsing: one.seed))
      for _ in 0..<one.skipped { _ = random.next() }
      return one.bits.allSatisfy { random.next() == $0 }
        && one.doubles.allSatisfy { random.double() == $0 }
    case "shuffle":
      let one = try read(Shuffle.self)
      var random = MersenneTwister(seed: try BuildSeed(parsing: one.seed))
      var order = Array(one.result.indices)
      random.shuffle(&order)
      return order == one.result
    case "spread":
      let one = try read(Spread.self)
      var random = MersenneTwister(seed: try BuildSeed(parsing: one.seed))
      return ArtistSpread.order(of: one.artists, by: &random) == one.result
    case "seed":
      let one = try read(Seed.self)
      do {
        return try BuildSeed(parsing: one.text).text == one.result
      } catch {
        return one.result == nil
      }
    case "choose":
      let one = try read(Choose.self)
      let artists = one.names.enumerated().map { CatalogueArtist(id: String($0), name: $1) }
      return ArtistChoice.best(for: one.query, among: artists)?.id == one.result.map { String($0) }
    case "find":
      let one = try read(Find.self)
      let playlists = one.names.enumerated().map {
        CataloguePlaylist(id: String($0), name: $1, owner: "me")
      }
      return ExistingPlaylist.find(one.name, of: "me", in: playlists)?.id
        == one.result.map { String($0) }
    case "lines":
      let one = try read(Lines.self)
      return try ArtistsFile.artists(in: Array(one.text.utf8)) == one.result
    default: return false
    }
  }

  @Test("a version behind a dash ends with its own line")
  func lines() {
    #expect(TitleNormalisation.normalised("Song -\nlive at home\nand more") == "song and more")
    #expect(TitleNormalisation.normalised("Song\nfeat. Bob\n- live\nend") == "song end")
  }

  private struct Character: Decodable {
    var point: UInt32?
    var assigned: [[UInt32]]?
    var folded, lower, plain: String?
    var space, lineEnd: Bool?
    var decimal: Int?
  }

  @Test("every character that Python knows folds, decomposes and separates as there")
  func characters() throws {
    var special: [UInt32: Character] = [:]
    var assigned: [[UInt32]] = []
    for line in try Reference.lines("characters") {
      let character = try JSONDecoder().decode(Character.self, from: line)
      if let point = character.point { special[point] = character }
      assigned += character.assigned ?? []
    }
    var count = 0
    for range in assigned {
      for point in range[0]...range[1] {
        let scalar = try #require(Unicode.Scalar(point))
        let (text, expected) = (String(scalar), special[point])
        let decimal =
          scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil
        let isSame =
          CaseFolding.folded(text).codePoints == (expected?.folded ?? text).codePoints
          && CaseFolding.lowercased(text).codePoints == (expected?.lower ?? text).codePoints
          && AccentStripping.stripped(text).codePoints == (expected?.plain ?? text).codePoints
          && scalar.isPythonSpace == (expected?.space ?? false)
          && scalar.isPythonLineEnd == (expected?.lineEnd ?? false)
          && decimal.map { Int($0) } == expected?.decimal
        if !isSame { Issue.record("U+\(String(point, radix: 16))") }
        count += 1
      }
    }
    #expect(count > 140_000)
  }
}
