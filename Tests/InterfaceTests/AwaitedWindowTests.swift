import Interface
import Music
import Screen
import Testing

@Suite("Windows that open when an answer comes")
struct AwaitedWindowTests {
  /// A request for a window, and the answer that opens it.
  enum Window: CaseIterable, CustomTestStringConvertible {
    case info, queues, relocations

    var testDescription: String { "\(self)" }

    var keys: [String] {
      switch self {
      case .info: ["X"]
      case .queues: ["H"]
      case .relocations: [":", "r", "e", "l", "o", "c", "a", "t", "e", "Enter"]
      }
    }

    var answer: Event {
      switch self {
      case .info: .track(.infoLoaded(TrackInfo(track: Samples.tracks[0])))
      case .queues:
        .queue(
          .replacedLoaded(
            [ReplacedQueue(id: 1, time: 1, trackCount: 2, title: "Undertow")], times: ["21:05"]))
      case .relocations: .entries(.relocationsFound(AwaitedWindowTests.found))
      }
    }

    /// The name of the window's command in messages.
    var command: String {
      switch self {
      case .info: "X"
      case .queues: "H"
      case .relocations: ":relocate"
      }
    }
  }

  private static let found = RelocationPlan(
    relocations: [
      Relocation(
        track: TrackID(1), path: FilePath("/music/a.flac"), title: "A",
        candidates: [
          Relocation.Candidate(
            track: TrackID(2), path: FilePath("/music/b/a.flac"), evidence: .audioHash)
        ])
    ])

  private func stage() -> Stage {
    var stage = Stage()
    stage.holdsAnswers = true
    return stage
  }

  @Test("it opens where nothing was pressed since", arguments: Window.allCases)
  func opens(window: Window) {
    var stage = stage()
    for key in window.keys { stage.press(key) }
    stage.send(window.answer)
    #expect(stage.app.overlays.count == 1)
    // A second answer opens no second window.
    stage.send(window.answer)
    #expect(stage.app.overlays.count == 1)
  }

