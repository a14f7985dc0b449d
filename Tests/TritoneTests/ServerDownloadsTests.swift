import Foundation
import Interface
import Library
import Log
import Media
import Music
import Synchronization
import Testing

@testable import tritone

/// Downloads of many tracks, of which none ever comes.
@Suite("Downloads of servers")
struct ServerDownloadsTests {
  private let folder: Folder
  private let directories: Directories
  private let sounds: ServerSounds
  private let server = "0b0f3d5e-7c1a-4c8e-9a55-2f1f6f0c1a01"
  private let other = "0b0f3d5e-7c1a-4c8e-9a55-2f1f6f0c1a02"
  private let reports = Reports()

  private final class Reports: Sendable {
    let all = Mutex<[ServerDownloads.Report]>([])

    var results: [DownloadResult] {
      all.withLock { $0 }.compactMap { if case .ended(let result) = $0 { result } else { nil } }
    }

    /// The last that waited.
    var waiting: Int? {
      let progress = all.withLock { $0 }.compactMap { report -> DownloadProgress? in
        if case .progressed(let progress) = report { progress } else { nil }
      }
      return progress.last.map { $0.tracksTotal - $0.tracksDone }
    }
  }

  private final class Names: Sendable { let all = Mutex<[String]>([]) }

  init() throws {
    folder = try Folder()
    let home = folder.url.path
    directories = Directories(
      environment: ["HOME": home], current: FilePath(home), account: home)
    // Of the library, which is there before anything is downloaded.
    try FileManager.default.createDirectory(
      atPath: directories.data.text, withIntermediateDirectories: true)
    sounds = ServerSounds(
      library: try Library(at: folder.path("library.db")),
      access: ServerAccess(directories, log: Log()), directories: directories)
  }

  private func downloads(mostWaiting: Int = 100_000) -> ServerDownloads {
    ServerDownloads(
      folder: sounds.downloads, file: directories.waitingDownloads,
      requesting: { _, _ in
        // Ends with the download that is cancelled.
        try? await Task.sleep(for: .seconds(3_600))
        return .failure(.missing)
      }, mostWaiting: mostWaiting
    ) { [reports] report in reports.all.withLock { $0.append(report) } }
  }

  private func wanted(_ numbers: Range<Int>, of server: String) throws -> [WantedDownload] {
    try numbers.map { number in
      let address = try #require(ServerTrackAddress(server: server, track: "\(number)"))
      return WantedDownload(address, size: 10, name: "T \(number)")
    }
  }

  private var isStored: Bool { directories.exists(directories.waitingDownloads) }

  @Test("cancelling thousands of downloads ends them at once, and they do not come back")
  func cancelled() async throws {
    let downloads = downloads()
    await downloads.add(try wanted(0..<20_000, of: server))
    #expect(isStored)
    await downloads.cancelAll()
    #expect(reports.results.map(\.wasCancelled) == [true])
    #expect(!isStored)
    await downloads.resume()
    #expect(reports.results.count == 1)
    await downloads.finish()
  }

  @Test("the downloads of one server are cancelled without those of another")
  func cancelledOfOne() async throws {
    let downloads = downloads()
    await downloads.add(try wanted(0..<3, of: server) + wanted(0..<2, of: other))
    await downloads.cancelAll(of: server)
    #expect(reports.results == [])
    #expect(reports.waiting == 2)
    await downloads.cancelAll(of: other)
    #expect(reports.results.count == 1)
    #expect(!isStored)
    await downloads.finish()
  }

  @Test("tracks that are too many at once are said to be left, all of them")
  func tooMany() async throws {
    let downloads = downloads(mostWaiting: 2)
    await downloads.add(try wanted(0..<302, of: server))
    await downloads.cancelAll()
    let result = try #require(reports.results.first)
    #expect(result.failed == 300)
    #expect(result.failures.map(\.track) == ["300 tracks"])
    await downloads.finish()
  }

  @Test("what waits already is told when it is asked for once more")
  func again() async throws {
    let downloads = downloads()
    let all = try wanted(0..<3, of: server)
    await downloads.add(all)
    let count = reports.all.withLock { $0.count }
    await downloads.add(all, notOnServers: 1)
    #expect(reports.all.withLock { $0.count } == count + 1)
    await downloads.cancelAll()
    #expect(reports.results.first?.notOnServers == 1)
    await downloads.finish()
  }

  @Test("a download that is asked for early takes nothing from those of the last run")
  func lastRun() async throws {
    let first = downloads()
    await first.add(try wanted(0..<3, of: server))
    await first.finish()
    #expect(isStored)
    let second = downloads()
    await second.add(try wanted(3..<4, of: server))
    await second.finish()
    let waiting = try StateFile<[WantedDownload]>(directories.waitingDownloads).read()
    #expect(waiting?.count == 4)
  }

  @Test("the newest covers are fetched first, two at a time, and the oldest are dropped")
  func newestFirst() async throws {
    let fetches = NewestFetches()
    let (hold, release) = AsyncStream.makeStream(of: Void.self)
    let held = Task { for await _ in hold {} }
    let begun = Names()
    await withTaskGroup(of: (String, NewestFetches.Result).self) { group in
      let most = NewestFetches.mostWaiting
      for number in 0..<most + 3 {
        let name = "\(number)"
        group.addTask {
          let result = await fetches.result(of: name) {
            begun.all.withLock { $0.append(name) }
            await held.value
            return FilePath(name)
          }
          return (name, result)
        }
        // In order; the first two run.
        while await fetches.count < number + 1, number < most + 2 { await Task.yield() }
      }
      // The one beyond those that wait is the oldest of them.
      let first = await group.next()
      #expect(first?.0 == "2")
      #expect(first?.1 == .dropped)
      while begun.all.withLock({ $0.count }) < 2 { await Task.yield() }
      #expect(begun.all.withLock { Set($0) } == ["0", "1"])
      release.finish()
      for await (name, result) in group { #expect(result == .file(FilePath(name))) }
      #expect(begun.all.withLock { $0.count } == most + 2)
    }
  }
}
