/// A player's choices for a whole track.
struct Habits {
  let stabs: String
  let strums: String
  let power: String
  /// Whether each sixteenth of a bar is played.
  let funk: [Bool]
  /// Indices of a chord's notes, counted from the lowest.
  let arpeggio: [Int]
  /// Semitones above the root for each sixteenth, nil for a rest.
  let sixteenths: [Int?]
  let syncopation: [BassHit]

  struct BassHit {
    var position: Double
    var length: Double
    var interval: Int
  }

  init(by chance: inout SeededRandom) {
    stabs = chance.one(of: ["+--+--+-", "+-----+-", "--+--+--", "+--+-+--", "----+---"])
    strums = chance.one(of: ["+-+++-++", "+-+-++++", "+--++-++", "++++++++"])
    power = chance.one(of: ["++++++++", "+-+++-++", "+--+--+-", "+-+-+-+-"])
    funk = (0..<16).map { _ in chance.happens(1 / 3) }
    arpeggio = chance.one(of: [[0, 1, 2, 3], [0, 2, 1, 3], [3, 2, 1, 0], [0, 1, 2, 1]])
    sixteenths = (0..<16).map { _ in chance.one(of: [0, 0, 0, 12, 7, nil, nil]) }
    let figures: [[(Double, Double, Int)]] = [
      [(0, 0.7, 0), (1.5, 0.4, 0), (2.5, 0.4, 7), (3, 0.6, 0)],
      [(0, 0.4, 0), (0.75, 0.4, 0), (1.75, 0.4, 12), (2.5, 0.6, 0), (3.5, 0.4, 10)],
      [(0, 1, 0), (1.5, 0.5, 0), (3, 0.5, 7)],
    ]
    syncopation = chance.one(of: figures).map {
      BassHit(position: $0.0, length: $0.1, interval: $0.2)
    }
  }
}
