import Testing

@testable import Music

@Suite("The queue as it is kept")
struct QueueCodingTests {
  private func again(_ queue: PlayQueue) throws -> PlayQueue {
    try #require(QueueText.decode(try QueueText.encode(queue)))
  }

  @Test(
    "a stored queue that is none is left out",
    arguments: [
      "", "{", "[1,2]", #"{"tracks":[1,,2]}"#, #"{"tracks":[1,null]}"#, #"{"tracks":[1,2"#,
      #"{"tracks":[1,2.5]}"#, #"{"tracks":[[1]]}"#, #"{"tracks":[99999999999999999999]}"#,
      #"{"tracks":[1],"repeating":"[1]"}"#, "2 ", "2 {", "2 {}\n",
    ])
  func broken(text: String) { #expect(QueueText.decode(text) == nil) }

  /// A text of the present version with other values in its first line.
  private func text(
    _ count: Int, digits: (Int, Int, Int) = (1, 0, 0), rest: String = "", _ body: String
  ) -> String {
    let (tracks, entries, order) = digits
    return #"2 {"count":\#(count),"trackDigits":\#(tracks),"entryDigits":\#(entries),"#
      + #""orderDigits":\#(order),"repeating":"off"\#(rest)}"# + "\n" + body
  }

  @Test("a first line that does not fit what follows is none of a queue")
  func misfits() throws {
    #expect(QueueText.decode(text(3, "123"))?.tracks == [1, 2, 3].map { TrackID($0) })
    #expect(QueueText.decode(text(3, "12")) == nil)
    #expect(QueueText.decode(text(3, "1234")) == nil)
    #expect(QueueText.decode(text(3, "1.3")) == nil)
    #expect(QueueText.decode(text(3, "1 3")) == nil)
    #expect(QueueText.decode(text(-3, "123")) == nil)
    #expect(QueueText.decode(text(.max, digits: (3, 3, 3), "123")) == nil)
    #expect(QueueText.decode(text(1, digits: (12, 0, 0), "000000000001")) == nil)
    #expect(QueueText.decode(text(3, digits: (0, 0, 0), "")) == nil)
    #expect(QueueText.decode(text(2, digits: (1, -1, 1), "12")) == nil)
    let entries = try #require(QueueText.decode(text(2, digits: (1, 1, 0), "12.7")))
    #expect(entries.queued.map { $0.entry?.rawValue } == [nil, 7])
  }

  @Test(
    "a shuffled queue plays all of its items, also where its order is none",
    arguments: ["000", "012", "217"])
  func orders(order: String) throws {
    let queue = try #require(
      QueueText.decode(
        text(3, digits: (1, 0, 1), rest: #","shuffleSeed":4,"position":1"#, "789" + order)))
    #expect(queue.isShuffled && queue.tracks.count == 3)
    var played: Set<Int> = []
    var rest = queue
    rest.setRepeat(.all)
    for _ in 0..<6 {
      let next = try #require(rest.upNext)
      played.insert(next)
      rest.go(to: next)
    }
    #expect(played == [0, 1, 2])
  }

  @Test("numbers of every length come back, and gaps in entries")
  func numbers() throws {
    let ids: [Int64] = [0, -1, 9, 10, .max, .min, 999_999_999_999_999_999, -42]
    var queue = PlayQueue()
    queue.replace(
      with: QueuedTracks(
        ids.enumerated().map { index, id in
          QueuedTrack(TrackID(id), entry: index.isMultiple(of: 3) ? nil : EntryID(id))
        }), startingAt: 2)
    #expect(try again(queue) == queue.renumbered())
    #expect(QueueText.decode(try QueueText.encode(PlayQueue())) == PlayQueue())
    #expect(QueueText.decode(nil) == nil)
  }

  @Test("a queue of before there were entries is read, shuffled order and all")
  func old() throws {
    let text = """
      {"tracks":[11,12,13,14],"current":2,"repeating":"all","shuffleSeed":9,
       "order":[2,0,3,1],"place":0}
      """
    let queue = try #require(QueueText.decode(text))
    #expect(queue.tracks.map(\.rawValue) == [11, 12, 13, 14])
    #expect(queue.currentTrack == TrackID(13))
    #expect(queue.repeating == .all && queue.isShuffled)
    #expect(queue.upNext == 0)
    #expect(queue[0] == QueuedTrack(TrackID(11)))
  }

  @Test("entries come back with their tracks, and edits keep the two together", arguments: 0..<20)
  func entries(seed: UInt64) throws {
    // Entry n always belongs to track n, and tracks from 1000 on have no entry.
    func queued(_ range: Range<Int64>) -> QueuedTracks {
      QueuedTracks(
        range.map { QueuedTrack(TrackID($0), entry: $0 < 1000 ? EntryID($0) : nil) })
    }
    var generator = SeededGenerator(seed: seed)
    var queue = PlayQueue()
    queue.replace(with: seed.isMultiple(of: 2) ? queued(0..<8) : queued(1000..<1008), startingAt: 3)
    for step in Int64(0)..<60 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: queue.append(queued(20 + step * 3..<22 + step * 3))
      case 1: queue.insertNext(queued(2000 + step * 3..<2002 + step * 3))
      case 2 where queue.tracks.count > 3:
        queue.remove(at: [.random(in: queue.tracks.indices, using: &generator)])
      case 3 where !queue.isEmpty:
        let indices = queue.tracks.indices
        queue.move(
          from: .random(in: indices, using: &generator), to: .random(in: indices, using: &generator)
        )
      default: queue.setShuffle(seed: step.isMultiple(of: 2) ? UInt64(step) : nil)
      }
      for index in queue.tracks.indices {
        let track = queue[index].track.rawValue
        #expect(queue[index].entry?.rawValue == (track < 1000 ? track : nil))
      }
      // Ids are valid for one run of the program.
      #expect(try again(queue) == queue.renumbered())
    }
  }

  @Test("a queue of plain tracks in their order takes a few bytes for each")
  func plain() throws {
    let queue = PlayQueue(tracks: (0..<100_000).map { TrackID($0) }, current: 70_000)
    let text = try QueueText.encode(queue)
    #expect(text.utf8.count < 301_000)
    #expect(try again(queue) == queue)
  }

  @Test("as an earlier version has stored it, with entries, and where the current one was removed")
  func earlier() throws {
    let text = """
      {"tracks":[5,6,7],"entries":[null,3,null],"gap":2,"place":1,"repeating":"one","order":[0,1,2]}
      """
    let queue = try #require(QueueText.decode(text))
    #expect(queue.queued.map { $0.entry?.rawValue } == [nil, 3, nil])
    #expect(queue.current == nil && queue.upNext == 2 && queue.previousTarget == 1)
    #expect(queue.repeating == .one && !queue.isShuffled)
  }

  @Test(
    "nonsense gives a queue that works",
    arguments: [
      #"{"tracks":[1,2,3],"current":99}"#,
      #"{"tracks":[1,2,3],"current":1,"order":[5,6,7],"place":1}"#,
      #"{"tracks":[1,2,3],"current":1,"order":[0,0,0],"place":-4}"#,
      #"{"tracks":[1,2,3],"current":1,"order":[2,1,0],"place":2,"entries":[1]}"#,
    ])
  func nonsense(json: String) throws {
    var queue = try #require(QueueText.decode(json))
    queue.setRepeat(.all)
    for _ in 0..<7 { if let next = queue.upNext { queue.go(to: next) } }
    #expect(queue.current != nil)
    #expect(queue.tracks.indices.allSatisfy { queue[$0].entry == nil })
  }

  @Test("neighbours are those in the order of playing")
  func neighbors() {
    var queue = PlayQueue(tracks: (0..<4).map { TrackID($0) }, current: 0)
    #expect(queue.neighbors(of: 0) == [TrackID(1)])
    #expect(queue.neighbors(of: 2) == [TrackID(1), TrackID(3)])
    #expect(queue.neighbors(of: 9).isEmpty)
    queue.setRepeat(.all)
    #expect(queue.neighbors(of: 0) == [TrackID(3), TrackID(1)])
    queue.setShuffle(seed: 4)
    let next = queue.upNext ?? 0
    #expect(queue.neighbors(of: next).first == TrackID(0))
  }
}
