import Music
import Screen
import Testing

@testable import Interface

@Suite("Books")
struct BookTests {
  @Test("Enter plays the part and the time of the place")
  func place() {
    var stage = Stage.reading(
      LoadedBook(BookSamples.book(place: .seconds(130), updated: 1_000), time: 1_000))
    stage.press("Enter")
    let plays = stage.receivePlayer().compactMap { effect -> (TrackID, Duration)? in
      if case .play(let request, let from, _) = effect { (request.id.track, from) } else { nil }
    }
    #expect(plays.count == 1)
    #expect(plays.first?.0 == TrackID(2))
    #expect(plays.first?.1 == .seconds(30))
    #expect(stage.app.queue.tracks == [TrackID(1), TrackID(2)])
  }

  @Test(
    "going on goes back by the length of the pause, but not into the chapter before",
    arguments: [(5, 130), (60, 128), (400, 120), (7_200, 110)])
  func rewind(pause: Int64, expected: Int64) {
    var stage = Stage.reading(
      LoadedBook(
        BookSamples.book(place: .seconds(130), updated: 1_000), time: 1_000 + pause * 1_000))
    stage.press("Enter")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(expected))
    stage.wait(.seconds(0))
    stage.pauseBook()
    stage.wait(.seconds(pause))
    _ = stage.receive()
    stage.press("Space")
    let back = stage.receivePlayer().compactMap { effect -> Duration? in
      if case .seek(let position) = effect { position } else { nil }
    }
    let target = max(100, expected - (pause < 10 ? 0 : pause < 300 ? 2 : pause < 3600 ? 10 : 20))
    #expect(back == (target == expected ? [] : [.seconds(target - 100)]))
  }

  @Test("the place is kept every five seconds, at a pause, at another chapter and at the end")
  func keeping() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.wait(.seconds(4))
    #expect(stage.receiveBooks() == [])
    stage.wait(.seconds(1))
    #expect(
      stage.receiveBooks() == [.keepPlace(BookID(9), .seconds(15), isFinished: nil)])
    stage.wait(.seconds(2))
    stage.pauseBook()
    #expect(
      stage.receiveBooks() == [.keepPlace(BookID(9), .seconds(17), isFinished: nil)])
    stage.press(")")
    #expect(
      stage.receiveBooks() == [.keepPlace(BookID(9), .seconds(50), isFinished: nil)])
    if let id = stage.app.player.item { stage.sound(id, at: .seconds(50)) }
    stage.wait(.seconds(3))
    _ = stage.receive()
    stage.press("q")
    #expect(
      stage.receiveBooks() == [.keepPlace(BookID(9), .seconds(53), isFinished: nil)])
  }

  @Test("starting music keeps the place, and stopping does")
  func leaving() throws {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.wait(.seconds(3))
    _ = stage.receive()
    let music = PlayID(track: TrackID(5), serial: 99)
    stage.sound(music, at: .zero)
    #expect(
      stage.receiveBooks() == [.keepPlace(BookID(9), .seconds(13), isFinished: nil)])
    #expect(stage.app.book == nil)

    stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.wait(.seconds(3))
    _ = stage.receive()
    stage.send(.player(.state(.stopped)))
    #expect(
      stage.receiveBooks() == [.keepPlace(BookID(9), .seconds(13), isFinished: nil)])
    stage.press("Space")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(13))
  }

  @Test("a book is finished at 97 percent, or as the setting says")
  func finishing() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(150)))
    stage.run("set books.finished 80")
    _ = stage.receive()
    stage.wait(.seconds(6))
    #expect(
      stage.receiveBooks() == [.keepPlace(BookID(9), .seconds(156), isFinished: nil)])
    stage.wait(.seconds(6))
    #expect(stage.receiveBooks() == [.keepPlace(BookID(9), .seconds(162), isFinished: true)])
    #expect(stage.app.message?.text == "Finished “Tides”")
  }

  @Test("chapters lead over the end of a part")
  func chapters() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(60)))
    stage.press(")")
    stage.hearBook()
    #expect(stage.app.player.item?.track == TrackID(2))
    #expect(stage.app.bookPlace == .seconds(100))
    stage.wait(.seconds(2))
    stage.press("(")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(50))
    stage.wait(.seconds(4))
    stage.press("(")
    #expect(stage.app.bookPlace == .seconds(50))
  }

  @Test("keys of tracks lead to chapters in a book")
  func trackKeys() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.press(">")
    #expect(stage.app.bookPlace == .seconds(50))
    stage.press("<")
    #expect(stage.app.bookPlace == .zero)
  }

  @Test("skips have their lengths, over parts as well, and a wrong jump is undone")
  func skips() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.press("f")
    #expect(stage.app.bookPlace == .seconds(40))
    stage.press("b")
    #expect(stage.app.bookPlace == .seconds(25))
    stage.run("set books.skip-forward 90")
    stage.press("f")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(115))
    stage.wait(.seconds(5))
    _ = stage.receive()
    stage.run("seek 0:10")
    #expect(stage.receiveBooks().contains(.keepJumps(BookID(9), [.seconds(10), .seconds(120)])))
    stage.run("back")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(120))
  }

  @Test("a book has its own speed, and music gets its own back")
  func speed() {
    var stage = Stage.listening(BookSamples.book(speed: 1.5))
    #expect(stage.app.sound.speed == 1.5)
    stage.press("}")
    #expect(stage.receiveBooks() == [.setSpeed(BookID(9), 1.55)])
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(5))], start: 0)))
    stage.hearBook()
    #expect(stage.app.sound.speed == 1)
  }

  @Test("a part that the queue plays tells its book")
  func restored() {
    var stage = Stage()
    stage.books = [LoadedBook(BookSamples.book(place: .seconds(130), updated: 1), time: 1)]
    stage.sound(PlayID(track: TrackID(2), serial: 1), at: .seconds(30))
    #expect(stage.app.bookPlace == .seconds(130))
  }
}
