import Music
import Testing

@Suite("Labels")
struct LabelTests {
  @Test(
    "one of the six categories is found however it is typed",
    arguments: [
      ("demos", "demos"), ("Demo", "demos"), ("VOICE memos", "voice-memos"),
      ("voice_memo", "voice-memos"), (" finalversions ", "final-versions"),
      ("Live-Performance", "live-performances"), ("song", "songs"), ("idéas", "ideas"),
    ])
  func typed(text: String, word: String) throws {
    #expect(try TrackCategory(typed: text).rawValue == word)
  }

  @Test(
    "another word is refused with the most similar category, if any",
    arguments: [
      ("dmos", "demos"), ("voice", "voice-memos"), ("live", "live-performances"),
      ("final", "final-versions"), ("xyzzyx", nil), ("sonsg", "songs"),
    ] as [(String, String?)])
  func unknown(text: String, closest: String?) {
    let fault = #expect(throws: LabelFault.self) { _ = try TrackCategory(typed: text) }
    guard case .unknownCategory(text, let found)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(found?.rawValue == closest)
    #expect(fault?.message.contains("songs, demos, ideas, voice-memos") == true)
    #expect(fault?.message.contains("did you mean") == (closest != nil))
  }

  @Test("nothing is no category, and a word of another program stays as it is")
  func others() {
    #expect(throws: LabelFault.empty(.category)) { _ = try TrackCategory(typed: " \u{1B} ") }
    #expect(TrackCategory(rawValue: "Stems & loops").title == "Stems & loops")
    #expect(TrackCategory.voiceMemos.title == "Voice memos")
  }

  @Test("tags are added once in any spelling, in their order, and no more than a hundred")
  func tags() throws {
    var labels = TrackLabels(tags: ["needs bass"])
    try labels.add(["Done", "NEEDS BASS", "done", "émile"])
    #expect(labels.tags == ["needs bass", "Done", "émile"])
    labels.remove(["DONE", "Emile", "none"])
    #expect(labels.tags == ["needs bass"])
    #expect(throws: LabelFault.tooManyTags) { try labels.add((0..<100).map { "\($0)" }) }
    let full = TrackLabels().filled(from: TrackLabels(tags: (0..<300).map { "\($0)" }))
    #expect(full.tags.count == 100)
  }

  @Test("texts of a change are one line each, within their bounds, and an empty one takes away")
  func change() throws {
    var change = MarkChange()
    change.collection = .set("  B\n\u{1B}[31msides\u{7} ")
    change.mood = .set("\u{0}\t")
    change.tags = .edit(adding: [" needs\r\nbass "], removing: ["x\u{8}"])
    let tidied = try change.tidied()
    #expect(tidied.collection == .set("B [31msides"))
    #expect(tidied.mood == .set(nil))
    #expect(tidied.tags == .edit(adding: ["needs bass"], removing: ["x"]))
    let longest = String(repeating: "ü", count: 100)
    change.tags = .set([longest])
    #expect(try change.tidied().tags == .set([longest]))
    change.tags = .set([longest + "ü"])
    #expect(throws: LabelFault.tooLong(.tag)) { try change.tidied() }
    change.tags = .set([String(repeating: "x", count: 10_000)])
    #expect(throws: LabelFault.tooLong(.tag)) { try change.tidied() }
    change.tags = .set([" "])
    #expect(throws: LabelFault.empty(.tag)) { try change.tidied() }
    change.tags = .keep
    change.category = .set(TrackCategory(rawValue: String(repeating: "c", count: 201)))
    #expect(throws: LabelFault.tooLong(.category)) { try change.tidied() }
  }

  @Test("a change keeps what it does not name")
  func kept() throws {
    let old = TrackLabels(
      category: .demos, tags: ["a", "b"], collection: "C", mood: "M", timeSignature: "4/4")
    #expect(try MarkChange().labels(after: old) == old)
    var change = MarkChange()
    change.tags = .edit(adding: ["c"], removing: ["A"])
    change.mood = .set(nil)
    var new = old
    (new.tags, new.mood) = (["b", "c"], nil)
    #expect(try change.labels(after: old) == new)
    #expect(change.hasLabels && !change.isEmpty)
    change = MarkChange()
    change.rating = .set(Rating(stars: 3))
    #expect(!change.hasLabels && !change.isEmpty)
  }

  @Test("labels from elsewhere are cut to what can be kept")
  func storable() {
    let labels = TrackLabels(
      category: TrackCategory(rawValue: "\u{1}x\n" + String(repeating: "y", count: 300)),
      tags: ["", "a\u{0}b", "A b", String(repeating: "t", count: 5_000)], collection: "\u{2}",
      mood: " m ", timeSignature: String(repeating: "4", count: 21))
    let stored = labels.storable
    #expect(stored.category?.rawValue.unicodeScalars.count == 200)
    #expect(stored.tags == ["a b", String(repeating: "t", count: 100)])
    #expect(stored.collection == nil && stored.mood == "m")
    #expect(stored.timeSignature?.count == 20)
    #expect(stored.storable == stored)
  }

  @Test("a comment has lines, no control characters, and one to two thousand characters")
  func comments() throws {
    #expect(try TrackComment.tidied(" a\r\n\tb\rc\u{1B}d\u{2028}e \n") == "a\n b\nc\u{FFFD}d\ne")
    #expect(throws: LabelFault.empty(.comment)) { try TrackComment.tidied(" \n\t ") }
    let longest = String(repeating: "é", count: 2_000)
    #expect(try TrackComment.tidied(longest) == longest)
    #expect(throws: LabelFault.tooLong(.comment)) { try TrackComment.tidied(longest + "é") }
    #expect(LabelFault.tooLong(.comment).message.contains("2,000"))
  }

  @Test("the id of a comment is a UUID of its own, whatever case it is written in")
  func ids() {
    let ids = (0..<100).map { _ in CommentID.random() }
    #expect(Set(ids).count == 100)
    for id in ids { #expect(CommentID(parsing: id.rawValue.uppercased()) == id) }
    #expect(CommentID(parsing: "7") == nil && CommentID(parsing: "") == nil)
  }

  @Test(
    "labels are asked for by name, alone, with others, and taken out",
    arguments: [
      ("category:demos", "category:demos"), ("tag:\"needs bass\"", "tag:\"needs bass\""),
      ("-tag:done", "-tag:done"), ("TAGS:x", "tag:x"), ("collection:\"\"", "collection:\"\""),
      ("mood:calm category:Ideas", "mood:calm category:ideas"),
      ("comment:\"too late\"", "comment:\"too late\""), ("-comments:\"\"", "-comment:\"\""),
    ])
  func queries(typed: String, printed: String) throws {
    let query = try TrackQuery(parsing: typed)
    #expect(query.text() == printed)
    #expect(try TrackQuery(parsing: printed) == query)
  }

  @Test("labels group tracks, by the first of several tags")
  func templates() throws {
    var track = Track(id: TrackID(1), source: .file(FilePath("/a.flac")))
    let template = try GroupTemplate("{Category} {Tag} {Collection} {Mood}")
    #expect(template.key(for: track) == [.missing, .missing, .missing, .missing])
    track.labels = TrackLabels(
      category: .demos, tags: ["b", "a"], collection: "Émile", mood: "calm")
    #expect(
      template.key(for: track)
        == ["demos", "b", "emile", "calm"].map { .text(SortKey.bytes($0)) })
    #expect(template.text(for: track) == "demos b Émile calm")
  }
}
