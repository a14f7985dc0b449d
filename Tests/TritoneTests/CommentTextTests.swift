import Music
import Testing

@testable import tritone

@Suite("Texts of labels and comments on the command line")
struct CommentTextTests {
  @Test(
    "a text that begins with a dash is a text",
    arguments: [
      ("comment add f -hello", "comment add -- f -hello"),
      ("comment add f -3dB --at 0:42 --json", "comment add --at 0:42 --json -- f -3dB"),
      ("comment add --library x f -j", "comment add --library x -- f -j"),
      ("comment add --at=1 f --1", "comment add --at=1 -- f --1"),
      ("comment edit f 3f -v", "comment edit -- f 3f -v"),
      ("comment add f - --json", "comment add f - --json"),
      ("comment add f text", "comment add f text"), ("comment add -h", "comment add -h"),
      ("comment add f -- --late", "comment add f -- --late"),
      ("comment add f text -x", "comment add f text -x"),
      ("comment list f -x", "comment list f -x"), ("set f -x", "set f -x"), ("", ""),
    ])
  func dashes(typed: String, parsed: String) throws {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    #expect(try DashedText.separated(words(typed)) == words(parsed))
  }

  @Test("what may be a mistyped option is refused with what to do")
  func options() throws {
    let error = #expect(throws: (any Error).self) {
      try DashedText.separated(["comment", "add", "f", "--late"])
    }
    let message = "\(error, default: "")"
    #expect(message.contains("--late; a text that begins with dashes stands behind"))
    let text = ["comment", "add", "f", "-- so what"]
    #expect(try DashedText.separated(text) == ["comment", "add", "--", "f", "-- so what"])
  }

  @Test(
    "emoji of several parts stay whole, and nothing else gets through",
    arguments: [
      ("a 👩‍👩‍👧 b", "a 👩‍👩‍👧 b"), ("👍🏽", "👍🏽"), ("🇩🇪!", "🇩🇪!"),
      ("❤️", "❤️"), ("1️⃣", "1️⃣"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
      ("é\tü", "é\tü"), ("a\u{200D}b", "ab"), ("x\u{1B}[31m", "x·[31m"),
      ("\u{202E}👍🏽\u{1B}", "👍🏽·"), ("\u{FE0F}\u{200D}", ""), ("a\u{FE0F}", "a"),
      ("👍\u{200D}\u{1B}", "👍·"),
    ])
  func emoji(text: String, printed: String) {
    #expect(TextCleaning.line(text) == printed)
  }

  @Test("letters of tags are invisible, but behind a flag, and no emoji is of many scalars")
  func hidden() {
    let tags = String(
      String.UnicodeScalarView(
        "tag".unicodeScalars.map {
          Unicode.Scalar($0.value + 0xE0000) ?? $0
        }))
    #expect(TextCleaning.field("1" + tags) == "1")
    #expect(!TextCleaning.field("👩" + tags).unicodeScalars.contains { $0.value >= 0xE0000 })
    #expect(TextCleaning.field("🏴" + tags) == "🏴" + tags)
    #expect(TextCleaning.field("1\u{FE0F}\u{20E3}") == "1\u{FE0F}\u{20E3}")
    let long = "👩" + String(repeating: "\u{200D}👩", count: 40)
    #expect(TextCleaning.field(long).unicodeScalars.count < 41)
  }

  @Test("tabs are for the program's own fields alone")
  func tabs() {
    #expect(TextCleaning.field("a\tb 👩‍👩‍👧") == "a·b 👩‍👩‍👧")
    #expect(TrackText.clean("👍🏽\t") == "👍🏽·")
  }

  @Test("what was so already is not counted among what changed")
  func counts() {
    let undo = "; undo in the player takes it back"
    #expect(SetCommand.summary(3, 0) == "3 tracks changed" + undo)
    #expect(SetCommand.summary(1, 2) == "1 track changed, 2 were so already" + undo)
    #expect(SetCommand.summary(3, 1) == "3 tracks changed, 1 was so already" + undo)
    #expect(SetCommand.summary(0, 1) == "nothing changed; 1 track was so already")
    #expect(SetCommand.summary(0, 2) == "nothing changed; 2 tracks were so already")
  }
}
