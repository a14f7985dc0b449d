import Music
import Screen
import Testing

@testable import Interface

@Suite("Results of builds")
struct BuildResultTests {
  private func stage(
    _ result: BuildResult, keys: [String] = ["Enter"], service: String = "local",
    rows: Int = 24, columns: Int = 80
  ) -> Stage {
    var stage = Stage.building(rows: rows, columns: columns)
    if service == "spotify" {
      stage.press("Right")
      stage.send(.build(.account(.signedIn(name: "ada"))))
    }
    for key in keys { stage.press(key) }
    stage.send(.build(.finished(result, serial: 1)))
    _ = stage.receive()
    return stage
  }

  @Test("a dry run is built as it stands, and its own options go along")
  func writes() throws {
    let result = BuildSamples.result(4)
    var stage = stage(result)
    stage.press("Enter")
    #expect(stage.buildResult == nil)
    var options = BuildOptions()
    options.isDryRun = false
    #expect(stage.receiveBuild() == [.write(result, options, serial: 2)])
    #expect(stage.text.contains("Building playlist..."))
    stage.send(
      .build(.finished(BuildSamples.result(4, isDryRun: false, playlist: "3"), serial: 2)))
    #expect(stage.text.contains("Built: Mix") && stage.text.contains("4 tracks in order"))
  }

  @Test("a result of 1,000 tracks is scrolled to its end, and drawn a window at a time")
  func long() throws {
    var result = BuildSamples.result(1_000)
    result.leftOut = (0..<500).map {
      LeftOutTrack(id: "l\($0)", title: "Left \($0)", artist: "A", reason: .trackLimit)
    }
    result.skipped = [SkippedArtist(name: "Nobody", reason: .notFound)]
    var stage = stage(result, rows: 10, columns: 46)
    #expect(stage.text.contains("Playlist build stats"))
    stage.press("End")
    #expect(stage.text.contains("Nobody") && stage.text.contains("not found"))
    stage.press("Up", "Up")
    #expect(stage.text.contains("Left 499"))
    stage.press("Home")
    #expect(stage.text.contains("Playlist name: Mix"))
    let rows = try #require(stage.buildResult).rows
    #expect(rows.count == 6 + 1_001 + 501 + 2)
    guard case .track(1_000, let last) = rows[6 + 1_000] else {
      Issue.record("no track")
      return
    }
    #expect(last.title == "Title 999")
    // Page by page, each track shows.
    var seen = Set<String>()
    for _ in 0..<400 {
      for line in stage.text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if let title = words.firstIndex(of: "Title"), title + 1 < words.count {
          seen.insert(String(words[title + 1]))
        }
      }
      stage.press("PgDn")
    }
    #expect(seen.count == 1_000)
  }

  @Test("why a track was left out and an artist was skipped is in its row and below the list")
  func reasons() {
    var result = BuildSamples.result(1)
    result.leftOut = [
      LeftOutTrack(id: "a", title: "Song (Live)", artist: "A", reason: .variant(of: "Song")),
      LeftOutTrack(id: "b", title: "Song", artist: "B", reason: .repeated),
      LeftOutTrack(id: "c", title: "Last", artist: "C", reason: .lengthLimit),
    ]
    result.skipped = [SkippedArtist(name: "D", reason: .failed(reason: "timed out"))]
    var stage = stage(result)
    for text in ["variant of Song", "repeated: it is there", "beyond the most minutes"] {
      #expect(stage.text.contains(text))
    }
    stage.press("End")
    #expect(stage.text.contains("could not be fetched: timed out"))
  }

  @Test("Enter goes to a playlist of one's own library, and to the queue")
  func opens() {
    var playlist = stage(
      BuildSamples.result(2, isDryRun: false, playlist: "3"), keys: ["Ctrl-S"])
    playlist.press("Enter")
    #expect(playlist.app.overlays.isEmpty && playlist.app.focus == .playlists)
    #expect(playlist.app.openPlaylist == PlaylistID(3))
    var queue = Stage.building()
    queue.go(to: .destination)
    queue.press("Left", "Ctrl-S")
    queue.send(.build(.finished(BuildSamples.result(2, isDryRun: false), serial: 1)))
    queue.press("Enter")
    #expect(queue.app.overlays.isEmpty && queue.app.showsQueue)
    var odd = stage(
      BuildSamples.result(2, isDryRun: false, playlist: "99999999999999999999"), keys: ["Ctrl-S"])
    odd.press("Enter")
    #expect(odd.buildResult != nil)
  }

  @Test("a playlist at Spotify is opened in the browser, and its link copied")
  func links() {
    var stage = stage(
      BuildSamples.result(2, isDryRun: false, playlist: "37i9dQZF1DXcBWIGoYBM5M"),
      keys: ["Ctrl-S"], service: "spotify")
    let link = "https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M"
    stage.press("Enter")
    #expect(stage.receive() == [.build(.openLink(link))])
    stage.press("c")
    #expect(stage.receive() == [.terminal(.copy(link))])
    #expect(stage.app.message?.text == "Copied \(link)")
  }

  @Test(
    "an id that is none becomes no address",
    arguments: [
      "", "a/../b", "x\u{1B}]52;c;AAAA\u{7}", "a b", "é", String(repeating: "a", count: 65),
    ])
  func hostileLink(id: String) {
    var stage = stage(
      BuildSamples.result(1, isDryRun: false, playlist: id), keys: ["Ctrl-S"], service: "spotify")
    stage.press("Enter", "c")
    #expect(stage.receive().isEmpty)
  }

  @Test("texts of a service are shown without control and direction characters")
  func hostileTexts() throws {
    let hostile = "a\u{1B}[2Jb\u{202E}c\u{2066}d\u{0}\ne\u{9B}f"
    var result = BuildSamples.result(0, name: hostile)
    result.prepared = [
      BuiltTrack(
        id: hostile, title: hostile, artists: [hostile, hostile], artist: hostile,
        source: .followed, rank: .max)
    ]
    result.leftOut = [
      LeftOutTrack(id: "", title: hostile, artist: hostile, reason: .variant(of: hostile))
    ]
    result.skipped = [SkippedArtist(name: hostile, reason: .failed(reason: hostile))]
    for (rows, columns) in [(10, 40), (24, 80), (40, 120)] {
      var stage = stage(result, rows: rows, columns: columns)
      for _ in 0..<12 {
        let bad = stage.text.unicodeScalars.filter {
          ($0.properties.generalCategory == .control && $0 != "\n")
            || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
        }
        #expect(bad.isEmpty)
        stage.press("Down")
      }
      #expect(try #require(stage.buildResult).readerText(in: stage.app).lines.count == 12)
    }
  }

  @Test("numbers at their ends, and no tracks at all, are drawn")
  func extremes() {
    var result = BuildSamples.result(0)
    result.statistics.artistsRetrieved = .max
    result.statistics.totalUploaded = .min
    var stage = stage(result)
    #expect(stage.text.contains("No tracks"))
    stage.press("Home", "End", "PgUp", "PgDn", "G", "g")
    #expect(stage.text.contains("Artists retrieved: \(Int.max)"))
  }

  @Test("the options of the build are a key away")
  func options() {
    var stage = stage(BuildSamples.result(2))
    stage.press("e")
    #expect(stage.buildResult == nil && stage.buildPanel != nil)
    stage.press("Ctrl-T")
    #expect(stage.buildResult != nil)
  }
}
