import Testing

@testable import tritone

@Suite("Shell words")
struct ShellWordsTests {
  @Test(
    "the words of a line are those that bash makes of it",
    arguments: [
      ("tritone se", ["tritone"], "se"), ("tritone ", ["tritone"], ""),
      ("tritone show \"Warm d", ["tritone", "show"], "Warm d"),
      ("tritone show Warm\\ d", ["tritone", "show"], "Warm d"),
      ("a 'b c' \"d \\\"e\\x\" f", ["a", "b c", "d \"e\\x"], "f"), ("a '' b", ["a", ""], "b"),
      ("ls; tritone 'x", ["tritone"], "x"), ("a $(b `c", ["a", "$(b"], "`c"),
    ])
  func words(line: String, earlier: [String], last: String) {
    let words = ShellWords(line)
    #expect(words.earlier == earlier && words.last == last)
  }

  @Test(
    "what is quoted is read back as the same word", arguments: [nil, "'", "\""] as [Character?])
  func quoting(quote: Character?) {
    for text in [
      "plain", "It's", "a \"b\" c", "$(id) `id`", "\\", "a!b", "ä;b|c&d", "~x*?[1]{a,b}",
    ] {
      let mark = quote.map(String.init) ?? ""
      let line = "x " + mark + ShellWords.quoted(text, behind: quote) + mark
      #expect(ShellWords(line).last == text, "\(line)")
    }
  }
}
