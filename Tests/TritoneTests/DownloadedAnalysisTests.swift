import Foundation
import Library
import Media
import Music
import Streaming
import Synchronization
import Testing

@testable import tritone

@Suite("Analysis of downloads", .serialized)
struct DownloadedAnalysisTests {
  private let folder: Folder
  private let library: Library
  private let downloads: DownloadFolder

  init() throws {
    folder = try Folder()
    let downloads = DownloadFolder(folder.path("downloads"))
    self.downloads = downloads
    library = try Library(
      at: folder.path("library.db"), downloads: { downloads.existingFile($0) })
  }

  /// The size of the file that every track has at its server.
  private func sound() throws -> FilePath { try folder.clicks("sound.wav") }

  private func list(_ ids: [String]) async throws -> [ServerTrackAddress] {
    let sound = try sound()
    let size = try #require(sound.fileStamp?.size)
    let server = try await library.addServer(
      kind: .subsonic, name: "Home", address: "https://s.example", user: "ola")
    let listing = try await library.beginListing(of: server.id)
    let tracks = ids.map {
      ServerTrack(
        id: $0, tags: Tags(title: $0),
        audio: AudioProperties(duration: .seconds(20), codec: "pcm", container: "wav"), size: size)
    }
    _ = try await library.storeListing(
      tracks, of: server.id, listing: listing, cursor: nil)
    _ = try await library.endListing(of: server.id, listing: listing, at: 1)
    return ids.compactMap { ServerTrackAddress(server: server.uuid, track: $0) }
  }

  /// Puts the sound where the download of a track lies.
  private func download(_ address: ServerTrackAddress) throws {
    let file = URL(fileURLWithPath: downloads.file(address).text)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: URL(fileURLWithPath: try sound().text), to: file)
  }

  private func wait(_ what: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<6_000 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("waited too long for \(what)")
  }

  @Test("a track has a tempo once it is on this disk, and one that is not is left alone")
  func background() async throws {
    let addresses = try await list(["a", "b"])
    let looks = Mutex<[FilePath]>([])
    let work = AnalysisWork { path, parts, cancellation throws(MediaError) in
      looks.withLock { $0.append(path) }
      return try AnalysisWork().look(path, parts, cancellation)
    }
    let log = NoticeLog()
    let analysis = BackgroundAnalysis(
      library: library, mode: .on, isPaused: false, power: PowerSupply(folder: "/nonexistent"),
      threadCount: 1, work: work, report: log.add)
    analysis.begin()
    let ids = try await library.trackIDs(ListQuery(.songs, sort: .title))
    // What plays comes first, and has no file either.
    analysis.note(playing: ids[1])
    try download(addresses[0])
    try await library.awaitAnalyses(of: addresses)
    analysis.libraryChanged()
    let library = library
    try await wait("the tempo") { try await library.tracks(ids)[0].findings.bpm != nil }
    await analysis.finish()
    let tracks = try await library.tracks(ids)
    #expect(abs((tracks[0].findings.bpm ?? 0) - 120) < 1)
    #expect(tracks[0].findings.loudness != nil && tracks[1].findings.bpm == nil)
    #expect(try await library.waveform(of: ids[0]) != nil)
    #expect(looks.withLock { $0 } == [downloads.file(addresses[0])])
    #expect(log.all.allSatisfy { if case .failed = $0 { false } else { true } })
  }
}
