import Library
import Music
import Testing

@Suite("Total times")
struct PlayTotalTests {
  /// The total of a playlist, added up from the facts of each entry.
  private func naive(_ facts: [EntryFacts]) -> PlayTotal {
    let present = facts.filter { !$0.track.isMissing }
    var total = PlayTotal(entries: facts.count, missing: facts.count - present.count)
    for (index, entry) in present.enumerated() {
      guard let file = entry.track.audio.duration else {
        total.unknown += 1
        continue
      }
      let length = entry.sound.length(of: file)
      total.duration += length
      guard index + 1 < present.count, let next = present[index + 1].track.audio.duration else {
        continue
      }
      let crossfade = min(entry.sound.crossfade ?? .zero, EntryPlayback.maximumCrossfade)
      total.duration -= min(crossfade, length, present[index + 1].sound.length(of: next))
    }
    return total
  }

  @Test(
    "parts, crossfades, missing files and unknown lengths are all in the total",
    arguments: [1, 2, 3, 4] as [UInt64])
  func totals(seed: UInt64) async throws {
    let test = try TestLibrary()
    var random = SeededGenerator(seed: seed)
    for number in 1...20 {
      test.write(
        "\(number).flac", seconds: .random(in: 1...40, using: &random), [("TITLE", "\(number)")])
    }
    try await test.scan()
    let tracks = try await test.library.trackIDs(ListQuery(.songs))
    let list = try await test.library.createPlaylist(named: "L").id
    _ = try await test.library.add(tracks, to: list)
    let queued = try await test.library.queuedTracks(ListQuery(.playlist(list)))
    let entries = queued.compactMap(\.entry)
    func check() async throws -> PlayTotal {
      let expected = naive(try await test.library.facts(of: entries))
      let query = ListQuery(.playlist(list))
      let window = try await test.library.window(query, range: 0..<5, anchor: nil)
      #expect(window.total == expected)
      #expect(window.duration == expected.duration)
      #expect(try await test.library.playlist(list)?.duration == expected.duration)
      #expect(try await test.library.playlists().map(\.duration) == [expected.duration])
      for index in [0, 7, 19] {
        let rest = naive(Array(try await test.library.facts(of: entries)[index...]))
        #expect(try await test.library.remaining(of: list, from: entries[index]) == rest)
      }
      return expected
    }
    let whole = try await check()
    for entry in entries {
      var details = EntryDetails()
      if Bool.random(using: &random) {
        details.crossfade = .set(.milliseconds(Int.random(in: 0...12_000, using: &random)))
      }
      if Bool.random(using: &random) {
        details.start = .set(.at(.milliseconds(Int.random(in: 0...9_000, using: &random))))
      }
      if Bool.random(using: &random) {
        details.end = .set(.at(.milliseconds(Int.random(in: 5_000...30_000, using: &random))))
      }
      try await test.library.change([entry], details)
    }
    let cut = try await check()
    #expect(cut.duration < whole.duration)
    for number in [3, 4, 11] { try test.folder.remove("music/\(number).flac") }
    try await test.scan()
    #expect(try await check().missing == 3)
    try test.database.run("UPDATE tracks SET duration = NULL WHERE title IN ('7', '20')")
    let again = try Library(at: test.folder["library.db"])
    let window = try await again.window(ListQuery(.playlist(list)), range: 0..<1, anchor: nil)
    #expect(window.total == naive(try await again.facts(of: entries)))
    #expect(window.total?.unknown == 2)
    #expect(try await again.playlist(list)?.duration == window.total?.duration)
    #expect(try await test.library.remaining(of: list, from: EntryID(99_999)) == nil)
  }

  @Test("the rows of parts are as long as the parts, and a grouped list has the same total")
  func rows() async throws {
    let test = try TestLibrary()
    for number in 1...6 {
      test.write(
        "\(number).flac", seconds: 20, [("TITLE", "\(number)"), ("ALBUM", "\(number % 2)")])
    }
    try await test.scan()
    let tracks = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    let list = try await test.library.createPlaylist(named: "L").id
    _ = try await test.library.add(tracks, to: list)
    let entries = try await test.library.queuedTracks(ListQuery(.playlist(list)))
      .compactMap(\.entry)
    var details = EntryDetails()
    details.start = .set(.at(.seconds(5)))
    details.end = .set(.at(.seconds(9)))
    details.crossfade = .set(.seconds(6))
    try await test.library.change([entries[5]], details)
    details.crossfade = .set(.seconds(2))
    try await test.library.change([entries[0]], details)
    func total() async throws -> PlayTotal? {
      let window = try await test.library.window(
        ListQuery(.playlist(list)), range: 0..<20, anchor: nil)
      #expect(
        window.rows.compactMap { $0.id == .entry(entries[0]) ? $0.track?.audio.duration : nil }
          == [.seconds(4)])
      return window.total
    }
    let plain = try await total()
    // 4 + 4 * 20 + 4, less the first one's crossfade; nothing follows the last one.
    #expect(plain == PlayTotal(entries: 6, duration: .seconds(86)))
    try await test.library.setTemplate(try GroupTemplate("{Album}"), of: list)
    #expect(try await total() == plain)
    #expect(try await test.library.playlist(list)?.duration == .seconds(86))
  }
}
