import Music
import Screen
import Testing

@testable import Interface

/// The state of the player for those who are not at the screen.
@Suite("Status")
struct StatusTests {
  @Test("nothing plays in the beginning")
  func empty() {
    let status = Stage().app.status
    #expect(status.playback == .stopped)
    #expect(status.item == nil)
    #expect(!status.canSeek && !status.hasNext && !status.hasPrevious)
    #expect(status.count == 0 && status.index == nil)
    #expect(status.clock.duration == nil)
  }

  @Test("what plays has its item, its place in the queue, its times and its modes")
  func playing() throws {
    var stage = Stage.playing(at: .seconds(30))
    _ = stage.order(.volume(70))
    _ = stage.order(.mute(true))
    let status = stage.app.status
    #expect(status.playback == .playing)
    let item = try #require(status.item)
    #expect(item.track.id == TrackID(1))
    #expect(item.title == "Aerodynamic" && item.artist == "Daft Punk")
    #expect(item.id == stage.app.queue.ids[0])
    #expect(item.play == stage.app.player.item)
    #expect(status.index == 0 && status.count == 8)
    #expect(status.clock.position(at: stage.app.now) == .seconds(30))
    #expect(status.clock.isAdvancing && status.clock.duration == .seconds(180))
    #expect(status.volume == 70 && status.isMuted)
    #expect(status.canSeek && status.hasNext && status.hasPrevious)
  }

  @Test("the item before is not told as the next one while that is being loaded")
  func change() throws {
    var stage = Stage.playing()
    let before = stage.app.status
    stage.library.removeAll { $0.id == TrackID(2) }
    _ = stage.order(.next)
    let next = try #require(stage.app.playing.requested?.id)
    // The old one is heard until the player says otherwise.
    #expect(stage.app.status == before)
    stage.send(.player(.state(.loading(next))))
    #expect(stage.app.status.item == nil)
    #expect(stage.app.status.playback == .playing)
    stage.send(.track(.loaded(Samples.tracks[1], entry: nil)))
    #expect(stage.app.status.item?.track.id == TrackID(2))
  }

  /// What a program that follows the player is told of its item, each change once.
  private struct Listener {
    struct Line: Equatable {
      var playback: PlayerStatus.Playback
      var place: Int?
      var item: PlayerStatus.Item?
      var jumps: Int
    }

    private var last: PlayerStatus?
    private(set) var lines: [Line] = []

    mutating func look(at stage: Stage) {
      let status = stage.app.status(after: last)
      last = status
      let line = Line(
        playback: status.playback, place: status.index, item: status.item, jumps: status.jumps)
      if lines.last != line { lines.append(line) }
    }

    /// The changes since the last call.
    mutating func take() -> [Line] {
      defer { lines = Array(lines.suffix(1)) }
      return Array(lines.dropFirst())
    }
  }

  @Test("a skip is one change, whatever comes first: the player's report or the track")
  func skips() throws {
    for comesTrackFirst in [true, false] {
      for isPaused in [true, false] {
        var stage = Stage.playing(at: .seconds(30))
        let ids = stage.app.queue.ids
        if isPaused, let id = stage.app.player.item {
          stage.send(
            .player(.state(.paused(id, stage.clock(.seconds(30), isAdvancing: false)))))
        }
        var listener = Listener()
        listener.look(at: stage)
        if !comesTrackFirst { stage.library.removeAll { $0.id == TrackID(4) } }
        _ = stage.order(.goTo(ids[3]))
        listener.look(at: stage)
        let next = try #require(stage.app.playing.requested?.id)
        stage.send(.player(.state(.loading(next))))
        listener.look(at: stage)
        if !comesTrackFirst {
          #expect(listener.take().isEmpty)
          stage.send(.track(.loaded(Samples.tracks[3], entry: nil)))
          listener.look(at: stage)
        }
        let change = try #require(listener.take().first)
        #expect(change.playback == .playing && change.place == 3)
        #expect(change.item?.id == ids[3] && change.item?.play == next)
        #expect(change.item?.track.id == TrackID(4))
        stage.send(.player(.state(.playing(next, stage.clock()))))
        listener.look(at: stage)
        #expect(listener.take().isEmpty)
      }
    }
  }

