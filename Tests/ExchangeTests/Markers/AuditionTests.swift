import Music
import Testing

@testable import Exchange

@Suite("Audition's markers")
struct AuditionTests {
  private let header = "Name\tStart\tDuration\tTime Format\tType\tDescription\n"

  @Test("times that no file has are written as far as numbers go")
  func endless() {
    let late = MixMarker(
      name: "late", start: .microseconds(Int64.max), length: .microseconds(Int64.max))
    for bytes in [
      AuditionFormat.bytes(of: [late]), AudacityFormat.bytes(of: [late]),
      ReaperFormat.bytes(of: [late]),
    ] { #expect(!bytes.isEmpty) }
  }

  @Test("a list as Audition exports it is read")
  func sample() throws {
    let (markers, problems) = try AuditionFormat.read(
      [UInt8](
        header
          + "Marker 02\t9:39.590\t0:00.000\tdecimal\tCue\t\n"
          + "Marker 01\t1:44:53.111\t0:00.000\tdecimal\tCue\n"
          + "Verse\t1:03:51.766\t0:08.878\tdecimal\tCue\tsung twice\n"
          + "Song\t12.5\t0\tdecimal\tCD Track\t\n"))
    #expect(problems.isEmpty)
    #expect(
      markers == [
        MixMarker(name: "Marker 02", start: .milliseconds(579_590)),
        MixMarker(name: "Marker 01", start: .milliseconds(6_293_111)),
        MixMarker(
          name: "Verse", start: .milliseconds(3_831_766), length: .milliseconds(8_878),
          notes: "sung twice"),
        MixMarker(.track, name: "Song", start: .milliseconds(12_500)),
      ])
  }

  @Test(
    "marks of UTF-8 and UTF-16 and every end of a line are read",
    arguments: ["\n", "\r\n", "\r"])
  func encodings(newline: String) throws {
    let text = (header + "Één\t0:01.5\t0:00.250000\tdecimal\tCue\t\n")
      .split(separator: "\n").joined(separator: newline)
    let expected = [
      MixMarker(name: "Één", start: .milliseconds(1500), length: .milliseconds(250))
    ]
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [
      [UInt8](text), [0xEF, 0xBB, 0xBF] + [UInt8](text), [0xFF, 0xFE] + little,
      [0xFE, 0xFF] + big,
    ] {
      #expect(try AuditionFormat.read(bytes).markers == expected)
    }
  }

  @Test("times counted in samples are exact")
  func samples() throws {
    let (markers, _) = try AuditionFormat.read(
      [UInt8](header + "a\t44100\t22050\t44100 Hz\tCue\t\nb\t1\t0\t48000 Hz\tCue\t\n"))
    #expect(markers.map(\.start) == [.seconds(1), .nanoseconds(20_833)])
    #expect(markers.map(\.length) == [.milliseconds(500), .zero])
  }

  @Test("lines that are no markers are named, and the others are read")
  func problems() throws {
    let (markers, problems) = try AuditionFormat.read(
      [UInt8](
        header + "a\t0:01.000\t0:00.000\tdecimal\tCue\t\n\n"
          + "b\tsoon\t0:00.000\tdecimal\tCue\t\n" + "c\t0:61.000\t0:00.000\tdecimal\tCue\t\n"
          + "d\t1.1.00\t0\tBars and beats\tCue\t\n" + "e\t-0:01.0\t0:00\tdecimal\tCue\t\n"
          + "f\t0:02.000\t?\tdecimal\tCue\t\n"))
    #expect(markers.map(\.name) == ["a"])
    #expect(problems.map(\.line) == [4, 5, 6, 7, 8])
    #expect(problems[0].reason.contains("start"))
    #expect(problems[2].reason.contains("decimal"))
    #expect(problems[4].reason.contains("duration"))
  }

  @Test("columns go by their names, and a header in another language by its order")
  func columns() throws {
    let swapped = try AuditionFormat.read([UInt8]("Start\tName\n0:02.000\tIntro: soft\n"))
    #expect(swapped.markers == [MixMarker(.cue(.intro), name: "soft", start: .seconds(2))])
    let other = try AuditionFormat.read(
      [UInt8]("Nom\tDébut\tDurée\tFormat\tType\tDesc\nx\t0:02.000\t0:01.000\tdecimal\tCue\t\n"))
    #expect(other.markers == [MixMarker(name: "x", start: .seconds(2), length: .seconds(1))])
    let bare = try AuditionFormat.read([UInt8]("x\t0:02.000\t0:01.000\tdecimal\tCue\n"))
    #expect(bare.markers.count == 1)
    for text in ["", "hello\n", "a,b,c\n", "a\tb\tc\n"] {
      if text.isEmpty { continue }
      #expect(throws: DocumentProblem.self) { try AuditionFormat.read([UInt8](text)) }
    }
  }

  @Test("what is written is exactly Audition's table")
  func written() throws {
    let bytes = try DocumentWriter.bytes(
      of: [
        MixMarker(.track, name: "A\tB\nC", start: .zero, length: .milliseconds(1500)),
        MixMarker(
          .cue(.drop), name: "Big", start: .seconds(3661), notes: "loud", color: "red"),
        MixMarker(.cue(.mixOut), name: "", start: .milliseconds(59_999) + .microseconds(600)),
      ], as: .audition)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == header + "A B C\t0:00.000\t0:01.500\tdecimal\tCD Track\t\n"
        + "Drop: Big\t1:01:01.000\t0:00.000\tdecimal\tCue\t[red] loud\n"
        + "Mix Out\t1:00.000\t0:00.000\tdecimal\tCue\t\n")
  }

  @Test("markers come back as they were", arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let markers = (0..<20).map { _ in values.marker(milliseconds: true, notes: true, color: true) }
    let (read, problems) = try DocumentReader.readMarkers(
      AuditionFormat.bytes(of: markers), at: FilePath("/m.csv"), as: .audition)
    #expect(problems.isEmpty)
    let isEqual = read == markers
    #expect(isEqual)
  }

  @Test("a name that looks like a formula is marked as text, and read back as it was")
  func formulas() throws {
    let names = [
      "=HYPERLINK(\"http://x\")", "+1", "-2+3", "@SUM(A1)", "'=x", "''-y", "'til", "plain",
    ]
    let markers = names.enumerated().map {
      MixMarker(name: $1, start: .seconds($0), length: .seconds(1))
    }
    let bytes = AuditionFormat.bytes(of: markers)
    let text = String(decoding: bytes, as: UTF8.self)
    for character in "=+-@" {
      #expect(!text.contains("\t\(character)") && !text.contains(",\(character)"))
      #expect(!text.contains("\n\(character)") && !text.contains(",\"\(character)"))
    }
    #expect(try AuditionFormat.read(bytes).markers.map(\.name) == names)
  }
}
