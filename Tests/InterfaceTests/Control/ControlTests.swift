import Music
import Screen
import Testing

@testable import Interface

/// Commands from beyond the screen.
@Suite("Control")
struct ControlTests {
  @Test("play and pause say what shall be: twice is once")
  func idempotent() throws {
    var stage = Stage.playing()
    let id = try #require(stage.app.player.item)
    #expect(stage.ordered(.play).isEmpty)
    #expect(stage.ordered(.pause) == [.pause])
    stage.send(.player(.state(.paused(id, stage.clock(isAdvancing: false)))))
    let again = stage.order(.pause)
    #expect(again.answer == .done(nil))
    #expect(again.effects.isEmpty)
    #expect(stage.ordered(.play) == [.resume])
    #expect(stage.ordered(.playPause) == [.resume])
  }

  @Test("what is loading is paused before it is heard, and plays after another word")
  func loading() throws {
    var stage = Stage.playing()
    let id = try #require(stage.app.player.item)
    stage.send(.player(.state(.loading(id))))
    #expect(stage.ordered(.play).isEmpty)
    #expect(stage.ordered(.pause) == [.pause])
    #expect(stage.ordered(.pause).isEmpty)
    #expect(stage.ordered(.play) == [.resume])
  }

  @Test("with an empty queue there is nothing to play, whatever row is at the cursor")
  func nothingToPlay() {
    var stage = Stage()
    let outcome = stage.order(.play)
    #expect(outcome.answer == .failed("There is nothing to play: the queue is empty"))
    #expect(outcome.effects.isEmpty)
    for command in [PlayerCommand.rate(3), .react(.liked), .seek(by: .seconds(1))] {
      #expect(stage.order(command).answer == .failed("Nothing plays"))
    }
    #expect(stage.order(.pause).answer == .done(nil))
    #expect(stage.app.message == nil)
  }

  @Test("a stopped queue begins where it was")
  func stopped() {
    var stage = Stage.playing()
    #expect(stage.ordered(.stop) == [.stop])
    stage.send(.player(.state(.stopped)))
    guard case .play(let request, _, false)? = stage.ordered(.play).first else {
      Issue.record("it does not play")
      return
    }
    #expect(request.id.track == TrackID(1))
  }

  @Test("next and previous go through the queue")
  func next() {
    var stage = Stage.playing()
    guard case .play(let request, _, _)? = stage.ordered(.next).first else {
      Issue.record("there is no next one")
      return
    }
    #expect(request.id.track == TrackID(2))
  }

  /// The item that a command requests, and whether it is to be paused.
  private func request(
    _ command: PlayerCommand, _ stage: inout Stage
  ) -> (track: TrackID, isPaused: Bool)? {
    for case .play(let request, _, let isPaused) in stage.ordered(command) {
      return (request.id.track, isPaused)
    }
    return nil
  }

  @Test("the desktop's next and previous keep a pause, also of what is still loading")
  func skipsPaused() throws {
    var stage = Stage.playing()
    let id = try #require(stage.app.player.item)
    #expect(try #require(request(.nextAsIs, &stage)) == (TrackID(2), false))
    stage.obey()
    stage = Stage.playing()
    stage.send(.player(.state(.paused(id, stage.clock(isAdvancing: false)))))
    #expect(try #require(request(.nextAsIs, &stage)) == (TrackID(2), true))
    // Another one before the player has begun with that.
    #expect(try #require(request(.nextAsIs, &stage)) == (TrackID(3), true))
    let third = try #require(stage.app.playing.requested?.id)
    stage.send(.player(.state(.loading(third))))
    #expect(try #require(request(.previousAsIs, &stage)) == (TrackID(2), true))
    #expect(stage.app.status.playback == .paused)
    // The keys and the shell play.
    #expect(try #require(request(.next, &stage)) == (TrackID(3), false))
    #expect(try #require(request(.nextAsIs, &stage)) == (TrackID(4), false))
  }

  @Test("in a stopped queue the desktop's next and previous only move on")
  func skipsStopped() throws {
    var stage = Stage.playing()
    _ = stage.order(.stop)
    stage.send(.player(.state(.stopped)))
    #expect(stage.order(.nextAsIs).effects.allSatisfy { !$0.isPlay })
    #expect(stage.order(.nextAsIs).effects.allSatisfy { !$0.isPlay })
    #expect(stage.app.status.index == 2 && stage.app.status.playback == .stopped)
    #expect(stage.order(.previousAsIs).effects.allSatisfy { !$0.isPlay })
    #expect(stage.app.status.index == 1)
    #expect(try #require(request(.play, &stage)) == (TrackID(2), false))
    let last = try #require(stage.app.queue.ids.last)
    _ = stage.order(.goTo(last))
    #expect(stage.order(.nextAsIs).answer == .failed("This is the last track"))
  }

