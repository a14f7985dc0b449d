import Library
import Music
import Testing

@Suite("Groups of very many")
struct ManyGroupsTests {
  private static let count = 100_000

  /// Tracks by SQL alone: reading so many files would take minutes.
  private func make() throws -> TestLibrary {
    let test = try TestLibrary()
    try test.database.run(
      """
      INSERT INTO folders (id, path) VALUES (1, x'2F6D');
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
      INSERT INTO tracks (id, source, path, folder, title, artist, album_artist, album, genre, date, year,
        bpm, duration, codec, container, sample_rate, channels, has_art, size, modified, added,
        credit, changed)
      SELECT i, 1, CAST('/m/' || i || '.mp3' AS BLOB), 1, 'T' || i, 'Artist ' || (i % 900), NULL,
        CASE WHEN i % 50 = 0 THEN NULL ELSE 'Album ' || (i % 7001) END, 'Genre ' || (i % 60),
        CAST(1960 + i % 60 AS TEXT), 1960 + i % 60, 60 + i % 120, 1000000 * (i % 300), 'mp3',
        'mp3', 44100, 2, 0, 1, 1, 1700000000, 'Artist ' || (i % 900), 1
      FROM n;
      INSERT INTO playlists (id, name, notes, template, created, modified)
      VALUES (1, 'All', '', '', 1, 1);
      INSERT INTO entries (playlist, track, position)
      SELECT 1, id, (id * 7919) % 100003 FROM tracks;
      UPDATE revision SET change = change + 1, tracks = tracks + 1, lists = lists + 1;
      """)
    return test
  }

  @Test("100,000 entries fall into the groups that their own keys make")
  func entries() async throws {
    let test = try make()
    let library = try Library(at: test.folder["library.db"])
    let plain = ListQuery(.playlist(PlaylistID(1)))
    let queued = try await library.queuedTracks(plain)
    try #require(queued.count == Self.count)
    let tracks = try await library.tracks(queued.map(\.track))
    try #require(tracks.count == Self.count)
    for source in ["{Album} ({Date})", "{AlbumArtist} — {Album}", "{BPM:5}", "{Title}"] {
      let template = try GroupTemplate(source)
      var query = plain
      query.template = template
      var groups: [(first: Track, years: [Int], queued: [QueuedTrack])] = []
      var known: [[GroupTemplate.KeyPart]: Int] = [:]
      for (track, queued) in zip(tracks, queued) {
        let key = template.key(for: track)
        let group = known[key] ?? groups.count
        if group == groups.count {
          known[key] = group
          groups.append((track, [], []))
        }
        groups[group].queued.append(queued)
        if let year = track.tags.year { groups[group].years.append(year) }
      }
      #expect(try await library.queuedTracks(query) == groups.flatMap(\.queued))
      let headers = try await library.groups(query, range: 0..<3_000)
      #expect(headers.count == groups.count)
      for (row, group) in zip(headers.rows, groups) {
        guard case .group(let header) = row else { continue }
        let years = group.years.min().map { $0...(group.years.max() ?? $0) }
        #expect(header.text == template.text(for: group.first, years: years))
        #expect(header.tracks == group.queued.count)
      }
      // Any window equals that part of the whole list.
      let start = groups[0].queued.count + 1
      let window = try await library.window(query, range: start..<start + 1, anchor: nil)
      #expect(window.rows == Array(headers.rows[1...1]))
      #expect(window.count == Self.count + groups.count)
    }
  }
}
