import HTTP
import Media
import Music
import TestServers
import Testing

@testable import Streaming

@Suite("Downloads", .serialized)
struct DownloadTests {
  private let bytes = noise(900_000)
  private let folder = TestFolder()

  private var downloads: DownloadFolder { DownloadFolder(folder.path.appending("downloads")) }

  private final class Reports: Sendable {
    let stream: AsyncStream<DownloadReport>
    private let source: AsyncStream<DownloadReport>.Continuation

    init() { (stream, source) = AsyncStream.makeStream() }

    func add(_ report: DownloadReport) { source.yield(report) }

    /// The next report that is an end.
    func end() async -> DownloadReport? {
      for await report in stream {
        switch report {
        case .began, .moved: continue
        case .finished, .failed, .cancelled: return report
        }
      }
      return nil
    }
  }

  private func queue(_ remote: Remote, _ reports: Reports) -> DownloadQueue {
    DownloadQueue(
      folder: downloads, requesting: remote.requesting, pause: .milliseconds(5)
    ) { reports.add($0) }
  }

  @Test("a download plays without a request, and is the file")
  func plays() async throws {
    var remote = Remote(try FileServer(bytes))
    let reports = Reports()
    let queue = queue(remote, reports)
    await queue.add([TrackDownload(Remote.address, size: Int64(bytes.count))])
    let file = downloads.file(Remote.address)
    #expect(
      await reports.end() == .finished(Remote.address, file, size: Int64(bytes.count)))
    #expect(await queue.waiting.isEmpty)
    let count = remote.server.server.requests.count
    remote.downloads = downloads
    let sound = try remote.sounds.open(Remote.address)
    #expect(try sound.bytes(0..<bytes.count + 1) == bytes)
    #expect(remote.sounds.isLocal(Remote.address))
    #expect(remote.server.server.requests.count == count)
    await queue.add([TrackDownload(Remote.address)])
    #expect(
      await reports.end() == .finished(Remote.address, file, size: Int64(bytes.count)))
  }

  @Test("a cut download goes on where it was")
  func resumes() async throws {
    let remote = Remote(try FileServer(bytes) { $0.faults = [.cut(500_000)] })
    let reports = Reports()
    let queue = queue(remote, reports)
    await queue.add([TrackDownload(Remote.address)])
    #expect(
      await reports.end()
        == .finished(
          Remote.address, downloads.file(Remote.address), size: Int64(bytes.count)))
    #expect(
      remote.server.ranges.count == 2 && remote.server.ranges.last?.hasPrefix("bytes=") == true)
    #expect(folder.bytes("downloads/\(Remote.address.server)/\(name)") == bytes)
  }

  private var name: String { downloads.file(Remote.address).name }

  @Test("another length than the server listed is a fault, and nothing stays")
  func length() async throws {
    let remote = Remote(try FileServer(bytes))
    let reports = Reports()
    await queue(remote, reports).add([TrackDownload(Remote.address, size: 7)])
    #expect(
      await reports.end()
        == .failed(Remote.address, .length(expected: 7, got: Int64(bytes.count))))
    #expect(!downloads.has(Remote.address))
  }

  @Test("a page in place of the file is no download")
  func page() async throws {
    let remote = Remote(try FileServer(bytes) { $0.faults = Array(repeating: .page, count: 9) })
    let reports = Reports()
    await queue(remote, reports).add([TrackDownload(Remote.address)])
    // Its words say why.
    #expect(await reports.end() == .failed(Remote.address, .server(.signInAgain)))
    #expect(!downloads.has(Remote.address))
    #expect(remote.server.ranges.count == 1)
  }

  @Test("what is larger than the server listed is not received to its end, nor again")
  func endless() async throws {
    let remote = Remote(
      try FileServer(bytes) {
        $0.isChunked = true
        $0.hasRanges = false
      })
    let reports = Reports()
    await queue(remote, reports).add([TrackDownload(Remote.address, size: 5_000)])
    #expect(
      await reports.end() == .failed(Remote.address, .length(expected: 5_000, got: 5_001)))
    #expect(remote.server.ranges.count == 1)
    #expect(!downloads.has(Remote.address))
  }

  @Test("a network that is lost again and again ends no download that goes on")
  func lostOften() async throws {
    let long = noise(4_000_000)
    let remote = Remote(
      try FileServer(long) { $0.faults = Array(repeating: .cut(400_000), count: 9) })
    let reports = Reports()
    await queue(remote, reports).add([TrackDownload(Remote.address, size: 4_000_000)])
    #expect(
      await reports.end()
        == .finished(Remote.address, downloads.file(Remote.address), size: 4_000_000))
  }

  @Test("a token that ends twice in a long download is renewed twice, and only then")
  func refusedTwice() async throws {
    // The first fault goes to the refused request.
    let remote = Remote(
      try FileServer(bytes) {
        $0.token = "fresh"
        $0.faults = [.cut(1), .cut(400_000)]
      })
    let reports = Reports()
    await queue(remote, reports).add([TrackDownload(Remote.address)])
    #expect(
      await reports.end()
        == .finished(
          Remote.address, downloads.file(Remote.address), size: Int64(bytes.count)))
    #expect(remote.refusals.value == 2 && remote.server.ranges.count == 4)
  }

  @Test("what is cancelled and added again at once is downloaded")
  func addedAgain() async throws {
    let remote = Remote(try FileServer(bytes) { $0.faults = [.silence] })
    let reports = Reports()
    let queue = queue(remote, reports)
    await queue.add([TrackDownload(Remote.address)])
    while remote.server.faultsLeft > 0 { try await Task.sleep(for: .milliseconds(2)) }
    await queue.cancel(Remote.address)
    await queue.add([TrackDownload(Remote.address)])
    #expect(await reports.end() == .cancelled(Remote.address))
    #expect(
      await reports.end()
        == .finished(
          Remote.address, downloads.file(Remote.address), size: Int64(bytes.count)))
    #expect(downloads.has(Remote.address))
  }

  @Test("all are cancelled before another one begins")
  func cancelledAll() async throws {
    let remote = Remote(
      try FileServer(bytes) { $0.faults = Array(repeating: .silence, count: 2) })
    let reports = Reports()
    let queue = queue(remote, reports)
    let addresses = (1...40).compactMap {
      ServerTrackAddress(server: Remote.address.server, track: "\($0)")
    }
    await queue.add(addresses.map { TrackDownload($0) })
    while remote.server.faultsLeft > 0 { try await Task.sleep(for: .milliseconds(2)) }
    await queue.cancelAll(of: "ffffffff-0123-4567-89ab-0123456789ab")
    #expect(await queue.waiting.count == 40)
    await queue.cancelAll(of: Remote.address.server)
    #expect(await queue.waiting.isEmpty)
    for _ in addresses {
      let end = await reports.end()
      guard case .cancelled = end else {
        Issue.record("\(String(describing: end))")
        return
      }
    }
    #expect(remote.server.ranges.count == 2)
    await queue.add([TrackDownload(addresses[7])])
    #expect(
      await reports.end()
        == .finished(addresses[7], downloads.file(addresses[7]), size: Int64(bytes.count)))
  }

  @Test("tracks wait each once, in order, and those that are held are passed over")
  func order() throws {
    var order = DownloadOrder()
    let addresses = (0..<5_000).compactMap {
      ServerTrackAddress(server: Remote.address.server, track: "\($0)")
    }
    for address in addresses { order.append(TrackDownload(address)) }
    #expect(order.removeFirst(except: [addresses[0]])?.address == addresses[1])
    order.remove(addresses[2])
    #expect(!order.contains(addresses[2]))
    order.append(TrackDownload(addresses[2]))
    var taken: [ServerTrackAddress] = []
    while let next = order.removeFirst(except: []) { taken.append(next.address) }
    #expect(taken == [addresses[0]] + addresses[3...] + [addresses[2]])
    #expect(order.downloads.isEmpty)
  }

  @Test("two run at once, the rest waits, and what is cancelled leaves nothing")
  func atOnce() async throws {
    let remote = Remote(
      try FileServer(bytes) { $0.faults = Array(repeating: .silence, count: 2) })
    let reports = Reports()
    let queue = queue(remote, reports)
    let addresses = (1...4).compactMap {
      ServerTrackAddress(server: Remote.address.server, track: "\($0)")
    }
    await queue.add(addresses.map { TrackDownload($0) })
    while remote.server.faultsLeft > 0 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(await queue.waiting.map(\.address) == addresses)
    await queue.cancel(addresses[0])
    await queue.cancel(addresses[1])
    var finished: [ServerTrackAddress] = []
    while finished.count < 2 {
      guard let end = await reports.end() else { break }
      if case .finished(let address, _, _) = end { finished.append(address) }
    }
    #expect(Set(finished) == Set(addresses.suffix(2)))
    #expect(folder.names == ["downloads"])
    #expect(!downloads.has(addresses[0]))
  }
}
