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
}
