import Music
import Testing

@testable import Interface

/// The state machine of playback without an app or a screen.
@Suite("Playing, driven by itself")
struct PlayingValueTests {
  private let now = ContinuousClock.now
  private let clock = PlayClock(
    position: .zero, at: .now, isAdvancing: true, duration: .seconds(180))

  /// Three tracks: the first is audible, and the player has requested the next.
  private func playing(_ count: Int64 = 3) throws -> (Playing, heard: PlayID, next: PlayID) {
    var playing = Playing()
    let tracks = QueuedTracks((1...count).map { TrackID($0) })
    _ = playing.answer(nil, .play(tracks, start: 0), at: now)
    let heard = try #require(playing.requested).id
    _ = playing.receive(.state(.loading(heard)), at: now)
    _ = playing.receive(.state(.playing(heard, clock)), at: now)
    _ = playing.receive(.wantsNext(after: heard), at: now)
    return (playing, heard, try #require(playing.lookahead.next).id)
  }

  @Test("what is requested plays when the player says so, and not before")
  func requested() throws {
    var playing = Playing()
    _ = playing.answer(nil, .play([QueuedTrack(TrackID(1))], start: 0), at: now)
    #expect(playing.player == .stopped && playing.audibleItem == nil)
    let id = try #require(playing.requested).id
    let response = playing.receive(.state(.playing(id, clock)), at: now)
    #expect(playing.isPlaying && playing.audibleItem == QueuedTrack(TrackID(1)))
    #expect(response == Response([], .positionChanged))
  }

  @Test("a restored item that is loading plays after play or pause, and pauses after another")
  func loading() throws {
    var playing = Playing()
    let queue = PlayQueue(tracks: [TrackID(1)], current: 0)
    _ = playing.restore(queue, current: 0, position: .seconds(9))
    _ = playing.receive(.state(.loading(try #require(playing.requested).id)), at: now)
    #expect(playing.playPause()?.effects == [.player(.resume)])
    #expect(playing.playPause()?.effects == [.player(.pause)])
    _ = playing.play(itemAt: 0)
    _ = playing.receive(.state(.loading(try #require(playing.requested).id)), at: now)
    #expect(playing.playPause()?.effects == [.player(.pause)])
  }

  @Test("the queue follows the sound when the next item is heard")
  func boundary() throws {
    var (playing, _, next) = try playing()
    let response = playing.receive(.state(.playing(next, clock)), at: now)
    #expect(playing.queue.current == 1 && playing.requested?.id == next)
    #expect(response.facts == [.positionChanged, .queueChanged])
    #expect(playing.lookahead.next == nil)
  }

  @Test("what fails ahead leaves what plays alone; what plays gives way to what follows")
  func failed() throws {
    var (playing, heard, next) = try playing()
    let ahead = playing.receive(.failed(next, reason: "it is damaged"), at: now)
    #expect(!ahead.effects.contains(.player(.stop)) && playing.requested?.id == heard)
    _ = playing.receive(.wantsNext(after: heard), at: now)
    #expect(playing.lookahead.next?.id.track == TrackID(3))
    _ = playing.receive(.failed(heard, reason: "it broke off"), at: now)
    _ = playing.receive(.state(.stopped), at: now)
    #expect(playing.requested?.id.track == TrackID(3))
  }

  @Test("a stop that was not the end comes to rest, and one at the end goes on")
  func stopped() throws {
    var (playing, heard, _) = try playing()
    var ended = playing
    let rest = playing.receive(.state(.stopped), at: now)
    #expect(playing.requested == nil && rest.facts == [.positionChanged, .cameToRest])
    _ = ended.receive(.finished(heard, heard: 1, reachedEnd: true), at: now)
    _ = ended.receive(.state(.stopped), at: now)
    #expect(ended.requested?.id.track == TrackID(2))
  }

  @Test("an edit names anew what is no longer next, and can be undone")
  func edited() throws {
    var (playing, _, next) = try playing()
    let items = playing.queue.ids
    let response = playing.edit("removed", at: now) { $0.remove(at: [1]) }
    #expect(playing.lookahead.next?.id.track == TrackID(3))
    #expect(response.facts.contains(.itemsChanged(from: items)))
    #expect(response.facts.contains(.queueEdited))
    _ = playing.undo(EditTimeline.Edit(playing.edits.newest), at: now)
    #expect(playing.queue.ids == items)
    #expect(playing.lookahead.next?.id.track == next.track)
    #expect(playing.lookahead.next?.id != next)
  }

  @Test("an item that is on its way to the player is named again by its own number, not twice")
  func askedTwice() throws {
    var (playing, heard, next) = try playing()
    let again = playing.receive(.wantsNext(after: heard), at: now)
    let request = try #require(playing.lookahead.next).request
    #expect(again.effects == [.player(.prepareNext(request, after: heard))])
    #expect(request.id == next)
  }

  @Test("an item that began before another took its place is followed, and what follows is named")
  func beganBeforeEdit() throws {
    var (playing, heard, next) = try playing()
    let edit = playing.edit("removed", at: now) { $0.remove(at: [1]) }
    let other = try #require(playing.lookahead.next)
    #expect(edit.effects.contains(.player(.prepareNext(other.request, after: heard))))
    let response = playing.receive(.state(.playing(next, clock)), at: now)
    #expect(playing.requested?.id == next)
    let following = try #require(playing.lookahead.next)
    #expect(following.id.track == TrackID(3) && following.id != other.id)
    #expect(response.effects.contains(.player(.prepareNext(following.request, after: next))))
  }

  @Test("an item behind the next one that began before another took its place is followed")
  func laterBeganBeforeEdit() throws {
    var (playing, _, next) = try playing(5)
    _ = playing.receive(.wantsNext(after: next), at: now)
    let later = try #require(playing.lookahead.upcoming.first)
    _ = playing.edit("removed", at: now) { $0.remove(at: [2]) }
    #expect(playing.lookahead.upcoming.first?.id != later.id)
    _ = playing.receive(.state(.playing(next, clock)), at: now)
    _ = playing.receive(.state(.playing(later.id, clock)), at: now)
    #expect(playing.requested?.id == later.id)
  }

  @Test("keys that are held seek at once on the screen, and now and then in the player")
  func seeking() throws {
    var (playing, _, _) = try playing()
    #expect(playing.seek(to: .seconds(10), at: now).effects == [.player(.seek(.seconds(10)))])
    let soon = now.advanced(by: .milliseconds(30))
    #expect(playing.seek(to: .seconds(20), at: soon).effects.isEmpty)
    #expect(playing.position(at: soon) == .seconds(20))
    let later = now.advanced(by: .milliseconds(90))
    #expect(playing.dueSeek(at: later) == [.player(.seek(.seconds(20)))])
    #expect(playing.dueSeek(at: later).isEmpty)
  }

  @Test("a restored queue goes on where it was, once it is played")
  func restored() {
    var playing = Playing()
    let queue = PlayQueue(tracks: [TrackID(1), TrackID(2)])
    _ = playing.restore(queue, current: 1, position: .seconds(42))
    #expect(playing.queue.current == 1 && playing.position(at: now) == .seconds(42))
    var empty = Playing()
    #expect(empty.restore(queue, current: 7, position: .zero) == [])
  }
}
