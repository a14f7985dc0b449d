import Interface
import Music
import Screen

extension Crate {
  /// Six minutes of a synthetic house record: an intro, two drops with a breakdown between them,
  /// and a fade-out.
  static let waveform = Waveform(
    columns: (0..<415 * 150).map { index in
      let time = Double(index) / 150
      let level: Double =
        switch time {
        case ..<30: 0.35
        case ..<62: 0.55
        case ..<150: 1
        case ..<182: 0.4
        case ..<190: 0.6
        case ..<330: 1
        case ..<362: 0.6
        default: max(0, 0.45 * (415 - time) / 53)
        }
      // A decaying beat at 123 BPM, with a hat between two beats.
      let beat = (time * 2.05).truncatingRemainder(dividingBy: 1)
      let hasBass = (30..<150).contains(time) || (190..<362).contains(time)
      let pulse = max(0.35, 1 - beat * 1.2)
      let loudness = level * (hasBass ? pulse : 0.6)
      let hat = (0.45..<0.6).contains(beat) && time > 16 ? 1.0 : 0.3
      return WaveformColumn(
        low: Int8(-min(127, loudness * 124)), high: Int8(min(127, loudness * 120)),
        rms: UInt8(min(255, loudness * 90)), bass: hasBass ? UInt8(230 * level * pulse) : 12,
        middle: UInt8(130 * level), treble: UInt8(60 * level * hat))
    })

  static let levels = WaveformLevels(waveform)

  static let analysis: TrackAnalysis = {
    var analysis = TrackAnalysis(parts: Set(AnalysisPart.allCases))
    analysis.tempo = TempoEstimate(
      bpm: 123, confidence: 0.93, alternative: 61.5,
      grid: .constant(anchor: 0.12, period: 60.0 / 123))
    analysis.key = KeyEstimate(
      key: MusicalKey("Em") ?? key, confidence: 0.8, alternative: MusicalKey("G"), tuning: -31.8)
    analysis.edges = SoundEdges(
      start: .milliseconds(120), end: .seconds(413), audibleStart: .milliseconds(150),
      audibleEnd: .seconds(410), fadeOut: .seconds(366))
    analysis.mixIn = .milliseconds(30_120)
    analysis.mixOut = .milliseconds(330_120)
    return analysis
  }()

  // because "8A" is a key
  private static let key = MusicalKey("8A")!

  /// The findings of an analysed track.
  static let findings: TrackFindings = {
    var findings = TrackFindings()
    (findings.bpm, findings.bpmSource) = (123, .analysis)
    (findings.foundBPM, findings.alternativeBPM) = (123, 61.5)
    (findings.bpmConfidence, findings.isConstant) = (0.93, true)
    (findings.key, findings.keySource) = (MusicalKey("Em"), .analysis)
    (findings.foundKey, findings.alternativeKey) = (MusicalKey("Em"), MusicalKey("G"))
    (findings.keyConfidence, findings.tuning) = (0.8, -31.8)
    (findings.loudness, findings.loudnessRange, findings.truePeak) = (-9.3, 6.1, -0.2)
    findings.energy = 7
    return findings
  }()

  /// Verses about a ferry at night, the third word by word.
  private static let lyrics =
    Lyrics(
      bytes: Array(
        """
        [00:30.00]Lanterns along the pier
        [00:52.50]The engine hums beneath our feet
        [01:10.00]
        [01:20.00]<01:20.00>No <01:21.00>shore <01:22.00>ahead, <01:24.00>no <01:26.00>shore behind
        [01:31.00]Only the wake, a silver line that nobody has ever been able to follow back to the harbour
        [01:45.00]And the radio plays
        [02:10.00]霧の港
        """.utf8)) ?? Lyrics(lines: [])

  /// Adds the analysis of the current track, the second of the crate.
  static func listen(_ stage: inout Stage, _ scene: Scene) {
    let id = TrackID(2)
    stage.analyses[id] = analysis
    stage.waveforms[id] = levels
    if let index = stage.library.firstIndex(where: { $0.id == id }) {
      stage.library[index].findings = findings
      stage.rows[ListQuery(.songs)]?[index] = .track(stage.library[index], slots: [.one])
    }
    if scene == .waveform || scene == .zoom {
      stage.cues = [
        Cue(id: CueID(1), time: .milliseconds(61_900), kind: .drop, name: "first drop"),
        Cue(id: CueID(2), time: .seconds(150), end: .seconds(182), kind: .breakdown),
      ]
    }
    if scene != .fullScreenCover { stage.lyrics[id] = TrackLyrics(lyrics, from: .embedded) }
    stage.send(.library(.changed))
    switch scene {
    case .lyrics: stage.press("\"")
    case .lyricsTap:
      stage.press("\"", ":")
      stage.type("lyrics-tap")
      stage.press("Enter", "Space", "Space")
    case .fullScreen, .fullScreenCover:
      stage.send(.imagesChosen(.blocks, cell: PixelSize(width: 10, height: 20)))
      stage.app.timeOfDay = .seconds((23 * 60 + 41) * 60)
      stage.press("\"", "o")
    case .zoom:
      stage.app.focus = .nowPlaying
      stage.press("Z", "Z")
    case .tap:
      stage.press("0")
      for _ in 0..<6 {
        stage.app.now = stage.app.now.advanced(by: .milliseconds(488))
        stage.press("0")
      }
    case .info:
      stage.app.focus = .nowPlaying
      stage.press("X")
    case .proposals:
      stage.app.focus = .nowPlaying
      stage.press("C", "Down")
    default: stage.app.focus = .nowPlaying
    }
    stage.app.messages.clear()
  }

  /// Gives all albums but every third a picture, and shows pictures in blocks.
  static func cover(_ stage: inout Stage) {
    for (index, name) in Set(stage.library.compactMap(\.tags.album)).sorted().enumerated()
    where index % 3 != 2 {
      let pixels = (0..<64).flatMap { place -> [UInt8] in
        let (column, row) = (UInt8(place % 8 * 30), UInt8(place / 8 * 30))
        return index % 2 == 0 ? [column, 40, row] : [200 - row / 2, column, 60]
      }
      stage.albumCovers[name] = Picture(width: 8, height: 8, pixels: pixels)
    }
    stage.send(.imagesChosen(.blocks, cell: PixelSize(width: 10, height: 20)))
  }
}