  @Test("of two virtual tracks of a file the old one is told until the new one is loading")
  func virtualTracks() throws {
    var stage = Stage.playing()
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(1)), QueuedTrack(TrackID(1))], start: 0)))
    stage.obey()
    let ids = stage.app.queue.ids
    var listener = Listener()
    listener.look(at: stage)
    _ = stage.order(.next)
    var second = Samples.tracks[0]
    second.tags.title = "The second of the file"
    stage.send(.track(.loaded(second, entry: nil)))
    listener.look(at: stage)
    #expect(listener.take().isEmpty)
    let next = try #require(stage.app.playing.requested?.id)
    stage.send(.player(.state(.loading(next))))
    listener.look(at: stage)
    let changes = listener.take()
    #expect(changes.count == 1)
    #expect(changes.last?.place == 1 && changes.last?.item?.id == ids[1])
    #expect(changes.last?.item?.title == second.title)
  }

  @Test("what plays on while the queue is replaced has no place in the new one")
  func replaced() {
    var stage = Stage.playing()
    let before = stage.app.status
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(3)), QueuedTrack(TrackID(4))], start: 0)))
    let status = stage.app.status(after: before)
    #expect(status.item == before.item && status.index == nil)
    stage.obey()
    #expect(stage.app.status.item?.track.id == TrackID(3) && stage.app.status.index == 0)
  }

  @Test("a chapter of another part of a book is told when that part is loading")
  func bookSkip() throws {
    var stage = Stage.listening(BookSamples.book(place: .seconds(60)))
    let before = stage.app.status
    _ = stage.order(.seekTo(.seconds(120), in: nil))
    let status = stage.app.status(after: before)
    #expect(status.item == before.item && status.index == before.index)
    #expect(status.clock.position(at: stage.app.now) == .seconds(60))
    let part = try #require(stage.app.playing.requested)
    stage.sound(part.id, at: part.start)
    #expect(stage.app.status.item?.chapter != before.item?.chapter)
    #expect(stage.app.status.clock.position(at: stage.app.now) == .seconds(120))
  }

  @Test("what begins paused is paused while it loads")
  func pausedLoading() throws {
    var stage = Stage.playing()
    let id = try #require(stage.app.player.item)
    stage.send(.player(.state(.loading(id))))
    _ = stage.order(.pause)
    #expect(stage.app.status.playback == .paused)
  }

  @Test("playing on is no jump; seeks, other items and what the player does by itself are")
  func jumps() throws {
    var stage = Stage.playing(at: .seconds(10))
    let id = try #require(stage.app.player.item)
    var jumps = stage.app.status.jumps
    func jumped() -> Int {
      defer { jumps = stage.app.status.jumps }
      return stage.app.status.jumps - jumps
    }
    stage.wait(.seconds(5))
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(15))))))
    stage.wait(.seconds(1))
    stage.send(.player(.state(.paused(id, stage.clock(.seconds(16.2), isAdvancing: false)))))
    stage.wait(.seconds(60))
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(16.2))))))
    #expect(jumped() == 0)
    stage.press("F")
    #expect(jumped() == 1)
    // The player reports an earlier place, and then the new one.
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(16.3))))))
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(46.2))))))
    #expect(jumped() == 0)
    stage.wait(.seconds(1))
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(90))))))
    #expect(jumped() == 1)
    // A skip is one when the other item is there.
    _ = stage.order(.next)
    #expect(jumped() == 0)
    let next = try #require(stage.app.playing.requested?.id)
    stage.send(.player(.state(.loading(next))))
    #expect(jumped() == 1)
    stage.send(.player(.state(.playing(next, stage.clock()))))
    #expect(jumped() == 0)
  }

  @Test("a seek shows at once, and the clock is the same from one look to the next")
  func seeks() throws {
    var stage = Stage.playing(at: .seconds(10))
    let id = try #require(stage.app.player.item)
    stage.wait(.seconds(1))
    let clock = stage.app.status.clock
    stage.wait(.milliseconds(10))
    #expect(stage.app.status.clock == clock)
    stage.press("F")
    let jumped = stage.app.status.clock
    let wanted = stage.app.position
    #expect(jumped.position(at: stage.app.now) == wanted)
    stage.wait(.milliseconds(20))
    #expect(stage.app.status.clock == jumped)
    stage.send(.player(.state(.playing(id, stage.clock(wanted)))))
    #expect(stage.app.status.clock.position(at: stage.app.now) == wanted)
  }

  @Test("a seek that the player never confirms is a jump back")
  func lostSeek() {
    var stage = Stage.playing(at: .seconds(10))
    let jumps = stage.app.status.jumps
    stage.press("F")
    stage.wait(.milliseconds(100))
    stage.wait(.milliseconds(600))
    #expect(stage.app.status.jumps == jumps + 2)
    #expect(stage.app.status.clock.position(at: stage.app.now) < .seconds(12))
  }

  @Test("the queue has a new version when items come, go or move, not when another one plays")
  func versions() {
    var stage = Stage.playing()
    var version = stage.app.status.queueVersion
    func changed() -> Bool {
      defer { version = stage.app.status.queueVersion }
      return stage.app.status.queueVersion != version
    }
    let ids = stage.app.queue.ids
    _ = stage.order(.goTo(ids[3]))
    stage.obey()
    _ = stage.order(.shuffle(true))
    #expect(!changed())
    _ = stage.order(.remove(ids[1]))
    #expect(changed())
    stage.send(.search(.foundToQueue([QueuedTrack(TrackID(1))], next: false)))
    #expect(changed())
    _ = stage.app.editQueue("moved") { $0.move(from: 0, to: 2) }
    #expect(changed())
    stage.send(.session(.restored(Session(), PlayQueue(tracks: [TrackID(4)]))))
    #expect(changed())
  }

  @Test("a stream has no end, and the title that its station sends")
  func stream() throws {
    var stage = Stage()
    var track = Track(id: TrackID(90), source: .stream(StreamAddress("http://h/radio")!))
    track.tags.title = "Radio"
    stage.library = [track]
    stage.send(.search(.foundToPlay([QueuedTrack(track.id)], start: 0)))
    let played = stage.obey()
    let id = try #require(played)
    let clock = PlayClock(position: .zero, at: stage.app.now, isAdvancing: true, duration: nil)
    stage.send(.player(.state(.playing(id, clock))))
    stage.send(.player(.streamTitle(id, "A song")))
    let status = stage.app.status
    #expect(status.item?.title == "A song")
    #expect(status.item?.artist == "Radio")
    #expect(status.clock.duration == nil)
    #expect(!status.canSeek)
  }

  @Test("a book has its place, its length and its chapter")
  func book() {
    let stage = Stage.listening(BookSamples.book(place: .seconds(120)))
    let status = stage.app.status
    #expect(status.item?.title == "Tides" && status.item?.artist == "Ada")
    #expect(status.item?.chapter?.contains("C3") == true)
    #expect(status.clock.position(at: stage.app.now) == .seconds(120))
    #expect(status.clock.duration == .seconds(200))
    #expect(status.hasNext)
  }

  @Test("an audition has no item of the queue")
  func audition() throws {
    var stage = Stage.playing()
    _ = stage.app.apply(
      stage.app.playing.audition(
        [QueuedTrack(TrackID(3))], from: .zero, at: stage.app.now))
    stage.send(.track(.loaded(Samples.tracks[2], entry: nil)))
    let id = try #require(stage.app.playing.audition?.requests.first?.id)
    stage.send(.player(.state(.playing(id, stage.clock()))))
    let item = try #require(stage.app.status.item)
    #expect(item.track.id == TrackID(3))
    #expect(item.id == nil)
  }
}
