import Library
import Music
import Testing

@Suite("Timelines of the slots")
struct MixTimelineTests {
  private func library(_ seconds: [Int]) async throws -> (TestLibrary, [TrackID], PlaylistID) {
    let test = try TestLibrary()
    for (index, seconds) in seconds.enumerated() {
      test.write(
        "\(index + 1).flac", seconds: seconds,
        [
          ("TITLE", "\(index + 1)"), ("BPM", "\(120 + index)"),
          ("INITIALKEY", "\(index % 12 + 1)A"),
        ])
    }
    try await test.scan()
    let tracks = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    let list = try await test.library.createPlaylist(named: "Peak").id
    try await test.library.assign(.two, to: list)
    _ = try await test.library.add(tracks, to: MixSlot.two)
    return (test, tracks, list)
  }

  private func timeline(_ test: TestLibrary) async throws -> MixTimeline {
    try #require(try await test.library.mixBoard().timelines[.two])
  }

  @Test("entries come in order, with their places on the timeline and what mixing asks for")
  func entries() async throws {
    let (test, tracks, list) = try await library([10, 20, 30])
    let timeline = try await timeline(test)
    #expect(timeline.entries.map(\.track) == tracks)
    #expect(timeline.entries.map(\.start) == [.zero, .seconds(10), .seconds(30)])
    #expect(timeline.entries.map(\.length) == [.seconds(10), .seconds(20), .seconds(30)])
    #expect(timeline.entries.map(\.point.bpm) == [120, 121, 122])
    #expect(timeline.entries.map(\.point.key?.camelot) == ["1A", "2A", "3A"])
    #expect(timeline.count == 3 && timeline.duration == .seconds(60))
    let board = try await test.library.mixBoard()
    #expect(board[.two] == (try await test.library.playlist(list)))
    #expect(board.timelines[.one] == nil && board.timelines.count == 1)
    let queued = try await test.library.queuedTracks(ListQuery(.playlist(list)))
    #expect(timeline.entries.map(\.id) == queued.compactMap(\.entry))
  }

  @Test("parts, crossfades and missing files move what follows, as in the total")
  func parts() async throws {
    let (test, tracks, list) = try await library([10, 20, 30, 8, 5])
    let entries = try await timeline(test).entries.map(\.id)
    var details = EntryDetails()
    details.start = .set(.at(.seconds(5)))
    details.end = .set(.at(.seconds(17)))
    details.crossfade = .set(.seconds(4))
    try await test.library.change([entries[1]], details)
    try test.folder.remove("music/4.flac")
    try await test.scan()
    try await test.library.setTempo(99, of: [tracks[0]])
    let timeline = try await timeline(test)
    #expect(
      timeline.entries.map(\.start)
        == [.zero, .seconds(10), .seconds(18), .seconds(48), .seconds(48)])
    #expect(
      timeline.entries.map(\.length)
        == [.seconds(10), .seconds(12), .seconds(30), .zero, .seconds(5)])
    #expect(timeline.entries.map(\.isMissing) == [false, false, false, true, false])
    #expect(timeline.entries[0].point.bpm == 99)
    #expect(timeline.duration == .seconds(53))
    #expect(try await test.library.playlist(list)?.duration == .seconds(53))
  }

  @Test("of a long playlist the first entries are known, and of the rest number and time")
  func long() async throws {
    let (test, tracks, list) = try await library([10, 20])
    try test.database.run(
      """
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
      INSERT INTO entries (playlist, track, position)
      SELECT \(list.rawValue), \(tracks[1].rawValue), 100000000 + n FROM numbers
      """)
    let timeline = try await timeline(test)
    #expect(timeline.entries.count == MixTimeline.maximumEntries)
    #expect(timeline.count == 2_502 && timeline.duration == .seconds(10 + 20 * 2_501))
    #expect(timeline.entries.last?.start == .seconds(10 + 20 * 1_998))
    #expect(try await test.library.mixBoard()[.two]?.trackCount == 2_502)
  }
}
