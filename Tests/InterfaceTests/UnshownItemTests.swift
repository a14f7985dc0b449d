import Music
import Screen
import Testing

@testable import Interface

@Suite("The frame of a requested item")
struct UnshownItemTests {
  private func opened(_ id: PlayID?, _ stage: inout Stage) throws {
    stage.send(.player(.state(.loading(try #require(id)))))
  }

  /// The tracks of the samples replace the queue, from the second on, and none of them is known.
  private func replaced() throws -> (Stage, PlayID, library: [Track]) {
    var stage = Stage.playing()
    #expect(!stage.app.awaitsChange)
    let library = stage.library
    stage.library = []
    let tracks = [0, 2, 1, 3].map { QueuedTrack(library[$0].id) }
    stage.send(.search(.foundToPlay(QueuedTracks(tracks), start: 2)))
    return (stage, try #require(stage.app.playing.requested?.id), library)
  }

  @Test("the frame of a track waits for its report and its tracks, and shows all at once")
  func waits() throws {
    let (begun, id, library) = try replaced()
    var stage = begun
    #expect(stage.app.awaitsChange)
    try opened(id, &stage)
    #expect(stage.app.awaitsChange)
    stage.send(.track(.loaded(library[1], entry: nil)))
    #expect(stage.app.awaitsChange)
    stage.send(.track(.loaded(library[3], entry: nil)))
    #expect(!stage.app.awaitsChange)
    #expect(stage.app.playing.track?.id == library[1].id)
    #expect(stage.app.playing.nextTrack?.id == library[3].id)
    // What shows is what will show once it plays.
    let frame = stage.frame
    let clock = PlayClock(
      position: .zero, at: stage.app.now, isAdvancing: true, duration: library[1].audio.duration)
    stage.send(.player(.state(.playing(id, clock))))
    #expect(stage.frame == frame)
  }

  @Test("the next track shows at once, as its report and its tracks show it then")
  func next() throws {
    var stage = Stage.playing()
    let library = stage.library
    stage.library = []
    let told = stage.app.status
    stage.press(">")
    let id = try #require(stage.app.playing.requested?.id)
    #expect(!stage.app.awaitsChange)
    #expect(stage.app.player == .loading(id))
    #expect(stage.app.playing.track?.id == library[1].id)
    #expect(stage.app.playing.nextTrack?.id == library[2].id)
    // Other programs are told once the player has it.
    #expect(stage.app.status == told && stage.app.status(after: told) == told)
    let frame = stage.frame
    // What was said about the track before shows no more.
    let before = try #require(told.item?.play)
    stage.send(.player(.state(.playing(before, stage.clock(.milliseconds(5))))))
    #expect(stage.app.player == .loading(id) && stage.frame == frame)
    try opened(id, &stage)
    for track in library[1...3] { stage.send(.track(.loaded(track, entry: nil))) }
    #expect(stage.frame == frame)
    #expect(stage.app.status.item?.play == id && stage.app.status.index == 1)
    #expect(stage.app.status.jumps == told.jumps + 1)
    let clock = PlayClock(
      position: .zero, at: stage.app.now, isAdvancing: true, duration: library[1].audio.duration)
    stage.send(.player(.state(.playing(id, clock))))
    #expect(stage.frame == frame)
  }

  @Test("the tracks behind the next one are known before they are next, also shuffled")
  func nextAgain() throws {
    var stage = Stage.playing()
    stage.press("s")
    let order = (0..<3).reduce(into: [stage.app.queue]) { queues, _ in
      var queue = queues[queues.count - 1]
      if let next = queue.skipTarget { queue.go(to: next) }
      queues.append(queue)
    }
    for step in 1...2 {
      stage.press(">")
      #expect(stage.app.playing.track?.id == order[step].currentTrack, "\(step)")
      #expect(stage.app.playing.nextTrack?.id == order[step + 1].currentTrack, "\(step)")
      #expect(!stage.app.awaitsChange && stage.app.player == .loading(stage.requested), "\(step)")
      // The player has reported none of them yet.
      #expect(stage.app.playing.reported.item?.track == order[0].currentTrack)
    }
  }

  @Test("a next track that the library no longer has gives way to what the player has")
  func gone() throws {
    var stage = Stage.playing()
    stage.send(.search(.foundToPlay([0, 1].map { QueuedTrack(stage.library[$0].id) }, start: 0)))
    let obeyed = stage.obey()
    let heard = try #require(obeyed)
    stage.library = []
    stage.press(">")
    #expect(stage.app.playing.track?.id == Samples.tracks[1].id)
    stage.send(.player(.failed(stage.requested, reason: "it is no longer in the library")))
    #expect(stage.app.player.item == heard)
    #expect(stage.app.playing.track?.id == heard.track)
    #expect(stage.app.message?.text.contains("Cannot play “Blue in Green”") == true)
  }

  @Test("a next track that the player does not report shows no longer than an opening")
  func unreported() throws {
    var stage = Stage.playing()
    let heard = try #require(stage.app.player.item)
    let before = stage.frame
    stage.press(">")
    #expect(stage.app.player.item == stage.requested && stage.frame != before)
    let due = try #require(stage.app.timeToNextTick)
    #expect(due <= UnshownItem.patience)
    stage.wait(UnshownItem.patience)
    #expect(stage.app.player.item == heard && stage.frame == before)
    #expect(stage.app.playing.track?.id == heard.track)
    #expect(stage.app.playing.nextTrack?.id == stage.requested.track)
    stage.library = []
    try opened(stage.requested, &stage)
    #expect(stage.app.player.item == stage.requested)
    #expect(stage.app.playing.track?.id == Samples.tracks[1].id)
    #expect(stage.app.playing.nextTrack?.id == Samples.tracks[2].id)
  }

  @Test("an edit of the queue decides what is next, and an unknown next track is waited for")
  func unknownNext() throws {
    var stage = Stage.playing()
    stage.library = []
    stage.send(.search(.foundToQueue([QueuedTrack(TrackID(77))], next: true)))
    stage.press(">")
    #expect(stage.app.playing.requested?.id.track == TrackID(77))
    #expect(stage.app.awaitsChange && stage.app.player == stage.app.playing.reported)
  }

  /// The first track plays, and has a cue and a comment.
  private func withFacts() throws -> Stage {
    var stage = Stage.playing()
    let heard = try #require(stage.app.player.item).track
    stage.cues = [Cue(id: CueID(1), time: .seconds(30), kind: .marker)]
    stage.comments = [
      TrackComment(
        id: CommentID(rawValue: "a"), track: heard, place: .seconds(20), text: "Here", created: 1)
    ]
    stage.send(.library(.changed))
    stage.send(.comments(.loaded(heard, stage.comments)))
    #expect(stage.app.cues.count == 1 && stage.app.shownComments.count == 1)
    return stage
  }

  @Test("cues and comments of the track before do not show with the next one")
  func facts() throws {
    var stage = try withFacts()
    stage.library = []
    stage.press(">")
    #expect(stage.app.cues.isEmpty && stage.app.shownComments.isEmpty)
    #expect(stage.app.awaitsComments)
  }

  @Test("a next track that gives way leaves what is heard its cues and comments")
  func factsKept() throws {
    for isLoaded in [false, true] {
      var stage = try withFacts()
      let library = stage.library
      stage.library = []
      stage.press(">")
      if isLoaded { stage.send(.track(.loaded(library[1], entry: nil))) }
      stage.send(.player(.failed(stage.requested, reason: "it is gone")))
      #expect(stage.app.playing.track?.id == library[0].id)
      #expect(stage.app.cues.count == 1 && stage.app.shownComments.count == 1, "\(isLoaded)")
    }
  }

  @Test("a next track has its own cues once the player has reported it")
  func factsOfNext() throws {
    for comesTrackFirst in [false, true] {
      var stage = try withFacts()
      stage.cues.append(Cue(id: CueID(2), time: .seconds(40), kind: .marker))
      let library = stage.library
      stage.library = []
      stage.press(">")
      if comesTrackFirst { stage.send(.track(.loaded(library[1], entry: nil))) }
      #expect(stage.app.cues.isEmpty)
      try opened(stage.requested, &stage)
      if !comesTrackFirst { stage.send(.track(.loaded(library[1], entry: nil))) }
      #expect(stage.app.cues.count == 2 && stage.app.comments.track == library[1].id)
    }
  }

  @Test("a second next track that shows leaves the first one as it is reported")
  func reportedBetween() throws {
    var stage = Stage.playing()
    stage.library = []
    let told = stage.app.status
    stage.press(">")
    let first = stage.requested
    stage.press(">")
    let second = stage.requested
    #expect(stage.app.status == told)
    try opened(first, &stage)
    #expect(stage.app.player == .loading(second))
    #expect(stage.app.playing.track?.id == Samples.tracks[2].id)
    // Other programs are told of the first one, and of its place.
    let status = stage.app.status(after: told)
    #expect(status.item?.play == first && status.item?.track.id == Samples.tracks[1].id)
    #expect(status.item?.id == stage.app.queue.ids[1] && status.index == 1)
    stage.wait(UnshownItem.patience)
    #expect(stage.app.player == .loading(first))
    #expect(stage.app.playing.track?.id == Samples.tracks[1].id)
    try opened(second, &stage)
    #expect(stage.app.playing.track?.id == Samples.tracks[2].id && stage.app.status.index == 2)
  }

  @Test("an unknown item that is requested behind a next one leaves what is heard")
  func elsewhere() throws {
    for key in ["<", "Enter"] {
      var stage = Stage.playing()
      let heard = try #require(stage.app.player.item)
      let library = stage.library
      stage.library = []
      stage.press(">")
      #expect(stage.app.playing.track?.id == library[1].id)
      if key == "<" {
        stage.press("<")
      } else {
        stage.send(.search(.foundToPlay(library.map { QueuedTrack($0.id) }, start: 4)))
      }
      let requested = stage.requested
      #expect(requested != heard && stage.app.player.item == heard, "\(key)")
      #expect(stage.app.playing.track?.id == heard.track, "\(key)")
      // Its track may come before its report.
      let track = try #require(library.first { $0.id == requested.track })
      stage.send(.track(.loaded(track, entry: nil)))
      #expect(stage.app.player.item == heard && stage.app.playing.track?.id == heard.track)
      #expect(stage.app.status.item?.play == heard)
      try opened(requested, &stage)
      #expect(stage.app.playing.track?.id == track.id && stage.app.status.item?.play == requested)
    }
  }

  @Test("two next tracks that are both gone leave what is heard, also where it is not loaded")
  func bothGone() throws {
    for isLoaded in [true, false] {
      var stage = Stage()
      let library = stage.library
      stage.library = isLoaded ? library : Array(library[1...])
      stage.send(.search(.foundToPlay(library.map { QueuedTrack($0.id) }, start: 0)))
      let obeyed = stage.obey()
      let heard = try #require(obeyed)
      stage.library = []
      stage.press(">")
      let first = stage.requested
      stage.press(">")
      let second = stage.requested
      #expect(stage.app.playing.track?.id == library[2].id)
      for id in [first, second] {
        stage.send(.player(.failed(id, reason: "it is no longer in the library")))
      }
      #expect(stage.app.player.item == heard)
      #expect(stage.app.playing.track?.id == (isLoaded ? heard.track : nil))
    }
  }

  @Test("the track of an audition shows once the player has it")
  func audition() throws {
    var stage = Stage.playing()
    let heard = try #require(stage.app.player.item)
    let other = QueuedTrack(Samples.tracks[4].id)
    let response = stage.app.playing.audition([other], from: .zero, at: stage.app.now)
    for effect in response.effects {
      guard case .player(.play(let request, _, _)) = effect else { continue }
      stage.send(.track(.loaded(Samples.tracks[4], entry: nil)))
      #expect(stage.app.player.item == heard && stage.app.playing.track?.id == heard.track)
      try opened(request.id, &stage)
      #expect(stage.app.shownItem == other && stage.app.playing.track?.id == other.track)
      #expect(stage.app.playing.shownQueueItem == nil)
    }
  }

  @Test("nothing is waited for behind the next key, a second, a fault, and for what stays paused")
  func ends() throws {
    for end in 0..<4 {
      let (begun, first, _) = try replaced()
      var (stage, id) = (begun, first)
      #expect(stage.app.awaitsChange)
      switch end {
      case 0: stage.press("Down")
      case 1: stage.send(.ticked)
      case 2:
        stage.send(.search(.foundToPlay([QueuedTrack(TrackID(1))], start: 0)))
        #expect(stage.app.awaitsChange)
        id = try #require(stage.app.playing.requested?.id)
        stage.send(.player(.failed(id, reason: "it is gone")))
        stage.send(.player(.state(.stopped)))
      default:
        stage = Stage()
        stage.send(
          .session(.restored(Session(), PlayQueue(tracks: [TrackID(1)], current: 0))))
      }
      #expect(!stage.app.awaitsChange, "\(end)")
    }
  }

  @Test("what comes over the net is not waited for")
  func remote() throws {
    var stage = Stage.playing()
    let station = Track(
      id: TrackID(90), source: .stream(try #require(StreamAddress("http://radio.example/"))))
    stage.library.append(station)
    stage.send(.search(.foundToPlay([QueuedTrack(station.id)], start: 0)))
    #expect(stage.app.playing.nextTrack?.id == station.id && stage.app.playing.awaitsItem)
    #expect(!stage.app.awaitsChange)
  }

  @Test("a track that opens for long says so")
  func opening() throws {
    var stage = Stage.playing()
    stage.press(">")
    try opened(stage.app.playing.requested?.id, &stage)
    #expect(!stage.text.contains("Opening…") && stage.text.contains("Playing"))
    let due = try #require(stage.app.timeToNextTick)
    #expect(due <= UnshownItem.patience)
    stage.wait(UnshownItem.patience)
    #expect(stage.text.contains("Opening…"))
  }

  @Test("an edit before the player asks for the next item changes what shows as the next")
  func edited() throws {
    var stage = Stage.playing()
    stage.press(">")
    #expect(stage.app.playing.nextTrack?.id == Samples.tracks[2].id)
    stage.send(.search(.foundToQueue([QueuedTrack(Samples.tracks[4].id)], next: true)))
    stage.obey()
    #expect(stage.app.playing.nextTrack?.id == Samples.tracks[4].id)
    #expect(stage.app.playing.lookahead.next?.id.track == Samples.tracks[4].id)
  }
}

extension Stage {
  /// The item of the last request; one of no track where nothing is requested.
  fileprivate var requested: PlayID {
    app.playing.requested?.id ?? PlayID(track: TrackID(0), serial: 0)
  }
}
