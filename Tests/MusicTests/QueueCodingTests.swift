import Foundation
import Testing

@testable import Music

@Suite("The queue as it is kept")
struct QueueCodingTests {
  private func decoded(_ json: String) throws -> PlayQueue {
    let queue = try JSONDecoder().decode(PlayQueue.self, from: Data(json.utf8))
    #expect(QueueText.decode(json) == queue)
    return queue
  }

  private func again(_ queue: PlayQueue) throws -> PlayQueue {
    let text = String(decoding: try JSONEncoder().encode(queue), as: UTF8.self)
    let ours = try QueueText.encode(queue)
    // Either is read by the other's reader.
    #expect(try decoded(ours) == decoded(text))
    return try decoded(text)
  }

  @Test(
    "a stored queue that is none is left out",
    arguments: [
      "", "{", "[1,2]", #"{"tracks":[1,,2]}"#, #"{"tracks":[1,null]}"#, #"{"tracks":[1,2"#,
      #"{"tracks":[1,2.5]}"#, #"{"tracks":[[1]]}"#, #"{"tracks":[99999999999999999999]}"#,
      #"{"tracks":[1],"repeating":"[1]"}"#,
    ])
  func broken(json: String) {
    #expect(QueueText.decode(json) == nil)
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(PlayQueue.self, from: Data(json.utf8))
    }
  }

  @Test("numbers of every length come back, and gaps in entries")
  func numbers() throws {
    let ids: [Int64] = [0, -1, 9, 10, .max, .min, 999_999_999_999_999_999, -42]
    var queue = PlayQueue()
    queue.replace(
      with: ids.enumerated().map { index, id in
        QueuedTrack(TrackID(id), entry: index.isMultiple(of: 3) ? nil : EntryID(id))
      }, startingAt: 2)
    #expect(try again(queue) == queue.renumbered())
    #expect(QueueText.decode(try QueueText.encode(PlayQueue())) == PlayQueue())
    #expect(QueueText.decode(nil) == nil)
  }

  @Test("a queue of before there were entries is read, shuffled order and all")
  func old() throws {
    let queue = try decoded(
      """
      {"tracks":[11,12,13,14],"current":2,"repeating":"all","shuffleSeed":9,
       "order":[2,0,3,1],"place":0}
      """)
    #expect(queue.tracks.map(\.rawValue) == [11, 12, 13, 14])
    #expect(queue.currentTrack == TrackID(13))
    #expect(queue.repeating == .all && queue.isShuffled)
    #expect(queue.upNext == 0)
    #expect(queue[0] == QueuedTrack(TrackID(11)))
  }

  @Test("entries come back with their tracks, and edits keep the two together", arguments: 0..<20)
  func entries(seed: UInt64) throws {
    // Entry n always belongs to track n, and tracks from 1000 on have no entry.
    func queued(_ range: Range<Int64>) -> [QueuedTrack] {
      range.map { QueuedTrack(TrackID($0), entry: $0 < 1000 ? EntryID($0) : nil) }
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

  @Test("what is kept of a queue of plain tracks has no word of entries")
  func plain() throws {
    let queue = PlayQueue(tracks: [TrackID(1), TrackID(2)], current: 0)
    let text = String(decoding: try JSONEncoder().encode(queue), as: UTF8.self)
    #expect(!text.contains("entries"))
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
    var queue = try decoded(json)
    queue.setRepeat(.all)
    for _ in 0..<7 { if let next = queue.upNext { queue.go(to: next) } }
    #expect(queue.current != nil)
    #expect(queue.tracks.indices.allSatisfy { queue[$0].entry == nil })
  }

  @Test("a text of many arrays is left to the decoder, which is through at once")
  func manyArrays() throws {
    let arrays = String(repeating: #""tracks":[1],"#, count: 200_000)
    let text = #"{"tracks":[1],"entries":[2],"order":[0],"# + arrays + #""repeating":"off"}"#
    // Whatever comes of it: an array for each name is found apart, and no more.
    _ = QueueText.decode(text)
    let split = Array(text.utf8).withUnsafeBufferPointer { QueueArrays.split($0) }
    #expect(split == nil)
    let other = Array(#"{"tracks":[1],"gap":[2]}"#.utf8)
    #expect(other.withUnsafeBufferPointer { QueueArrays.split($0) } == nil)
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
