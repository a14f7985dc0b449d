import Music
import Testing

@Suite("Titles of takes, demos and mixes")
struct VariationTitleTests {
  private func piece(_ title: String) -> String {
    VariationTitle.withoutVersion(title).split { " -_.,".contains($0) }.joined(separator: " ")
  }

  @Test(
    "what tells takes apart is left out",
    arguments: [
      "Song", "Song (take 2)", "Song (Demo)", "Song demo 3", "Song v2", "Song rough mix",
      "Song final", "Song FINAL final v3", "Song [rough mix 2]", "Song - take two", "Song_take_2",
      "Song-demo-3", "Song (2nd take)", "Song (old mix) v1.3", "Song mix2", "Song Ver. 2",
      "Song (final master)", "Song (demo) (take 4)", "Song, alternate take", "Song take no. 2",
      "Song (demo 2024-05-01)", "Song (first draft)", "Song - Radio Edit", "Song {unmastered}",
      "Song (demo", "Song bounce 12", "Song take 2a", "Song (live take)",
    ])
  func versions(title: String) {
    #expect(piece(title) == "Song" || title == "Song (demo" && piece(title) == "Song (")
  }

  @Test(
    "other numbers and words stay",
    arguments: [
      "Part 1", "Part 2", "Symphony No. 5", "Song 2", "Henry V", "Take Five", "Demo 3", "Demo",
      "Take 2", "v2", "Final", "The Final Countdown", "Rough Boys", "Mix It Up",
      "Symphony No. 5 in C", "Song (Part 2)", "Song (Club remix)", "Song (for Ann)", "Vol. 2",
      "Movement 3", "Mastermind",
      "Demolition", "Opus 27 no 2", "1999", "", "()", "(demo)", "Song (new)", "Дубль", "Überdemo",
      "Songdemo",
    ])
  func others(title: String) {
    #expect(VariationTitle.withoutVersion(title) == title)
  }

  @Test(
    "a part keeps its number without that of its take",
    arguments: [
      ("Part 1 take 2", "Part 1"), ("Part 2 (demo)", "Part 2"), ("Song 2 v3", "Song 2"),
      ("Symphony No. 5 (rough mix)", "Symphony No. 5"), ("Take Five (take 2)", "Take Five"),
      ("Take Five demo", "Take Five"), ("(demo) Überlied", "Überlied"),
      ("Demo 1 (mix 2)", "Demo 1"),
    ])
  func parts(title: String, left: String) {
    let words = VariationTitle.withoutVersion(title).split(separator: " ")
    #expect(words.joined(separator: " ") == left)
  }

  @Test("random text stays text, and a second pass changes nothing")
  func random() {
    var random = SeededGenerator(seed: 3)
    let pieces = ["(", ")", "[", "]", "demo", "take", "2", " ", "é", "v", "no", "old", "_", "日"]
    for _ in 0..<5_000 {
      let title = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let once = VariationTitle.withoutVersion(title)
      #expect(!once.contains("\u{FFFD}"))
      #expect(VariationTitle.withoutVersion(once) == once, "\(title)")
    }
  }
}
