import HTTP
import Music
import Synchronization
import TestServers
import Testing

@Suite("Classes of requests")
struct UrgencyTests {
  private final class Words: Sendable {
    private let state = Mutex<[UInt8]?>(nil)
    var value: [UInt8]? { state.withLock { $0 } }
    func set(_ bytes: [UInt8]) { state.withLock { $0 = bytes } }
  }

  @Test("downloads take no transfer of what somebody waits for, nor requests that of sound")
  func shares() async throws {
    let server = try LoopbackServer { exchange in
      guard exchange.request.target == "/sound" else {
        exchange.waitForClose()
        return false
      }
      return exchange.answer(200, [], [1, 2, 3])
    }
    let client = testClient()
    let folder = TestFolder()
    let url = try server.url()
    let downloads = (0..<8).map { number in
      Task {
        _ = try? await client.download(
          HTTPRequest(url.appending("file")), to: folder.path.appending("\(number)"),
          limit: 1 << 20)
      }
    }
    let covers = (0..<6).map { _ in
      Task { _ = try? await client.response(to: HTTPRequest(url.appending("cover"))) }
    }
    // Eight downloads, and the four of the rest.
    while server.requests.count < 12 { await Task.yield() }
    var sound = HTTPRequest(url.appending("sound"))
    sound.urgency = .urgent
    #expect(try await client.response(to: sound).body == [1, 2, 3])
    for task in downloads + covers { task.cancel() }
    for task in downloads + covers { await task.value }
  }

  @Test("a head that is not that of the file leaves nothing, and its words are handed over")
  func refused() async throws {
    let server = try LoopbackServer {
      $0.answer(200, ["Content-Type: text/html"], Array("<p>no".utf8))
    }
    let folder = TestFolder()
    let words = Words()
    let error = await #expect(throws: HTTPError.self) {
      try await testClient().download(
        HTTPRequest(server.url()), to: folder.path.appending("file"), limit: 1 << 20,
        accept: { $0.contentType != "text/html" }, refused: { words.set($0) })
    }
    guard case .badResponse = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.value == Array("<p>no".utf8))
    #expect(folder.names.isEmpty)
  }
}
