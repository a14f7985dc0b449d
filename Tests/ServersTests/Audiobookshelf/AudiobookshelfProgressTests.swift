import Music
import ServerHarness
import Servers
import Testing

/// Progress and bookmarks both ways.
@Suite(
  "Progress at Audiobookshelf", .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct AudiobookshelfProgressTests {
  private func progress(
    _ book: String, _ place: Double, finished: Bool = false, hidden: Bool = false, at time: Int64,
    episode: String? = nil
  ) -> ServerProgress {
    ServerProgress(
      book: book, episode: episode,
      progress: BookProgress(
        place: .seconds(place), isFinished: finished, isHidden: hidden, updated: time),
      duration: .seconds(book == "b1" ? 100 : book == "b2" ? 3600 : 700))
  }

  @Test("a place goes to the server and back, singly and in batches")
  func places() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let sync = stand.listening(client)
    #expect(try await client.progress(of: "b1") == nil)
    let one = try await sync.send([progress("b1", 30.25, at: stand.now)])
    #expect(one.sent.count == 1)
    #expect(try await client.progress(of: "b1")?.progress.place == .milliseconds(30_250))
    try stand.pass(100)
    let many = [
      progress("b1", 40, at: stand.now), progress("b2", 50, at: stand.now),
      progress("p1", 60, at: stand.now, episode: "e1"), progress("gone", 70, at: stand.now),
    ]
    #expect(try await sync.send(many).sent.count == 4)
    let account = try await client.account()
    #expect(
      Set(account.progress.map(\.progress.place)) == [.seconds(40), .seconds(50), .seconds(60)])
    #expect(try await client.progress(of: "p1", episode: "e1")?.duration == .seconds(700))
    #expect(try stand.progress("b1")?.progress == 0.4)
    let gone = try await sync.send([progress("gone", 70, at: stand.now)])
    #expect(gone.gone.count == 1 && gone.sent.isEmpty)
    #expect(try stand.faults() == [])
  }

  @Test("an older place is never sent over a newer one")
  func newer() async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    let later = stand.now + 10_000
    try stand.fake.control(
      #"{"move": {"user": "ola", "item": "b2", "time": 900, "at": \#(later)}}"#)
    let outcome = try await sync.send([progress("b2", 50, at: stand.now)])
    #expect(outcome.sent.isEmpty && outcome.newer.map(\.progress.place) == [.seconds(900)])
    #expect(try stand.progress("b2")?.currentTime == 900)
    let newest = try await sync.send([progress("b2", 50, at: later + 10_000)])
    #expect(newest.sent.count == 1)
    #expect(try stand.progress("b2")?.currentTime == 50)
    #expect(try stand.faults() == [])
  }

  @Test("finished, unfinished and hidden arrive whatever the server has", arguments: [0.0, 20, 95])
  func states(place: Double) async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    let states = [(false, false), (true, false), (false, true), (true, true)]
    for (finished, hidden) in states + states.reversed() + [(false, true), (false, false)] {
      try stand.pass(10)
      // The server finishes a book by itself in its last ten seconds.
      let place = finished || place < 90 ? place : 80
      _ = try await sync.send([
        progress("b1", place, finished: finished, hidden: hidden, at: stand.now)
      ])
      let theirs = try #require(try stand.progress("b1"))
      #expect(theirs.isFinished == finished && theirs.hideFromContinueListening == hidden)
      if !finished { #expect(theirs.currentTime == place) }
    }
    #expect(try stand.faults() == [])
  }

  @Test("a book that is listened to has its place from the session, and never from both")
  func eitherWay() async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    await sync.begin(ListeningSyncTests.quay, at: .seconds(100))
    await sync.heard(.seconds(3), to: .seconds(103))
    let place = try await sync.send([progress("b2", 50, at: stand.now)])
    #expect(place.listened.count == 1 && place.sent.isEmpty)
    try stand.pass(60)
    let finished = try await sync.send([progress("b2", 103, finished: true, at: stand.now)])
    #expect(finished.sent.count == 1)
    #expect(try stand.progress("b2")?.isFinished == true)
    #expect(try stand.fake.state().open.isEmpty)
    // Whoever listens on has not finished.
    try stand.pass(60)
    await sync.heard(.seconds(40), to: .seconds(143))
    await sync.close(at: .seconds(143))
    #expect(try stand.progress("b2")?.isFinished == false)
    #expect(try stand.listened("b2") == 43)
    #expect(try stand.faults() == [])
  }

  @Test("bookmarks are made, renamed and removed, each at a whole second")
  func bookmarks() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    try await client.add(ServerBookmark(book: "b1", second: 12, title: "Here"))
    try await client.add(ServerBookmark(book: "b1", second: 3725, title: ""))
    try await client.rename(ServerBookmark(book: "b1", second: 12, title: "There"))
    var bookmarks = try await client.account().bookmarks
    #expect(bookmarks.map(\.title) == ["There", "1:02:05"])
    #expect(bookmarks.map(\.note) == ["There", ""])
    #expect(bookmarks.map(\.second) == [12, 3725])
    for _ in 0..<2 { try await client.remove(bookmarks[0]) }
    bookmarks = try await client.account().bookmarks
    #expect(bookmarks.map(\.second) == [3725])
    let fault = await serverFault {
      try await client.rename(ServerBookmark(book: "b1", second: 1, title: "No"))
    }
    #expect(fault == .notFound(what: "the bookmark"))
    #expect(try stand.faults() == [])
  }
}

