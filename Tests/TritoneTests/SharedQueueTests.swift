import Library
import Music
import Servers
import Testing

@testable import tritone

/// Changes of shared playlists as the library stores them, and as they show before they are sent.
@Suite("Changes of shared playlists")
struct SharedQueueTests {
  private static let me = SharedPerson(id: "me", name: "Kari")
  private static let about = SharedQueue.Subject(playlist: "p", track: "t")

  private func queue(_ kinds: [CoretetChange.Kind]) -> SharedQueue {
    var queue = SharedQueue(SharedQueueRows(), of: "me")
    for kind in kinds { queue.add(kind, about: Self.about, now: 1) }
    return queue
  }

  private func stored(_ queue: SharedQueue) -> SharedQueue { SharedQueue(queue.rows, of: "me") }

  @Test("rows hold all of a queue, whatever happens between two steps")
  func rows() throws {
    var queue = queue([
      .addComment(comment: "c", track: "t", playlist: "p", words: "late"),
      .rate(track: "t", playlist: "p", word: "loved"),
    ])
    let next = queue.next(now: 2)
    let first = try #require(next)
    // Another process, after the death of this one.
    queue = stored(queue)
    #expect(queue.rows.rows.map(\.isAttempted) == [true, false])
    queue.answered(first.id, .later(until: 70_000, fault: "status 503"), now: 2)
    queue = stored(queue)
    #expect(queue.rows.rows.map(\.faults) == [1, 0])
    #expect(queue.rows.pause == SharedPause(failures: 1, until: 2_002, asked: 70_000))
    let early = queue.next(now: 69_999)
    #expect(early == nil)
    let again = queue.next(now: 70_000)
    #expect(again?.id == first.id)
    queue.answered(first.id, .unclear("no JSON"), now: 70_000)
    queue = stored(queue)
    #expect(queue.rows.rows.map(\.hold) == ["no JSON", nil])
    let other = queue.next(now: 70_000)
    queue.answered(other?.id ?? "", .later(until: nil, fault: nil), now: 70_000)
    queue.goOn()
    let last = queue.next(now: 70_000)
    #expect(last?.id == first.id)
    queue.answered(first.id, .refused("no right"), now: 70_000)
    queue = stored(queue)
    #expect(queue.rows.rows.map(\.refusal) == [nil, "no right"])
    #expect(queue.queue.refused.first?.change.words == "late")
    #expect(queue.subject(of: first.id) == Self.about)
    let isRetried = queue.retry(first.id, words: "later", now: 4)
    #expect(isRetried)
    queue = stored(queue)
    #expect(queue.queue.waiting.map(\.change.words) == [nil, "later"])
    let isDiscarded = queue.discard(first.id)
    #expect(!isDiscarded)
  }