  @Test("a place in the item before is no place in the one that was requested since")
  func lateSeek() throws {
    var stage = Stage.playing(at: .seconds(10))
    let item = try #require(stage.app.status.item?.id)
    _ = stage.order(.next)
    #expect(stage.ordered(.seekTo(.seconds(60), in: item)).isEmpty)
  }

  @Test("seeks are exact, and one to a place is about the item that it names")
  func seeks() throws {
    var stage = Stage.playing(at: .seconds(10))
    #expect(stage.ordered(.seek(by: .seconds(1.5))) == [.seek(.seconds(11.5))])
    stage.wait(.milliseconds(100))
    #expect(stage.ordered(.seekTo(.seconds(60), in: nil)) == [.seek(.seconds(60))])
    stage.wait(.milliseconds(100))
    let item = try #require(stage.app.status.item?.id)
    #expect(stage.ordered(.seekTo(.seconds(61), in: item)) == [.seek(.seconds(61))])
    stage.wait(.milliseconds(100))
    let other = stage.order(.seekTo(.seconds(62), in: QueueItemID(item.rawValue + 1)))
    #expect(other.answer == .done(nil))
    #expect(other.effects.isEmpty)
    #expect(stage.order(.seekTo(.seconds(500), in: nil)).answer == .failed("It ends at 3:00"))
  }

  @Test("volume, mute, shuffle, repeat and speed take a value, and no value turns them")
  func modes() {
    var stage = Stage.playing()
    #expect(stage.order(.volume(40)).answer == .done("Volume 40 %"))
    #expect(stage.ordered(.changeVolume(-7)) == [.setVolume(0.33)])
    #expect(stage.ordered(.mute(true)) == [.setMuted(true)])
    #expect(stage.ordered(.mute(true)).isEmpty)
    #expect(stage.ordered(.mute(nil)) == [.setMuted(false)])
    #expect(stage.order(.shuffle(false)).answer == .done(nil))
    #expect(stage.order(.shuffle(true)).answer == .done("Shuffle on"))
    #expect(stage.order(.shuffle(true)).answer == .done(nil))
    #expect(stage.app.queue.isShuffled)
    #expect(stage.order(.repeating(.one)).answer == .done("Repeat one"))
    #expect(stage.order(.repeating(.one)).answer == .done(nil))
    #expect(stage.order(.repeating(nil)).answer == .done("Repeat off"))
    #expect(stage.order(.speed(1.25)).answer == .done("Speed 1.25×"))
    #expect(stage.app.status.speed == 1.25)
  }

