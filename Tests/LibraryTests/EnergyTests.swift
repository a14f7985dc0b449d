import Library
import Music
import Testing

@Suite("Energy")
struct EnergyTests {
  private let test: TestLibrary
  private var library: Library { test.library }

  init() throws { test = try TestLibrary() }

  private func analyse(_ tasks: [AnalysisTask], _ energy: (Int) -> Double) async throws {
    try await library.saveAnalyses(
      tasks.map { task in
        var analysis = TrackAnalysis(parts: [.energy, .loudness])
        let number = Int(task.path.stem) ?? 0
        analysis.energy = EnergyMeasurement(value: energy(number))
        analysis.loudness = LoudnessMeasurement(
          integrated: -20 + Double(number) / 10, range: 1, truePeak: -1,
          blocks: LoudnessHistogram())
        return (task, .found(analysis))
      })
  }

  private func energies() async throws -> [Int?] {
    let ids = try await library.trackIDs(ListQuery(.songs, sort: .title))
    return try await library.tracks(ids).map(\.findings.energy)
  }

  @Test("energies are the tenths of the library, whatever the values")
  func tenths() async throws {
    _ = try await test.withTracks(100)
    try await analyse(try await library.analysisTasks(limit: 1_000)) { Double($0 * $0) - 3_000 }
    let energies = try await energies()
    for grade in 1...10 { #expect(energies.count { $0 == grade } == 10, "\(grade)") }
    #expect(energies == energies.sorted { ($0 ?? 0) < ($1 ?? 0) })
  }

  @Test("one track has nothing to be compared with, two are the least and the most")
  func few() async throws {
    _ = try await test.withTracks(2)
    let tasks = try await library.analysisTasks(limit: 9)
    try await analyse([tasks[0]]) { Double($0) }
    #expect(try await energies().compactMap { $0 } == [])
    try await analyse([tasks[1]]) { Double($0) }
    #expect(try await energies() == [1, 10])
  }

  @Test("a track keeps its energy while a few others come")
  func stable() async throws {
    _ = try await test.withTracks(100)
    try await analyse(try await library.analysisTasks(limit: 1_000)) { Double($0) }
    let before = try await energies()
    for number in 101...115 { test.write("\(number).flac", [("TITLE", "\(number)")]) }
    try await test.scan()
    try await analyse(try await library.analysisTasks(limit: 15)) { _ in 1_000 }
    #expect(try await energies().prefix(100) == before.prefix(100))
    #expect(try await energies().suffix(15).allSatisfy { $0 == 10 })
  }

  @Test("lists are asked for, sorted and grouped by energy and loudness")
  func lists() async throws {
    _ = try await test.withTracks(20)
    try await analyse(try await library.analysisTasks(limit: 100)) { Double(-$0) }
    let all = (1...20).map { "\($0)" }
    #expect(try await test.rows(ListQuery(.songs, sort: .energy, isDescending: true)) == all)
    #expect(try await test.rows(ListQuery(.songs, sort: .loudness)) == all)
    #expect(
      try await test.rows(ListQuery(.songs, filter: "energy:10", sort: .title)) == ["1", "2"])
    let quiet = ListQuery(.songs, filter: "lufs:<=-19.8 analyzed:", sort: .title)
    #expect(try await test.rows(quiet) == ["1", "2"])
    let grouped = ListQuery(
      .songs, filter: "energy:9..10", sort: .title, template: try GroupTemplate("{Energy}"))
    #expect(try await test.rows(grouped) == ["# 10 2", "1", "2", "# 9 2", "3", "4"])
    // Rows and columns agree, of every track.
    for grade in 1...10 {
      let ids = try await library.trackIDs(ListQuery(.songs, filter: "energy:\(grade)"))
      let energies = try await library.tracks(ids).map(\.findings.energy)
      #expect(energies == [Int?](repeating: grade, count: 2))
    }
  }
}
