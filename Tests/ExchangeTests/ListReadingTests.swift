import Music
import Testing

@testable import Exchange

@Suite("Playlists of other programs")
struct ListReadingTests {
  private func files(_ document: PlaylistDocument) -> [DocumentTrack.Location] {
    document.playlists[0].tracks.map(\.location)
  }

  @Test("an M3U of today's players")
  func m3u() throws {
    let document = try reading(
      """
      #EXTM3U\r
      #PLAYLIST: Peak time\r
      # made by hand\r
      #EXTINF:215 tvg-name="x, y" group-title="z",Artist - Title - Live\r
      #EXTALB:Album\r
      #EXTGENRE:House\r
      #EXTVLCOPT:start-time=12.5\r
      #EXTVLCOPT:stop-time=100\r
      sub\\a.mp3\r
      \r
      #EXTINF:-1 tvg-name="Radio",\r
      http://example.org/a b\r
      C:\\Music\\b.mp3\r
      file:///Music/c%20d.mp3\r
      FILE://localhost/C:/Music/e.mp3\r
      rtsp://host/f.mp3?x\r
      """, named: "a.m3u8")
    let list = document.playlists[0]
    #expect(list.name == "Peak time")
    #expect(
      list.tracks[0]
        == DocumentTrack(
          .file(FilePath("sub\\a.mp3")), line: 9, title: "Title - Live", artist: "Artist",
          album: "Album", genre: "House", duration: .seconds(215),
          sound: EntryPlayback(start: .milliseconds(12_500), end: .seconds(100))))
    let stream = try #require(StreamAddress("http://example.org/a%20b"))
    #expect(list.tracks[1] == DocumentTrack(.stream(stream), line: 12, title: "Radio"))
    #expect(
      files(document).dropFirst(2) == [
        .file(FilePath("C:\\Music\\b.mp3")), .file(FilePath("/Music/c d.mp3")),
        .file(FilePath("C:/Music/e.mp3")), .unknown(name: "f.mp3"),
      ])
    #expect(
      document.problems == [
        DocumentProblem(line: 16, reason: "rtsp addresses cannot be played")
      ])
  }

  @Test("a problem in an M3U has its line, with any line ends", arguments: ["\n", "\r", "\r\n"])
  func problemLines(end: String) throws {
    let lines = [
      "#EXTM3U", "#EXTINF:soon,x", "a.mp3", "", "#TRITONE:gain=900", "#EXTVLCOPT:start-time=x",
      "b.mp3", "#EXTINF:1,lost",
    ]
    let document = try reading(lines.joined(separator: end), named: "a.m3u")
    #expect(document.problems.map(\.line) == [2, 5, 6, 8])
    #expect(document.playlists[0].tracks.map(\.line) == [3, 7])
  }

  @Test("the pieces of a stream are no playlist")
  func pieces() {
    #expect(throws: DocumentProblem.self) {
      try reading("#EXTM3U\n#EXT-X-TARGETDURATION:10\na.ts\n", named: "a.m3u8")
    }
  }

  @Test("a list that names itself reads as an entry")
  func itself() throws {
    let document = try reading("#EXTM3U\nself.m3u\n", named: "self.m3u")
    #expect(files(document) == [.file(FilePath("self.m3u"))])
    #expect(document.problems == [])
  }

  @Test("PLS in any order and case, with what is wrong said")
  func pls() throws {
    let document = try reading(
      """
      [Playlist]
      ; a comment
      numberofentries=9999999999
      FILE2 = b.mp3
      title1=A - T
      File1=a.mp3
      Length1=61
      File2=again.mp3
      File10=http://example.org/
      Title3=lost
      Length10=-1
      File99999999999=y
      nonsense
      [Other]
      File4=d.mp3
      """, named: "x.pls")
    let stream = try #require(StreamAddress("http://example.org/"))
    #expect(
      document.playlists[0].tracks == [
        DocumentTrack(
          .file(FilePath("a.mp3")), line: 6, title: "T", artist: "A", duration: .seconds(61)),
        DocumentTrack(.file(FilePath("b.mp3")), line: 4), DocumentTrack(.stream(stream), line: 9),
      ])
    #expect(document.problems.map(\.line) == [8, 10, 12, 13])
    #expect(throws: DocumentProblem(line: 1, reason: "no [playlist] in it")) {
      try reading("File1=a", named: "x.pls")
    }
  }

  @Test("XSPF of VLC, with places that cannot be played in front")
  func xspf() throws {
    let document = try reading(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- <x> -->
      <playlist xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/" version="1">
        <title>List</title>
        <trackList>
          <track>
            <location>ipfs://abc</location>
            <location>
              sub/a%20b.mp3
            </location>
            <title>T &amp; U</title>
            <duration>1500</duration>
            <extension application="http://www.videolan.org/vlc/playlist/0">
              <vlc:id>0</vlc:id><vlc:option>start-time=30</vlc:option>
            </extension>
          </track>
          <track><duration>long</duration></track>
        </trackList>
        <extension application="x"><title>not this</title></extension>
      </playlist>
      """, named: "noname")
    #expect(document.playlists[0].name == "List")
    #expect(
      document.playlists[0].tracks == [
        DocumentTrack(
          .file(FilePath("sub/a b.mp3")), line: 6, title: "T & U", duration: .milliseconds(1500),
          sound: EntryPlayback(start: .seconds(30))),
        DocumentTrack(.unknown(name: nil), line: 17),
      ])
    #expect(document.problems.map(\.line) == [17, 17])
  }

  @Test("JSPF, with values that are not what they should be")
  func jspf() throws {
    let document = try reading(
      """
      {"playlist": {
        "title": "List", "track": [
          {"location": ["file:///a.mp3"], "title": "T", "duration": 1500},
          {"location": "b%20c.mp3", "creator": 5, "duration": "x"},
          7
        ]}}
      """, named: "x.json")
    #expect(
      document.playlists[0].tracks == [
        DocumentTrack(
          .file(FilePath("/a.mp3")), line: 3, title: "T", duration: .milliseconds(1500)),
        DocumentTrack(.file(FilePath("b c.mp3")), line: 4),
        DocumentTrack(.unknown(name: nil), line: 5),
      ])
    #expect(document.problems.map(\.line) == [4, 4, 5])
    #expect { try reading("{\"playlist\": {\n \"track\": [}}", named: "x.jspf") } throws: {
      ($0 as? DocumentProblem)?.line == 2
    }
  }

  @Test(
    "formats are told by what is in them, and else by their name",
    arguments: [
      ("#EXTM3U\na", "x", FileFormat.m3u), ("\u{FEFF}#extm3u\na", "x.m3u8", .m3u8),
      ("[playlist]\n", "x.txt", .pls), ("<?xml version='1.0'?><playlist/>", "x.xml", .xspf),
      ("<!-- <a> --><!DOCTYPE x><DJ_PLAYLISTS Version='1'>", "x", .rekordbox),
      ("{ \"playlist\": {}}", "x.json", .jspf), ("{\"format\":\"tritone-mixboard\"", "x", .json),
      ("Name\tStart\tDuration\tTime Format", "x.csv", .audition),
      ("#,Name,Start,End,Length,Color", "x.csv", .reaper), ("1.5\t2.5\tname", "x", .audacity),
      ("REM x\nFILE \"a\" WAVE\n TRACK 01 AUDIO", "x", .cue), ("a.mp3", "x.m3u", .m3u),
      ("", "x.cue", .cue), ("", "x.xml", .rekordbox),
    ])
  func detection(text: String, name: String, format: FileFormat) {
    #expect(FileFormat.detected(in: Array(text.utf8), named: FilePath(name)) == format)
  }

  @Test("what is nothing that is known is not guessed")
  func unknown() {
    #expect(FileFormat.detected(in: Array("hello".utf8), named: FilePath("x.doc")) == nil)
    #expect(throws: DocumentProblem.self) { try reading("hello", named: "x.doc") }
  }
}
