import Music
import Testing

@testable import Exchange

@Suite("Rekordbox's XML")
struct RekordboxTests {
  private let path = FilePath("/home/me/rekordbox.xml")

  private func read(_ text: String) throws(DocumentProblem) -> PlaylistDocument {
    try RekordboxFormat.read([UInt8](text), at: path)
  }

  private let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <DJ_PLAYLISTS Version="1.0.0">
      <PRODUCT Name="rekordbox" Version="6.7.7" Company="AlphaTheta"/>
      <COLLECTION Entries="3">
        <TRACK TrackID="219" Name="Deep &amp; One" Artist="ABSL" Composer="" Album="Dream"
          Genre="Electronic" Kind="FLAC File" Size="40888414" TotalTime="328" Year="2023"
          AverageBpm="148.00" DateAdded="2024-06-14" BitRate="0" SampleRate="44100"
          Comments="nice" PlayCount="19" Rating="153"
          Location="file://localhost/Users/dj/Music/Deep%20One%2b%C3%A9%FF.flac" Tonality="Bbm"
          Colour="0xFF0000">
          <TEMPO Inizio="0.025" Bpm="124.00" Metro="4/4" Battito="1"/>
          <POSITION_MARK Name="" Type="0" Start="0.025" Num="-1"/>
          <POSITION_MARK Name="Drop" Type="0" Start="64.025" Num="0" Red="40" Green="226" Blue="20"/>
          <POSITION_MARK Name="" Type="0" Start="64.025" Num="-1"/>
          <POSITION_MARK Name="fill" Type="4" Start="96.5" End="98.436" Num="1"/>
          <POSITION_MARK Name="" Type="1" Start="3" Num="-1"/>
          <POSITION_MARK Name="" Type="2" Start="300" Num="-1"/>
        </TRACK>
        <TRACK TrackID="2" Name="MP3" TotalTime="0" Year="0" AverageBpm="0.00" Rating="0"
          Location="file://localhost/C:/Music/b.mp3">
          <TEMPO Inizio="0.011" Bpm="128.00" Metro="4/4" Battito="1"/>
        </TRACK>
        <TRACK TrackID="3" Name="Unused" Location="file://localhost/c.wav"/>
      </COLLECTION>
      <PLAYLISTS>
        <NODE Type="0" Name="ROOT" Count="2">
          <NODE Name="Sets" Type="0" Count="1">
            <NODE Name="Friday" Type="1" KeyType="0" Entries="4">
              <TRACK Key="219"/>
              <TRACK Key="2"/>
              <TRACK Key="77"/>
              <TRACK Key="219"/>
            </NODE>
          </NODE>
          <NODE Name="By place" Type="1" KeyType="1" Entries="2">
            <TRACK Key="file://localhost/C:/Music/b.mp3"/>
            <TRACK Key="file://localhost/x%20y.mp3"/>
          </NODE>
        </NODE>
      </PLAYLISTS>
    </DJ_PLAYLISTS>
    """

  @Test("a collection with playlists in folders and cues is read")
  func reading() throws {
    let document = try read(sample)
    #expect(document.problems.map(\.line) == [31])
    #expect(document.collection.map(\.title) == ["Unused"])
    guard case .folder("Sets", let inner)? = document.items.first,
      case .playlist(let friday)? = inner.first,
      case .playlist(let byPosition)? = document.items.last
    else {
      Issue.record("not the folders there are")
      return
    }
    #expect(friday.name == "Friday")
    #expect(friday.tracks.map(\.title) == ["Deep & One", "MP3", "Deep & One"])
    #expect(
      byPosition.tracks.map(\.location) == [
        .file(FilePath("C:/Music/b.mp3")), .file(FilePath("/x y.mp3")),
      ])
    let track = friday.tracks[0]
    #expect(
      track.location
        == .file(
          FilePath(bytes: [UInt8]("/Users/dj/Music/Deep One+é") + [0xFF] + [UInt8](".flac"))))
    // The line where the tag ends.
    #expect(track.line == 10)
    #expect(track.artist == "ABSL")
    #expect(track.duration == .seconds(328))
    #expect(track.bpm == 148)
    #expect(track.key == "Bbm")
    #expect(track.year == 2023)
    #expect(track.notes == "nice")
    #expect(track.rating == Rating(stars: 3))
    #expect(
      track.cues == [
        Cue(id: CueID(0), time: .milliseconds(25)),
        Cue(id: CueID(0), time: .milliseconds(64_025), kind: .drop, color: "green"),
        Cue(
          id: CueID(0), time: .milliseconds(96_500), end: .milliseconds(98_436), kind: .loop,
          name: "fill"),
        Cue(id: CueID(0), time: .seconds(3), kind: .mixIn),
        Cue(id: CueID(0), time: .seconds(300), kind: .mixOut),
      ])
    #expect(friday.tracks[1].bpm == 128)
    #expect(friday.tracks[1].duration == nil)
    #expect(friday.tracks[1].year == nil)
  }

  @Test("what an attribute has wrong costs that attribute, and is named with its line")
  func problems() throws {
    let document = try read(
      """
      <DJ_PLAYLISTS Version="1.0.0"><COLLECTION Entries="9">
      <TRACK TrackID="1" Name="a" TotalTime="long" Rating="900" Location="nowhere"/>
      <TRACK TrackID="1" Name="b" AverageBpm="-4" Year="1e3" Location="file://localhost/a%00b">
      <POSITION_MARK Name="x" Type="9" Start="1" Num="0"/>
      <POSITION_MARK Name="y" Type="0" Start="-1" Num="0"/>
      <POSITION_MARK Name="z" Type="0" Num="0"/>
      </TRACK></COLLECTION><PLAYLISTS><NODE Type="0" Name="ROOT">
      <TRACK Key="1"/>
      <NODE Type="1" Name="p" KeyType="0"><TRACK/></NODE>
      </NODE></PLAYLISTS></DJ_PLAYLISTS>
      """)
    #expect(document.collection.map(\.title) == ["a", "b"])
    #expect(document.collection[1].cues.map(\.name) == ["x"])
    #expect(document.playlists.map(\.name) == ["p"])
    #expect(Set(document.problems.compactMap(\.line)) == [2, 3, 4, 5, 6, 8, 9])
    #expect(document.problems.count == 12)
    for text in ["<html/>", "<DJ_PLAYLISTS>", "", "hello", "<DJ_PLAYLISTS><A></DJ_PLAYLISTS>"] {
      #expect(throws: DocumentProblem.self) { try read(text) }
    }
  }

  @Test("what is written has the structure that Rekordbox documents")
  func writing() throws {
    let cues = (0..<9).map {
      Cue(id: CueID(1), time: .seconds(10 * $0), kind: .marker, name: "\($0)")
    }
    let loop = Cue(
      id: CueID(2), time: .seconds(1), end: .seconds(3), kind: .loop, color: "blue")
    let track = DocumentTrack(
      .file(FilePath(bytes: [UInt8]("/m/a b%é") + [0xFF] + [UInt8](".flac"))), title: "A \"<",
      artist: "X", year: 1999, duration: .milliseconds(200_600), bpm: 124.5, key: "8A",
      rating: Rating(stars: 5), notes: "n", cues: [loop])
    let piece = DocumentTrack(
      .file(FilePath("/m/album.wav")), title: "Song 3", sound: EntryPlayback(isVirtualTrack: true),
      cues: cues
    )
    let document = PlaylistDocument(items: [
      .folder(
        name: "F",
        [.playlist(DocumentPlaylist(name: "P", tracks: [track, piece, track]))])
    ])
    let text = String(
      decoding: try RekordboxFormat.bytes(of: document, at: WritingTarget(path)), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let expected: [Substring] = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<DJ_PLAYLISTS Version=\"1.0.0\">",
      "<PRODUCT Name=\"Tritone\" Version=\"0.1.0\" Company=\"\"/>", "<COLLECTION Entries=\"2\">",
      "<TRACK TrackID=\"1\" Name=\"A &quot;&lt;\" Artist=\"X\" Kind=\"FLAC File\""
        + " TotalTime=\"201\" Year=\"1999\" AverageBpm=\"124.50\" Comments=\"n\" Rating=\"255\""
        + " Location=\"file://localhost/m/a%20b%25%C3%A9%FF.flac\" Tonality=\"8A\">",
      "<POSITION_MARK Name=\"\" Type=\"4\" Start=\"1.000\" End=\"3.000\" Num=\"0\" Red=\"48\""
        + " Green=\"90\" Blue=\"255\"/>",
      "</TRACK>",
      "<TRACK TrackID=\"2\" Name=\"album\" Kind=\"WAV File\" Rating=\"0\""
        + " Location=\"file://localhost/m/album.wav\">",
    ]
    #expect(Array(lines.prefix(expected.count)) == expected)
    #expect(lines.contains("<POSITION_MARK Name=\"7\" Type=\"0\" Start=\"70.000\" Num=\"7\"/>"))
    #expect(lines.contains("<POSITION_MARK Name=\"8\" Type=\"0\" Start=\"80.000\" Num=\"-1\"/>"))
    #expect(
      Array(lines.suffix(12)) == [
        "<PLAYLISTS>", "<NODE Type=\"0\" Name=\"ROOT\" Count=\"1\">",
        "<NODE Type=\"0\" Name=\"F\" Count=\"1\">",
        "<NODE Name=\"P\" Type=\"1\" KeyType=\"0\" Entries=\"3\">", "<TRACK Key=\"1\"/>",
        "<TRACK Key=\"2\"/>", "<TRACK Key=\"1\"/>", "</NODE>", "</NODE>", "</NODE>", "</PLAYLISTS>",
        "</DJ_PLAYLISTS>",
      ])
    #expect(!text.contains("TEMPO"))
  }

  @Test("a track that nobody knows the place of cannot be written")
  func unknown() {
    let document = PlaylistDocument(items: [
      .playlist(DocumentPlaylist(name: "P", tracks: [DocumentTrack(.unknown(name: "gone.mp3"))]))
    ])
    #expect(throws: DocumentProblem.self) {
      try RekordboxFormat.bytes(of: document, at: WritingTarget(path))
    }
  }

  @Test("every rating comes back")
  func ratings() {
    #expect(
      (0...5).map { RekordboxRating.number(of: Rating(stars: $0)) } == [0, 51, 102, 153, 204, 255])
    #expect([0, 51, 102, 153, 204, 255].map { RekordboxRating.rating($0).stars } == Array(0...5))
  }

  @Test("folders beyond the deepest give their playlists to the one above")
  func depth() throws {
    var item = PlaylistDocument.Item.playlist(DocumentPlaylist(name: "p"))
    for _ in 0..<40 { item = .folder(name: "f", [item]) }
    let bytes = try RekordboxFormat.bytes(
      of: PlaylistDocument(items: [item]), at: WritingTarget(path))
    let document = try RekordboxFormat.read(bytes, at: path)
    #expect(document.problems.isEmpty)
    #expect(document.playlists.map(\.name) == ["p"])
    let folders =
      String(repeating: "<NODE Type=\"0\" Name=\"f\">", count: 40)
      + "<NODE Type=\"1\" Name=\"p\"/>" + String(repeating: "</NODE>", count: 40)
    let deep = try read(
      "<DJ_PLAYLISTS><PLAYLISTS><NODE Type=\"0\">\(folders)</NODE></PLAYLISTS></DJ_PLAYLISTS>")
    #expect(deep.playlists.map(\.name) == ["p"])
    #expect(deep.problems.count == 8)
    #expect(throws: DocumentProblem.self) {
      try read("<DJ_PLAYLISTS><PLAYLISTS>" + String(repeating: "<NODE>", count: 100_000))
    }
  }

  @Test("documents come back as they were", arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let tracks = (0..<8).map { values.rekordboxTrack($0) }
    var document = PlaylistDocument(
      items: values.items { values in
        DocumentPlaylist(
          name: values.text(),
          tracks: (0..<values.number(0...6)).map { _ in tracks[values.number(0...7)] })
      })
    let used = document.playlists.flatMap(\.tracks)
    document.collection = tracks.filter { !used.contains($0) }
    let bytes = try DocumentWriter.bytes(of: document, as: .rekordbox, at: WritingTarget(path))
    var read = try DocumentReader.read(bytes, at: path, as: .rekordbox)
    read.forEachTrack { $0.line = nil }
    let isEqual = read == document
    #expect(isEqual)
  }
}

extension RandomValues {
  mutating func rekordboxTrack(_ number: Int) -> DocumentTrack {
    DocumentTrack(
      number == 0
        // because the text is an address of a stream.
        ? .stream(StreamAddress("https://radio.example/a?b=c&d")!) : .file(path(number)),
      title: text(), artist: some { $0.text() }, album: some { $0.text() },
      genre: some { $0.text() }, year: some { $0.number(1...2100) },
      duration: some { .seconds($0.number(1...9000)) },
      bpm: some { Double($0.number(6000...20_000)) / 100 }, key: some { $0.text() },
      rating: Rating(stars: self.number(0...5)), notes: isTrue() ? text() + "\nnext\t." : "",
      cues: cues())
  }
}
