import Music
import Testing

@testable import Library

@Suite("Statistics and beginning anew")
struct StatisticsTests {
  private static let utc = LocalZone { _ in 0 }

  private func library() async throws -> TestLibrary {
    let test = try TestLibrary()
    test.write(
      "1.flac", seconds: 60,
      [
        ("TITLE", "One"), ("ARTIST", "Ada"), ("ALBUM", "First"), ("DATE", "1994"),
        ("GENRE", "Dub"),
      ])
    test.write(
      "2.flac", seconds: 120,
      [
        ("TITLE", "Two"), ("ARTIST", "Ada"), ("ALBUM", "First"), ("DATE", "1999"),
        ("GENRE", "Dub"),
      ])
    test.write(
      "3.flac", seconds: 180, [("TITLE", "Three"), ("ARTIST", "Bo"), ("DATE", "2003")])
    try await test.scan()
    return test
  }

  private func ids(_ test: TestLibrary) async throws -> [TrackID] {
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    #expect(try await test.titles(ids) == ["One", "Two", "Three"])
    return ids
  }

  @Test("numbers, shares and the most heard are those of the tracks that are there")
  func numbers() async throws {
    let test = try await library()
    let tracks = try await ids(test)
    for (track, time) in [(0, 100), (0, 200), (2, 300)] {
      try await test.library.recordPlay(of: tracks[track], at: Int64(time))
    }
    _ = try await test.library.createPlaylist(named: "Saturday")
    let found = try await test.library.statistics(now: 400, zone: Self.utc)
    #expect(found.tracks == 3 && found.duration == .seconds(360) && found.missing == 0)
    #expect(found.artists == 2 && found.albums == 1 && found.genres == 1 && found.playlists == 1)
    #expect(found.formats.map(\.tracks) == [3])
    #expect(found.decades.map(\.name) == ["1990s", "2000s"])
    #expect(found.decades.map(\.duration) == [.seconds(180), .seconds(180)])
    #expect(found.topGenres == [.init("Dub", tracks: 2, duration: .seconds(180))])
    #expect(found.plays == 3 && found.played == 2 && found.heard == .seconds(300))
    #expect(
      found.topTracks == [.init("One", by: "Ada", plays: 2), .init("Three", by: "Bo", plays: 1)])
    #expect(found.topArtists == [.init("Ada", plays: 2), .init("Bo", plays: 1)])
    #expect(found.topAlbums == [.init("First", by: "Ada", plays: 2)])
    #expect(found.months == [.init(year: 1970, month: 1, plays: 3)])
    #expect(try await test.library.statistics(now: 400, top: 1).topArtists.map(\.name) == ["Ada"])
  }

  @Test("tracks without a name of artist and album leave the most heard to those that have one")
  func unnamed() async throws {
    let test = try await library()
    test.write("4.flac", [("TITLE", "Four")])
    try await test.scan()
    let tracks = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    for track in [tracks[3], tracks[3], tracks[0]] {
      try await test.library.recordPlay(of: track, at: 100)
    }
    let found = try await test.library.statistics(now: 400, top: 1, zone: Self.utc)
    #expect(found.topTracks.map(\.name) == ["Four"])
    #expect(found.topArtists.map(\.name) == ["Ada"] && found.topAlbums.map(\.name) == ["First"])
  }

  @Test("an empty library has numbers, too")
  func empty() async throws {
    let library = try Library.inMemory()
    #expect(try await library.statistics(now: 0) == LibraryStatistics())
  }

  @Test("months have no gaps, begin with the first play and end with today's")
  func months() async throws {
    let test = try await library()
    let tracks = try await ids(test)
    let day: Int64 = 86_400
    // 15 November 2025, 31 December 2025 at its last second, 1 January 2026, and 3 February.
    let (november, newYear) = (Int64(20_407) * day, Int64(20_454) * day)
    for time in [november, newYear - 1, newYear, newYear + 33 * day] {
      try await test.library.recordPlay(of: tracks[0], at: time)
    }
    let found = try await test.library.statistics(now: newYear + 70 * day, zone: Self.utc)
    #expect(
      found.months.map(\.text) == ["2025-11", "2025-12", "2026-01", "2026-02", "2026-03"])
    #expect(found.months.map(\.plays) == [1, 1, 1, 1, 0])
    let last = try await test.library.statistics(
      now: newYear + 70 * day, months: 2, zone: Self.utc)
    #expect(last.months.map(\.text) == ["2026-02", "2026-03"])
    // An hour east of Greenwich, the last second of the year is one of the next.
    let east = try await test.library.statistics(
      now: newYear + 70 * day, zone: LocalZone { _ in 3_600 })
    #expect(east.months.map(\.plays) == [1, 0, 2, 1, 0])
  }

  @Test("a play far in the past or the future asks for no more months than there may be")
  func strangeTimes() async throws {
    let test = try await library()
    let tracks = try await ids(test)
    for time in [Int64.min / 4, 0, Int64.max / 4] {
      try await test.library.recordPlay(of: tracks[0], at: time)
    }
    let found = try await test.library.statistics(now: 1_770_000_000, zone: Self.utc)
    #expect(found.months.count == 24 && found.plays == 3)
  }

  @Test("a library that begins anew keeps folders and settings alone, and the scan finds its music")
  func reset() async throws {
    let test = try await library()
    let tracks = try await ids(test)
    try await test.library.recordPlay(of: tracks[0], at: 100)
    let playlist = try await test.library.createPlaylist(named: "Saturday")
    _ = try await test.library.add(tracks, to: playlist.id)
    try await test.library.setSetting("theme", "Vinyl")
    try await test.library.reset()
    #expect(try await test.rows(ListQuery(.songs)) == [])
    #expect(try await test.rows(ListQuery(.playlists)) == [])
    #expect(try await test.library.undo() == nil)
    #expect(try await test.library.heardTracks(atMost: 9).isEmpty)
    #expect(try await test.library.setting("theme") == "Vinyl")
    #expect(try await test.library.roots() == [test.music])
    let sunday = try await test.library.createPlaylist(named: "Sunday")
    try await test.library.assign(.one, to: sunday.id)
    #expect(try await test.library.mixBoard().playlists[.one]?.name == "Sunday")
    let progress = try await test.library.scan(nil) { _ in }
    #expect(progress.added == 3)
    let again = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    // Numbers are never given twice.
    #expect(again.count == 3 && Set(again).isDisjoint(with: tracks))
    #expect(try await test.library.statistics(now: 100).plays == 0)
  }
}
