import Music
import Screen
import Testing

@testable import Interface

@Suite("The line of the next track")
struct FollowingTrackTests {
  /// The first track plays, and nothing is known of either.
  private func stage() -> Stage {
    let tracks = (1...2).map {
      Samples.track($0, "Song \($0)", "Ola", "Pier", "1999", 1, seconds: 207)
    }
    var stage = Stage(tracks: tracks)
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(2))))))
    }
    return stage
  }

  private func line(_ stage: Stage) -> String {
    let frame = stage.frame
    let rows = (0..<frame.size.rows).map { frame.text(ofRow: $0) }
    guard let row = rows.first(where: { $0.contains("Next  ") }),
      let start = row.firstRange(of: "Next  ")
    else { return "" }
    return String(row[start.lowerBound...])
  }

  @Test("shows its time while nothing is known of it, and its fit once both were analysed")
  func found() {
    var stage = stage()
    #expect(line(stage).contains("Song 2  Ola") && line(stage).contains("3:27"))
    for (index, bpm) in [(0, 120.0), (1, 123)] {
      var findings = TrackFindings()
      findings.bpm = bpm
      findings.key = MusicalKey("Am")
      stage.library[index].findings = findings
    }
    stage.send(.library(.changed))
    #expect(line(stage).contains("Song 2") && line(stage).contains("8A"))
    #expect(line(stage).contains("−2.4 %") || line(stage).contains("+2.5 %"), "\(line(stage))")
  }

  // MARK: The tracks after the next one

  /// The titles in the lines "Next" and "Then" of the full screen.
  private func following(_ stage: Stage) -> [String] {
    let rows = (0..<stage.frame.size.rows).map { stage.frame.text(ofRow: $0) }
    return ["Next  ", "Then  "].map { name in
      let row = rows.first { $0.contains(name) } ?? ""
      let start = row.firstRange(of: name)?.upperBound ?? row.startIndex
      return String(row[start...].prefix(6))
    }
  }

  @Test("the track after the next one shows at once, as the next one becomes the current one")
  func then() throws {
    let tracks = (1...5).map {
      Samples.track($0, "Song \($0)", "Ola", "Pier", "1999", 1, seconds: 207)
    }
    var stage = Stage(rows: 50, columns: 160, tracks: tracks)
    _ = stage.playSelected()
    stage.press("o")
    #expect(following(stage) == ["Song 2", "Song 3"])
    stage.library = []
    stage.press(">")
    #expect(following(stage) == ["Song 3", "Song 4"])
    // What the player has shows again, with what follows it.
    stage.wait(UnshownItem.patience)
    #expect(following(stage) == ["Song 2", "Song 3"])
  }

  @Test("of the virtual tracks of one file each shows under its own name")
  func virtualTracks() {
    let queued = (1...3).map { QueuedTrack(TrackID(5), entry: EntryID(Int64($0))) }
    let named = (1...3).map {
      Samples.track(5, "Part \($0)", "Ola", "Pier", "1999", 1, seconds: 207)
    }
    var following = FollowingTracks()
    #expect(following.missing([queued[0], queued[1]]).count == 2)
    for index in 0...1 { following.receive(named[index], of: queued[index].entry) }
    #expect(following.missing([queued[1], queued[2]]).count == 1)
    #expect(following.track(of: queued[1]) == named[1])
    #expect(following.track(of: queued[2]) == nil && following.track(of: queued[0]) == nil)
    following.receive(named[0], of: queued[0].entry)
    #expect(following.track(of: queued[0]) == nil)
    // Names stay until they were loaded again.
    following.reload()
    #expect(following.missing([queued[1], queued[2]]).count == 2)
    #expect(following.track(of: queued[1]) == named[1])
  }
}
