import Music
import Screen
import Testing

@testable import Interface

@Suite("Variations")
struct VariationTests {
  private static func track(_ id: Int64, _ role: VariationRole?, loudness: Double? = nil) -> Track {
    var track = Samples.tracks[Int(id) - 1]
    track.variation = role
    track.findings.loudness = loudness
    return track
  }

  /// Three variations, the second of which stands for all, and one other track.
  private static let tracks = [
    track(1, .variation(of: TrackID(2)), loudness: -14),
    track(2, .primary(count: 3), loudness: -11.5), track(3, .variation(of: TrackID(2))),
    track(4, nil),
  ]

  private func stage() -> Stage { Stage(tracks: Self.tracks) }

  private func edits(_ stage: inout Stage) -> [Effect] { stage.receive().filter(\.isEdit) }

  @Test("the marked tracks are gathered under the one at the cursor")
  func gathering() {
    var stage = Stage()
    stage.run("variation-of")
    #expect(edits(&stage) == [])
    #expect(stage.app.message?.text.contains("Mark the variations") == true)
    stage.press("v", "v")
    stage.run("variation-of")
    let marked = Selection.rows([.track(TrackID(1)), .track(TrackID(2))], ListQuery.folded(.songs))
    #expect(edits(&stage) == [.edit(.variations(.gather(marked, under: TrackID(3))))])
    #expect(
      VariationOutcome.gathered(3).notice.text(.standard).hasPrefix("3 variations gathered; F4"))
  }

  @Test("a primary one has its number, and its variations open in place")
  func opening() {
    var stage = stage()
    #expect(stage.text.contains("×3"))
    stage.press("j", "y")
    #expect(
      stage.app.library.query.variations == .folded(open: [TrackID(2)]))
    #expect(stage.text.contains("└ " + Self.tracks[0].title))
    stage.run("variations")
    #expect(stage.app.library.query.variations == .folded(open: []))
    #expect(!stage.text.contains("└ "))
    stage.press("G")
    stage.run("variations")
    #expect(stage.app.message?.text.contains("no variations of this") == true)
  }

  @Test("a track stands for its folded variations while one of them plays")
  func playing() throws {
    var stage = stage()
    _ = stage.playSelected()
    let row = try #require(stage.app.layout.list(of: .library)).row + 1
    func sign() -> String { stage.frame[row, 0].text + stage.frame[row, 1].text }
    #expect(sign().contains("▶"))
    stage.press("j", "y")
    #expect(stage.app.library.query.variations == .folded(open: [TrackID(2)]))
    #expect(!sign().contains("▶"))
  }

  @Test("with the focus in Now Playing the variations of what plays open, in any of its tabs")
  func openingOfPlaying() throws {
    var stage = stage()
    let playing = stage.playSelected()
    #expect(playing?.track == TrackID(1))
    stage.press("G")
    stage.run("comments")
    #expect(stage.app.focus == .nowPlaying)
    stage.run("variations")
    #expect(stage.app.library.query.variations == .folded(open: [TrackID(2)]))
    stage.run("variations")
    #expect(stage.app.library.query.variations == .folded(open: []))
    stage.app.focus = .library
    stage.run("variations")
    #expect(stage.app.message?.text.contains("no variations of this") == true)
  }

  @Test("another one stands for all, and tracks are taken out")
  func roles() {
    var stage = stage()
    stage.run("primary")
    #expect(edits(&stage) == [.edit(.variations(.makePrimary(TrackID(1))))])
    stage.run("no-variation")
    #expect(
      edits(&stage) == [
        .edit(
          .variations(
            .separate(.rows([.track(TrackID(1))], ListQuery.folded(.songs)))))
      ])
  }

  @Test("A and B alternate at the same place, equally loud, and the queue goes on behind them")
  func comparing() throws {
    var stage = stage()
    let playing = stage.playSelected()
    let id = try #require(playing)
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(42))))))
    _ = stage.receive()
    stage.press("F4")
    let played = stage.receive().compactMap { effect -> (PlayRequest, Duration)? in
      if case .player(.play(let request, let place, isPaused: false)) = effect {
        (request, place)
      } else {
        nil
      }
    }
    let (b, place) = try #require(played.first)
    #expect(b.id.track == TrackID(2) && place == .seconds(42))
    // -14 LUFS is what the louder one is brought down to.
    #expect(abs(b.gain + 2.5) < 0.001)
    #expect(stage.app.queue.tracks.contains(TrackID(2)))
    #expect(!stage.app.queue.tracks.contains(TrackID(1)))
    #expect(stage.app.message?.text.contains("Variation 1 of 3") == true)
    #expect(stage.app.message?.text.contains("−2.5 dB") == true)
    // The same key goes back before the player has reported anything.
    stage.press("F4")
    let back = stage.receive().compactMap { effect -> PlayRequest? in
      if case .player(.play(let request, _, _)) = effect { request } else { nil }
    }
    #expect(back.first?.id.track == TrackID(1) && back.first?.gain == 0)
    stage.run("compare-next")
    #expect(stage.app.playing.requested?.id.track == TrackID(3))
    #expect(stage.app.message?.text.contains("loudness not measured yet") == true)
  }

  @Test(
    "variations that are over before the place are passed over, and it is said",
    arguments: [("compare", 1, 2), ("compare-next", 2, 1)])
  func shorter(command: String, short: Int, next: Int) throws {
    var tracks = Self.tracks
    tracks[short].audio.duration = .seconds(40)
    func compared(_ tracks: [Track]) throws -> (TrackID?, String) {
      var stage = Stage(tracks: tracks)
      let playing = stage.playSelected()
      let id = try #require(playing)
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(42))))))
      _ = stage.receive()
      stage.run(command)
      let plays = stage.receive().compactMap { effect -> TrackID? in
        if case .player(.play(let request, from: .seconds(42), isPaused: false)) = effect {
          request.id.track
        } else {
          nil
        }
      }
      return (plays.first, stage.app.message?.text ?? "")
    }
    let (played, told) = try compared(tracks)
    #expect(played == tracks[next].id)
    #expect(told.contains(" of 3: \(tracks[next].title)"))
    #expect(told.hasSuffix("; \(tracks[short].title) is over before 0:42"))
    tracks[next].audio.duration = .seconds(41)
    let (none, all) = try compared(tracks)
    #expect(none == nil && all == "2 variations are over before 0:42")
  }

  @Test("with ReplayGain nothing is changed on top, and a paused track stays paused")
  func replayGain() throws {
    var stage = stage()
    stage.press("L")
    let playing = stage.playSelected()
    let id = try #require(playing)
    stage.send(.player(.state(.paused(id, stage.clock(.seconds(7), isAdvancing: false)))))
    _ = stage.receive()
    stage.run("compare")
    let request = try #require(stage.app.playing.requested?.request)
    #expect(request.id.track == TrackID(2) && request.gain == 0)
    #expect(
      stage.receive().contains(
        .player(.play(request, from: .seconds(7), isPaused: true))))
  }

  @Test("what has no variations is not compared")
  func nothing() {
    var stage = stage()
    stage.press("F4")
    #expect(stage.app.message?.text == "Nothing plays")
    stage.press("G")
    let playing = stage.playSelected()
    #expect(playing != nil)
    _ = stage.receive()
    stage.press("F4")
    #expect(stage.app.message?.text.contains("no variations of what plays") == true)
    #expect(stage.app.playing.requested?.id.track == TrackID(4))
  }

  @Test("proposals are listed, and those that are marked are gathered")
  func proposals() {
    var stage = Stage()
    stage.run("propose-variations")
    #expect(stage.receive() == [.load(.variationProposals(nil))])
    let groups = [[TrackID(1), TrackID(2)], [TrackID(3), TrackID(4)]]
    stage.send(
      .variations(
        .proposed(
          [
            VariationProposal(reason: .sameAudio, tracks: groups[0]),
            VariationProposal(reason: .sameTitle("x"), tracks: groups[1]),
          ], Dictionary(uniqueKeysWithValues: Samples.tracks.map { ($0.id, $0) }))))
    #expect(stage.text.contains("the same audio") && stage.text.contains("×2"))
    stage.press("Space", "Enter")
    #expect(stage.receive() == [.edit(.variations(.accept([groups[1]])))])
    stage.run("propose-variations")
    stage.send(.variations(.proposed([], [:])))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text == "No tracks look like variations of each other")
  }
}
