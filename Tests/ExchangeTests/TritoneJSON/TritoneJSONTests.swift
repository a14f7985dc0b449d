import Music
import Testing

@testable import Exchange

@Suite("Playlists as JSON")
struct TritoneJSONTests {
  private let destination = FilePath("/home/me/Sync/tritone.json")

  private func read(_ text: String) throws(DocumentProblem) -> PlaylistDocument {
    try TritoneJSONFormat.read([UInt8](text), at: destination)
  }

  private func wrapped(_ playlists: String, _ rest: String = "") -> String {
    "{\n\"format\": \"tritone-mixboard\",\n\"version\": 1,\n\"playlists\": [\(playlists)]\(rest)\n}\n"
  }

  @Test("a file written by hand is read")
  func sample() throws {
    let document = try read(
      wrapped(
        """
        {"name": "Club nights", "playlists": [
          {"name": "Friday", "notes": "late", "color": "blue", "targetBPM": 124.5,
           "template": "{Album}", "future": {"x": [1]}, "entries": [
            {"file": "a.flac", "title": "A", "artist": "X", "duration": 200.25, "bpm": 124,
             "key": "8A", "rating": 4, "start": 1.5, "end": 190, "crossfade": 4, "gain": -2.5,
             "notes": "loud", "cues": [
               {"time": 61.5, "kind": "drop", "name": "Big", "color": "red"},
               {"time": 170, "end": 190, "kind": "Mix Out"}, {"time": 3}]},
            {"path": "/music/b.flac", "relative": "../../../music/b.flac"},
            {"path": "/Users/x/c.flac", "relative": "../Music/c.flac"},
            {"relative": "d.flac"},
            {"stream": "https://radio.example/live"}]}]}
        """, ", \"slots\": {\"1\": 0, \"2\": 7}"))
    #expect(document.problems.map(\.line) == [15])
    #expect(document.slots == [.one: 0])
    guard case .folder("Club nights", let inner)? = document.items.first,
      case .playlist(let friday)? = inner.first
    else {
      Issue.record("no folder")
      return
    }
    #expect(friday.name == "Friday")
    #expect(friday.notes == "late")
    #expect(friday.targetBPM == 124.5)
    #expect(friday.template == "{Album}")
    let first = friday.tracks[0]
    #expect(first.location == .unknown(name: "a.flac"))
    #expect(first.line == 7)
    #expect(first.duration == .milliseconds(200_250))
    #expect(first.sound.crossfade == .seconds(4))
    #expect(first.sound.gain == -2.5)
    #expect(first.rating == Rating(stars: 4))
    #expect(
      first.cues == [
        Cue(id: CueID(0), time: .milliseconds(61_500), kind: .drop, name: "Big", color: "red"),
        Cue(id: CueID(0), time: .seconds(170), end: .seconds(190), kind: .mixOut),
        Cue(id: CueID(0), time: .seconds(3)),
      ])
    #expect(friday.tracks[1].location == .file(FilePath("/music/b.flac")))
    #expect(friday.tracks[1].otherPaths == [])
    #expect(friday.tracks[2].otherPaths == [FilePath("../Music/c.flac")])
    #expect(friday.tracks[3].location == .file(FilePath("d.flac")))
    #expect(
      friday.tracks[4].location == StreamAddress("https://radio.example/live").map { .stream($0) })
  }

  @Test("what one field has wrong costs that field, and is named with its line")
  func fields() throws {
    let document = try read(
      wrapped(
        """
        {"name": "P", "targetBPM": -1, "entries": [
        {"file": "a",
        "duration": 1e400, "gain": 99,
        "rating": 4.5, "year": "1999",
        "start": -3, "crossfade": 60,
        "cues": [{"kind": "drop"}, {"time": 5, "end": 4}, {"time": 6, "kind": "nothing"}, 7]},
        5, {"path": "/a\\u0000b", "title": "t"},
        {"start": 9, "end": 3}]}, "x", {"playlists": 4}
        """))
    let tracks = document.playlists[0].tracks
    #expect(tracks.count == 3)
    #expect(tracks[0].sound == EntryPlayback())
    #expect(tracks[0].cues.map(\.kind) == [.marker, .custom])
    #expect(tracks[1].location == .unknown(name: nil))
    #expect(tracks[2].sound == EntryPlayback(start: .seconds(9)))
    let lines = document.problems.map(\.line)
    #expect(lines.count == 17)
    #expect(Set(lines) == [4, 6, 7, 8, 9, 10, 11])
    #expect(
      document.problems.contains(
        DocumentProblem(
          line: 6, reason: "entry 1 of “P”: “gain” is not a number from -24 to 12")))
  }

  @Test("a label, a comment or a variation that is wrong costs itself alone, with its line")
  func marks() throws {
    let long = String(repeating: "x", count: 2_001)
    let document = try read(
      wrapped(
        """
        {"name": "P", "entries": [
        {"file": "a", "category": "voice-memos", "collection": "B\\nsides", "reaction": "loved",
        "tags": ["needs bass", "Needs Bass",
        7, "\(long)", "done"], "timeSignature": "7/8",
        "mood": "\(long)", "variationOf": {"relative": "b.flac"}, "comments": [
        {"id": "not one", "time": 42, "text": " lou\\u001bder "},
        {"text": ""}, {"text": "\(long)"}, {}, 8]},
        {"file": "b", "category": "of another program", "reaction": "adored", "tags": "x",
        "variationOf": 3, "comments": {}}]}
        """))
    let tracks = document.playlists[0].tracks
    #expect(
      tracks[0].labels
        == TrackLabels(
          category: .voiceMemos, tags: ["needs bass", "done"], collection: "B sides",
          timeSignature: "7/8"))
    #expect(tracks[0].reaction == .loved)
    #expect(tracks[0].primary == .file(FilePath("b.flac")))
    #expect(tracks[0].comments.map(\.text) == ["lou\u{FFFD}der"])
    #expect(tracks[0].comments.map(\.place) == [.seconds(42)])
    #expect(
      tracks[1].labels == TrackLabels(category: TrackCategory(rawValue: "of another program")))
    #expect(tracks[1].reaction == .none && tracks[1].primary == nil && tracks[1].comments.isEmpty)
    #expect(
      document.problems.map(\.line).sorted { $0 ?? 0 < $1 ?? 0 }
        == [6, 6, 8, 10, 10, 10, 10, 11, 11, 12, 12])
  }

  @Test("a newer version, another format and broken JSON are refused with their line")
  func refused() {
    let cases: [(String, Int, String)] = [
      ("{\"format\": \"tritone-mixboard\",\n \"version\": 2}", 2, "update Tritone"),
      ("{\"format\": \"tritone-mixboard\"}", 1, "version"),
      ("{\"format\": \"tritone-mixboard\", \"version\": 1.5}", 1, "version"),
      ("{\"format\": \"tritone-mixboard\", \"version\": 1e300}", 1, "version"),
      ("{\n\"format\": \"other\"}", 2, "not playlists of Tritone"),
      ("[]", 1, "not playlists of Tritone"), ("5", 1, "not playlists of Tritone"),
      ("{\"format\": \"tritone-mixboard\",\n\"version\": 1,\n\"playlists\": [}", 3, "column 15"),
    ]
    for (text, line, reason) in cases {
      do throws(DocumentProblem) {
        _ = try read(text)
        Issue.record("read: \(text)")
      } catch {
        #expect(error.line == line, "\(text)")
        #expect(error.reason.contains(reason), "\(error.reason)")
      }
    }
  }

  @Test("folders beyond the deepest give their playlists to the one above")
  func depth() throws {
    let count = 40
    let text = wrapped(
      String(repeating: "{\"name\": \"f\", \"playlists\": [", count: count)
        + "{\"name\": \"p\", \"entries\": []}" + String(repeating: "]}", count: count))
    let document = try read(text)
    #expect(document.playlists.map(\.name) == ["p"])
    #expect(document.problems.count == count - PlaylistDocument.maximumDepth)
    let written = try TritoneJSONFormat.bytes(of: document, at: WritingTarget(destination))
    #expect(try TritoneJSONFormat.read(written, at: destination).problems.isEmpty)
  }

  @Test("what is written is plain and stays the same where nothing changed")
  func written() throws {
    let track = DocumentTrack(
      .file(FilePath("/home/me/Music/é.flac")), title: "A", duration: .milliseconds(184_373),
      bpm: 124, rating: Rating(stars: 3), sound: EntryPlayback(crossfade: .milliseconds(4500)),
      cues: [Cue(id: CueID(7), time: .milliseconds(61_500), kind: .drop)])
    let document = PlaylistDocument(
      items: [.folder(name: "F", [.playlist(DocumentPlaylist(name: "P", tracks: [track]))])],
      slots: [.two: 0])
    let bytes = try TritoneJSONFormat.bytes(of: document, at: WritingTarget(destination))
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {
          "format": "tritone-mixboard",
          "version": 1,
          "playlists": [
            {
              "name": "F",
              "playlists": [
                {
                  "name": "P",
                  "entries": [
                    {
                      "file": "é.flac",
                      "path": "/home/me/Music/é.flac",
                      "relative": "../Music/é.flac",
                      "title": "A",
                      "duration": 184.373,
                      "bpm": 124,
                      "rating": 3,
                      "crossfade": 4.5,
                      "cues": [
                        {
                          "time": 61.5,
                          "kind": "drop"
                        }
                      ]
                    }
                  ]
                }
              ]
            }
          ],
          "slots": {
            "2": 0
          }
        }

        """)
    let alone = try TritoneJSONFormat.bytes(
      of: document, at: WritingTarget(destination, isRelative: true))
    #expect(!String(decoding: alone, as: UTF8.self).contains("\"path\""))
  }

  @Test("documents come back as they were", arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    var document = PlaylistDocument(items: values.items { $0.mixBoardPlaylist() })
    document.collection = (0..<values.number(0...2)).map { _ in values.mixBoardTrack() }
    let count = document.playlists.count
    for slot in MixSlot.allCases where count > 0 && values.isTrue() {
      document.slots[slot] = values.number(0...count - 1)
    }
    let isRelative = values.isTrue()
    let bytes = try DocumentWriter.bytes(
      of: document, as: .json, at: WritingTarget(destination, isRelative: isRelative))
    var read = try DocumentReader.read(bytes, at: destination, as: .json)
    read.forEachTrack { $0.line = nil }
    if isRelative {
      document.forEachTrack { track in
        func relative(_ location: DocumentTrack.Location) -> DocumentTrack.Location {
          guard case .file(let path) = location else { return location }
          return .file(RelativePath.relative(path, to: FilePath("/home/me/Sync")))
        }
        track.location = relative(track.location)
        track.primary = track.primary.map(relative)
      }
    }
    let isEqual = read == document
    #expect(isEqual)
    #expect(
      try DocumentWriter.bytes(
        of: read, as: .json, at: WritingTarget(destination, isRelative: isRelative)) == bytes)
  }
}

extension RandomValues {
  mutating func mixBoardPlaylist() -> DocumentPlaylist {
    DocumentPlaylist(
      name: some { $0.text() }, notes: optionalText() + (isTrue() ? "\n\u{1}\t" : ""),
      color: color(), targetBPM: some { Double($0.number(600...2000)) / 10 },
      template: optionalText(), tracks: (0..<number(0...6)).map { _ in mixBoardTrack() })
  }

  mutating func mixBoardTrack() -> DocumentTrack {
    let number = number(0...999)
    let location: DocumentTrack.Location =
      switch self.number(0...5) {
      case 0: .unknown(name: some { $0.text() })
      // because the text is an address of a stream.
      case 1: .stream(StreamAddress("https://radio.example/\(number)")!)
      default: .file(path(number))
      }
    let start = some { $0.time(to: 100, milliseconds: false) }
    var track = DocumentTrack(
      location, title: some { $0.text() }, artist: some { $0.text() }, album: some { $0.text() },
      genre: some { $0.text() }, year: some { $0.number(0...2100) },
      duration: some { $0.time(milliseconds: false) },
      bpm: some { Double($0.number(60_000...200_000)) / 1000 }, key: some { $0.text() },
      rating: Rating(stars: self.number(0...5)), notes: optionalText(),
      sound: EntryPlayback(
        crossfade: some { $0.time(to: 12, milliseconds: false) }, start: start,
        end: some { (start ?? .zero) + .microseconds($0.number(1...100_000_000)) },
        gain: some { Double($0.number(-240...120)) / 10 }, isVirtualTrack: isTrue()),
      cues: cues())
    track.reaction = one(of: Reaction.allCases)
    track.labels = labels()
    track.comments = comments()
    track.primary = some { .file($0.path(number + 1)) }
    return track
  }

  mutating func labels() -> TrackLabels {
    func line(_ text: String) -> String { LabelText.line(text) }
    var labels = TrackLabels(
      category: some { TrackCategory(rawValue: line("x" + $0.text())) },
      collection: some { line("c" + $0.text()) }, mood: some { line("m" + $0.text()) },
      timeSignature: some { "\($0.number(1...15))/8" })
    // because few tags are no more than a track has
    try! labels.add((0..<number(0...3)).map { line("\($0) " + text()) })
    return labels
  }

  mutating func comments() -> [TrackComment] {
    (0..<number(0...2)).map { _ in
      // because no text here is empty or longer than a comment
      let text = try! TrackComment.tidied("t" + text() + (isTrue() ? "\n" + text() + "." : ""))
      return TrackComment(
        id: .random(), track: TrackID(0), place: some { $0.time(milliseconds: false) },
        author: some { LabelText.line("a" + $0.text()) }, text: text,
        created: Int64(number(0...2_000_000_000)) * 1_000 + 7,
        edited: some { Int64($0.number(0...2_000_000_000)) * 1_000 })
    }
  }
}

extension PlaylistDocument {
  mutating func forEachTrack(_ change: (inout DocumentTrack) -> Void) {
    func changed(_ item: Item) -> Item {
      switch item {
      case .folder(let name, let items): return .folder(name: name, items.map(changed))
      case .playlist(var playlist):
        for offset in playlist.tracks.indices { change(&playlist.tracks[offset]) }
        return .playlist(playlist)
      }
    }
    items = items.map(changed)
    for offset in collection.indices { change(&collection[offset]) }
  }
}
