import Interface
import Music
import Screen
import Testing

@Suite("Tempo and key of tracks")
struct FindingTests {
  private func stage(_ change: (inout TrackFindings) -> Void = { _ in }) -> Stage {
    var stage = Stage(rows: 40, columns: 120)
    stage.library[0].findings = Crate.findings
    change(&stage.library[0].findings)
    stage.app.focus = .library
    stage.send(.library(.changed))
    _ = stage.playSelected()
    _ = stage.receive()
    return stage
  }

  /// The screen with Now Playing alone.
  private func nowPlaying(_ stage: Stage, columns: Int = 46) -> String {
    var stage = stage
    stage.app.focus = .nowPlaying
    stage.send(.resized(Size(rows: 24, columns: columns)))
    return stage.text
  }

  private func run(_ line: String, _ stage: inout Stage) -> [Effect] {
    _ = stage.receive()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    return asked(&stage)
  }

  /// The effects but the saving of the session, which happens from time to time.
  private func asked(_ stage: inout Stage) -> [Effect] {
    stage.receive().filter { if case .session(.saveSession) = $0 { false } else { true } }
  }

  private let first = Selection.rows([.track(TrackID(1))], ListQuery.folded(.songs))

  // MARK: Display

  @Test("Now Playing says tempo and key, what else they could be, and where they come from")
  func shown() {
    var stage = stage()
    #expect(nowPlaying(stage).contains("123.0 BPM, or 61.5 · 9A (Em) · found"))
    #expect(nowPlaying(stage).contains("−9.3 LUFS, 6.1 LU, −0.2 dBTP"))
    stage.type(":layout full")
    stage.press("Enter")
    stage.send(.resized(Size(rows: 50, columns: 200)))
    #expect(stage.text.contains("123.0 BPM, or 61.5 · 9A (Em) · found · A=432"))
    #expect(stage.text.contains("−9.3 LUFS, 6.1 LU, −0.2 dBTP · energy 7"))
  }

  @Test("what is not sure carries a question mark, and a tempo that varies says so")
  func doubtful() {
    let stage = stage {
      ($0.bpmConfidence, $0.keyConfidence, $0.isConstant) = (0.2, 0.3, false)
      $0.alternativeBPM = nil
    }
    #expect(nowPlaying(stage).contains("123.0 BPM? varies · 9A (Em)?"))
  }

  @Test("what else they could be gives way where the key would not fit")
  func narrow() {
    var stage = stage {
      ($0.keyConfidence, $0.alternativeKey) = (0.3, MusicalKey("G"))
      ($0.bpm, $0.alternativeBPM, $0.isConstant) = (135.2, 67.6, false)
    }
    #expect(nowPlaying(stage).contains("135.2 BPM varies, or 67.6 · 9A (Em)?"))
    #expect(!nowPlaying(stage).contains("or 9B"))
    stage.type(":layout full")
    stage.press("Enter")
    stage.send(.resized(Size(rows: 50, columns: 200)))
    #expect(stage.text.contains("135.2 BPM varies, or 67.6 · 9A (Em)?, or 9B (G) · found"))
  }

  @Test("what a tag or the user says holds beside what was found")
  func sources() {
    let tagged = stage {
      ($0.bpm, $0.bpmSource, $0.foundBPM) = (61, .tag, 123)
      ($0.key, $0.keySource) = (MusicalKey("Em"), .user)
    }
    #expect(nowPlaying(tagged).contains("61.0 BPM tag · 9A (Em) you · found 123.0"))
    var bare = Stage(rows: 40, columns: 120)
    _ = bare.playSelected()
    #expect(nowPlaying(bare).contains("123.0 BPM · 10A (Bm) · tag"))
  }

  @Test("keys are written as the user likes, and that is kept")
  func notation() {
    var stage = stage()
    #expect(run("key-names names", &stage) == [])
    #expect(nowPlaying(stage).contains("or 61.5 · Em"))
    _ = run("key-names camelot", &stage)
    #expect(nowPlaying(stage).contains("or 61.5 · 9A · found"))
    var next = Stage()
    next.begin(with: stage.app.keptSettings)
    #expect(next.app.keyNotation == .camelot)
  }

