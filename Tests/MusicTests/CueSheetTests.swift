import Music
import Testing

@Suite("Cue sheets")
struct CueSheetTests {
  private static let album = """
    REM GENRE "Deep House"
    REM DATE 2023
    PERFORMER "Ola Marsh"
    TITLE "Pier "Nine""
    FILE "side a.flac" WAVE
      TRACK 01 AUDIO
        TITLE "First"
        ISRC DEXX12300001
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Second"
        PERFORMER "Kühl"
        PREGAP 00:02:00
        INDEX 00 03:58:70
        INDEX 01 04:00:74
        INDEX 02 05:00:00
    FILE side b.wav WAVE
      TRACK 03 AUDIO
        INDEX 01 00:00:33
    """

  private func sheet(_ text: String) throws -> CueSheet { try CueSheet(bytes: Array(text.utf8)) }

  @Test("gives every file its tracks, each up to the start of the next")
  func album() throws {
    let found = try sheet(Self.album)
    #expect(found.title == "Pier \"Nine\"")
    #expect(found.performer == "Ola Marsh")
    #expect(found.genre == "Deep House")
    #expect(found.date == "2023")
    let second = CueSheet.time(frames: 4 * 60 * 75 + 74)
    #expect(
      found.files == [
        CueSheet.File(
          name: "side a.flac",
          tracks: [
            CueSheet.Track(
              number: 1, title: "First", isrc: "DEXX12300001", start: .zero, end: second),
            CueSheet.Track(number: 2, title: "Second", performer: "Kühl", start: second),
          ], line: 5),
        CueSheet.File(
          name: "side b.wav",
          tracks: [CueSheet.Track(number: 3, start: CueSheet.time(frames: 33))], line: 17),
      ])
  }

  @Test("a track whose pregap is in the file before belongs to where it starts")
  func pregapInOtherFile() throws {
    let found = try sheet(
      """
      FILE "1.wav" WAVE
      TRACK 01 AUDIO
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      INDEX 00 02:00:00
      FILE "2.wav" WAVE
      INDEX 01 00:00:00
      """)
    #expect(found.files.map(\.tracks.count) == [1, 1])
    #expect(found.files[0].tracks[0].end == nil)
  }

  @Test("a track of data ends the one before it and is no track itself")
  func dataTrack() throws {
    let found = try sheet(
      """
      FILE "1.bin" BINARY
      TRACK 01 AUDIO
      INDEX 01 00:00:00
      TRACK 02 MODE1/2352
      INDEX 01 10:00:00
      """)
    #expect(found.files[0].tracks.map(\.end) == [.seconds(600)])
  }

  @Test("is read in every encoding and with every kind of line end")
  func encodings() throws {
    let text = "PERFORMER \"Kühl\"\r\nFILE \"ä.wav\" WAVE\r\nTRACK 1 AUDIO\r\nINDEX 01 00:01:00\r\n"
    let little = Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let expected = try sheet(text)
    #expect(expected.performer == "Kühl")
    #expect(expected.files.map(\.name) == ["ä.wav"])
    for bytes in [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, latin,
      Array(text.replacing("\r\n", with: "\n").utf8),
      Array(text.replacing("\r\n", with: "\r").utf8),
    ] {
      #expect(try CueSheet(bytes: bytes) == expected)
    }
  }

  @Test(
    "every frame of a hundred minutes falls on its sample",
    arguments: [44_100, 48_000, 88_200, 96_000, 192_000, 22_050, 32_000])
  func exactTimes(rate: Int64) {
    for frame in Int64(0)..<(100 * 60 * 75) {
      let time = CueSheet.time(frames: frame)
      let wanted = (frame * rate * 2 + 75) / 150
      let scaled = time.seconds * Double(rate)
      guard Int64(scaled.rounded()) == wanted else {
        Issue.record("frame \(frame) at \(rate)")
        return
      }
      let parts = (time * Int(rate)).components
      let nearest = parts.seconds + (parts.attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
      guard nearest == wanted else {
        Issue.record("frame \(frame) at \(rate), by whole numbers")
        return
      }
    }
  }

  @Test("says in which line something is wrong")
  func errors() {
    let file = "FILE \"a.wav\" WAVE\n"
    let cases: [(String, CueSheetError)] = [
      ("", .noTracks), ("hello\nworld", .noTracks), (file, .noTracks),
      ("TRACK 01 AUDIO", .noFile(line: 1)), (file + "INDEX 01 00:00:00", .noTrack(line: 2)),
      (file + "TRACK x AUDIO", .badTrackNumber(line: 2)),
      (file + "TRACK 1000 AUDIO", .badTrackNumber(line: 2)),
      (file + "\nTRACK 01 AUDIO\nTRACK 02 AUDIO\nINDEX 01 00:00:00", .noStart(line: 3)),
      (
        file + "TRACK 01 AUDIO\nINDEX 01 02:00:00\nTRACK 02 AUDIO\nINDEX 01 01:59:74",
        .backwards(line: 5)
      ),
    ]
    for (text, expected) in cases {
      #expect(throws: expected) { try sheet(text) }
      #expect(expected.reason.isEmpty == false)
    }
    for time in [
      "", "1:2", "00:60:00", "00:00:75", "-1:00:00", "a:b:c", "00:00:00:00", "9999999:0:0",
    ] {
      #expect(throws: CueSheetError.badTime(line: 3)) {
        try sheet(file + "TRACK 01 AUDIO\nINDEX 01 \(time)")
      }
    }
  }

  @Test("hostile sheets are refused or bounded")
  func hostile() throws {
    #expect(throws: CueSheetError.tooLarge(bytes: 1 << 21)) {
      try CueSheet(bytes: [UInt8](repeating: 0x20, count: 1 << 21))
    }
    let many = (1...1000).map { "TRACK \($0 % 100) AUDIO\nINDEX 01 00:00:00\n" }.joined()
    #expect(throws: CueSheetError.tooManyTracks(line: 2000)) {
      try sheet("FILE a WAVE\n" + many)
    }
    let long = try sheet(
      "FILE \"" + String(repeating: "x", count: 900_000) + "\nTRACK 1 AUDIO\nTITLE \"a\u{1B}[2J\"\n"
        + "INDEX 1 0:0:0")
    #expect(long.files[0].name.count == 1024)
    #expect(long.files[0].tracks[0].title == "a\u{FFFD}[2J")
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var bytes = Array(Self.album.utf8)
      for _ in 0..<20 { bytes[.random(in: 0..<bytes.count, using: &chance)] = .random(in: 0...255) }
      // Reading has to end, and any sheet has to be in order.
      if let sheet = try? CueSheet(bytes: bytes) {
        for track in sheet.files.flatMap(\.tracks) {
          #expect(track.end.map { $0 >= track.start } ?? true)
        }
      }
    }
  }
}
