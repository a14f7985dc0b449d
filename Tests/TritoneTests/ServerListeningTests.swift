import Foundation
import Library
import Log
import Music
import Servers
import Testing

@testable import tritone

/// What servers are told of listening, without a server.
@Suite("Listening to servers")
struct ServerListeningTests {
  private static let book = ListenedBook(
    item: "pier", title: "Pier", author: "Ann", duration: .seconds(120))
  private let first = PlayID(track: TrackID(1), serial: 1)
  private let second = PlayID(track: TrackID(2), serial: 2)
  private let start = ContinuousClock.now

  /// Two parts of a minute, with a chapter at each half minute.
  private var hearing: BookHearing {
    var hearing = BookHearing()
    let chapters = (0..<4).map { Duration.seconds(30 * $0) }
    for (id, begin) in [(first, 0), (second, 60)] {
      hearing.note(
        HeardBook(book: Self.book, partStart: .seconds(begin), chapters: chapters), of: id)
    }
    return hearing
  }

  private func clock(
    _ position: Double, at seconds: Double, isAdvancing: Bool = true, speed: Double = 1
  ) -> PlayClock {
    PlayClock(
      position: .seconds(position), at: start + .seconds(seconds), isAdvancing: isAdvancing,
      duration: .seconds(60), speed: speed)
  }

  @Test("a book begins where it sounds, and what is heard is counted by the clock")
  func begins() {
    var hearing = hearing
    #expect(hearing.receive(.paused(first, clock(10, at: 0, isAdvancing: false)), at: start) == [])
    #expect(!hearing.isAdvancing)
    #expect(
      hearing.receive(.playing(first, clock(10, at: 1, speed: 2)), at: start)
        == [.begin(Self.book, place: .seconds(10))])
    #expect(
      hearing.elapse(at: start + .seconds(6)) == [.heard(.seconds(5), to: .seconds(20))])
    #expect(
      hearing.receive(.paused(first, clock(22, at: 7, isAdvancing: false)), at: start)
        == [.heard(.seconds(1), to: .seconds(22)), .paused(.seconds(22))])
    #expect(hearing.elapse(at: start + .seconds(60)) == [])
    #expect(hearing.receive(.stopped, at: start + .seconds(61)) == [.close(.seconds(22))])
  }

  @Test("jumps and chapters are told, and the next part goes on with the same book")
  func goesOn() {
    var hearing = hearing
    _ = hearing.receive(.playing(first, clock(25, at: 0)), at: start)
    #expect(
      hearing.elapse(at: start + .seconds(6))
        == [.heard(.seconds(6), to: .seconds(31)), .chapterChanged(.seconds(31))])
    #expect(hearing.receive(.loading(first), at: start + .seconds(6)) == [])
    // The time without sound is no listening.
    #expect(
      hearing.receive(.playing(first, clock(58, at: 9)), at: start + .seconds(9))
        == [.sought(.seconds(58))])
    #expect(
      hearing.receive(.playing(second, clock(0, at: 11)), at: start + .seconds(11))
        == [.heard(.seconds(2), to: .seconds(60)), .chapterChanged(.seconds(60))])
    let other = PlayID(track: TrackID(9), serial: 9)
    #expect(
      hearing.receive(.playing(other, clock(0, at: 12)), at: start + .seconds(12))
        == [.heard(.seconds(1), to: .seconds(61)), .close(.seconds(61))])
  }

  @Test("what is heard begins anew once its server was changed")
  func restarts() {
    var hearing = hearing
    _ = hearing.receive(.playing(first, clock(10, at: 0)), at: start)
    _ = hearing.elapse(at: start + .seconds(5))
    #expect(hearing.hasHeard("pier", episode: nil, since: start))
    #expect(!hearing.hasHeard("other", episode: nil, since: start))
    #expect(hearing.restart() == .seconds(15))
    #expect(hearing.restart() == nil)
    #expect(
      hearing.elapse(at: start + .seconds(6)) == [.begin(Self.book, place: .seconds(16))])
    #expect(
      hearing.elapse(at: start + .seconds(8)) == [.heard(.seconds(2), to: .seconds(18))])
    #expect(hearing.resting == nil)
    _ = hearing.receive(
      .paused(first, clock(18, at: 8, isAdvancing: false)), at: start + .seconds(8))
    #expect(hearing.resting?.id == first)
    #expect(hearing.resting?.position == .seconds(18))
    #expect(!hearing.hasHeard("pier", episode: nil, since: start + .seconds(9)))
  }

  @Test("a play that was told when it was heard is not told again, and others are")
  func plays() async throws {
    let folder = try Folder()
    let path = FilePath(folder.url.path)
    let plays = PendingPlays(folder: path, log: Log())
    await plays.add(.init(track: "a", time: 1_000_000))
    await plays.add(.init(track: "b", time: 1_200_000))
    // Another process has the same file.
    let again = PendingPlays(folder: path, log: Log())
    #expect(await again.unknown([1_100, 90_000], of: "a") == [90_000])
    #expect(await plays.unknown([1_200], of: "a") == [1_200])
    #expect(await plays.unknown([1_100], of: "b") == [1_100])
    #expect(await plays.unknown([1_300], of: "b") == [])
  }

  @Test("a stretch of listening is kept until it is removed, and a damaged file is none")
  func sessions() async throws {
    let folder = try Folder()
    let path = FilePath(folder.url.path)
    let book = String(decoding: try JSONEncoder().encode(Self.book), as: UTF8.self)
    let text =
      #"{"id": "one", "book": \#(book), "startPlace": 0, "place": 5, "listened": 5, "#
      + #""started": 1, "updated": 2}"#
    let session = try JSONDecoder().decode(LocalSession.self, from: Data(text.utf8))
    // Another process has the same file.
    let here = LocalSessionFile(folder: path, log: Log())
    let there = LocalSessionFile(folder: path, log: Log())
    #expect(await there.sessions() == [])
    await here.keep(session)
    #expect(await there.sessions() == [session])
    let owner = try #require(await here.owner)
    #expect(await there.livingOwners() == [owner])
    await there.remove(["one"])
    #expect(await here.sessions() == [])
    await here.keep(session)
    try "[{\"id\"".write(
      toFile: path.appending("sessions.json").text, atomically: true, encoding: .utf8)
    #expect(await there.sessions() == [])
    let turn = await FileTurn.taken(path.appending("sessions.lock"))
    #expect(turn != nil)
  }

  @Test("the cursor of a listing is read as it was written, and other text is none")
  func cursor() {
    var cursor = ListingCursor()
    (cursor.listed, cursor.libraries) = (7, ["books"])
    #expect(ListingCursor(text: cursor.text) == cursor)
    #expect(ListingCursor(text: "{}") == nil)
  }
}
