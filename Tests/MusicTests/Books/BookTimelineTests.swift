import Music
import Testing

@Suite("Book timelines")
struct BookTimelineTests {
  private func timeline(_ seconds: [Int]) -> BookTimeline {
    BookTimeline(
      seconds.enumerated().map { (TrackID(Int64($0 + 1)), Duration.seconds($1)) })
  }

  @Test("a place is a time in a part, and a border belongs to the later part")
  func mapping() {
    let line = timeline([10, 20, 30])
    #expect(line.total == .seconds(60))
    #expect(line.location(at: .seconds(9))?.part == 0)
    #expect(
      line.location(at: .seconds(10)) == BookLocation(part: 1, track: TrackID(2), time: .zero))
    #expect(line.location(at: .seconds(-5))?.time == .zero)
    #expect(
      line.location(at: .seconds(99))
        == BookLocation(part: 2, track: TrackID(3), time: .seconds(30)))
    #expect(line.place(of: TrackID(3), at: .seconds(4)) == .seconds(34))
    #expect(line.place(of: TrackID(1), at: .seconds(99)) == .seconds(10))
    #expect(line.place(of: TrackID(9), at: .zero) == nil)
    #expect(BookTimeline([BookPart]()).location(at: .zero) == nil)
  }

  @Test("a part of unknown duration is heard at its place and takes no room")
  func unknown() {
    let line = timeline([10, 0, 0, 30])
    #expect(line.hasUnknownParts && line.total == .seconds(40))
    #expect(line.location(at: .seconds(10))?.part == 1)
    #expect(line.location(at: .seconds(11))?.part == 3)
    #expect(line.place(of: TrackID(2), at: .seconds(7)) == .seconds(10))
    let open = timeline([10, 0])
    #expect(open.location(at: .seconds(25))?.time == .seconds(15))
    #expect(open.place(of: TrackID(2), at: .seconds(15)) == .seconds(25))
    #expect(timeline([-5, 3]).total == .seconds(3))
  }

  @Test("a better duration moves what is behind the part and nothing else")
  func betterDuration() {
    let old = timeline([10, 0, 30])
    let new = old.with(duration: .seconds(100), of: TrackID(2))
    #expect(old.place(.seconds(5), on: new) == .seconds(5))
    #expect(old.place(.seconds(11), on: new) == .seconds(111))
    #expect(new.place(.seconds(111), on: old) == .seconds(11))
    let shorter = old.with(duration: .seconds(4), of: TrackID(1))
    #expect(old.place(.seconds(9), on: shorter) == .seconds(4))
  }

  @Test("every place of every timeline leads to a time and back")
  func roundTrip() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      let count = Int.random(in: 1...12, using: &random)
      let line = timeline((0..<count).map { _ in Int.random(in: 0...6, using: &random) })
      for _ in 0..<20 {
        let place = Duration.milliseconds(
          Int.random(in: 0...max(1, Int(line.total.components.seconds) * 1_000), using: &random))
        guard place <= line.total, let location = line.location(at: place) else { continue }
        #expect(line.place(ofPart: location.part, at: location.time) == place)
      }
    }
  }

  @Test("what is left is divided by the speed, and a strange speed is none")
  func remaining() {
    let left = BookProgress.remaining(from: .seconds(40), of: .seconds(100), at: 1.5)
    #expect(left == .seconds(40))
    for speed in [0, -1, .nan, .infinity] {
      #expect(
        BookProgress.remaining(from: .seconds(40), of: .seconds(100), at: speed) == .seconds(60))
    }
    #expect(BookProgress.remaining(from: .seconds(140), of: .seconds(100), at: 2) == .zero)
    #expect(BookProgress(place: .seconds(25)).fraction(of: .seconds(100)) == 0.25)
    #expect(BookProgress(place: .seconds(25)).fraction(of: .zero) == 0)
  }
}
