import Music

// The same track twice in a playlist: never by accident, and on purpose from a list.
extension App {
  /// More are added all or none.
  private static let mostListed = 2_000

  mutating func addAgain() -> [Effect] {
    guard let leftOut = edits.leftOut else {
      let keys = "\(key(.row(.addToPlaylist))) or \(slotKeys)"
      say("Nothing was left out; what a playlist holds already can be added again after \(keys)")
      return []
    }
    guard leftOut.tracks.count <= App.mostListed else {
      let item = Checklist.Item(text: "All \(leftOut.tracks.count.counted("track"))")
      windows.expect(.addAgain)
      listLeftOut(leftOut, [item], [leftOut.tracks], askedFor: windows.answered(.addAgain))
      return []
    }
    windows.expect(.addAgain)
    return [.load(.leftOut(leftOut.tracks))]
  }

  mutating func listLeftOut(_ tracks: [QueuedTrack: Track]) {
    let request = windows.answered(.addAgain)
    guard let leftOut = edits.leftOut else { return }
    let known = leftOut.tracks.filter { tracks[$0] != nil }
    guard !known.isEmpty else { return say("They are no longer in the library") }
    let items = known.map { queued in
      let track = tracks[queued]
      return Checklist.Item(
        text: track?.title ?? "",
        choices: [Checklist.Choice(text: track?.tags.artist ?? track?.tags.albumArtist ?? "")])
    }
    listLeftOut(leftOut, items, known.map { [$0] }, askedFor: request)
  }

  private mutating func listLeftOut(
    _ leftOut: Edits.LeftOut, _ items: [Checklist.Item], _ tracks: [[QueuedTrack]],
    askedFor request: Windows.Request?
  ) {
    let count = leftOut.tracks.count
    let what = count == 1 ? "This is in it already" : "These \(count.grouped) are in it already"
    open(
      .checklist(
        Checklist(
          .addAgain(leftOut.playlist, tracks), title: "Add again to \(leftOut.name)",
          lines: ["\(what); what stays marked is added again."], items: items, verb: "adds")),
      askedFor: request, orSay: "What was left out is ready: \(key(.row(.addAgain))) lists it")
  }
}
