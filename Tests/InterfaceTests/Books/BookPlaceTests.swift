import Music
import Screen
import Testing

@testable import Interface

@Suite("Places of books")
struct BookPlaceTests {
  private let id = BookID(9)

  @Test("a book that waits for its server goes on where another device has left it")
  func taken() throws {
    var stage = Stage.reading(LoadedBook(BookSamples.book(place: .seconds(10)), time: 0))
    stage.press("Enter")
    let id = try #require(stage.app.playing.requested?.id)
    stage.sound(id, at: .seconds(10), isPaused: true)
    _ = stage.receive()
    let progress = BookProgress(place: .seconds(150), updated: 9)
    stage.send(.servers(.placeTaken(BookID(9), progress)))
    #expect(
      stage.app.message?.text == "“Tides” goes on at 2:30, where another device left it")
    let plays = stage.receivePlayer().compactMap { effect -> TrackID? in
      if case .play(let request, .seconds(50), false) = effect { request.id.track } else { nil }
    }
    #expect(plays == [TrackID(2)])
    stage.send(.servers(.placeTaken(BookID(7), progress)))
    #expect(stage.receivePlayer().isEmpty)
  }

  @Test("shuffle and repeat of music come back after a restart with a book in the queue")
  func modesAfterRestart() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(), time: 0))
    _ = stage.app.perform(.playing(.shuffle))
    _ = stage.app.perform(.playing(.cycleRepeat))
    stage.press("Enter")
    stage.hearBook()
    #expect(!stage.app.queue.isShuffled && stage.app.queue.repeating == .off)
    var again = Stage()
    again.books = stage.books
    again.send(.session(.restored(stage.app.session, stage.app.queue)))
    again.hearBook()
    #expect(again.app.book != nil && again.app.queue.repeating == .off)
    again.send(.search(.foundToPlay([5, 6].map { QueuedTrack(TrackID($0)) }, start: 0)))
    again.hearBook()
    #expect(again.app.queue.isShuffled && again.app.queue.repeating == .all)
    #expect(again.app.session.musicRepeat == nil)
  }

  @Test("files that cannot be played do not move the place")
  func missingFiles() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.wait(.seconds(3))
    _ = stage.receive()
    // The drive goes away: the player breaks off, and the next part does not open.
    let first = stage.app.player.item ?? PlayID(track: TrackID(1), serial: 0)
    stage.send(.player(.failed(first, reason: "input/output error")))
    stage.send(.player(.state(.stopped)))
    var second: PlayID?
    for case .player(.play(let request, _, _)) in stage.effects { second = request.id }
    #expect(second?.track == TrackID(2))
    if let second {
      stage.send(.player(.state(.loading(second))))
      stage.send(.player(.failed(second, reason: "no such file")))
      stage.send(.player(.state(.stopped)))
    }
    #expect(
      stage.receiveBooks().allSatisfy { $0 == .keepPlace(id, .seconds(13), isFinished: nil) })
    stage.press("Space")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(13))
  }

  @Test("a part that opens is not heard yet: the place stays where it was")
  func opening() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.wait(.seconds(3))
    _ = stage.receive()
    stage.run("seek 2:00")
    var other: PlayID?
    for case .player(.play(let request, _, _)) in stage.effects { other = request.id }
    if let other { stage.send(.player(.state(.loading(other)))) }
    stage.press("q")
    #expect(
      stage.receiveBooks().filter { if case .keepJumps = $0 { false } else { true } }
        == [.keepPlace(id, .seconds(13), isFinished: nil)])
  }

  @Test("a finished book goes on where much of it is left, and begins anew at its end")
  func finished() {
    var stage = Stage.reading(
      LoadedBook(BookSamples.book(place: .seconds(80), isFinished: true), time: 0))
    stage.press("Enter")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(80))

    stage = Stage.reading(
      LoadedBook(BookSamples.book(place: .seconds(195), isFinished: true), time: 0))
    stage.press("Enter")
    stage.hearBook()
    #expect(stage.app.bookPlace == .zero)
    stage.press("|")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(195))
  }

  @Test("Space after the end begins anew, too")
  func again() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(180)))
    stage.wait(.seconds(20))
    stage.send(.player(.state(.stopped)))
    stage.press("Space")
    stage.hearBook()
    #expect(stage.app.bookPlace == .zero)
  }

  @Test("a part that is played as a song leaves a way back to the place")
  func song() {
    var stage = Stage()
    stage.books = [LoadedBook(BookSamples.book(place: .seconds(130), updated: 1), time: 1)]
    stage.sound(PlayID(track: TrackID(1), serial: 1), at: .zero)
    #expect(stage.app.bookPlace == .zero)
    #expect(stage.receiveBooks().contains(.keepJumps(id, [.seconds(130)])))
    stage.press("|")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(130))
  }

  @Test("what the user says of a book that plays stays until the place crosses the line")
  func said() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(80)))
    stage.run("browse songs")
    stage.run("finished")
    stage.wait(.seconds(5))
    #expect(
      stage.receiveBooks() == [
        .setFinished(id, true), .keepPlace(id, .seconds(85), isFinished: nil),
      ])
    #expect(stage.app.book?.book.progress.isFinished == true)

    stage = Stage.listening(BookSamples.book(place: .seconds(80)))
    stage.run("seek 3:15")
    stage.hearBook()
    stage.wait(.seconds(1))
    #expect(stage.receiveBooks().contains(.keepPlace(id, .seconds(195), isFinished: true)))
    stage.run("browse songs")
    stage.run("unfinished")
    _ = stage.receive()
    stage.wait(.seconds(4))
    #expect(stage.receiveBooks() == [.keepPlace(id, .seconds(200), isFinished: nil)])
    #expect(stage.app.book?.book.progress.isFinished == false)
    stage.run("seek 0:30")
    stage.hearBook()
    #expect(stage.receiveBooks().contains(.keepPlace(id, .seconds(30), isFinished: false)))
  }

  @Test("the end of a book says that it is finished, also where the program ends")
  func finishing() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(188)))
    stage.wait(.seconds(4))
    #expect(stage.receiveBooks() == [])
    #expect(
      stage.app.keepBookAtEnd() == [
        .books(.keepPlace(id, .seconds(192), isFinished: true))
      ])
    #expect(stage.app.message?.text == "Finished “Tides”")
  }

  @Test("the last run's queue is paused at the place of its book", arguments: [30, 130])
  func restored(place: Int) {
    var stage = Stage()
    stage.books = [
      LoadedBook(BookSamples.book(place: .seconds(place), updated: 1_000), time: 1_000)
    ]
    var session = Session()
    session.current = 0
    session.position = 80_000_000
    let queue = PlayQueue(tracks: [TrackID(1), TrackID(2)], current: 0)
    stage.send(.session(.restored(session, queue)))
    let item = stage.hearBook()
    #expect(item?.track == TrackID(1))
    // The player obeys what the interface asks for.
    for effect in stage.receivePlayer() {
      switch effect {
      case .play(let request, let from, let isPaused):
        #expect(isPaused)
        stage.sound(request.id, at: from, isPaused: true)
      case .seek(let target):
        if let item { stage.sound(item, at: target, isPaused: true) }
      default: break
      }
    }
    #expect(stage.app.bookPlace == .seconds(place))
    #expect(!stage.app.isPlaying)
    #expect(!stage.receiveBooks().contains { if case .keepJumps = $0 { true } else { false } })
  }

  @Test("a jump that the player has not carried out yet is the place at the end")
  func jumpAtEnd() {
    var stage = Stage.listening()
    stage.run("seek 0:42")
    _ = stage.receiveBooks()
    stage.run("quit")
    let places = stage.receiveBooks().compactMap { effect in
      if case .keepPlace(_, let place, _) = effect { place } else { nil }
    }
    #expect(places == [.seconds(42)])
  }

  @Test("Enter on the restored book plays it while its file is still being opened")
  func restoredLoading() throws {
    var stage = Stage.reading(
      LoadedBook(BookSamples.book(place: .seconds(80), updated: 1_000), time: 1_000))
    var session = Session()
    session.current = 0
    session.position = 80_000_000
    let queue = PlayQueue(tracks: [TrackID(1), TrackID(2)], current: 0)
    stage.send(.session(.restored(session, queue)))
    let restored = try #require(stage.app.playing.requested)
    stage.send(.player(.state(.loading(restored.id))))
    _ = stage.receivePlayer()
    #expect(stage.app.book != nil)
    stage.press("Enter")
    let plays = stage.receivePlayer().compactMap {
      if case .play(_, let place, isPaused: false) = $0 { place } else { nil }
    }
    #expect(plays == [.seconds(80)])
    #expect(stage.app.message?.text != "It plays already")
  }

  @Test("the session's position holds where it is that of the book, or the book has none")
  func restoredAlike() {
    for updated in [Int64(1_000), 0] {
      var stage = Stage()
      let place = updated > 0 ? 78 : 0
      stage.books = [
        LoadedBook(BookSamples.book(place: .seconds(place), updated: updated), time: 1_000)
      ]
      var session = Session()
      session.current = 0
      session.position = 80_000_000
      stage.send(.session(.restored(session, PlayQueue(tracks: [TrackID(1)], current: 0))))
      stage.hearBook()
      #expect(stage.app.bookPlace == .seconds(80))
    }
  }

  @Test("a book that has changed has its new parts and bookmarks, and plays on where it is")
  func changed() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(110)))
    #expect(stage.app.player.item?.track == TrackID(2))
    var book = BookSamples.book(place: .seconds(150))
    // A part of 40 s came before the others.
    book.parts =
      BookTimeline([
        (TrackID(7), .seconds(40)), (TrackID(1), .seconds(100)), (TrackID(2), .seconds(100)),
      ]).parts
    let mark = Bookmark(id: 1, book: id, place: .seconds(20))
    stage.send(.books(.playing(LoadedBook(book, bookmarks: [mark], time: 0), of: TrackID(1))))
    #expect(stage.app.bookPlace == .seconds(150))
    #expect(stage.app.book?.bookmarks == [mark])
    #expect(stage.receivePlayer() == [])
    _ = stage.receive()
    stage.wait(.seconds(5))
    #expect(stage.app.books.current?.book.progress.place == .seconds(155))
  }

  @Test("a book that is music now has no place")
  func music() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10), speed: 1.5))
    _ = stage.receive()
    stage.books = []
    stage.send(.books(.marked(tracks: 2, isBook: false)))
    #expect(stage.app.book == nil)
    #expect(stage.app.sound.speed == 1)
    #expect(stage.receiveBooks() == [])
  }

  @Test("what is told of another part is asked again of the one that plays")
  func otherPart() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(110)))
    stage.send(.books(.playing(nil, of: TrackID(1))))
    #expect(stage.app.bookPlace == .seconds(110))
    stage.books = []
    stage.send(.books(.playing(nil, of: TrackID(1))))
    #expect(stage.app.book == nil)
  }

  @Test("a skip while paused is kept, though nothing moves on")
  func pausedSkip() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(5)))
    stage.wait(.seconds(2))
    stage.pauseBook()
    _ = stage.receive()
    stage.press("f")
    if let id = stage.app.player.item { stage.sound(id, at: .seconds(37), isPaused: true) }
    stage.wait(.seconds(1))
    #expect(stage.receiveBooks() == [.keepPlace(id, .seconds(37), isFinished: nil)])
    stage.wait(.seconds(60))
    #expect(stage.receiveBooks() == [])
  }

  @Test("a last part of unknown duration keeps its place")
  func unknown() {
    var book = BookSamples.book()
    book.parts = BookTimeline([(TrackID(1), .seconds(100)), (TrackID(2), .zero)]).parts
    book.chapters = []
    book.progress.place = .seconds(170)
    var stage = Stage.reading(LoadedBook(book, time: 0))
    stage.press("Enter")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(170))
    _ = stage.receive()
    stage.wait(.seconds(5))
    #expect(stage.receiveBooks() == [.keepPlace(id, .seconds(175), isFinished: nil)])
  }

  @Test("sound behind the stated end of a file wakes nobody")
  func longer() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(95)))
    for _ in 0..<20 { stage.wait(.seconds(1)) }
    var keeping = stage.app.books.current?.keeping ?? PlaceKeeping()
    #expect(keeping.times(at: stage.app.now).allSatisfy { $0 > .zero })
    _ = keeping.rest(at: stage.app.now)
    #expect(keeping.times(at: stage.app.now).isEmpty)
  }

  @Test("shuffle and repeat of music come back after a book, as does its queue")
  func modes() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(), time: 0))
    stage.send(
      .search(.foundToPlay((11...15).map { QueuedTrack(TrackID($0)) }, start: 0)))
    stage.hearBook()
    stage.run("shuffle")
    stage.run("repeat")
    let before = stage.app.queue
    #expect(before.isShuffled && before.repeating == .all)
    _ = stage.receive()
    stage.press("Enter")
    let archived = stage.effects.compactMap { effect -> PlayQueue? in
      if case .replacedQueues(.keep(let queue, _)) = effect { queue } else { nil }
    }
    #expect(archived == [before])
    #expect(!stage.app.queue.isShuffled && stage.app.queue.repeating == .off)
    stage.hearBook()
    _ = stage.receive()
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(11))], start: 0)))
    stage.hearBook()
    #expect(stage.app.queue.isShuffled && stage.app.queue.repeating == .all)
  }

  @Test("songs that are queued behind a book keep their order, and so do its parts")
  func songsBehind() {
    var stage = Stage.reading(
      LoadedBook(BookSamples.book(place: .seconds(110)), time: 0))
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(11))], start: 0)))
    stage.hearBook()
    stage.run("shuffle")
    stage.press("Enter")
    var heard = stage.hearBook()
    stage.send(
      .search(.foundToQueue([QueuedTrack(TrackID(12)), QueuedTrack(TrackID(13))], next: false)))
    // The book ends, and both songs follow.
    for track in [TrackID(12), TrackID(13)] {
      if let heard { stage.send(.player(.wantsNext(after: heard))) }
      for case .prepareNext(let request?, _) in stage.receivePlayer() { heard = request.id }
      #expect(heard?.track == track)
      if let heard { stage.sound(heard, at: .zero) }
    }
    #expect(stage.app.book == nil)
    #expect(!stage.app.queue.isShuffled)
    #expect(stage.app.queue.tracks.map(\.rawValue) == [1, 2, 12, 13])
  }

  // MARK: Places from elsewhere

  @Test("a place that was set elsewhere is where a paused book goes on")
  func toldWhilePaused() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.wait(.seconds(3))
    stage.pauseBook()
    _ = stage.receive()
    let told = BookSamples.book(place: .seconds(150), updated: .max)
    stage.send(.books(.playing(LoadedBook(told, time: 0), of: TrackID(1))))
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(150) && !stage.app.isPlaying)
  }

  @Test("a place that was set elsewhere does not move a book that is heard, and is a jump away")
  func toldWhilePlaying() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.wait(.seconds(3))
    _ = stage.receive()
    let told = BookSamples.book(place: .seconds(150), updated: .max)
    stage.send(.books(.playing(LoadedBook(told, time: 0), of: TrackID(1))))
    #expect(stage.app.bookPlace == .seconds(13))
    #expect(!stage.receivePlayer().contains { if case .seek = $0 { true } else { false } })
    stage.press("|")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(150))
  }

  @Test("a place in a part that the last run's queue does not have makes no sound at the start")
  func restoredElsewhere() {
    var stage = Stage()
    stage.books = [LoadedBook(BookSamples.book(place: .seconds(130), updated: 1_000), time: 1_000)]
    var session = Session()
    session.current = 0
    session.position = 80_000_000
    let queue = PlayQueue(tracks: [TrackID(1)], current: 0)
    stage.send(.session(.restored(session, queue)))
    stage.hearBook()
    #expect(stage.receivePlayer() == [])
    #expect(stage.app.queue.tracks == [TrackID(1)])
    #expect(stage.app.bookPlace == .seconds(80))
  }

  @Test("an answer about the book before does not take the place of the one that was begun")
  func begunBehindQuestion() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    var other = BookSamples.book()
    other.id = BookID(10)
    other.parts = BookTimeline([(TrackID(3), .seconds(100))]).parts
    stage.books.append(LoadedBook(other, time: 0))
    stage.bookRows = [.home: [BookSamples.row(other)]]
    stage.send(.books(.changed))
    stage.press("Home")
    stage.press("Enter")
    stage.send(
      .books(.playing(LoadedBook(BookSamples.book(place: .seconds(10)), time: 0), of: TrackID(1))))
    #expect(stage.app.books.current?.book.id == BookID(10))
    stage.hearBook()
    #expect(stage.app.book?.book.id == BookID(10))
  }

  @Test("a later part that opens where others cannot leaves a way back to the place")
  func laterPart() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(place: .seconds(30)), time: 0))
    stage.press("Enter")
    var first: PlayID?
    for case .player(.play(let request, _, _)) in stage.receive() { first = request.id }
    if let first {
      stage.send(.player(.state(.loading(first))))
      stage.send(.player(.failed(first, reason: "no such file")))
      stage.send(.player(.state(.stopped)))
    }
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(100))
    stage.press("|")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(30))
  }
}
