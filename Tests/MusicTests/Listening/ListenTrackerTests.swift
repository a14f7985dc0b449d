import Music
import Testing

@Suite("When a track was listened to")
struct ListenTrackerTests {
  private static let start = ContinuousClock.now
  private static let id = PlayID(track: TrackID(1), serial: 1)

  private static func track(_ seconds: Double? = 200) throws -> ListenedTrack {
    try #require(
      ListenedTrack(
        title: "One", artist: "Ola", duration: seconds.map { .seconds($0) }))
  }

  private static func playing(
    _ id: PlayID = id, at position: Double = 0, after seconds: Double, length: Double? = 200,
    isAdvancing: Bool = true, speed: Double = 1
  ) -> PlayerReport {
    .state(
      .playing(
        id,
        PlayClock(
          position: .seconds(position), at: start + .seconds(seconds), isAdvancing: isAdvancing,
          duration: length.map { .seconds($0) }, speed: speed)))
  }

  private static func paused(at position: Double, after seconds: Double) -> PlayerReport {
    .state(
      .paused(
        id,
        PlayClock(
          position: .seconds(position), at: start + .seconds(seconds), isAdvancing: false,
          duration: .seconds(200))))
  }

  /// A tracker in which a track of a length has begun at the Unix second 1000.
  private func begun(_ length: Double? = 200) throws -> ListenTracker {
    var tracker = ListenTracker()
    tracker.note(.track(try Self.track(length)), of: Self.id)
    let due = tracker.receive(
      Self.playing(after: 0, length: length), at: Self.start, time: 1000)
    #expect(due == [])
    return tracker
  }

  private func isListened(_ due: [ListenTracker.Due]) -> Bool {
    due.contains { if case .listened = $0 { true } else { false } }
  }

  @Test(
    "half of a track or four minutes are enough, and nothing of one of thirty seconds",
    arguments: [
      (30, nil), (30.01, 15.005), (31, 15.5), (200, 100), (479, 239.5), (480, 240),
      (481, 240), (7200, 240), (nil, 240),
    ] as [(Double?, Double?)])
  func boundaries(length: Double?, needed: Double?) throws {
    var tracker = try begun(length)
    #expect(tracker.elapse(at: Self.start + .seconds(3)) == [.playingNow(try Self.track(length))])
    guard let needed else {
      #expect(tracker.dueAt == nil)
      #expect(tracker.elapse(at: Self.start + .seconds(30)) == [])
      return
    }
    #expect(!isListened(tracker.elapse(at: Self.start + .seconds(needed - 0.01))))
    let due = try #require(tracker.dueAt)
    #expect(abs(Self.start.duration(to: due) / .seconds(1) - needed) < 0.000_1)
    #expect(
      tracker.elapse(at: due) == [.listened(Listen(try Self.track(length), start: 1000))])
    #expect(tracker.dueAt == nil)
    #expect(tracker.elapse(at: Self.start + .seconds(10_000)) == [])
  }

  @Test("an hour in which the machine slept is not heard")
  func sleep() throws {
    var tracker = try begun()
    #expect(tracker.elapse(at: Self.start + .seconds(50)) != [])
    tracker.slept(.seconds(3600))
    #expect(tracker.elapse(at: Self.start + .seconds(3651)) == [])
    // The player corrects its clock once it knows.
    #expect(
      tracker.receive(
        Self.playing(at: 51, after: 3651), at: Self.start + .seconds(3651), time: 5000)
        == [])
    #expect(isListened(tracker.elapse(at: Self.start + .seconds(3700.1))))
  }

  @Test("the current item stays known, however many others are prepared behind it")
  func prepared() throws {
    var tracker = try begun()
    for serial in 2..<40 {
      tracker.note(.nothing, of: PlayID(track: TrackID(2), serial: UInt64(serial)))
    }
    _ = tracker.receive(Self.paused(at: 1, after: 1), at: Self.start + .seconds(1), time: 1001)
    _ = tracker.receive(
      Self.playing(at: 1, after: 2), at: Self.start + .seconds(2), time: 1002)
    #expect(isListened(tracker.elapse(at: Self.start + .seconds(102))))
  }

  @Test("what is due comes at the instant that was named, without a second one")
  func exactly() throws {
    var tracker = try begun(401.337)
    for expected in 1...2 {
      let instant = try #require(tracker.dueAt)
      #expect(tracker.elapse(at: instant).count == 1, "\(expected)")
    }
    #expect(tracker.dueAt == nil)
  }

  @Test("neither a pause nor a seek is heard")
  func pausesAndSeeks() throws {
    var tracker = try begun()
    _ = tracker.receive(Self.paused(at: 50, after: 50), at: Self.start + .seconds(50), time: 1050)
    #expect(tracker.dueAt == nil)
    // Half an hour later, and further on.
    let after = 1850.0
    #expect(
      tracker.receive(
        Self.playing(at: 150, after: after), at: Self.start + .seconds(after), time: 2850) == [])
    #expect(!isListened(tracker.elapse(at: Self.start + .seconds(after + 49))))
    // Back again: forty-nine and fifty-one seconds are enough.
    _ = tracker.receive(
      Self.playing(at: 10, after: after + 49), at: Self.start + .seconds(after + 49), time: 2899)
    #expect(
      tracker.elapse(at: Self.start + .seconds(after + 51))
        == [.listened(Listen(try Self.track(), start: 1000))])
  }

  @Test("a clock that stands still, or is past the end, counts nothing")
  func standstill() throws {
    var tracker = try begun(60)
    _ = tracker.receive(
      Self.playing(at: 20, after: 20, length: 60, isAdvancing: false),
      at: Self.start + .seconds(20), time: 1020)
    #expect(tracker.elapse(at: Self.start + .seconds(500)) == [])
    _ = tracker.receive(
      Self.playing(at: 55, after: 600, length: 60), at: Self.start + .seconds(600), time: 1600)
    #expect(tracker.elapse(at: Self.start + .seconds(900)) == [])
  }

  @Test("sound at double speed is heard in half of the time")
  func speed() throws {
    var tracker = try begun()
    _ = tracker.receive(
      Self.playing(at: 0, after: 0, speed: 2), at: Self.start, time: 1000)
    _ = tracker.elapse(at: Self.start + .seconds(5))
    #expect(tracker.dueAt == Self.start + .seconds(50))
  }

  @Test("every playback of a track counts anew, with a time of its own")
  func repeats() throws {
    var tracker = try begun()
    #expect(isListened(tracker.elapse(at: Self.start + .seconds(150))))
    let again = PlayID(track: TrackID(1), serial: 2)
    tracker.note(.track(try Self.track()), of: again)
    _ = tracker.receive(
      Self.playing(again, after: 200), at: Self.start + .seconds(200), time: 1200)
    #expect(!isListened(tracker.elapse(at: Self.start + .seconds(299))))
    #expect(
      tracker.elapse(at: Self.start + .seconds(300))
        == [.listened(Listen(try Self.track(), start: 1200))])
  }

  @Test("the sound up to a late report of the next item is that of the item before it")
  func boundary() throws {
    var tracker = try begun()
    _ = tracker.elapse(at: Self.start + .seconds(5))
    let next = PlayID(track: TrackID(2), serial: 2)
    let due = tracker.receive(
      Self.playing(next, at: 0.2, after: 200.2), at: Self.start + .seconds(201), time: 1201)
    #expect(due == [.listened(Listen(try Self.track(), start: 1000))])
    // The next one has no names.
    #expect(tracker.dueAt == nil)
  }

  @Test("a track that is stopped early is none, and what goes on after it begins anew")
  func stopped() throws {
    var tracker = try begun()
    #expect(!isListened(tracker.receive(.state(.stopped), at: Self.start + .seconds(99), time: 1)))
    #expect(tracker.dueAt == nil)
    #expect(tracker.elapse(at: Self.start + .seconds(500)) == [])
  }

  @Test("the titles of a stream are tracks, where they name an artist")
  func stream() throws {
    var tracker = ListenTracker()
    tracker.note(.stream, of: Self.id)
    let begin = Self.playing(after: 0, length: nil)
    #expect(tracker.receive(begin, at: Self.start, time: 1000) == [])
    #expect(tracker.dueAt == nil)
    func title(_ text: String, after seconds: Double) -> [ListenTracker.Due] {
      tracker.receive(
        .streamTitle(Self.id, text), at: Self.start + .seconds(seconds),
        time: 1000 + Int64(seconds))
    }
    #expect(title("News", after: 10) == [])
    #expect(tracker.dueAt == nil)
    #expect(title("Ola - One - Live", after: 20) == [])
    #expect(title("Ola - One - Live", after: 100).count == 1)
    let due = tracker.elapse(at: Self.start + .seconds(260))
    let track = try #require(ListenedTrack(title: "One - Live", artist: "Ola", source: .stream))
    #expect(due == [.listened(Listen(track, start: 1020))])
    _ = title("Ola - Two", after: 300)
    #expect(tracker.dueAt == Self.start + .seconds(303))
  }

  @Test("identifiers that were read meanwhile go with the listen")
  func identifiers() throws {
    var tracker = try begun()
    let ids = MusicBrainzIDs(
      recording: " 8F3471B5-7E6A-48DA-86A9-C1C07A0F47AE ", release: "no UUID",
      artists: ["x", "b7ffd2af-418f-4be2-bdd1-22f8b48613da"])
    #expect(ids.recording == "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae" && ids.release == nil)
    #expect(ids.artists == ["b7ffd2af-418f-4be2-bdd1-22f8b48613da"])
    tracker.note(ids, of: Self.id)
    var track = try Self.track()
    track.ids = ids
    #expect(
      tracker.elapse(at: Self.start + .seconds(100))
        == [.playingNow(track), .listened(Listen(track, start: 1000))])
  }
}
