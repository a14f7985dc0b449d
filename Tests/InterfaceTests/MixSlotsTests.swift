import Music
import Screen
import Testing

@testable import Interface

/// The mix slots as a value.
@Suite("Mix slots")
struct MixSlotsTests {
  private func board(_ name: String) -> MixBoard {
    MixBoard(playlists: [.one: Samples.playlist(1, name)])
  }

  @Test("an answer to an older request is dropped, one that nobody asked for is not")
  func stale() {
    var slots = MixSlots()
    let serials = (0..<2).compactMap { _ in
      if case .load(.mixBoard(let serial)) = slots.load() { serial } else { nil }
    }
    slots.receive(board("New"), serial: serials[1])
    slots.receive(board("Old"), serial: serials[0])
    #expect(slots.board == board("New"))
    slots.receive(board("Other"), serial: nil)
    #expect(slots.board == board("Other"))
  }

  @Test("the selection stays among the slots")
  func selection() {
    var browsing = Browsing(size: Size(rows: 40, columns: 120), mode: .songs)
    let selected = [-1, 1, 3, 1, -3].map { step in
      browsing.selectSlot(by: step)
      return browsing.selectedSlot
    }
    #expect(selected == [.one, .two, .three, .three, .one])
  }

  @Test("a slot flashes for a moment")
  func flash() {
    let now = ContinuousClock.now
    var slots = MixSlots()
    slots.flash(.two, at: now)
    #expect(slots.isFlashing(.two, at: now) && !slots.isFlashing(.one, at: now))
    #expect(slots.times(at: now) == [.milliseconds(400)])
    slots.expire(at: now.advanced(by: .milliseconds(400)))
    #expect(!slots.isFlashing(.two, at: now) && slots.times(at: now).isEmpty)
  }

  @Test("the edited track shows as edited until it is loaded after the last edit")
  func edits() {
    var edits = Edits()
    edits.begin(2)
    edits.editPlaying(isLoaded: true)
    edits.end()
    edits.loadedPlaying()
    #expect(!edits.isEmpty && edits.isPlayingEdited)
    edits.end()
    edits.loadedPlaying()
    #expect(edits.isEmpty && !edits.isPlayingEdited)
  }

  @Test("what an addition left out is known until the next one")
  func skipped() {
    var edits = Edits()
    let tracks = [QueuedTrack(TrackID(1))]
    edits.added(
      Addition(
        playlist: "Peak", added: 0, alreadyThere: 1, target: PlaylistID(1), skipped: tracks))
    #expect(edits.skipped?.tracks == tracks)
    edits.added(Addition(playlist: "Peak", added: 1, alreadyThere: 0))
    #expect(edits.skipped == nil)
  }
}
