import Music
import Testing

@Suite("Escapes in JSON")
struct JSONEscapeTests {
  @Test("what a terminal may act on is escaped, and all other text stays")
  func escapes() {
    let line = "\"\u{1B}[0m \u{7F} \u{9B} \u{2028} \u{202E} \u{2066} \u{200F} ö 🇩🇪 e\u{301}\""
    #expect(
      JSONEscapes.escaping(line)
        == #""\u001b[0m \u007f \u009b \u2028 \u202e \u2066 \u200f ö 🇩🇪 e\#u{301}""#)
  }
}
