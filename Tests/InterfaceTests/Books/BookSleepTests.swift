import Music
import Screen
import Testing

@testable import Interface

@Suite("Sleep timer of books")
struct BookSleepTests {
  private let first = TrackID(1)

  @Test("the player waits for a chapter's end at its place, through pauses and speeds")
  func place() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.run("sleep chapter")
    #expect(stage.receivePlayer() == [.sleep(.at(first, .seconds(50)))])
    stage.wait(.seconds(20))
    stage.pauseBook()
    stage.press("}")
    if let id = stage.app.player.item { stage.sound(id, at: .seconds(30)) }
    #expect(!stage.receivePlayer().contains { if case .sleep = $0 { true } else { false } })
  }

  @Test("an event at the very end does not call it off", arguments: [0, 5, 120])
  func race(milliseconds: Int) {
    var stage = Stage.listening(BookSamples.book(place: .seconds(40)))
    stage.run("sleep chapter")
    _ = stage.receive()
    stage.wait(.seconds(10) + .milliseconds(milliseconds))
    #expect(stage.receivePlayer() == [])
    stage.send(.player(.sleep(.slept)))
    stage.pauseBook()
    #expect(stage.receivePlayer() == [])
    #expect(!stage.app.books.sleep.isOn)
  }

  @Test("the next part of a book of files is no other chapter at its beginning")
  func nextPart() {
    var book = BookSamples.book(place: .seconds(95))
    book.chapters = [
      BookChapter(title: "A", start: .zero, end: .seconds(100)),
      BookChapter(title: "B", start: .seconds(100), end: .seconds(200)),
    ]
    var stage = Stage.listening(book)
    stage.run("sleep chapter")
    #expect(stage.receivePlayer() == [.sleep(.at(first, .seconds(100)))])
    stage.wait(.seconds(5))
    stage.sound(PlayID(track: TrackID(2), serial: 77), at: .milliseconds(20))
    #expect(!stage.receivePlayer().contains { if case .sleep = $0 { true } else { false } })
    #expect(stage.app.books.sleep.target == .seconds(100))
  }

  @Test("a chapter that leads into the next file ends there")
  func acrossParts() {
    var book = BookSamples.book(place: .seconds(90))
    book.chapters = [BookChapter(title: "A", start: .zero, end: .seconds(150))]
    var stage = Stage.listening(book)
    stage.run("sleep chapter")
    #expect(stage.receivePlayer() == [.sleep(.at(TrackID(2), .seconds(50)))])
  }

  @Test("a part of unknown duration sleeps at its end")
  func unknown() {
    var book = BookSamples.book()
    book.parts = BookTimeline([(TrackID(1), .zero)]).parts
    book.chapters = BookChapter.perPart(book.parts) { _ in "A" }
    var stage = Stage.listening(book)
    stage.wait(.seconds(5))
    stage.run("sleep chapter")
    #expect(stage.receivePlayer() == [.sleep(.endOfTrack)])
  }

  @Test("another chapter has another end, once the jump is heard")
  func jump() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(60)))
    stage.run("sleep chapter")
    #expect(stage.receivePlayer() == [.sleep(.at(first, .seconds(100)))])
    stage.wait(.seconds(5))
    stage.press("(", "(")
    // A timer at a place behind it would pause at once.
    #expect(
      stage.receivePlayer().filter { if case .sleep = $0 { true } else { false } } == [
        .sleep(nil)
      ])
    if let id = stage.app.player.item { stage.sound(id, at: .zero) }
    #expect(stage.receivePlayer() == [.sleep(.at(first, .seconds(50)))])
    // A jump to the very end is one into the next chapter.
    stage.wait(.seconds(1))
    stage.press(")")
    #expect(stage.app.books.sleep.target == .seconds(100))
  }

  @Test("a timer that the player has lost is given again")
  func lost() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.run("sleep chapter")
    _ = stage.receive()
    stage.send(.player(.sleep(.off)))
    #expect(stage.receivePlayer() == [.sleep(.at(first, .seconds(50)))])
    stage.run("sleep off")
    #expect(stage.receivePlayer() == [.sleep(nil)])
    stage.send(.player(.sleep(.off)))
    #expect(stage.receivePlayer() == [])
  }

  @Test("a timer begins again when listening goes on after one")
  func restart() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(40)))
    stage.run("sleep chapter")
    stage.wait(.seconds(10))
    stage.send(.player(.sleep(.slept)))
    stage.pauseBook()
    _ = stage.receive()
    if let id = stage.app.player.item { stage.sound(id, at: .seconds(50)) }
    #expect(stage.receivePlayer() == [.sleep(.after(.seconds(900)))])
  }

  @Test("any key in the last minute extends the timer, and while the sound fades does nothing else")
  func extending() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    func end(in seconds: Int) {
      stage.send(.player(.sleep(.until(stage.app.now.advanced(by: .seconds(seconds))))))
      _ = stage.receive()
    }
    end(in: 61)
    stage.press("Space")
    #expect(stage.receivePlayer() == [.pause])
    end(in: 60)
    stage.press("Space")
    #expect(stage.receivePlayer() == [.sleep(.after(.seconds(360))), .pause])
    #expect(stage.app.message?.text == "The sleep timer runs for 5 minutes more")
    end(in: 2)
    stage.press("Space")
    #expect(stage.receivePlayer() == [.sleep(.after(.seconds(302)))])
  }

  @Test("a key in the last minute leaves the end of a chapter as it is")
  func lastMinuteOfChapter() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(20)))
    stage.run("sleep chapter")
    _ = stage.receive()
    stage.press("Space")
    #expect(stage.receivePlayer() == [.pause])
    #expect(stage.app.books.sleep.isOn)
  }

  @Test("a timer of a chapter ends with the book that ends by itself before it")
  func ended() throws {
    var stage = Stage.listening(BookSamples.book(place: .seconds(160)))
    stage.run("sleep chapter")
    #expect(stage.app.books.sleep.isOn)
    _ = stage.receive()
    let id = try #require(stage.app.player.item)
    stage.send(.player(.finished(id, heard: 0.9, reachedEnd: true)))
    stage.send(.player(.state(.stopped)))
    #expect(!stage.app.books.sleep.isOn && stage.app.sleepText == nil)
    #expect(stage.receivePlayer().contains(.sleep(nil)))
  }

  @Test("a timer of a chapter does not count for another book")
  func otherBook() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    var other = BookSamples.book()
    other.id = BookID(10)
    other.parts = [BookPart(track: TrackID(3), start: .zero, duration: .seconds(100))]
    other.chapters = [BookChapter(title: "A", start: .zero, end: .seconds(100))]
    stage.books.append(LoadedBook(other, time: 0))
    stage.run("sleep chapter")
    stage.send(.search(.foundToPlay([QueuedTrack(TrackID(3))], start: 0)))
    stage.hearBook()
    #expect(stage.app.book?.book.id == BookID(10))
    #expect(!stage.app.books.sleep.isOn)
  }

  @Test("so it is at the end of a chapter, and 5 minutes more are those behind its end")
  func extendingChapter() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(40)))
    stage.run("sleep chapter")
    stage.run("sleep +5")
    #expect(stage.receivePlayer().last == .sleep(.after(.seconds(310))))
    stage.run("sleep chapter")
    stage.wait(.seconds(8))
    _ = stage.receive()
    stage.press("x")
    #expect(stage.receivePlayer() == [.sleep(.after(.seconds(302)))])
    #expect(!stage.app.books.sleep.isOn)
  }
}