  @Test("every key has one name that reads back as the key")
  func names() {
    #expect(Set(MusicalKey.all.map(\.name)).count == 24)
    for key in MusicalKey.all { #expect(MusicalKey(key.name) == key) }
  }

  @Test("a wide list has columns for energy and loudness")
  func columns() {
    var stage = stage()
    stage.type(":layout full")
    stage.press("Enter")
    stage.send(.resized(Size(rows: 50, columns: 200)))
    let lines = stage.text.split(separator: "\n")
    #expect(lines.contains { $0.contains("BPM") && $0.contains("Energy") && $0.contains("LUFS") })
    #expect(lines.contains { $0.contains("123.0") && $0.contains("9A Em") && $0.contains("−9.3") })
  }

  // MARK: Corrections

  @Test("each command says its correction of what is selected")
  func commands() {
    var stage = stage()
    let cases: [(String, Correction)] = [
      ("bpm 124", .tempo(124)), ("bpm 123.98", .tempo(123.98)), ("bpm off", .tempo(nil)),
      ("bpm x2", .multiplyTempo(.double)), ("bpm /2", .multiplyTempo(.half)),
      ("bpm x3/2", .multiplyTempo(.threeHalves)), ("bpm x2/3", .multiplyTempo(.twoThirds)),
      ("shift-grid", .shiftGrid), ("key 8A", .key(MusicalKey("Am"))), ("key off", .key(nil)),
      ("key F#m", .key(MusicalKey("11A"))),
    ]
    for (line, correction) in cases {
      #expect(run(line, &stage) == [.edit(.findings(.correct(correction, first)))], "\(line)")
    }
    #expect(run("prefer analysis", &stage) == [.edit(.findings(.prefer(.analysis)))])
    #expect(run("mix-points", &stage) == [.edit(.findings(.setMixPoints(first)))])
  }

  @Test(
    "what is no tempo and no key is refused with how to say it",
    arguments: [
      "bpm 0", "bpm 401", "bpm nan", "bpm x5", "key H", "key 13A", "key-names latin", "prefer me",
      "zoom 1", "zoom 1000", "waveform 3d",
    ])
  func refused(line: String) {
    var stage = stage()
    #expect(run(line, &stage) == [])
    #expect(stage.app.message?.text.hasPrefix("Usage: ") == true)
  }

  @Test("Tab completes what a command takes")
  func completion() {
    #expect(CommandLineReader.completions(of: "key-names c") == ["key-names camelot"])
    #expect(CommandLineReader.completions(of: "prefer ") == ["prefer tags", "prefer analysis"])
    #expect(CommandLineReader.completions(of: "volume 1").isEmpty)
    #expect(CommandLineReader.completions(of: "shift-g") == ["shift-grid"])
  }

  @Test("marked rows are corrected together, and are unmarked then")
  func marked() {
    var stage = stage()
    stage.press("g", "v", "v")
    let effects = run("bpm x2", &stage)
    guard
      case .edit(.findings(.correct(.multiplyTempo(.double), .rows(let rows, _)))) = effects.first
    else {
      Issue.record("\(effects)")
      return
    }
    #expect(Set(rows) == [.track(TrackID(1)), .track(TrackID(2))])
    #expect(stage.app.library.marks.isEmpty)
  }

  // MARK: Tapping

  @Test("taps give the tempo of their median, from the fourth on")
  func taps() {
    var panel = TapPanel(target: .tracks([]), title: "")
    var now = ContinuousClock.now
    // One of the taps is late, which a mean would follow.
    for (count, step) in [0, 500, 500, 620, 500, 500].enumerated() {
      now = now.advanced(by: .milliseconds(step))
      panel.tap(at: now)
      #expect((panel.bpm != nil) == (count >= 3))
    }
    #expect(panel.bpm == 120)
    // A held key is one tap; a pause begins a new series.
    panel.tap(at: now.advanced(by: .milliseconds(33)))
    #expect(panel.taps.count == 6)
    panel.tap(at: now.advanced(by: .seconds(10)))
    #expect(panel.taps.count == 1 && panel.bpm == nil)
  }

  @Test("a tempo that is heard faster is that of the file")
  func tapsAtSpeed() {
    var panel = TapPanel(target: .tracks([]), title: "", speed: 1.25)
    var now = ContinuousClock.now
    for _ in 0..<5 {
      panel.tap(at: now)
      now = now.advanced(by: .milliseconds(400))
    }
    #expect(panel.tappedBPM == 150)
    #expect(panel.bpm == 120)
  }

  @Test("0 taps what plays, Enter keeps the tempo and Esc leaves it")
  func tapping() {
    var stage = stage()
    func tap() {
      for _ in 0..<5 {
        stage.press("0")
        stage.app.now = stage.app.now.advanced(by: .milliseconds(480))
      }
    }
    stage.press("0", "Enter")
    #expect(asked(&stage) == [])
    #expect(stage.app.message?.text.contains("at least 4") == true)
    stage.press("Esc")
    tap()
    #expect(stage.text.contains("125.0 BPM"))
    stage.press("Esc")
    #expect(asked(&stage) == [] && stage.app.overlays.isEmpty)
    tap()
    stage.press("Enter")
    #expect(
      asked(&stage) == [.edit(.findings(.correct(.tempo(125), .tracks([QueuedTrack(TrackID(1))]))))]
    )
    #expect(stage.app.overlays.isEmpty)
  }