  @Test("a rating is that of what plays, not of the row at the cursor")
  func rates() {
    var stage = Stage.playing()
    stage.press("j", "j")
    let playing = Selection.tracks([QueuedTrack(TrackID(1))])
    #expect(
      stage.order(.rate(4)).effects
        == [.edit(.tracks(.setRating(Rating(stars: 4), playing)))])
    #expect(
      stage.order(.react(.loved)).effects == [.edit(.tracks(.setReaction(.loved, playing)))])
    #expect(
      stage.order(.addToMix(.two)).effects == [.edit(.entries(.addToSlot(.two, playing)))])
  }

  @Test("a window that is open gets nothing of it, and stays")
  func windows() {
    var stage = Stage.playing()
    stage.type(":vol")
    #expect(stage.ordered(.volume(40)) == [.setVolume(0.4)])
    #expect(stage.ordered(.line("volume 50")) == [.setVolume(0.5)])
    #expect(stage.ordered(.pause) == [.pause])
    guard case .prompt(let prompt)? = stage.app.overlays.last else {
      Issue.record("the command line is gone")
      return
    }
    #expect(prompt.field.text == "vol")
  }

  @Test("a line of the command line answers with what it says, or with its mistake")
  func lines() {
    var stage = Stage.playing()
    #expect(stage.order(.line("volume 30")).answer == .done("Volume 30 %"))
    #expect(stage.app.message?.text == "Volume 30 %")
    #expect(
      stage.order(.line("volume loud")).answer
        == .failed("Usage: volume PERCENT (set the volume, 0 to 100)"))
    #expect(
      stage.order(.line("voluem 3")).answer
        == .failed("There is no command “voluem”; did you mean volume?"))
    #expect(stage.order(.line("output Kitchen")).answer?.isFailure == true)
    // A mistake of a script is no message on the screen, but for what the command itself says.
    #expect(stage.app.message?.text.contains("voluem") != true)
    #expect(stage.order(.line("help")).answer == .done(nil))
  }

  @Test("an error on the screen stays, and is no answer to a command")
  func messages() {
    var stage = Stage.playing()
    stage.send(.failed("The disk is full"))
    #expect(stage.order(.shuffle(true)).answer == .done("Shuffle on"))
    #expect(stage.app.message?.text == "The disk is full")
    stage.wait(.seconds(3))
    #expect(stage.order(.pause).answer == .done(nil))
  }

  @Test("what a command would only say is a refusal, in the words of the shell")
  func refusals() {
    var stage = Stage()
    #expect(stage.order(.next).answer == .failed("The queue is empty"))
    #expect(stage.order(.previous).answer == .failed("The queue is empty"))
    stage = Stage.playing()
    let last = stage.app.queue.ids.last
    #expect(last.map { stage.order(.goTo($0)).answer } == .done(nil))
    #expect(stage.order(.next).answer == .failed("This is the last track"))
    #expect(stage.order(.line("next")).answer == .failed("This is the last track"))
    #expect(stage.order(.line("sleep chapter")).answer == .failed("No book plays"))
    #expect(
      stage.order(.line("output Kitchen")).answer
        == .failed("There is no output “Kitchen”; tritone output lists them"))
    #expect(stage.order(.line("output default")).answer?.isFailure == false)
    // No mistake of a script is a message on the screen.
    #expect(stage.app.message?.text.contains("Kitchen") != true)
  }

  @Test("the outputs are listed, with the chosen one")
  func outputs() {
    var stage = Stage.playing()
    let devices = [
      OutputDevice(name: "a", description: "Speaker", isDefault: true),
      OutputDevice(name: "b", description: "Headphones"),
    ]
    stage.send(.player(.devices(devices, chosen: "b")))
    _ = stage.receive()
    let ticket = ControlTicket(rawValue: 2)
    stage.send(.control(ControlEvent(.listOutputs, ticket)))
    #expect(stage.receive() == [.control(.answer(ticket, .outputs(devices, chosen: "b")))])
  }

  @Test("every command of the table can be given as a line, and each is answered")
  func allCommands() {
    for name in CommandLineReader.names {
      var stage = Stage.playing()
      let outcome = stage.order(.line(name))
      #expect(outcome.answer != nil || outcome.awaited > 0, "\(name)")
    }
  }

  @Test("sources are found before their tracks are played or queued, in their order")
  func sources() {
    var stage = Stage.playing()
    let sources = [MediaSource.file(FilePath("/a")), .stream(StreamAddress("http://h/s")!)]
    let ticket = ControlTicket(rawValue: 1)
    stage.send(.control(ControlEvent(.perform(.queue(sources, next: true)), ticket)))
    guard
      case .control(.find(sources, .queue(next: true), let serial, ticket))? = stage.receive().last
    else {
      Issue.record("nothing is looked for")
      return
    }
    stage.send(
      .search(.foundToQueue([QueuedTrack(TrackID(7))], next: true, serial: serial)))
    #expect(stage.app.queue.tracks[1] == TrackID(7))
    let outcome = stage.order(.open(sources))
    #expect(outcome.answer == nil)
    guard case .control(.find(sources, .play, let other, _))? = outcome.effects.last else {
      Issue.record("nothing is looked for")
      return
    }
    #expect(other > serial)
  }

  @Test("items of the queue are chosen and removed by their ids, and the queue is emptied")
  func items() throws {
    var stage = Stage.playing()
    let ids = stage.app.queue.ids
    guard case .play(let request, _, _)? = stage.ordered(.goTo(ids[4])).first else {
      Issue.record("it is not played")
      return
    }
    #expect(request.id.track == TrackID(5))
    stage.send(.control(ControlEvent(.perform(.remove(ids[0])))))
    #expect(Array(stage.app.queue.ids) == Array(ids.dropFirst()))
    #expect(stage.order(.goTo(ids[0])).answer == .failed("That item is no longer in the queue"))
    #expect(stage.order(.remove(ids[0])).answer == .failed("That item is no longer in the queue"))
    #expect(stage.order(.clearQueue).answer?.isFailure == false)
    #expect(stage.app.queue.isEmpty)
    #expect(stage.order(.clearQueue).answer == .failed("The queue is empty"))
    // Each of them is an edit of the queue, which undo takes back.
    #expect(stage.app.playing.edits.done.count >= 2)
  }

  @Test("a playlist is played whole")
  func playlist() {
    var stage = Stage()
    let outcome = stage.order(.playPlaylist(PlaylistID(3)))
    // Answered when its tracks are found, or are not.
    #expect(outcome.answer == nil)
    guard case .control(.findPlaylist(PlaylistID(3), let serial, _))? = outcome.effects.last else {
      Issue.record("\(outcome.effects)")
      return
    }
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(7))], start: 0, serial: serial)))
    #expect(stage.app.queue.tracks == [TrackID(7)])
  }

  @Test("the player is asked for its end, and answers before it")
  func quits() {
    var stage = Stage.playing()
    let ticket = ControlTicket(rawValue: 2)
    stage.send(.control(ControlEvent(.perform(.quit), ticket)))
    let effects = stage.receive()
    let answer = effects.firstIndex(of: .control(.answer(ticket, .done(nil))))
    let quit = effects.firstIndex(of: .terminal(.quit))
    #expect(answer != nil && quit != nil)
    #expect((answer ?? 9) < (quit ?? 0))
  }

  @Test("a part of the queue is named by its items, at most to its end")
  func part() {
    var stage = Stage.playing()
    let ticket = ControlTicket(rawValue: 2)
    func part(_ from: Int, _ count: Int) -> QueuePart? {
      stage.send(.control(ControlEvent(.listQueue(from: from, count: count), ticket)))
      guard case .control(.listQueue(ticket, let part))? = stage.receive().last else { return nil }
      return part
    }
    let ids = stage.app.queue.ids
    #expect(part(2, 3)?.items.map(\.id) == Array(ids[2..<5]))
    #expect(part(6, 100)?.items.count == 2)
    #expect(part(100, 5)?.items.isEmpty == true)
    #expect(part(0, 1)?.count == 8)
    #expect(part(0, 1)?.index == 0)
    let listing = part(0, 2)?.listing([TrackID(2): Samples.tracks[1]])
    #expect(listing?.items.map(\.track) == [nil, Samples.tracks[1]])
  }

  @Test("long work shows its progress where the terminal has a place for it, unless that is off")
  func progress() {
    var stage = Stage.playing()
    #expect(ScreenView.frame(of: stage.app).progress == nil)
    stage.send(.library(.addingProgressed(AddingProgress(done: 3, total: 12))))
    #expect(ScreenView.frame(of: stage.app).progress == WorkProgress(percent: 25))
    _ = stage.order(.line("set desktop.progress on"))
    #expect(ScreenView.frame(of: stage.app).progress == WorkProgress(percent: 25, isForced: true))
    _ = stage.order(.line("set desktop.progress off"))
    #expect(ScreenView.frame(of: stage.app).progress == nil)
    _ = stage.order(.line("set desktop.progress auto"))
    stage.send(.library(.scanProgressed(ScanProgress())))
    #expect(ScreenView.frame(of: stage.app).progress == WorkProgress(percent: nil))
  }

  @Test("in a book seeks go over its parts, and next is the next chapter")
  func books() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(60)))
    #expect(stage.app.status.item?.isBook == true)
    #expect(stage.ordered(.seek(by: .seconds(10))) == [.seek(.seconds(70))])
    stage.wait(.milliseconds(600))
    guard
      case .play(let request, .seconds(20), _)? = stage.ordered(
        .seekTo(.seconds(120), in: nil)
      ).first
    else {
      Issue.record("the second part is not opened")
      return
    }
    #expect(request.id.track == TrackID(2))
    stage.hearBook()
    #expect(stage.order(.previous).answer == .done("Chapter 3  C3"))
  }
}

extension Effect {
  fileprivate var isPlay: Bool { if case .player(.play) = self { true } else { false } }
}

extension ControlAnswer {
  var isFailure: Bool { if case .failed = self { true } else { false } }
}
