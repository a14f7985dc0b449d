import Music
import Testing

@testable import Library

@Suite("Analyses of servers' tracks")
struct ServerAnalysisTests {
  private let scene: ServerScene
  private var library: Library { scene.library }

  init() throws { scene = try ServerScene() }

  private func address(_ track: String, of server: Server) throws -> ServerTrackAddress {
    try #require(ServerTrackAddress(server: server.uuid, track: track))
  }

  /// A server with tracks of 1,000 bytes by their ids.
  private func server(_ tracks: String...) async throws -> Server {
    let server = try await scene.add()
    try await scene.list(tracks.map { ServerScene.track($0) }, of: server)
    return server
  }

  @Test("a track is analysed from its download, and not before")
  func downloaded() async throws {
    let server = try await server("a", "b")
    #expect(try await library.analysisTasks(limit: 9).isEmpty)
    let both = [try address("a", of: server), try address("b", of: server)]
    // Only one of them is there.
    scene.download("a", size: 1_000)
    try await library.awaitAnalyses(of: both)
    #expect(try await library.analysisCounts().waiting == 2)
    let tasks = try await library.analysisTasks(limit: 9)
    #expect(tasks.map(\.path) == [scene.download("a")] && tasks.map(\.address) == [both[0]])
    // The other one has gone before its turn.
    #expect(try await library.analysisCounts().waiting == 1)
    let task = try #require(tasks.first)
    #expect(try library.remaining(of: task) == task)

    try await library.saveAnalyses([(task, .found(Analyses.found(0)))])
    let track = try #require(await scene.track("a", of: server))
    #expect(track.findings.bpm == Analyses.found(0).tempo?.bpm && track.findings.isAnalysed)
    #expect(try await library.waveform(of: track.id) == Analyses.found(0).waveform)
    #expect(try library.remaining(of: task) == nil)
    #expect(try await library.analysisTasks(limit: 9, first: [track.id]).isEmpty)
  }

  @Test("findings stay when the download goes and when the server is listed again")
  func kept() async throws {
    let server = try await server("a")
    scene.download("a", size: 1_000)
    try await library.awaitAnalyses(of: [try address("a", of: server)])
    let task = try #require(await library.analysisTasks(limit: 9).first)
    try await library.saveAnalyses([(task, .found(Analyses.found(0)))])
    try scene.folder.remove("download-a")
    try await scene.list([ServerScene.track("a", "Other name")], of: server)
    let track = try #require(await scene.track("a", of: server))
    #expect(track.title == "Other name" && track.findings.isAnalysed)
    #expect(try await library.waveform(of: track.id) != nil)
    // What plays is asked for with its waveform, which nothing could make again.
    try await library.clearWaveforms()
    #expect(try await library.analysisTasks(limit: 9, first: [track.id]).isEmpty)
  }

  @Test("another file on the server takes the findings along; its old download is not analysed")
  func replaced() async throws {
    let server = try await server("a")
    scene.download("a", size: 1_000)
    let address = try address("a", of: server)
    try await library.awaitAnalyses(of: [address])
    let task = try #require(await library.analysisTasks(limit: 9).first)
    try await library.saveAnalyses([(task, .found(Analyses.found(0)))])
    var longer = ServerScene.track("a")
    longer.size = 2_000
    try await scene.list([longer], of: server)
    #expect(try await scene.track("a", of: server)?.findings.isAnalysed == false)
    try await library.awaitAnalysesOfDownloads(from: server)
    #expect(try await library.analysisTasks(limit: 9).isEmpty)
    // Of the old one nothing is stored that came late.
    try await library.saveAnalyses([(task, .found(Analyses.found(0)))])
    #expect(try await scene.track("a", of: server)?.findings.isAnalysed == false)
    scene.download("a", size: 2_000)
    try await library.awaitAnalysesOfDownloads(from: server)
    #expect(try await library.analysisTasks(limit: 9).map(\.file.size) == [2_000])
  }

  @Test("downloads that came without a word are found, whatever else the server has")
  func found() async throws {
    let server = try await scene.add()
    let other = try await scene.add("Other", at: "https://o.example")
    try await scene.list((1...1_200).map { ServerScene.track("t\($0)") }, of: server)
    try await scene.list([ServerScene.track("x")], of: other)
    for track in ["t7", "t1150", "x"] { scene.download(track, size: 1_000) }
    try await library.awaitAnalysesOfDownloads(from: server)
    let tasks = try await library.analysisTasks(limit: 9)
    #expect(Set(tasks.compactMap(\.address?.track)) == ["t7", "t1150"])
  }

  @Test("a download that could not be analysed is tried once more when it comes again")
  func failed() async throws {
    let server = try await server("a")
    let address = try address("a", of: server)
    scene.download("a", size: 1_000)
    try await library.awaitAnalyses(of: [address])
    let task = try #require(await library.analysisTasks(limit: 9).first)
    try await library.saveAnalyses([(task, .failed("damaged"))])
    try await library.awaitAnalysesOfDownloads(from: server)
    #expect(try await library.analysisTasks(limit: 9).isEmpty)
    try await library.awaitAnalyses(of: [address])
    #expect(try await library.analysisTasks(limit: 9).count == 1)
  }

  @Test("chosen tracks are analysed where they are on this disk")
  func chosen() async throws {
    _ = try await server("a", "b")
    scene.download("b", size: 1_000)
    let tasks = try await library.analysisTasks(matching: "artist:ann", isAgain: true)
    #expect(tasks.compactMap(\.address?.track) == ["b"])
    #expect(tasks.first?.parts == Set(AnalysisPart.allCases))
    let ids = try await library.trackIDs(ListQuery(.songs))
    #expect(try await library.analysisTasks(of: ids, isAgain: true) == tasks)
  }
}
