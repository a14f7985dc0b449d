import Music
import Testing

@testable import Exchange

@Suite("Audacity's labels")
struct AudacityTests {
  @Test("labels as Audacity exports them are read, those with frequencies too")
  func sample() throws {
    let (markers, problems) = try AudacityFormat.read(
      [UInt8](
        "0.000000\t0.000000\tstart\n" + "61.250000\t75.5\tDrop: big [gold]\n"
          + "\\\t150.000000\t2800.500000\n" + "80\t80\t\n" + "90.1\t90.1\n"))
    #expect(problems.isEmpty)
    #expect(
      markers == [
        MixMarker(name: "start", start: .zero),
        MixMarker(
          .cue(.drop), name: "big", start: .milliseconds(61_250), length: .milliseconds(14_250),
          color: "gold"),
        MixMarker(name: "", start: .seconds(80)),
        MixMarker(name: "", start: .milliseconds(90_100)),
      ])
  }

  @Test("lines that are no labels are named, and the others are read")
  func problems() throws {
    let (markers, problems) = try AudacityFormat.read(
      [UInt8]("1\t2\ta\nhello\n3\t2\tb\n4\n-1\t1\tc\n5\t1e9\td\n"))
    #expect(markers.map(\.name) == ["a"])
    #expect(problems.map(\.line) == [2, 3, 4, 5, 6])
    #expect(
      throws: DocumentProblem(
        line: 1, reason: "no markers of Audacity: does not begin with a time in seconds and a tab")
    ) { try AudacityFormat.read([UInt8]("Dear all\nnothing here\n")) }
  }

  @Test("what is written are labels in seconds with six digits")
  func written() {
    let bytes = AudacityFormat.bytes(of: [
      MixMarker(.track, name: "A\tB", start: .microseconds(1_500_001), length: .seconds(2)),
      MixMarker(name: "plain", start: .seconds(4000)),
    ])
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "1.500001\t3.500001\tTrack: A B\n4000.000000\t4000.000000\tplain\n")
  }

  @Test("markers come back as they were", arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let markers = (0..<20).map { _ in values.marker(milliseconds: false, notes: false, color: true)
    }
    let (read, problems) = try AudacityFormat.read(AudacityFormat.bytes(of: markers))
    #expect(problems.isEmpty)
    let isEqual = read == markers
    #expect(isEqual)
  }
}
