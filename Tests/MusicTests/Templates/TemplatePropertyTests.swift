import Music
import Testing

/// Random templates on random tracks.
@Suite("Any template on any track")
struct TemplatePropertyTests {
  /// Random templates and tracks; no text looks like debris by itself.
  private struct Maker {
    var random: SeededGenerator

    mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    mutating func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &random)]
    }

    mutating func field() -> String {
      let count = chance(3) ? Int.random(in: 2...3, using: &random) : 1
      var choices: [String] = []
      for _ in 0..<count {
        let placeholder = pick(GroupTemplate.Placeholder.allCases)
        var text = placeholder.rawValue
        if chance(4) {
          switch placeholder {
          case .bpm: text += ":\(Int.random(in: 1...20, using: &random))"
          case .added: text += pick([":year", ":month", ":day"])
          case .artist, .albumArtist, .album, .title, .genre, .folder: text += pick([":1", ":3"])
          default: break
          }
        }
        choices.append(text)
      }
      if chance(5) { choices.append("\"Nothing\"") }
      return "{" + choices.joined(separator: "|") + "}"
    }

    mutating func template(_ depth: Int = 0) -> String {
      var text = ""
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where depth < 3: text += "(" + template(depth + 1) + ")"
        case 1 where depth < 3: text += "[" + template(depth + 1) + "]"
        case 2 where depth < 3: text += "\\[" + template(depth + 1) + "\\]"
        case 3, 4: text += pick([" — ", " - ", ", ", " ", "  ", " / ", ": ", " by ", " BPM", "♪ "])
        default: text += field()
        }
      }
      return text + (depth == 0 || text.contains("{") ? "" : field())
    }

    mutating func track() -> Track {
      var track = Track(
        id: TrackID(1), source: .file(FilePath("/m/" + pick(["A", "B b"]) + "/x.mp3")))
      let names = ["Ann", "Bo Diddley", "Çelik", "7 Seconds", "  spaced   out ", "郷ひろみ"]
      if !chance(3) { track.tags.title = pick(names) }
      if !chance(2) { track.tags.artist = pick(names) }
      if !chance(2) { track.tags.albumArtist = pick(names) }
      if !chance(2) { track.albumCredit = pick(names + [""]) }
      if !chance(2) { track.tags.album = pick(names + ["", " "]) }
      if !chance(2) { track.tags.genre = pick(names) }
      if !chance(2) { track.tags.date = pick(["1999", "2001-02-03", "soon", ""]) }
      if !chance(2) { track.tags.bpm = Double.random(in: 60...200, using: &random) }
      if !chance(2) { track.tags.key = pick(["Am", "8A", "F#m", "?"]) }
      if !chance(2) { track.audio.codec = "flac" }
      if !chance(2) { track.rating = Rating(stars: 3) }
      if !chance(2) { track.added = 1_700_000_000 }
      return track
    }
  }

  @Test("a header never shows debris of what is missing")
  func noDebris() throws {
    var maker = Maker(random: SeededGenerator(seed: 11))
    var texts: Set<String> = []
    for _ in 0..<4_000 {
      let source = maker.template()
      guard source.contains("{"), source.count <= 200 else { continue }
      let template = try GroupTemplate(source)
      for _ in 0..<4 {
        let text = template.text(for: maker.track(), years: maker.chance(4) ? 1990...1999 : nil)
        texts.insert(text)
        #expect(!text.isEmpty, "\(source)")
        for debris in ["()", "[]", "( ", " )", "[ ", " ]", "  ", "{", "}"] {
          #expect(!text.contains(debris), "\(source) gives \(text)")
        }
        for end in [text.first, text.last] {
          #expect(!" -–—,/:".contains(end ?? " "), "\(source) gives \(text)")
        }
        #expect(text.filter { $0 == "(" }.count == text.filter { $0 == ")" }.count)
        #expect(text.filter { $0 == "[" }.count == text.filter { $0 == "]" }.count)
      }
    }
    #expect(texts.count > 1_500)
  }

  @Test("a template that is printed reads as the same template")
  func printing() throws {
    var maker = Maker(random: SeededGenerator(seed: 12))
    var random = SeededGenerator(seed: 13)
    let signs = ["\\", "(", ")", "\\(", "\\)", "\\[", "\\]", "\\{", "x", "{Album}", "[{Key}]", " "]
    var read = 0
    for round in 0..<8_000 {
      let source =
        round % 2 == 0
        ? maker.template()
        : (0..<Int.random(in: 1...9, using: &random)).map { _ in
          signs[Int.random(in: signs.indices, using: &random)]
        }.joined()
      guard let template = try? GroupTemplate(source), !template.isEmpty else { continue }
      let printed = template.canonical
      guard printed.count <= 200 else { continue }
      read += 1
      let again = try GroupTemplate(printed)
      #expect(again.isEquivalent(to: template), "\(source) prints as \(printed)")
      #expect(again.canonical == printed)
    }
    #expect(read > 2_000)
  }

  @Test("no text whatever breaks the reader, and a mistake is inside the text or at its end")
  func anyText() {
    var random = SeededGenerator(seed: 14)
    let pieces = [
      "{", "}", "[", "]", "(", ")", "|", ":", "\"", "\\", "Album", "BPM", "5", " ", "é",
    ]
    for _ in 0..<20_000 {
      let source = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces[Int.random(in: pieces.indices, using: &random)]
      }.joined()
      do throws(TemplateMistake) {
        _ = try GroupTemplate(source)
      } catch {
        #expect((1...source.count + 1).contains(error.column), "\(source): \(error.message)")
      }
    }
  }
}
