import Foundation
import Music
import Testing

@testable import Builder

@Suite("Catalogues in files")
struct FileCatalogueTests {
  private static func message(_ json: String) -> String? {
    do {
      _ = try FileCatalogue(json: Array(json.utf8), path: "c.json")
      return nil
    } catch {
      return error.message.replacing("Failed to read catalogue 'c.json': ", with: "")
    }
  }

  @Test("a catalogue needs no more than artists")
  func least() async throws {
    let json = #"{"artists": [{"id": "a", "name": "Ada"}]}"#
    let catalogue = try FileCatalogue(json: Array(json.utf8), path: "")
    #expect(await catalogue.userID() == nil)
    #expect(try await catalogue.topTracks(of: "a", limit: 5) == [])
    #expect(await catalogue.followedArtists(limit: 5) == [])
    await #expect(throws: BuildError.noUser) {
      try await PlaylistBuilder(catalogue).build(.writing("Ada"))
    }
  }

  @Test("mistakes are named with their place")
  func mistakes() {
    #expect(Self.message("{}") == "'artists' is missing")
    #expect(
      Self.message(#"{"artists": [{"id": "a", "name": 1}]}"#)
        == "artists[0].name is not a text")
    #expect(
      Self.message(#"{"artists": [{"id": "a", "name": "A", "top": [{"id": "x", "name": "X"}]}]}"#)
        == "'artists' is missing in artists[0].top[0]")
    #expect(
      Self.message(#"{"artists": [{"id": "a", "name": null}]}"#)
        == "artists[0].name is null and not a text")
    #expect(Self.message(#"{"artists": {}}"#) == "artists is not a list")
    #expect(Self.message("[]") == "the document is not an object")
    #expect(Self.message(#"{"artists": [{"id": "", "name": "A"}]}"#) == "artists[0].id is empty")
    #expect(
      Self.message(#"{"artists": [{"id": "a", "name": "A"}, {"id": "a", "name": "B"}]}"#)
        == "artists[1].id: 'a' is there twice")
    #expect(
      Self.message(#"{"artists": [], "followed": ["b"]}"#)
        == "followed[0]: no artist has the id 'b'")
    #expect(
      Self.message("{\n\"artists\": [},")
        == "it is not JSON: line 2, column 13: a value is expected")
    #expect(
      Self.message(String(repeating: "[", count: 100_000))?.hasPrefix("it is not JSON") == true)
    #expect(Self.message("")?.hasPrefix("it is not JSON") == true)
  }

  @Test("files that are missing or no files are refused")
  func files() throws {
    let folder = try TestFolder()
    for (path, reason) in [
      ("/none/c.json", "No such file or directory"), (folder.path, "Is a directory"),
      ("/dev/zero", "it is not a file"),
    ] {
      #expect(throws: BuildError.catalogueFile(path: path, reason: reason)) {
        try FileCatalogue(path: path)
      }
    }
    let file = try folder.write("huge", [])
    #expect(truncate(file, 65 << 20) == 0)
    #expect(throws: BuildError.catalogueFile(path: file, reason: "it is larger than 64 MiB")) {
      try FileCatalogue(path: file)
    }
  }

  @Test("playlists change in memory and never in the file")
  func memory() async throws {
    let folder = try TestFolder()
    let json = """
      {"user": "me", "artists": [{"id": "a", "name": "Ada", "top": [
        {"id": "spotify:track:t1", "name": "One", "artists": [{"name": "Ada"}], "duration": 61.5}]}],
       "playlists": [{"id": "new1", "name": "Other", "owner": "me", "uris": ["t2"]}]}
      """
    let file = try folder.write("c.json", json.utf8)
    let catalogue = try FileCatalogue(path: file)
    let recorded = RecordedCatalogue(catalogue)
    let result = try await PlaylistBuilder(recorded).build(.writing("ada"))
    #expect(result.playlistID == "new2")
    #expect(try await catalogue.trackIDs(ofPlaylist: "new2") == ["t1"])
    #expect(try await catalogue.topTracks(of: "a", limit: 1).first?.duration == .seconds(61.5))
    #expect(
      recorded.calls == [
        .create(name: "Fav Artists Top Tracks"), .add(playlist: "new2", tracks: ["t1"]),
      ])
    #expect(try String(contentsOfFile: file, encoding: .utf8) == json)
    let report = try JSONValue.read(BuildReport(result, calls: recorded.calls).json)
    #expect(
      report["calls"]
        == .list([
          .list([.text("create"), .text("Fav Artists Top Tracks")]),
          .list([.text("add"), .text("new2"), .list([.text("t1")])]),
        ]))
    #expect(
      report["tracks"]
        == .list([
          .object([
            "id": .text("t1"), "title": .text("One"), "artists": .list([.text("Ada")]),
            "artist": .text("Ada"), "source": .text("manual"), "rank": .number(1),
          ])
        ]))
  }

  @Test("what is left out is in the report, and nothing in it turns a terminal around")
  func report() throws {
    var result = BuildResult(
      statistics: BuildStatistics(playlistName: "a\u{202E}b"), prepared: [], isDryRun: true)
    result.leftOut = [
      LeftOutTrack(id: "t", title: "One - Live", artist: "Ada", reason: .variant(of: "One")),
      LeftOutTrack(id: "u", title: "Two", artist: "Ada", reason: .trackLimit),
    ]
    result.skipped = [SkippedArtist(name: "\u{1B}[2J", reason: .notFound)]
    let json = BuildReport(result, calls: []).json
    #expect(!json.unicodeScalars.contains { JSONEscapes.isEscaped($0) && $0 != "\n" })
    let report = try JSONValue.read(json)
    #expect(report["name"] == .text("a\u{202E}b"))
    #expect(
      report["left_out"]
        == .list([
          .object([
            "id": .text("t"), "title": .text("One - Live"), "artist": .text("Ada"),
            "reason": .text("variant"), "of": .text("One"),
          ]),
          .object([
            "id": .text("u"), "title": .text("Two"), "artist": .text("Ada"),
            "reason": .text("track_limit"),
          ]),
        ]))
    #expect(
      report["skipped"]
        == .list([
          .object(["name": .text("\u{1B}[2J"), "reason": .text("not found")])
        ]))
    #expect(report["dry_run"] == .bool(true) && report["replaced"] == nil)
  }

  @Test("a search gives the name itself, then beginnings, words, parts and close matches")
  func search() {
    let names = [
      "The Muse Band", "Museum", "Amusement", "Müse", "muse", "Musse", "Zappa", "Mouse",
    ]
    let search = ArtistSearch(
      names.enumerated().map { CatalogueArtist(id: String($0), name: $1) })
    #expect(
      search.artists(matching: "Muse", limit: 10).map(\.name)
        == ["muse", "Müse", "Museum", "The Muse Band", "Amusement", "Musse", "Mouse"])
    #expect(search.artists(matching: "muse", limit: 2).map(\.name) == ["muse", "Müse"])
    #expect(search.artists(matching: "xyz", limit: 10) == [])
    #expect(search.artists(matching: "", limit: 10) == [])
  }
}
