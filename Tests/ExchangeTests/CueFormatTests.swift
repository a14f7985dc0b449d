import Music
import Testing

@testable import Exchange

@Suite("CUE sheets as playlists")
struct CueFormatTests {
  private func frames(_ count: Int64) -> Duration { CueSheet.time(frames: count) }

  @Test("an album file becomes pieces that follow each other")
  func album() throws {
    let document = try reading(
      """
      PERFORMER "Band"
      TITLE "Album"
      REM DATE 1997
      FILE "album.flac" WAVE
        TRACK 01 AUDIO
          TITLE "One"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Two"
          PERFORMER "Guest"
          INDEX 00 03:00:00
          INDEX 01 03:02:10
      """, named: "album.cue")
    let path = DocumentTrack.Location.file(FilePath("album.flac"))
    let start = frames(182 * 75 + 10)
    #expect(
      document.playlists == [
        DocumentPlaylist(
          name: "Album",
          tracks: [
            DocumentTrack(
              path, line: 4, title: "One", artist: "Band", year: 1997,
              sound: EntryPlayback(start: .zero, end: start, isVirtualTrack: true)),
            DocumentTrack(
              path, line: 4, title: "Two", artist: "Guest", year: 1997,
              sound: EntryPlayback(start: start, isVirtualTrack: true)),
          ])
      ])
  }

  @Test("a sheet in Shift-JIS is read, in the library as well")
  func japanese() throws {
    let title: [UInt8] = [0x89, 0x46, 0x91, 0xBD, 0x93, 0x63, 0x83, 0x71, 0x83, 0x4A]
    let bytes =
      Array("FILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"".utf8) + title
      + Array("\"\nINDEX 01 00:00:00\n".utf8)
    let document = try DocumentReader.read(bytes, at: FilePath("/x.cue"))
    #expect(document.playlists[0].tracks.map(\.title) == ["宇多田ヒカ"])
    #expect(try CueSheet(bytes: bytes).files[0].tracks.map(\.title) == ["宇多田ヒカ"])
  }

  @Test("pieces and whole files come back")
  func roundTrip() throws {
    func piece(_ name: String, _ start: Int64, _ end: Int64?) -> DocumentTrack {
      DocumentTrack(
        .file(FilePath(name)), title: "T\(start)", artist: "A",
        sound: EntryPlayback(start: frames(start), end: end.map(frames), isVirtualTrack: true))
    }
    let list = DocumentPlaylist(
      name: "Set",
      tracks: [
        piece("/a.flac", 0, 750), piece("/a.flac", 750, 9_000_000),
        piece("/a.flac", 9_000_000, nil),
        DocumentTrack(.file(FilePath("/b.mp3")), title: "Whole"),
        DocumentTrack(.file(FilePath("/b.mp3")), title: "Again", artist: "B"),
        piece("/a.flac", 10, nil), piece("/a.flac", 5, nil),
      ])
    let bytes = try DocumentWriter.bytes(of: list.document, as: .cue, at: somewhere)
    let back = try DocumentReader.read(bytes, at: FilePath("/x.cue"))
    #expect(back.withoutLines == list.document)
  }

  @Test("quotes, which a sheet cannot say, become others")
  func quotes() throws {
    let list = DocumentPlaylist(
      name: "a \"b\"", tracks: [DocumentTrack(.file(FilePath("/c\"d.mp3")), title: "e\nf\"")])
    let bytes = try DocumentWriter.bytes(of: list.document, as: .cue, at: somewhere)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        TITLE "a 'b'"
        FILE "/c'd.mp3" MP3
          TRACK 01 AUDIO
            TITLE "e f'"
            INDEX 01 00:00:00

        """)
  }

  @Test("a mix is a track for each start, with its cues as further indexes")
  func mix() throws {
    let markers = [
      MixMarker(.cue(.drop), name: "now", start: .seconds(30)),
      MixMarker(.track, name: "A - One", start: .zero),
      MixMarker(.track, name: "B - Two", start: .milliseconds(61_000)),
      MixMarker(.cue(.mixOut), name: "", start: .seconds(61)),
    ]
    let bytes = CueFormat.bytes(ofMix: markers, audio: "mix.flac", title: "Mix")
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        TITLE "Mix"
        FILE "mix.flac" WAVE
          TRACK 01 AUDIO
            TITLE "One"
            PERFORMER "A"
            INDEX 01 00:00:00
            INDEX 02 00:30:00
            REM CUE 02 DROP "now"
          TRACK 02 AUDIO
            TITLE "Two"
            PERFORMER "B"
            INDEX 01 01:01:00
            REM CUE 01 MIX OUT

        """)
    let sheet = try CueSheet(bytes: bytes)
    #expect(sheet.files[0].tracks.map(\.start) == [.zero, .seconds(61)])
  }

  @Test("cues in front of the first start have a track of their own")
  func before() throws {
    for markers in [
      [], [MixMarker(name: "x", start: .seconds(1))],
      [MixMarker(.track, name: "x", start: .seconds(1))],
    ] {
      let sheet = try CueSheet(
        bytes: CueFormat.bytes(ofMix: markers, audio: "m.wav", title: "Mix"))
      #expect(sheet.files[0].tracks.first?.start == .zero)
    }
  }

  @Test("what is wrong in a sheet has its line once")
  func problems() {
    #expect(throws: DocumentProblem(line: 3, reason: "not a time as mm:ss:ff")) {
      try reading("FILE a WAVE\nTRACK 01 AUDIO\nINDEX 01 1:2", named: "x.cue")
    }
  }
}
