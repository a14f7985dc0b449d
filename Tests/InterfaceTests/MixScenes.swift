import Music
import Screen

@testable import Interface

/// Mixes for tests.
enum Mixes {
  typealias Part = (seconds: Int, key: String?, energy: Int?)

  static let warmUp: [Part] = [
    (276, "8B", 2), (347, "8A", 5), (372, "7A", 4), (252, "7A", 6), (355, "8A", 5), (353, "8A", 7),
    (355, "9A", 8), (441, "9A", 9), (180, "3B", 4), (300, "3A", 6),
  ]
  static let peak: [Part] = [
    (393, "9A", 6), (364, "10A", 7), (315, "11A", 9), (387, "11B", 10), (551, "4B", 7),
    (241, "4A", 8), (441, "5A", 10),
  ]
  static let late: [Part] = [(450, "9B", 6), (284, "9A", 4), (260, "1B", 3), (361, "1A", 1)]

  /// Entries one after the other; those without seconds are missing.
  static func timeline(
    _ parts: [Part], from id: Int64 = 1, tempo: (Int) -> Double? = { _ in nil },
    rest: Int = 0, restSeconds: Int = 0
  ) -> MixTimeline {
    var (start, entries) = (Duration.zero, [MixTimeline.Entry]())
    for (index, part) in parts.enumerated() {
      entries.append(
        MixTimeline.Entry(
          id: EntryID(id + Int64(index)), track: TrackID(id + Int64(index)), start: start,
          length: .seconds(part.seconds),
          point: MixPoint(
            bpm: tempo(index), key: part.key.flatMap { MusicalKey($0) }, energy: part.energy),
          isMissing: part.seconds == 0))
      start += .seconds(part.seconds)
    }
    return MixTimeline(
      entries: entries, count: entries.count + rest, duration: start + .seconds(restSeconds))
  }

  /// Three slots, the first one with the track 6.
  static let board: MixBoard = {
    let timelines: [MixSlot: MixTimeline] = [
      .one: timeline(warmUp, from: 1) { [118, 122, 120, 122, 123, 124, 123, 126, 125, 124.5][$0] },
      .two: timeline(peak, from: 101) { [124, 126, 128, 128, 130, 132, 134][$0] },
      .three: timeline(late, from: 201) { [116, 110, 105, 100][$0] },
    ]
    let names: [MixSlot: String] = [
      .one: "Warm-up for Friday", .two: "Peak hour", .three: "Ausklang im Hafen, sehr spät",
    ]
    var board = MixBoard(timelines: timelines)
    for (slot, timeline) in timelines {
      board.playlists[slot] = Playlist(
        id: PlaylistID(Int64(slot.rawValue)), name: names[slot] ?? "", trackCount: timeline.count,
        duration: timeline.duration)
    }
    return board
  }()

  private static let titles = [
    "夜の港", "Glass Ferry", "Low Tide Signals", "Ferrylight", "Paper Lanterns", "Deep Harbour",
    "Telegraph Hill", "Nothing Moves Until the Rain Does", "Kerosene (Quick Mix)",
    "Slow Ferry Home",
  ]

  /// Opens the first slot large, with the cursor on the seventh entry.
  static func open(_ stage: inout Stage, _ scene: Scene) {
    let points = board.timelines[.one]?.entries ?? []
    stage.rows[ListQuery(.playlist(PlaylistID(1)))] = points.enumerated().map { index, entry in
      var track = Samples.track(
        Int64(index + 1), titles[index], ["灯台クラブ", "Anja Krüger", "Rue Nocturne"][index % 3],
        nil, nil, nil, bpm: entry.point.bpm, key: entry.point.key?.camelot,
        seconds: entry.length.seconds)
      track.findings.energy = entry.point.energy
      let crossfade: Duration? = index == 7 ? nil : .milliseconds(index % 2 == 0 ? 7_742 : 4_000)
      let start: Duration? = index == 6 ? .milliseconds(15_200) : nil
      return .entry(
        ListRow.Entry(
          id: entry.id, position: index + 1, track: track,
          sound: EntryPlayback(crossfade: crossfade, start: start)))
    }
    for id in [6, 7] { stage.waveforms[TrackID(Int64(id))] = Crate.levels }
    stage.send(.playlists(.mixBoardLoaded(board)))
    stage.press("Tab", "Tab", "Enter", "j", "j", "j", "j", "j", "j")
    if scene == .mixJoin { stage.press("P") }
    stage.app.messages.clear()
  }
}
