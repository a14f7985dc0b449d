import Music
import Testing

@Suite("The offset of an LRC file")
struct LyricsOffsetTests {
  private func changed(_ text: String, _ offset: Int) -> String {
    String(decoding: Lyrics.text(Array(text.utf8), offset: offset), as: UTF8.self)
  }

  @Test("the last tag that can be read counts")
  func read() {
    for (text, offset) in [
      ("[00:01]a", 0), ("[offset:250]\n[00:01]a", 250), (" [Offset: -40 ]\r\n[00:01]a", -40),
      ("[offset:1]\n[offset:+2]\r[offset:x]", 2), ("[00:01][offset:9]", 0),
      ("[offset:99999999999]", 0),
    ] {
      #expect(Lyrics.offset(in: Array(text.utf8)) == offset, "\(text)")
    }
  }

  @Test("it is written in the place of the old tags, and nothing else changes")
  func written() {
    #expect(changed("[00:01]a\n", 300) == "[offset:+300]\n[00:01]a\n")
    #expect(changed("[ar:A]\r\n[00:01]a", -5) == "[offset:-5]\r\n[ar:A]\r\n[00:01]a")
    let text = "[ar:A]\n[offset:1]\n[00:01] a \n\n[OFFSET:2]\n\u{FEFF}x"
    #expect(changed(text, 7) == "[ar:A]\n[offset:+7]\n[00:01] a \n\n\u{FEFF}x")
    #expect(changed(text, 0) == "[ar:A]\n[00:01] a \n\n\u{FEFF}x")
    #expect(changed("[00:01]a\n[offset:4]", 3) == "[00:01]a\n[offset:+3]\n")
    #expect(changed("", 1) == "[offset:+1]\n" && changed("", 0).isEmpty)
  }

  @Test("a positive offset makes lines earlier")
  func sign() {
    let lyrics = Lyrics(bytes: Lyrics.text(Array("[00:10]a".utf8), offset: 500))
    #expect(lyrics?.lines.first?.start == .milliseconds(9_500))
  }

  @Test("what is written is read again, whatever the text", arguments: UInt64(0)..<4)
  func any(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["[offset:12]", "[00:01]a", "\n", "\r\n", "\r", " ", "[", "]", "x", "[ti:t]", "é"]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      let offset = Int.random(in: -9...9, using: &random)
      let bytes = Lyrics.text(Array(text.utf8), offset: offset)
      #expect(Lyrics.offset(in: bytes) == offset, "\(text)")
      #expect(Lyrics.text(bytes, offset: offset) == bytes, "\(text)")
    }
  }

  @Test("tags of the track are added where lyrics have none")
  func tags() {
    var lyrics = Lyrics(
      lines: [], tags: [.init(name: "ar", value: "Mine"), .init(name: "by", value: "Me")])
    var tags = Tags()
    (tags.artist, tags.title, tags.album) = ("Theirs", "A [mix]\nof", "")
    lyrics.addTags(of: tags, duration: .milliseconds(225_600))
    #expect(lyrics.tags.map(\.name) == ["ti", "length", "ar", "by"])
    #expect(lyrics.tags[1].value == "03:45" && lyrics.tags[2].value == "Mine")
    #expect(!lyrics.lrc.contains("\nof"), "a title is one line")
  }
}
