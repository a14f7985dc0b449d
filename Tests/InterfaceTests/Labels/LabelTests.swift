import Music
import Screen
import Testing

@testable import Interface

@Suite("Labels: category, own tags, collection, mood and time signature")
struct LabelTests {
  private let first = Selection.rows([.track(TrackID(1))], ListQuery.folded(.songs))

  private func run(_ line: String, _ stage: inout Stage) -> [Effect] {
    stage.run(line)
    return stage.receive().filter(\.isEdit)
  }

  private func edit(_ change: (inout MarkChange) -> Void) -> [Effect] {
    var marks = MarkChange()
    change(&marks)
    return [.edit(.tracks(.change(marks, first)))]
  }

  @Test("each label has a command, and none takes it away")
  func commands() {
    var stage = Stage()
    #expect(run("category Voice memos", &stage) == edit { $0.category = .set(.voiceMemos) })
    #expect(run("category demo", &stage) == edit { $0.category = .set(.demos) })
    #expect(run("category none", &stage) == edit { $0.category = .set(nil) })
    #expect(run("collection Tape 3", &stage) == edit { $0.collection = .set("Tape 3") })
    #expect(run("mood NONE", &stage) == edit { $0.mood = .set(nil) })
    #expect(run("time-signature 7/8", &stage) == edit { $0.timeSignature = .set("7/8") })
    #expect(
      run("tag +needs bass -done rough", &stage)
        == edit { $0.tags = .edit(adding: ["needs bass"], removing: ["done rough"]) })
    #expect(
      run("tag +a +b -A", &stage) == edit { $0.tags = .edit(adding: ["b"], removing: ["A"]) })
    #expect(
      run("time-signature 3 + 2/8", &stage) == edit { $0.timeSignature = .set("3+2/8") })
    #expect(run("time-signature waltz", &stage) == [])
    #expect(
      stage.app.message?.text
        == "waltz is no time signature; write it as 4/4, 7/8 or 3+2/8, or free; "
        + "1 to 64 beats over 1, 2, 4, 8, 16, 32 or 64")
    #expect(run("category hits", &stage) == [])
    #expect(stage.app.message?.text.contains("There is no category hits; there are songs") == true)
    #expect(run("tag +", &stage) == [])
  }

  @Test("tags with commas stand in quotes on the command line, too")
  func quotedTags() {
    var stage = Stage()
    #expect(
      run("tag \"one, two\", rough -\"a -b\"", &stage)
        == edit { $0.tags = .edit(adding: ["one, two", "rough"], removing: ["a -b"]) })
  }

  @Test("tags are completed as they are typed, from those that the library has")
  func completion() {
    var stage = Stage()
    stage.labels = [
      .tag: ["needs bass", "needs drums", "done"].map { LabelValue(name: $0, tracks: 1) },
      .mood: [LabelValue(name: "calm", tracks: 2)],
    ]
    stage.press(":")
    stage.type("tag")
    #expect(stage.app.completions(of: "tag +ne") == [])
    stage.type(" ")
    #expect(
      stage.app.completions(of: "tag +NE") == ["tag +needs bass", "tag +needs drums"])
    #expect(stage.app.completions(of: "tag +x -do") == ["tag +x -done"])
    #expect(stage.app.completions(of: "tag d") == ["tag done"])
    #expect(stage.app.completions(of: "mood c") == ["mood calm"])
    #expect(stage.app.completions(of: "category i") == ["category ideas"])
    stage.type("+needs d")
    stage.press("Tab", "Enter")
    #expect(
      stage.receive() == edit { $0.tags = .edit(adding: ["needs drums"], removing: []) })
  }

  private func labelled(_ id: Int64, _ labels: TrackLabels) -> Track {
    var track = Samples.tracks[Int(id) - 1]
    track.labels = labels
    return track
  }

  private func form(_ stage: Stage) throws -> Form {
    guard case .form(let form) = stage.app.overlays.last else {
      throw Missing()
    }
    return form
  }

  private struct Missing: Error {}

  @Test("a Tab typed ahead waits for the labels that complete the line, an edited one's included")
  func completionTypedAhead() {
    var stage = Stage()
    let tab = Input.key(Key(.tab))
    stage.press(":")
    stage.holdsAnswers = true
    stage.type("tag d")
    #expect(stage.app.awaits(before: tab))
    #expect(!stage.app.awaits(before: .key(Key(.enter))))
    stage.send(.labels(.valuesLoaded([.tag: [LabelValue(name: "done", tracks: 1)]])))
    #expect(!stage.app.awaits(before: tab))
    // What an edit left is read again.
    stage.send(.editEnded)
    stage.type("o")
    #expect(stage.app.awaits(before: tab))
  }

  @Test("one form sets the labels of marked tracks, and writes what was changed")
  func form() throws {
    var stage = Stage()
    stage.labels = [.tag: [LabelValue(name: "needs bass", tracks: 1)]]
    stage.press("v", "v")
    stage.run("labels")
    let selection = Selection.rows(
      [.track(TrackID(1)), .track(TrackID(2))], ListQuery.folded(.songs))
    #expect(stage.receive() == [.load(.labelled(selection))])
    stage.send(
      .labels(
        .tracksLoaded([
          labelled(1, TrackLabels(category: .demos, tags: ["rough", "live"], mood: "calm")),
          labelled(2, TrackLabels(category: .ideas, tags: ["rough"], mood: "calm")),
        ])))
    var form = try form(stage)
    #expect(form["Category"] == "various" && form["Tags"] == "rough" && form["Mood"] == "calm")
    #expect(stage.text.contains("Labels of 2 tracks"))
    // Untouched, nothing is written.
    stage.press("Enter")
    #expect(stage.receive() == [] && stage.app.overlays.isEmpty)
    stage.run("labels")
    stage.send(
      .labels(
        .tracksLoaded([
          labelled(1, TrackLabels(tags: ["rough", "live"])),
          labelled(2, TrackLabels(tags: ["rough"])),
        ])))
    stage.press("Right", "Right", "Tab")
    stage.type(", ne")
    #expect(stage.text.contains("needs bass"))
    stage.press("PgDn", "Tab")
    stage.type("Tape 3")
    form = try self.form(stage)
    #expect(form["Tags"] == "rough, needs bass")
    _ = stage.receive()
    stage.press("Enter")
    var change = MarkChange()
    change.category = .set(.demos)
    change.tags = .edit(adding: ["needs bass"], removing: [])
    change.collection = .set("Tape 3")
    #expect(
      stage.receive()
        == [
          .edit(
            .tracks(
              .change(change, .tracks([QueuedTrack(TrackID(1)), QueuedTrack(TrackID(2))]))))
        ])
  }

  @Test("a tag that is taken out of the form is taken off, and one that is too long is refused")
  func removing() throws {
    var stage = Stage()
    stage.run("labels")
    stage.send(.labels(.tracksLoaded([labelled(1, TrackLabels(tags: ["rough", "live"]))])))
    stage.press("Tab", "Ctrl-U")
    stage.type("live, " + String(repeating: "x", count: 101))
    stage.press("Enter")
    #expect(try form(stage).fields[1].mistake == LabelFault.tooLong(.tag).message)
    stage.press("Ctrl-U")
    stage.type("live")
    _ = stage.receive()
    stage.press("Enter")
    var change = MarkChange()
    change.tags = .edit(adding: [], removing: ["rough"])
    #expect(
      stage.receive() == [.edit(.tracks(.change(change, .tracks([QueuedTrack(TrackID(1))]))))])
  }

  @Test("a tag with a comma stays one tag in the form, and is completed as one")
  func commas() throws {
    var stage = Stage()
    stage.labels = [.tag: ["slow, soft", "slow"].map { LabelValue(name: $0, tracks: 1) }]
    stage.run("labels")
    stage.send(.labels(.tracksLoaded([labelled(1, TrackLabels(tags: ["one, two", "rough"]))])))
    #expect(try form(stage)["Tags"] == "\"one, two\", rough")
    stage.press("Tab")
    stage.type(", \"slow")
    stage.press("PgDn")
    #expect(try form(stage)["Tags"] == "\"one, two\", rough, \"slow, soft\"")
    _ = stage.receive()
    stage.press("Enter")
    var change = MarkChange()
    change.tags = .edit(adding: ["slow, soft"], removing: [])
    #expect(
      stage.receive() == [.edit(.tracks(.change(change, .tracks([QueuedTrack(TrackID(1))]))))])
  }

  @Test("in the form a sign takes off a tag that only some of the tracks have")
  func signsInForm() throws {
    var stage = Stage()
    stage.run("labels")
    stage.send(
      .labels(
        .tracksLoaded([
          labelled(1, TrackLabels(tags: ["rough", "live"])),
          labelled(2, TrackLabels(tags: ["rough"])),
        ])))
    stage.press("Tab")
    stage.type(", -Live, new")
    _ = stage.receive()
    stage.press("Enter")
    var change = MarkChange()
    change.tags = .edit(adding: ["new"], removing: ["Live"])
    #expect(
      stage.receive() == [
        .edit(
          .tracks(
            .change(change, .tracks([QueuedTrack(TrackID(1)), QueuedTrack(TrackID(2))]))))
      ])
  }

  @Test("what is no time signature is refused in the form, one of another program stays")
  func timeSignature() throws {
    var stage = Stage()
    stage.run("labels")
    stage.send(.labels(.tracksLoaded([labelled(1, TrackLabels(timeSignature: "about 4"))])))
    stage.press("Tab", "Tab", "Tab")
    stage.type("calm")
    _ = stage.receive()
    stage.press("Enter")
    var change = MarkChange()
    change.mood = .set("calm")
    #expect(
      stage.receive() == [.edit(.tracks(.change(change, .tracks([QueuedTrack(TrackID(1))]))))])
    stage.run("labels")
    stage.send(.labels(.tracksLoaded([labelled(1, TrackLabels())])))
    stage.press("Tab", "Tab", "Tab", "Tab")
    stage.type("4/5")
    stage.press("Enter")
    #expect(try form(stage).fields[4].mistake == LabelFault.noTimeSignature("4/5").message)
  }

  @Test("a category of another program stays until another one is chosen")
  func foreign() throws {
    var stage = Stage()
    stage.run("labels")
    stage.send(
      .labels(.tracksLoaded([labelled(1, TrackLabels(category: TrackCategory(rawValue: "stems")))]))
    )
    #expect(try form(stage)["Category"] == "stems")
    _ = stage.receive()
    stage.press("Enter")
    #expect(stage.receive() == [])
  }

  @Test("what was changed is said")
  func outcomes() {
    var change = MarkChange()
    change.category = .set(.voiceMemos)
    change.tags = .edit(adding: ["rough"], removing: ["done"])
    change.mood = .set(nil)
    #expect(
      TrackOutcome.changed(change, 3).notice.text(.standard)
        == "Category Voice memos, tagged rough, no longer done, no mood: 3 tracks")
  }

  @Test("categories are a way to browse, and labels are columns")
  func browsing() {
    var stage = Stage(
      tracks: [labelled(1, TrackLabels(category: .demos, tags: ["a", "b"], mood: "calm"))])
    stage.rows[ListQuery(.categories)] = [
      .category(ListRow.Category(category: .demos, tracks: 1))
    ]
    stage.run("browse categories")
    #expect(stage.text.contains("Demos") && stage.frame.text(ofRow: 1).contains("Category▴"))
    stage.press("Enter")
    #expect(stage.app.library.query == ListQuery.folded(.category("demos")))
    stage.run("browse songs")
    stage.run("columns title category tags mood")
    let heading = stage.frame.text(ofRow: 1)
    for name in ["Category", "Tags", "Mood"] { #expect(heading.contains(name)) }
    #expect(stage.text.contains("Demos") && stage.text.contains("a, b"))
  }

  @Test("listened, liked and loved are set directly, and the same again takes them off")
  func reactions() {
    var stage = Stage()
    for (line, reaction) in [("listened", Reaction.listened), ("liked", .liked), ("loved", .loved)]
    {
      #expect(run(line, &stage) == [.edit(.tracks(.setReaction(reaction, first)))])
    }
    // The second sample is loved.
    let second = Selection.rows([.track(TrackID(2))], ListQuery.folded(.songs))
    stage.press("j")
    #expect(run("loved", &stage) == [.edit(.tracks(.setReaction(.none, second)))])
    #expect(run("liked", &stage) == [.edit(.tracks(.setReaction(.liked, second)))])
  }
}
