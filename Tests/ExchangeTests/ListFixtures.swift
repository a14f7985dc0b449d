import Music

@testable import Exchange

/// Seeded playlists with values for a format's fields.
struct RandomLists {
  private var values: RandomValues

  init(seed: UInt64) { values = RandomValues(seed: seed) }

  /// - Parameter isOwn: with all of Tritone's fields for an entry, for formats that hold them.
  mutating func playlist(isOwn: Bool) -> DocumentPlaylist {
    var list = DocumentPlaylist(
      tracks: (0..<values.number(0...12)).map { track($0, isOwn: isOwn) })
    guard isOwn else { return list }
    list.name = values.some { $0.text() }.flatMap { OneLine.text($0) }
    list.notes = values.optionalText() == "" ? "" : "two\nlines 100% \(values.text())!"
    list.color = values.color()
    list.targetBPM = values.some { Double($0.number(600...1_800)) / 10 }
    list.template = values.isTrue() ? "{Album}[ ({Date})]" : ""
    return list
  }

  mutating func track(_ number: Int, isOwn: Bool) -> DocumentTrack {
    var track = DocumentTrack(
      location(number), title: title(), artist: values.some { _ in "Artist" })
    if track.title == nil { track.artist = nil }
    track.duration = values.some { .seconds($0.number(1...9_000)) }
    guard isOwn else { return track }
    track.title = values.some { $0.text() + "." }
    track.artist = values.some { "x - " + $0.text() + "." }
    track.album = values.some { "x" + $0.text() + "." }
    track.genre = values.some { "x" + $0.text() + "." }
    track.year = values.some { $0.number(1900...2100) }
    track.duration = values.some { .milliseconds($0.number(501...9_000_000)) }
    track.bpm = values.some { Double($0.number(600...1_800)) / 7 }
    track.key = values.some { $0.one(of: ["8A", "F♯m"]) }
    track.rating = Rating(stars: values.number(0...5))
    track.notes = values.isTrue() ? "" : "a\nb % \(values.text())."
    track.sound = EntryPlayback(
      crossfade: values.some { .milliseconds($0.number(0...12_000)) },
      start: values.some { .microseconds($0.number(0...5_000_000)) },
      end: values.some { CueSheet.time(frames: Int64($0.number(1_000...9_000))) },
      gain: values.some { Double($0.number(-2_400...1_200)) / 100 }, isVirtualTrack: values.isTrue()
    )
    track.cues = values.cues().map { cue in
      var cue = cue
      cue.name = cue.name.replacing("\n", with: " ")
      return cue
    }
    return track
  }

  private mutating func title() -> String? { values.some { "Title " + $0.text() + "." } }

  private mutating func location(_ number: Int) -> DocumentTrack.Location {
    let own = values.path(number)
    return switch values.number(0...9) {
    case 0: stream(number)
    case 1: .file(FilePath("#\(number) hash.mp3"))
    case 2: .file(FilePath("C:\\Music\\\(number).mp3"))
    case 3: .file(FilePath("../up/\(number) é%20#?.mp3"))
    case 4: .file(FilePath("/with\nbreak/\(number).mp3"))
    case 5: .file(FilePath(" blank\(number) "))
    case 6: .file(FilePath("http-a:\(number).mp3"))
    default: .file(own)
    }
  }

  private func stream(_ number: Int) -> DocumentTrack.Location {
    // because the text is a valid address
    .stream(StreamAddress("http://example.org:8000/\(number)?a=b#c")!)
  }
}

extension PlaylistDocument {
  /// Without line numbers, which a document for writing cannot know.
  var withoutLines: PlaylistDocument {
    var document = self
    document.items = playlists.map { playlist in
      var playlist = playlist
      playlist.tracks = playlist.tracks.map { track in
        var track = track
        track.line = nil
        return track
      }
      return .playlist(playlist)
    }
    return document
  }
}

extension DocumentPlaylist {
  var document: PlaylistDocument { PlaylistDocument(items: [.playlist(self)]) }
}

let somewhere = WritingTarget(FilePath("/lists/here.m3u"))

func reading(_ text: String, named name: String) throws(DocumentProblem) -> PlaylistDocument {
  try DocumentReader.read(Array(text.utf8), at: FilePath("/lists/" + name))
}
