import Music
import Testing

@Suite("Group templates")
struct GroupTemplateTests {
  private func track(
    title: String? = nil, artist: String? = nil, albumArtist: String? = nil, album: String? = nil,
    genre: String? = nil, date: String? = nil, bpm: Double? = nil
  ) -> Track {
    Track(
      id: TrackID(1), source: .file(FilePath("/m/Folder/x.flac")),
      tags: Tags(
        title: title, artist: artist, albumArtist: albumArtist, album: album, genre: genre,
        date: date, bpm: bpm),
      audio: AudioProperties(codec: "flac"))
  }

  @Test(
    "what is missing takes its brackets and separators along",
    arguments: [
      ("{Album} ({Date})", "Blue", "1971-06-22", "Joni", "Blue (1971)"),
      ("{Album} ({Date})", "Blue", nil, "Joni", "Blue"),
      ("{Album} ({Date})", nil, "1971", "Joni", "(1971)"),
      ("{Artist} — {Album}", "Blue", nil, nil, "Blue"),
      ("{Artist} — {Album}", nil, nil, "Joni", "Joni"),
      ("{Artist} — {Album} \\[{Format}\\]", nil, nil, nil, "[FLAC]"),
      ("{Artist} - {Genre} - {Album}", "Blue", nil, "Joni", "Joni - Blue"),
      ("{Album} ({Date}) \\[{Format}\\]", "Blue", nil, nil, "Blue [FLAC]"),
      ("{Album} ({Genre}, {Date})", "Blue", "1971", nil, "Blue (1971)"),
      ("{Album} ({Genre}, {Date})", "Blue", nil, nil, "Blue"),
      ("{BPM} BPM", nil, nil, nil, "Unknown"),
      ("♪ {Album}", "Blue", nil, nil, "♪ Blue"),
    ])
  func missing(source: String, album: String?, date: String?, artist: String?, text: String) throws
  {
    let template = try GroupTemplate(source)
    #expect(template.text(for: track(artist: artist, album: album, date: date)) == text)
  }

  @Test("every preset reads its own source and leaves no debris on an empty track")
  func presets() throws {
    for (_, template) in GroupTemplate.presets {
      #expect(try GroupTemplate(template.source) == template)
      guard !template.isEmpty else { continue }
      let text = template.text(for: track())
      #expect(!text.contains("()") && !text.hasPrefix("—") && !text.hasSuffix("—"), "\(text)")
    }
  }

  @Test("tracks of one album with different dates are one group")
  func oneAlbum() throws {
    let template = try GroupTemplate("{Album} ({Date})")
    let first = track(artist: "A", album: "Hits", date: "1990")
    let second = track(artist: "A", album: "Hits", date: "1995")
    #expect(template.key(for: first) == template.key(for: second))
    #expect(template.text(for: first, years: 1990...1995) == "Hits (1990–1995)")
  }

  @Test("two albums of one name by different album artists are two groups")
  func twoAlbums() throws {
    let template = try GroupTemplate("{Album}")
    let first = track(albumArtist: "Queen", album: "Greatest Hits")
    let second = track(albumArtist: "Abba", album: "Greatest Hits")
    #expect(template.key(for: first) != template.key(for: second))
  }

  @Test(
    "a mistake names its column",
    arguments: [
      ("{Album", 1), ("Album}", 6), ("x {Albun}", 3), ("{Al{bum}}", 4), ("{Album} (", 9),
    ])
  func mistakes(source: String, column: Int) {
    #expect { try GroupTemplate(source) } throws: { error in
      (error as? TemplateMistake)?.column == column
    }
  }

  @Test("a template of thousands of brackets is refused at once")
  func hostile() {
    #expect(throws: TemplateMistake.self) {
      try GroupTemplate(String(repeating: "(", count: 100_000))
    }
  }
}
