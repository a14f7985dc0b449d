import Interface
import Music
import Screen

extension Crate {
  /// Scenes in which the entries of a playlist are edited.
  static func edit(_ stage: inout Stage, _ scene: Scene, _ size: Size) {
    let list = ListQuery(.playlist(PlaylistID(3)))
    stage.totals[list] = PlayTotal(entries: 12, missing: 1, duration: .seconds(4_283))
    stage.remaining = PlayTotal(entries: 12, missing: 1, duration: .seconds(4_283))
    stage.notes = [EntryID(2): "ride the break, then cut", EntryID(4): "loud"]
    stage.send(.library(.changed))
    stage.press("Shift-Tab")
    switch scene {
    case .entryForm:
      var facts = EntryFacts(
        id: EntryID(2), playlist: "Friday at the harbour", track: tracks[1],
        sound: EntryPlayback(crossfade: .milliseconds(5_500), gain: -2),
        notes: "ride the break, then cut")
      facts.mixIn = .milliseconds(32_100)
      facts.mixOut = .milliseconds(390_250)
      stage.answer(.entries(.factsLoaded([facts])))
      stage.press("Down", "PgDn")
    case .drag:
      let top =
        stage.text.split(separator: "\n", omittingEmptySubsequences: false)
        .lastIndex { $0.contains("Lena Voss — Night Ferry") } ?? 0
      let column = size.columns - 20
      for (action, row) in [(Mouse.Action.press, 1), (.drag, 3)] {
        let position = Position(row: min(size.rows - 2, top + row), column: column)
        stage.send(.input(.mouse(Mouse(action, at: position))))
      }
    case .addAgain:
      let queued = [0, 3, 6].map { QueuedTrack(tracks[$0].id) }
      stage.send(
        .playlists(
          .tracksAdded(
            Addition(
              playlist: "Peak", added: 2, alreadyThere: 3, target: PlaylistID(2), skipped: queued),
            slot: nil)))
      stage.answer(
        .entries(
          .skippedLoaded([queued[0]: tracks[0], queued[1]: tracks[3], queued[2]: tracks[6]])))
      stage.press("j", "Space")
    case .addTracks:
      stage.press("Down", "Ctrl-A", "Down", "Space")
      stage.send(
        .playlists(
          .tracksAdded(
            Addition(
              playlist: "Friday at the harbour", added: 1, alreadyThere: 0, target: PlaylistID(3)),
            slot: nil)))
      stage.press("Down", "Tab", "Tab", "Down")
    case .relocate:
      stage.answer(.entries(.relocationsFound(plan)))
      stage.press("j", "j")
    default: break
    }
  }

  private static var plan: RelocationPlan {
    func file(_ path: String, _ track: Int64, _ evidence: Relocation.Evidence)
      -> Relocation.Candidate
    {
      Relocation.Candidate(
        track: TrackID(track), path: FilePath("/mnt/disk/Music/\(path)"), evidence: evidence)
    }
    func lost(_ path: String, _ track: Int64, _ found: [Relocation.Candidate], isSure: Bool = true)
      -> Relocation
    {
      Relocation(
        track: TrackID(track), path: FilePath("/home/ada/Music/\(path)"), title: path,
        candidates: found, isAmbiguous: found.count > 1, isSure: isSure)
    }
    return RelocationPlan(
      relocations: [
        lost(
          "Mirador/Glass Gardens/1.flac", 6, [file("Mirador/1 Orangery.flac", 31, .audioHash)]),
        lost("Mirador/Glass Gardens/2.flac", 7, [file("Mirador/2.flac", 32, .name)]),
        lost(
          "Mirador/Glass Gardens/3.flac", 8,
          [file("Mirador/3.flac", 33, .tags), file("Best of/Palm House.flac", 34, .tags)],
          isSure: false),
        lost("Mirador/Glass Gardens/4.flac", 9, [file("Mirador/4.ogg", 35, .folder)]),
      ], unfound: [FilePath("/home/ada/Music/Ostkreuz/Ringbahn/2.flac")])
  }
}