extension AudiobookshelfProgressTests {
  @Test("a bookmark between two seconds is none of ours, and a missing list is no empty one")
  func foreignBookmarks() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    try stand.fake.control(
      #"{"bookmark": {"user": "ola", "item": "b1", "time": 12.5, "title": "Half"}}"#)
    try stand.fake.control(
      #"{"bookmark": {"user": "ola", "item": "b1", "time": 13, "title": "Whole"}}"#)
    let account = try await client.account()
    #expect(account.bookmarks.map(\.second) == [13] && account.hasBookmarks)
    for body in [
      #"{}"#, #"{"bookmarks": {}}"#, #"{"bookmarks": [{"time": 3}]}"#, #"{"bookmarks": [7]}"#,
    ] {
      let text = body.replacing("\"", with: "\\\"")
      try stand.fake.control(
        #"{"set": {"fail": [{"path": "api/me", "status": 200, "type": "application/json", "body": "\#(text)"}]}}"#
      )
      #expect(try await client.account().hasBookmarks == false, "\(body)")
    }
  }

  @Test("a place in a book of unknown length is told once its length is known, and not as its end")
  func unknownLength() async throws {
    let stand = try AudiobookshelfStand()
    let sync = stand.listening(try await stand.signedIn())
    var ours = ServerProgress(
      book: "b2",
      progress: BookProgress(place: .seconds(40), updated: stand.now), duration: .zero)
    let outcome = try await sync.send([ours])
    #expect(outcome.listened == [ours] && outcome.sent.isEmpty)
    #expect(try stand.progress("b2") == nil)
    ours.duration = .seconds(3600)
    #expect(try await sync.send([ours]).sent.count == 1)
    #expect(try stand.progress("b2")?.currentTime == 40)
    #expect(try stand.faults() == [])
  }
}

@Suite("Bookmarks of two sides")
struct BookmarkMergeTests {
  private func mark(_ second: Int64, _ title: String = "a", _ book: String = "b") -> ServerBookmark
  {
    ServerBookmark(book: book, second: second, title: title)
  }

  @Test("what is new on one side goes to the other, and a second time nothing is to do")
  func added() {
    let merge = BookmarkMerge(last: [], ours: [mark(1)], theirs: [mark(2)])
    #expect(merge.forServer.added == [mark(1)] && merge.forUs.added == [mark(2)])
    let again = BookmarkMerge(last: merge.both, ours: merge.both, theirs: merge.both)
    #expect(again.forServer.isEmpty && again.forUs.isEmpty && again.both == merge.both)
  }

  @Test("what is removed on one side is removed on the other, unless it was renamed there")
  func removed() {
    let last = [mark(1), mark(2), mark(3)]
    let merge = BookmarkMerge(
      last: last, ours: [mark(1), mark(3, "new")], theirs: [mark(2), mark(3)])
    #expect(merge.forUs.removed == [mark(1)] && merge.forServer.removed == [mark(2)])
    #expect(merge.forServer.renamed == [mark(3, "new")] && merge.both == [mark(3, "new")])
    let kept = BookmarkMerge(last: [mark(1)], ours: [mark(1, "new")], theirs: [])
    #expect(kept.forServer.added == [mark(1, "new")] && kept.forUs.isEmpty)
  }

  @Test("both sides have the same after any changes of both")
  func converges() {
    var random = SeededGenerator(seed: 1)
    var (last, ours, theirs): ([ServerBookmark], [ServerBookmark], [ServerBookmark]) = ([], [], [])
    func changed(_ marks: [ServerBookmark]) -> [ServerBookmark] {
      var marks = marks.filter { _ in UInt8.random(in: 0..<5, using: &random) > 0 }
      for index in marks.indices where UInt8.random(in: 0..<5, using: &random) == 0 {
        marks[index].title = "t\(UInt8.random(in: 0..<3, using: &random))"
      }
      let second = Int64.random(in: 0..<12, using: &random)
      if !marks.contains(where: { $0.second == second }) { marks.append(mark(second)) }
      return marks
    }
    func applied(_ changes: BookmarkMerge.Changes, _ marks: [ServerBookmark]) -> [ServerBookmark] {
      let touched = Set((changes.removed + changes.renamed).map(\.second))
      return marks.filter { !touched.contains($0.second) } + changes.renamed + changes.added
    }
    for _ in 0..<300 {
      (ours, theirs) = (changed(ours), changed(theirs))
      let merge = BookmarkMerge(last: last, ours: ours, theirs: theirs)
      ours = applied(merge.forUs, ours)
      theirs = applied(merge.forServer, theirs)
      let sorted = [ours, theirs, merge.both].map { $0.sorted { $0.second < $1.second } }
      #expect(sorted[0] == sorted[1] && sorted[1] == sorted[2])
      last = merge.both
    }
  }
}