  // MARK: Mix points

  @Test("proposed mix points are dim rows among the cues that Enter accepts")
  func proposals() {
    var stage = stage()
    stage.analyses[TrackID(1)] = Crate.analysis
    stage.press("C")
    #expect(stage.text.contains("proposed, Enter sets it"))
    stage.press("G", "Enter")
    let cue = Cue(time: .milliseconds(330_120), kind: .mixOut)
    #expect(asked(&stage) == [.edit(.cues(.add(cue, to: TrackID(1))))])
    // An existing cue is not proposed again.
    stage.cues = [Cue(id: CueID(1), time: .milliseconds(330_120), kind: .mixOut)]
    stage.send(.library(.changed))
    guard case .cues(let list) = stage.app.overlays.last else {
      Issue.record("the window is gone")
      return
    }
    #expect(list.proposals.map(\.kind) == [.mixIn])
    _ = stage.receive()
    stage.press("G", "d")
    #expect(asked(&stage) == [])
  }

  @Test("they show dimly on the waveform until there are cues")
  func proposalMarks() {
    var stage = stage()
    stage.analyses[TrackID(1)] = Crate.analysis
    stage.waveforms[TrackID(1)] = Crate.levels
    stage.library[0].findings.loudness = -10
    stage.send(.library(.changed))
    func marks() -> [String] {
      let frame = stage.frame
      return (0..<frame.size.rows).flatMap { row in
        (0..<frame.size.columns).map { frame[row, $0] }.filter { $0.face == .faint }.map(\.text)
      }
    }
    #expect(marks().contains("┣"))
    stage.cues = [Cue(id: CueID(1), time: .seconds(30), kind: .mixIn)]
    stage.send(.library(.changed))
    #expect(!marks().contains("┣"))
  }

  // MARK: Everything

  @Test("X says everything that is known of a track, and what to do about faults")
  func info() {
    var stage = stage {
      $0.fault = "the file is damaged"
      ($0.bpm, $0.bpmSource) = (61, .user)
    }
    stage.analyses[TrackID(1)] = Crate.analysis
    stage.send(.resized(Size(rows: 80, columns: 120)))
    stage.press("X")
    for text in [
      "Aerodynamic", "the file is damaged; it is tried again when the file changes",
      "61 BPM (set by you", "123 BPM, 93 % sure, or else 61.5", "9A (Em) (found)",
      "or else 9B (G)", "A=432 (−32 cents)", "−9.3 LUFS", "7 of 10", "Mix In at 0:30.120",
      "/music/untitled 1.flac", "FLAC · 44.1 kHz · 16 bit · stereo",
    ] {
      #expect(stage.text.contains(text), "\(text)")
    }
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
  }
}
