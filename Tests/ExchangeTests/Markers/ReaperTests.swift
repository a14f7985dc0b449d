import Music
import Testing

@testable import Exchange

@Suite("Reaper's markers")
struct ReaperTests {
  @Test("markers and regions as Reaper exports them are read")
  func sample() throws {
    let (markers, problems) = try ReaperFormat.read(
      [UInt8](
        "#,Name,Start,End,Length,Color\r\n" + "M1,Intro,0:00.000,,,\r\n"
          + "R1,\"Verse, \"\"one\"\"\",0:10.500,0:20.500,0:10.000,FF0000\r\n"
          + "M2,,1:02:03.250,,,0000FF\r\n" + "R2,secs,10.5,12.000,1.5,\r\n"))
    #expect(problems.isEmpty)
    #expect(
      markers == [
        MixMarker(.cue(.intro), name: "", start: .zero),
        MixMarker(
          name: "Verse, \"one\"", start: .milliseconds(10_500), length: .seconds(10),
          color: "red"),
        MixMarker(name: "", start: .milliseconds(3_723_250), color: "blue"),
        MixMarker(name: "secs", start: .milliseconds(10_500), length: .milliseconds(1500)),
      ])
  }

  @Test("measures, frames and samples are refused with what to do instead")
  func rulers() throws {
    let (_, problems) = try ReaperFormat.read(
      [UInt8](
        "#,Name,Start,End,Length\nM1,ok,0:01.000,,\nR1,a,144.2.00,144.3.00,0.1.00\n"
          + "M2,b,00:00:01:12,,\nM3,c,50000000,,\nM4,d,\"1:00,,\nM5,e,soon,,\nM6,f,,,\n"
          + "R2,g,0:05.000,0:04.000,\n"))
    #expect(problems.map(\.line) == [3, 4, 5, 6, 7, 8, 9])
    #expect(problems[0].reason.contains("measures and beats: set Reaper's ruler to minutes"))
    #expect(problems[1].reason.contains("frames"))
    #expect(problems[2].reason.contains("samples"))
    #expect(problems[3].reason.contains("quotation mark"))
    #expect(problems[5].reason == "has no start")
    #expect(throws: DocumentProblem.self) { try ReaperFormat.read([UInt8]("a,b,c\n1,2,3\n")) }
  }

  @Test("what is written has times with a colon, quotes and colours")
  func written() {
    let bytes = ReaperFormat.bytes(of: [
      MixMarker(.track, name: "A, \"B\"", start: .zero, length: .seconds(100)),
      MixMarker(.cue(.mixIn), name: "", start: .milliseconds(62_005), color: "orange"),
      MixMarker(name: "x\ny", start: .seconds(3600)),
    ])
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        #,Name,Start,End,Length,Color
        R1,"Track: A, ""B""\",0:00.000,1:40.000,1:40.000,
        M1,Mix In,1:02.005,,,FF7F00
        M2,x y,1:00:00.000,,,

        """)
  }

  @Test("markers come back as they were", arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let markers = (0..<20).map { _ in values.marker(milliseconds: true, notes: false, color: true) }
    let (read, problems) = try ReaperFormat.read(ReaperFormat.bytes(of: markers))
    #expect(problems.isEmpty)
    let isEqual = read == markers
    #expect(isEqual)
  }

  @Test("every colour is nearest to itself, and a grey is none")
  func colors() {
    for color in MarkColor.allCases {
      #expect(MarkColor(nearest: color.rgb) == color)
      #expect(MarkColor(hexadecimal: "#" + color.hexadecimal) == color)
    }
    #expect(MarkColor(hexadecimal: "808080") == nil)
    #expect(MarkColor(hexadecimal: "+00080") == nil)
    #expect(MarkColor(hexadecimal: "FFFF00") == .gold)
    #expect(MarkColor(hexadecimal: "28E214") == .green)
    #expect(MarkColor(hexadecimal: "660099") == .pink)
    #expect(MarkColor(of: "#660099") == .pink)
    #expect(MarkColor(of: "blue") == .blue)
    #expect(MarkColor(of: "none") == nil)
  }

  @Test("a name that looks like a formula is marked as text, and read back as it was")
  func formulas() throws {
    let names = [
      "=HYPERLINK(\"http://x\")", "+1", "-2+3", "@SUM(A1)", "'=x", "''-y", "'til", "plain",
    ]
    let markers = names.enumerated().map {
      MixMarker(name: $1, start: .seconds($0), length: .seconds(1))
    }
    let bytes = ReaperFormat.bytes(of: markers)
    let text = String(decoding: bytes, as: UTF8.self)
    for character in "=+-@" {
      #expect(!text.contains("\t\(character)") && !text.contains(",\(character)"))
      #expect(!text.contains("\n\(character)") && !text.contains(",\"\(character)"))
    }
    #expect(try ReaperFormat.read(bytes).markers.map(\.name) == names)
  }
}