  @Test(
    "it does not open above what is typed, and takes no key of that", arguments: Window.allCases)
  func typing(window: Window) {
    var stage = stage()
    for key in window.keys { stage.press(key) }
    stage.press("/")
    stage.type("dé")
    let before = stage.app.overlays
    stage.send(window.answer)
    #expect(stage.app.overlays == before)
    #expect(stage.app.message?.text.contains(window.command + " ") == true)
    stage.type("jà")
    stage.press("Enter")
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.library.query.filter == "déjà")
    #expect(
      !stage.receive().contains { if case .edit(.library(.relocate)) = $0 { true } else { false } })
  }

  @Test("it does not open under a key that was meant for the list", arguments: Window.allCases)
  func pressed(window: Window) {
    var stage = stage()
    for key in window.keys { stage.press(key) }
    stage.press("j")
    stage.send(window.answer)
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text.contains(window.command + " ") == true)
  }

  @Test("files that were found meanwhile are shown when they are asked for, without another look")
  func foundFiles() {
    var stage = stage()
    for key in Window.relocations.keys { stage.press(key) }
    stage.press("j")
    stage.send(.entries(.relocationsFound(Self.found)))
    _ = stage.receive()
    for key in Window.relocations.keys { stage.press(key) }
    #expect(stage.app.overlays.count == 1 && stage.text.contains("Relocate"))
    #expect(stage.receive().isEmpty)
  }

  @Test("keys wait for the cues of a window that opened without them")
  func awaitedCues() {
    var stage = Stage()
    stage.holdsAnswers = true
    stage.press("C")
    #expect(stage.app.awaitsWindow)
    stage.deliver()
    #expect(!stage.app.awaitsWindow)
    guard case .cues(let list) = stage.app.overlays.last else {
      Issue.record("the cues must show")
      return
    }
    #expect(list.isLoaded)
  }

  @Test("keys wait for a window that is about to open, and for nothing else")
  func awaited() {
    var stage = stage()
    stage.press("X")
    #expect(stage.app.awaitsWindow)
    stage.press("j")
    #expect(!stage.app.awaitsWindow)
    for key in Window.relocations.keys { stage.press(key) }
    #expect(!stage.app.awaitsWindow)
  }

  /// Requests for a window, and answers that do not open it.
  static let refusals: [(key: String, effect: Effect, answers: [Event])] = [
    ("X", .load(.info(TrackID(1))), [.track(.infoLoaded(nil))]),
    ("H", .replacedQueues(.list), [.queue(.replacedLoaded([], times: []))]),
    ("w", .load(.fits(TrackID(1))), [.mixing(.fitsFound(nil))]),
    (
      "P", .load(.entryFacts(.rows([.entry(EntryID(1))], ListQuery(.playlist(PlaylistID(1)))))),
      [
        .entries(.factsLoaded([])),
        .entries(
          .factsLoaded(
            Array(
              repeating: EntryFacts(id: EntryID(1), track: Samples.tracks[0]),
              count: App.maximumEdited + 1))),
      ]
    ),
  ]

  @Test("keys do not wait for a window that does not open", arguments: 0..<refusals.count)
  func refused(number: Int) {
    let (key, effect, answers) = Self.refusals[number]
    for answer in answers + [.refused(effect, "The library is locked")] {
      var stage = Stage()
      if key == "P" {
        stage.rows[ListQuery(.playlist(PlaylistID(1)))] = [
          .entry(ListRow.Entry(id: EntryID(1), position: 1, track: Samples.tracks[0], slots: []))
        ]
        stage.send(.playlists(.opened(Samples.playlist(1, "P", 1))))
      }
      _ = stage.receive()
      stage.holdsAnswers = true
      stage.press(key)
      #expect(stage.app.awaitsWindow)
      stage.send(answer)
      #expect(!stage.app.awaitsWindow && stage.app.overlays.isEmpty)
      #expect(stage.app.message != nil)
    }
  }

  @Test("a smart playlist that was not kept waits with what was typed into it")
  func refusedForm() {
    var stage = stage()
    let smart = SmartPlaylist(
      details: PlaylistDetails(name: "House"), query: SmartQuery("genre:house"))
    stage.press("j")
    stage.press(":")
    stage.type("smart genre:house")
    stage.press("Enter")
    stage.type("House")
    stage.press("Enter", "/")
    stage.type("a")
    stage.send(.playlists(.smartRefused(smart, isQuery: false, "There is a House already")))
    #expect(stage.app.overlays.count == 1 && stage.text.contains("P opens it again"))
    stage.press("Esc", "P")
    #expect(stage.text.contains("There is a House already") && stage.text.contains("genre:house"))
  }

  @Test("the welcome comes back below what is being typed")
  func welcome() {
    var stage = Stage(tracks: [])
    stage.send(
      .session(.startedWithoutMusic(proposed: FilePath("/music"), demo: FilePath("/demo"))))
    stage.press("Enter")
    stage.press(":")
    stage.type("sca")
    stage.send(.library(.scanEnded(nil)))
    stage.type("n")
    guard case .prompt(let prompt) = stage.app.overlays.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.field.text == "scan" && stage.app.overlays.count == 2)
    stage.press("Esc")
    #expect(stage.app.overlays.count == 1)
  }

  @Test("an import that ends while something is typed leaves the list that is meant")
  func imported() {
    var stage = Stage()
    stage.press("/")
    stage.type("Dé")
    var outcome = ImportOutcome(name: "a.m3u", tracks: 3, missing: 0)
    outcome.playlists = [Samples.playlist(1, "a")]
    outcome.playlistCount = 1
    stage.send(.exchange(.importEnded(outcome)))
    stage.type("jà")
    #expect(stage.app.focus == .library && stage.app.library.query.filter == "Déjà")
  }

  @Test("marked tracks go into an empty slot without a question, and the marks are used up")
  func marksOfEmptySlot() {
    var stage = Stage()
    stage.press("v", "v", "1")
    #expect(stage.app.overlays.isEmpty && stage.app.library.marks.isEmpty)
    let marked = Selection.rows([.track(TrackID(1)), .track(TrackID(2))], ListQuery.folded(.songs))
    #expect(stage.receive() == [.edit(.entries(.addToSlot(.one, marked)))])
  }

  @Test("one untitled track that is there already is one")
  func oneUntitled() {
    var stage = Stage()
    let addition = Addition(playlist: "Warm-up", added: 0, alreadyThere: 1)
    stage.send(.playlists(.tracksAdded(addition, slot: nil)))
    #expect(stage.app.message?.text == "It is already in Warm-up")
  }
}
