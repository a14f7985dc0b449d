import Music

// Duplicates in a playlist: never by accident, and on purpose from a list.
extension App {
  /// More tracks are added all or none.
  private static let maximumListed = 2_000

  mutating func addAgain() -> [Effect] {
    guard let skipped = edits.skipped else {
      let keys = "\(key(.row(.addToPlaylist))) or \(slotKeys)"
      say("Nothing was left out; what a playlist holds already can be added again after \(keys)")
      return []
    }
    guard skipped.tracks.count <= App.maximumListed else {
      let item = Checklist.Item(text: "All \(skipped.tracks.count.counted("track"))")
      windows.expect(.addAgain)
      listLeftOut(skipped, [item], [skipped.tracks], askedFor: windows.answered(.addAgain))
      return []
    }
    windows.expect(.addAgain)
    return [.load(.skipped(skipped.tracks))]
  }

  mutating func listLeftOut(_ tracks: [QueuedTrack: Track]) {
    let request = windows.answered(.addAgain)
    guard let skipped = edits.skipped else { return }
    let known = skipped.tracks.filter { tracks[$0] != nil }
    guard !known.isEmpty else { return say("They are no longer in the library") }
    let items = known.map { queued in
      let track = tracks[queued]
      return Checklist.Item(
        text: track?.title ?? "",
        choices: [Checklist.Choice(text: track?.tags.artist ?? track?.tags.albumArtist ?? "")])
    }
    listLeftOut(skipped, items, known.map { [$0] }, askedFor: request)
  }

  private mutating func listLeftOut(
    _ skipped: Edits.SkippedTracks, _ items: [Checklist.Item], _ tracks: [[QueuedTrack]],
    askedFor request: Windows.Request?
  ) {
    let count = skipped.tracks.count
    let what = count == 1 ? "This is in it already" : "These \(count.grouped) are in it already"
    open(
      .checklist(
        Checklist(
          .addAgain(skipped.playlist, tracks), title: "Add again to \(skipped.name)",
          lines: ["\(what); what stays marked is added again."], items: items, verb: "adds")),
      askedFor: request, orSay: "What was left out is ready: \(key(.row(.addAgain))) lists it")
  }
}