  @Test("what a step of sending stores is what has changed of the rows, and no more")
  func steps() {
    for seed: UInt64 in 0..<300 {
      var random = SeededGenerator(seed: seed)
      var queue = queue(
        (0..<12).map { number in
          switch number % 4 {
          case 0: .addComment(comment: "c\(number)", track: "t", playlist: "p", words: "\(number)")
          case 1: .editComment(comment: "c\(number - 1)", words: "\(number)")
          case 2: .rate(track: "t\(number)", playlist: "p", word: "loved")
          default: .deleteComment(comment: "c\(number / 8 * 8)", playlist: "p")
          }
        })
      var stored = queue.rows
      var now: Int64 = 1
      for _ in 0..<60 {
        let old = queue
        now += Int64.random(in: 0...90_000, using: &random)
        if let next = queue.next(now: now), Bool.random(using: &random) {
          let answers: [CoretetQueue.Answer] = [
            .done(written: now), .superseded, .later(until: nil, fault: "status 503"),
            .unclear("no JSON"), .refused("no right"),
          ]
          queue.answered(next.id, answers.randomElement(using: &random) ?? .superseded, now: now)
        } else {
          // After the death of the process.
          queue = self.stored(queue)
          queue.goOn()
        }
        let step = queue.step(since: old)
        let before = Dictionary(uniqueKeysWithValues: stored.rows.map { ($0.id, $0) })
        #expect(step.changed.allSatisfy { before[$0.id] != nil && before[$0.id] != $0 })
        for row in step.changed {
          for index in stored.rows.indices where stored.rows[index].id == row.id {
            stored.rows[index] = row
          }
        }
        stored.rows.removeAll { step.removed.contains($0.id) }
        stored.pause = step.pause ?? stored.pause
        let waiting = stored.rows.filter { $0.refusal == nil }
        let refused = stored.rows.filter { $0.refusal != nil }.sorted { $0.id < $1.id }
        let wanted = queue.rows.rows
        #expect(waiting == wanted.filter { $0.refusal == nil }, "seed \(seed)")
        #expect(
          refused == wanted.filter { $0.refusal != nil }.sorted { $0.id < $1.id }, "seed \(seed)")
        #expect(stored.pause == queue.rows.pause)
      }
    }
  }

  @Test("an answer to a change that is not the first any more does nothing")
  func lateAnswer() {
    var queue = queue([.rate(track: "t", playlist: "p", word: "loved")])
    let before = queue.rows
    queue.answered("another", .done(written: 5), now: 2)
    #expect(queue.rows == before)
  }

  @Test("rows of a newer version of the program stay as they are")
  func unreadable() {
    let row = SharedChangeRow(id: "x", change: #"{"dance":{}}"#, playlist: "p")
    var queue = SharedQueue(SharedQueueRows(rows: [row]), of: "me")
    queue.add(.deleteComment(comment: "c", playlist: "p"), about: Self.about, now: 1)
    #expect(queue.rows.rows.count == 2 && queue.rows.rows.contains(row))
    #expect(queue.queue.waiting.count == 1)
  }

  @Test("reactions of a collaborator are one in each playlist, those of a user one in all")
  func reactions() {
    let unsent = [UnsentReaction(track: "t", reaction: .liked, playlists: ["p", "q"])]
    var queue = SharedQueue(SharedQueueRows(), of: "me")
    queue.add(unsent, by: Self.me, now: 1)
    #expect(queue.rows.rows.map(\.playlist) == ["p"])
    queue = SharedQueue(SharedQueueRows(), of: "me")
    queue.add(unsent, by: SharedPerson(id: "me", isCollaborator: true), now: 1)
    #expect(queue.rows.rows.map(\.playlist) == ["p", "q"])
    #expect(queue.rows.rows.allSatisfy { $0.isRating && $0.track == "t" })
  }

  @Test("what waits shows at once: comments with their places, edits, deletions and moves")
  func shown() throws {
    let playlist = SharedPlaylist(
      id: SharedPlaylistID(server: ServerID(1), id: "p"), server: "Band", name: "Demos",
      owner: SharedPerson(id: "ola"), standing: .own, rights: .all)
    let entries = ["1", "2", "3"].map {
      SharedEntry(
        id: "e\($0)", track: TrackID(Int64($0) ?? 0), serverTrack: "t\($0)", title: $0,
        comments: [
          SharedComment(id: "c\($0)", person: Self.me, text: "old", created: 1, isOwn: true)
        ])
    }
    let words = try SharedComment.words("too late", at: .seconds(42))
    #expect(words == "[0:42] too late")
    let queue = queue([
      .addComment(comment: "new", track: "t1", playlist: "p", words: words),
      .editComment(comment: "c2", words: "other"), .deleteComment(comment: "c3", playlist: "p"),
      .move(playlist: "p", entries: ["e3"], after: nil),
      .addComment(comment: "elsewhere", track: "t1", playlist: "q", words: "not here"),
    ])
    let shown = SharedContents(playlist: playlist, entries: entries)
      .showing(queue.queue, of: Self.me)
    #expect(shown.entries.map(\.id) == ["e3", "e1", "e2"])
    #expect(shown.entries[0].comments == [])
    #expect(shown.entries[1].comments.map(\.text) == ["old", "too late"])
    #expect(shown.entries[1].comments[1].place == .seconds(42))
    #expect(shown.entries[1].comments.map(\.state) == [.sent, .waiting])
    #expect(shown.entries[2].comments.map(\.text) == ["other"])
  }

  @Test("a comment without words, or with too many, is not taken", arguments: ["", " \n", "x"])
  func length(_ text: String) {
    let text = text == "x" ? String(repeating: "x", count: 2_001) : text
    #expect(throws: CoretetError.wrongLength(most: 2_000)) {
      try SharedComment.words(text, at: nil)
    }
  }
}
