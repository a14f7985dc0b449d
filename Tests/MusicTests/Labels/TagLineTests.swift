import Music
import Testing

@Suite("Tags in a line")
struct TagLineTests {
  @Test(
    "of a tag that is named more than once the last word counts, in any spelling",
    arguments: [
      ("+a -a", [], ["a"]), ("-a +A", ["A"], []), ("a, -B, +b, -á", ["b"], ["á"]),
      ("+needs bass, -done, rough", ["needs bass", "rough"], ["done"]),
    ] as [(String, [String], [String])])
  func signs(line: String, adding: [String], removing: [String]) {
    let tags = SignedTags(line)
    #expect(tags.adding == adding && tags.removing == removing)
    #expect(tags.change == .edit(adding: adding, removing: removing))
  }

  @Test(
    "a tag ends at a comma and at a sign behind a space, and in quotes at neither",
    arguments: [
      ("+one -two", ["one"], ["two"]), ("one, two", ["one", "two"], []),
      ("lo-fi beat +needs  bass -x-y -done", ["lo-fi beat", "needs bass"], ["x-y", "done"]),
      ("+\"one, two\" -\"a -b\"", ["one, two"], ["a -b"]), ("\"-x\"", ["-x"], []),
      ("+ - , +", [], []), ("", [], []), ("+- x", ["- x"], []), ("-, a", ["a"], []),
      (" a ,, b,", ["a", "b"], []), ("x, \"one, tw", ["x", "one, tw"], []),
      ("12\" mix, b", ["12\" mix", "b"], []), ("- x", [], ["x"]),
    ] as [(String, [String], [String])])
  func ends(line: String, adding: [String], removing: [String]) {
    let tags = SignedTags(line)
    #expect(tags.adding == adding && tags.removing == removing)
  }

  @Test(
    "a tag with a comma or a sign stands in quotes",
    arguments: [
      (["a", "b c"], "a, b c"), (["one, two", "x"], "\"one, two\", x"),
      (["\"hm\"", "say \"hm\""], "\"\"\"hm\"\"\", say \"hm\""),
      (["a,\"b"], "\"a,\"\"b\""), ([], ""), (["-x", "lo-fi"], "\"-x\", lo-fi"),
      (["vox -dry", "a + b"], "\"vox -dry\", \"a + b\""),
    ] as [([String], String)])
  func lists(tags: [String], text: String) {
    #expect(TagLine.text(tags) == text)
    #expect(SignedTags(text).adding == tags)
  }

  @Test("whatever tags there are, their line means the same tags")
  func whatever() {
    var random = SeededGenerator(seed: 7)
    let pieces = [",", "\"", " ", "a", "é", "\"\"", ", ", "👍🏽", "+", "-", " -", "\u{301}"]
    for _ in 0..<2_000 {
      let tags = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        LabelText.line(
          (0..<Int.random(in: 1...5, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
          }.joined())
      }.filter { !$0.isEmpty }
      let read = TagLine.parts(of: TagLine.text(tags)).filter { !$0.tag.isEmpty }
      #expect(read.map(\.tag) == tags && read.allSatisfy { $0.isRemoved == nil }, "\(tags)")
      let signed = TagLine.parts(of: tags.map { "-" + TagLine.quoted($0) }.joined(separator: " "))
      #expect(signed.map(\.tag).filter { !$0.isEmpty } == tags, "\(tags)")
    }
  }

  @Test("the last tag is completed behind its sign, and not with one that is there")
  func completion() {
    let tags = ["needs bass", "needs drums", "slow, soft", "slow"]
    func completed(_ line: String) -> [String] {
      let ending = TagLine.ending(of: line, among: tags)
      return ending.offers.map { ending.before + $0 }
    }
    #expect(completed("+NE") == ["+needs bass", "+needs drums"])
    #expect(completed("needs bass, -ne") == ["needs bass, -needs drums"])
    #expect(completed("x,slow") == ["x, \"slow, soft\""])
    #expect(completed("+\"slow") == ["+\"slow, soft\""])
    #expect(completed("a, ") == tags.map { "a, " + TagLine.quoted($0) })
  }
}

@Suite("Time signatures")
struct TimeSignatureTests {
  @Test(
    "a number of beats, or a sum, over a unit, or free",
    arguments: [
      ("4/4", "4/4"), (" 7 / 8 ", "7/8"), ("3+2/8", "3+2/8"), ("2 + 2 + 3/16", "2+2+3/16"),
      ("64/64", "64/64"), ("1/1", "1/1"), ("FREE", "free"), ("06/08", "6/8"), ("", nil), (" ", nil),
    ] as [(String, String?)])
  func accepted(typed: String, stored: String?) throws {
    #expect(try TimeSignature.tidied(typed) == stored)
    var change = MarkChange()
    change.timeSignature = .set(typed)
    #expect(try change.tidied().timeSignature == .set(stored))
  }

  @Test(
    "anything else is refused with what is taken",
    arguments: [
      "4", "4/3", "0/4", "65/4", "4/128", "4/4/4", "3+/8", "+3/8", "33+32/8", "-3/4", "٤/٤",
      "waltz", "4⁄4", "4/0", "common time",
    ])
  func refused(typed: String) {
    let fault = #expect(throws: LabelFault.self) { try TimeSignature.tidied(typed) }
    #expect(fault == .noTimeSignature(typed))
    #expect(fault?.message.contains("4/4, 7/8 or 3+2/8, or free") == true)
  }

  @Test("what came from elsewhere stays")
  func kept() throws {
    let old = TrackLabels(timeSignature: "about 4")
    #expect(old.storable == old)
    var change = MarkChange()
    change.mood = .set("calm")
    #expect(try change.tidied().labels(after: old).timeSignature == "about 4")
  }
}
