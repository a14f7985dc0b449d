import Interface
import Music
import Screen
import Testing

@Suite("The form of entries")
struct EntryFormTests {
  private func facts(_ id: Int64, _ sound: EntryPlayback = EntryPlayback(), notes: String = "")
    -> EntryFacts
  {
    EntryFacts(
      id: EntryID(id), playlist: "Friday", track: Samples.tracks[Int(id)], sound: sound,
      notes: notes)
  }

  private func stage(_ facts: EntryFacts...) -> Stage {
    var stage = Stage()
    stage.answer(.entries(.factsLoaded(facts)))
    _ = stage.receive()
    return stage
  }

  private func form(_ stage: Stage) -> Form? {
    if case .form(let form) = stage.app.overlays.last { form } else { nil }
  }

  /// Replaces the text of the field with a label.
  private func fill(_ label: String, _ text: String, _ stage: inout Stage) {
    guard let index = form(stage)?.fields.firstIndex(where: { $0.label == label }) else { return }
    while let focused = form(stage)?.focused, focused != index { stage.press("Down") }
    stage.press("Ctrl-U")
    stage.type(text)
  }

  @Test("P on an entry asks what it is, and on marked ones what those are")
  func opens() {
    var stage = Stage()
    let list = ListQuery(.playlist(PlaylistID(3)))
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(3, "Friday"), slots: [], depth: 0))
    ]
    stage.rows[list] = (0..<3).map {
      .entry(
        ListRow.Entry(
          id: EntryID(Int64(50 + $0)), position: $0 + 1, track: Samples.tracks[$0], slots: []))
    }
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "Enter")
    _ = stage.receive()
    stage.press("P")
    #expect(stage.receive() == [.load(.entryFacts(.rows([.entry(EntryID(50))], list)))])
    stage.press("v", "v", "P")
    #expect(
      stage.receive()
        == [.load(.entryFacts(.rows([.entry(EntryID(50)), .entry(EntryID(51))], list)))])
    stage.press("Esc", "V", "v", "P")
    #expect(
      stage.receive() == [.load(.entryFacts(.all(list, except: [.entry(EntryID(52))])))])
  }

  @Test("only what was changed is kept")
  func keeps() throws {
    let sound = EntryPlayback(
      crossfade: .milliseconds(4_500), start: .milliseconds(32_100), end: .seconds(90), gain: -2)
    var stage = stage(facts(1, sound, notes: "warm"))
    #expect(
      try #require(form(stage)).fields.map(\.value) == ["4.5", "0:32.1", "1:30", "-2", "warm"])
    #expect(try #require(form(stage)).title == "Entry: Blue in Green")
    stage.press("Enter")
    #expect(stage.receive().isEmpty && stage.app.overlays.isEmpty)

    stage.answer(.entries(.factsLoaded([facts(1, sound, notes: "warm")])))
    fill("Crossfade s", "off", &stage)
    fill("Start", "0:40,".replacing(",", with: ""), &stage)
    fill("Gain dB", "+3", &stage)
    stage.press("Enter")
    var details = EntryDetails()
    details.crossfade = .set(nil)
    details.start = .set(.at(.seconds(40)))
    details.gain = .set(3)
    #expect(stage.receive() == [.edit(.entries(.changeDetails([EntryID(1)], details)))])
  }

  @Test("fields that differ say so, stay as they are, and can be set for all")
  func several() throws {
    var stage = stage(
      facts(0, EntryPlayback(crossfade: .seconds(2), gain: -3)),
      facts(1, EntryPlayback(crossfade: .seconds(4), gain: -3), notes: "x"))
    let shown = try #require(form(stage))
    #expect(shown.title == "2 entries")
    #expect(shown.fields.map(\.placeholder) == ["various", "", "", "", "various"])
    #expect(shown.fields.map(\.value) == ["", "", "", "-3", ""])
    #expect(stage.text.contains("various"))
    fill("End", "2:00", &stage)
    stage.press("Enter")
    var details = EntryDetails()
    details.end = .set(.at(.seconds(120)))
    #expect(
      stage.receive() == [.edit(.entries(.changeDetails([EntryID(0), EntryID(1)], details)))])

    // Emptying a field with various values removes the value from all.
    stage.answer(.entries(.factsLoaded([facts(0), facts(1, notes: "x")])))
    fill("Note", "", &stage)
    #expect(!stage.text.contains("various"))
    stage.press("Enter")
    details = EntryDetails()
    details.notes = .set("")
    #expect(
      stage.receive() == [.edit(.entries(.changeDetails([EntryID(0), EntryID(1)], details)))])
  }

  @Test(
    "what cannot be is said at its field",
    arguments: [
      ("Start", "5:37", "only 5:37 long"), ("End", "5:38", "only 5:37 long"),
      ("Start", "1:30", "has to start before"), ("End", "0:30", "has to end after"),
      ("End", "0:33", "No longer than the part"), ("Crossfade s", "13", "from 0 to 12"),
      ("Gain dB", "-25", "from -24 to 12"), ("Start", "early", "A time is written"),
      ("Start", "here", "play it first"), ("End", "mix out", "no mix out cue"),
    ])
  func refuses(label: String, text: String, reason: String) throws {
    let end: Duration? = label == "Start" && text == "5:37" ? nil : .seconds(90)
    var stage = stage(
      facts(1, EntryPlayback(crossfade: .seconds(4), start: .seconds(30), end: end)))
    fill(label, text, &stage)
    stage.press("Enter")
    #expect(stage.receive().isEmpty)
    let mistakes = try #require(form(stage)).fields.compactMap(\.mistake)
    #expect(mistakes.count == 1 && mistakes[0].contains(reason), "\(mistakes)")
  }

  @Test("an entry may begin and end at its mix cues, several at their own")
  func cues() throws {
    var one = facts(1)
    one.mixIn = .microseconds(32_123_456)
    one.mixOut = .seconds(300)
    var stage = stage(one)
    stage.press("Down")
    #expect(stage.text.contains("PgDn: mix in 0:32.123, mix out 5:00"))
    stage.press("PgDn")
    #expect(try #require(form(stage)).fields[1].value == "mix in 0:32.123")
    stage.press("Down", "PgUp", "Ctrl-P", "Enter")
    var details = EntryDetails()
    details.start = .set(.at(.microseconds(32_123_456)))
    details.end = .set(.at(.seconds(300)))
    #expect(stage.receive() == [.edit(.entries(.changeDetails([EntryID(1)], details)))])

    stage.answer(.entries(.factsLoaded([facts(0), one])))
    fill("Start", "", &stage)
    stage.press("PgDn", "Enter")
    details = EntryDetails()
    details.start = .set(.cue(.mixIn))
    #expect(
      stage.receive() == [.edit(.entries(.changeDetails([EntryID(0), EntryID(1)], details)))])
  }

  @Test("pieces have titles, which are not empty")
  func pieces() throws {
    var piece = facts(1, EntryPlayback(start: .zero, end: .seconds(60), isVirtualTrack: true))
    piece.title = "Opening"
    var stage = stage(piece)
    #expect(try #require(form(stage)).fields.map(\.label).prefix(2) == ["Title", "Artist"])
    fill("Title", "", &stage)
    stage.press("Enter")
    #expect(stage.text.contains("A piece needs a title"))
    stage.type("Overture")
    fill("Artist", "Somebody", &stage)
    stage.press("Enter")
    var details = EntryDetails()
    details.title = .set("Overture")
    details.artist = .set("Somebody")
    #expect(stage.receive() == [.edit(.entries(.changeDetails([EntryID(1)], details)))])
  }
}
