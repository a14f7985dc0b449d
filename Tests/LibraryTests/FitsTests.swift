import Library
import Music
import Testing

@Suite("What mixes well")
struct FitsTests {
  private func library(_ tracks: [(name: String, bpm: String, key: String)]) async throws
    -> (TestLibrary, [TrackID])
  {
    let test = try TestLibrary()
    for track in tracks {
      test.write(
        "\(track.name).flac",
        [("TITLE", track.name), ("BPM", track.bpm), ("INITIALKEY", track.key)]
          .filter { !$0.1.isEmpty })
    }
    try await test.scan()
    return (test, try await test.library.trackIDs(ListQuery(.songs, sort: .title)))
  }

  private static let crate = [
    ("a from", "124", "8A"), ("b same", "124", "8A"), ("c neighbour", "126", "9A"),
    ("d half", "62", "8B"), ("e far", "150", "8A"), ("f fights", "124", "2B"),
    ("g boost", "125", "10A"), ("h tempo only", "124.5", ""), ("i nothing", "", ""),
  ]

  @Test("the library is ranked by how well it mixes, with what cannot be mixed left out")
  func ranking() async throws {
    let (test, ids) = try await library(Self.crate)
    let list = try #require(try await test.library.fits(for: ids[0]))
    #expect(list.from.title == "a from")
    #expect(
      list.fits.map(\.track.title) == [
        "b same", "c neighbour", "d half", "g boost", "h tempo only",
      ])
    #expect(list.count == 5)
    #expect(list.fits[1].fit.reasons() == ["−1.6 %", "8A to 9A"])
    #expect(try await test.library.fits(for: ids[0], limit: 2)?.fits.count == 2)
    let narrow = try await test.library.fits(for: ids[0], rules: MixRules(pitchRange: 0.01))
    #expect(narrow?.fits.map(\.track.title).contains("c neighbour") == false)
  }

  @Test("what is in a slot is left out; the order follows the score that shows, then what is loved")
  func slotsAndLove() async throws {
    let (test, ids) = try await library(Self.crate)
    let list = try await test.library.createPlaylist(named: "Peak").id
    try await test.library.assign(.two, to: list)
    _ = try await test.library.add([ids[1]], to: list)
    try await test.library.setReaction(.loved, for: [ids[6]])
    let fits = try #require(try await test.library.fits(for: ids[0]))
    let scores = fits.fits.map(\.fit.score)
    #expect(scores == scores.sorted(by: >))
    #expect(fits.fits.map(\.track.title).contains("b same") == false)
    try await test.library.assign(.two, to: nil)
    #expect(try await test.library.fits(for: ids[0])?.fits.first?.track.title == "b same")
  }

  @Test("a track of which nothing is known, or that is gone, has no fits")
  func unknown() async throws {
    let (test, ids) = try await library(Self.crate)
    #expect(try await test.library.fits(for: ids[8])?.fits.isEmpty == true)
    #expect(try await test.library.fits(for: TrackID(9_999)) == nil)
  }

  /// Saves findings of some tracks: tempo, key, tuning in cents, energy without a unit.
  private func analyse(
    _ library: Library, _ found: [(TrackID, Double, String, Double, Double)]
  ) async throws {
    let tasks = try await library.analysisTasks(limit: 100)
    var outcomes: [(AnalysisTask, AnalysisOutcome)] = []
    for (track, bpm, key, tuning, energy) in found {
      let task = try #require(tasks.first { $0.track == track })
      var analysis = TrackAnalysis(parts: [.tempo, .key, .energy])
      analysis.tempo = TempoEstimate(
        bpm: bpm, confidence: 0.9, grid: .constant(anchor: 0, period: 60 / bpm))
      analysis.key = KeyEstimate(
        key: try #require(MusicalKey(key)), confidence: 0.9, tuning: tuning)
      analysis.energy = EnergyMeasurement(value: energy)
      outcomes.append((task, .found(analysis)))
    }
    try await library.saveAnalyses(outcomes)
  }

  @Test("what was found counts where tags say nothing, with tuning and energy")
  func found() async throws {
    let (test, ids) = try await library(
      ["a", "b", "c", "d", "e"].map { ($0, "", "") } + [("f", "124", "8A")])
    try await analyse(
      test.library,
      [
        (ids[0], 124, "8A", 0, 1), (ids[1], 125, "8A", 0, 0), (ids[2], 124, "8A", -40, 1),
        (ids[3], 124, "8A", -20, 1), (ids[4], 124, "8A", 0, 1), (ids[5], 90, "2B", 0, -1),
      ])
    let list = try #require(try await test.library.fits(for: ids[0]))
    // The tags of f take precedence over its findings; c is tuned too low.
    #expect(list.fits.map(\.track.title) == ["e", "d", "b", "f"])
    // The order is that of the distances.
    let distances = list.fits.map(\.fit.distance)
    #expect(distances == distances.sorted())
    let energies = list.fits.map { [$0.fit.energyFrom, $0.fit.energyTo] }
    #expect(energies.allSatisfy { !$0.contains(nil) })
    #expect(
      list.fits.first { $0.track.title == "d" }?.fit.reasons().contains("20 cents flat") == true)
    try await test.library.prefer(.analysis)
    let preferred = try await test.library.fits(for: ids[0])
    #expect(preferred?.fits.map(\.track.title) == ["e", "d", "b"])
  }

  @Test("what the user sets counts, for what fits, for clashes and for orders")
  func corrected() async throws {
    let (test, ids) = try await library([
      ("a", "120", "8A"), ("b", "150", "8A"), ("c", "121", "8A"),
    ])
    func titles() async throws -> [String]? {
      try await test.library.fits(for: ids[0])?.fits.map(\.track.title)
    }
    let list = try await test.library.createPlaylist(named: "Peak").id
    _ = try await test.library.add(ids, to: list)
    #expect(try await titles() == ["c"])
    try await test.library.setTempo(120, of: [ids[1]])
    #expect(try await titles() == ["b", "c"])
    let points = try await test.library.tracks(ids).map(\.mixPoint)
    #expect(MixClash(from: points[0], to: points[1]) == nil)
    #expect(try await test.library.arrangement(of: list).isChanged == false)
    try await test.library.setKey(MusicalKey("2B"), of: [ids[1]])
    let fighting = try await test.library.tracks(ids).map(\.mixPoint)
    #expect(MixClash(from: fighting[0], to: fighting[1])?.text() == "8A to 2B fight")
    #expect(try await titles() == ["c"])
    #expect(
      try await test.library.arrangement(of: list).arranged.map(\.track.title) == ["a", "c", "b"])
  }

  @Test("an order is proposed, and taken as one step that is undone")
  func arranging() async throws {
    let (test, ids) = try await library([
      ("a", "120", "8A"), ("b", "132", "8A"), ("c", "122", "8A"), ("d", "130", "9A"),
      ("e", "125", "9A"),
    ])
    let list = try await test.library.createPlaylist(named: "Peak").id
    _ = try await test.library.add(ids, to: list)
    func titles() async throws -> [String] { try await test.rows(ListQuery(.playlist(list))) }
    let before = try await titles()
    let proposed = try await test.library.arrangement(of: list)
    #expect(proposed.name == "Peak")
    #expect(proposed.arranged.map(\.track.title) == ["a", "c", "e", "d", "b"])
    #expect(try await titles() == before)
    try await test.library.arrange(proposed.arranged.map(\.id), of: list)
    #expect(try await titles() == ["1 a", "2 c", "3 e", "4 d", "5 b"])
    #expect(try await test.library.undo() == "arranged Peak")
    #expect(try await titles() == before)
    #expect(try await test.library.redo() == "arranged Peak")
    #expect(try await test.library.arrangement(of: list).isChanged == false)
  }

  @Test("looking for an order of thousands is told of, and stopped with its task")
  func stopped() async throws {
    let (test, ids) = try await library([("a", "120", "8A"), ("b", "130", "2B")])
    let list = try await test.library.createPlaylist(named: "Long").id
    _ = try await test.library.add(ids, to: list)
    // The same track many times, as only an import adds it.
    try test.database.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO entries (playlist, track, position)
      SELECT \(list.rawValue), \(ids[0].rawValue) + (i % 2) * (\(ids[1].rawValue - ids[0].rawValue)),
        i * 1000 FROM n
      """)
    let (parts, told) = AsyncStream.makeStream(of: Double.self)
    let search = Task {
      try await test.library.arrangement(of: list) { told.yield($0) }
    }
    var first: Double?
    for await part in parts {
      first = part
      break
    }
    search.cancel()
    #expect(first.map { (0...1).contains($0) } == true)
    await #expect(throws: LibraryError.cancelled) { try await search.value }
  }

  @Test("entries that came or went while an order was looked at are kept or left out")
  func changedMeanwhile() async throws {
    let (test, ids) = try await library([
      ("a", "120", "8A"), ("b", "130", "8A"), ("c", "121", "8A"), ("d", "125", "8A"),
    ])
    let list = try await test.library.createPlaylist(named: "Peak").id
    _ = try await test.library.add(Array(ids.prefix(3)), to: list)
    let proposed = try await test.library.arrangement(of: list)
    _ = try await test.library.add([ids[3]], to: list)
    try await test.library.removeEntries([proposed.entries[1].id])
    try await test.library.arrange(proposed.arranged.map(\.id), of: list)
    #expect(try await test.rows(ListQuery(.playlist(list))) == ["1 a", "2 c", "3 d"])
  }

  @Test("a smart playlist has no order of its own")
  func smart() async throws {
    let (test, _) = try await library(Self.crate)
    let smart = try await test.library.createSmartPlaylist(
      PlaylistDetails(name: "All"), SmartQuery("bpm:>1"))
    await #expect(throws: LibraryError.smart("All")) {
      _ = try await test.library.arrangement(of: smart.id)
    }
  }
}
