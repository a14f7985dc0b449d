import Foundation
import HTTP
import TestServers
import Testing

/// In processes of their own, where no other test has loaded or started anything.
@Suite("Before and after requests")
struct QuietTests {
  @Test("libcurl is loaded by the first request, and not by a client")
  func loading() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { $0.answer(200, [], [1]) }
      let client = testClient()
      try #require(!Process.hasLoaded("libcurl"))
      _ = try await client.response(to: HTTPRequest(server.url()))
      try #require(Process.hasLoaded("libcurl"))
    }
  }

  @Test("an idle client's thread never wakes, and ends with the client")
  func idle() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { $0.answer(200, [], [1]) }
      var client: HTTPClient? = testClient()
      _ = try await client?.response(to: HTTPRequest(server.url()))
      // The connection stays open and the thread is there.
      var before = try #require(Process.switches(ofThread: "http"))
      for _ in 0..<50 {
        usleep(200_000)
        let after = try #require(Process.switches(ofThread: "http"))
        if after == before { break }
        before = after
      }
      usleep(1_500_000)
      try #require(Process.switches(ofThread: "http") == before)
      client = nil
      while Process.switches(ofThread: "http") != nil { usleep(10_000) }
    }
  }

  @Test("a machine without a network is offline", .enabled(if: geteuid() == 0))
  func offline() async {
    await #expect(processExitsWith: .success) {
      let client = testClient()
      // A network of its own, in which nothing is up: of this thread, and so of the client's.
      try #require(leaveNetwork())
      let url = try HTTPURL("http://tritone.invalid/")
      await #expect(throws: HTTPError.offline("\(url)")) {
        try await client.response(to: HTTPRequest(url))
      }
      let address = try HTTPURL("http://192.0.2.1/")
      await #expect(throws: HTTPError.offline("\(address)")) {
        try await client.response(to: HTTPRequest(address))
      }
    }
  }

  @Test("proxies of the environment are used, unless the configuration says no")
  func proxies() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { $0.answer(200, [], Array($0.request.target.utf8)) }
      setenv("http_proxy", "http://127.0.0.1:\(server.port)", 1)
      unsetenv("no_proxy")
      unsetenv("NO_PROXY")
      let url = try HTTPURL("http://tritone.invalid/a")
      let client = testClient { $0.usesProxies = true }
      let text = try await client.response(to: HTTPRequest(url)).text
      try #require(text == "http://tritone.invalid/a")
      await #expect(throws: HTTPError.self) {
        try await testClient().response(to: HTTPRequest(url))
      }
    }
  }
}

/// Glibc's module lacks the function.
private func leaveNetwork() -> Bool {
  guard let function = dlsym(nil, "unshare") else { return false }
  // because this is the function's type
  let unshare = unsafeBitCast(function, to: (@convention(c) (Int32) -> Int32).self)
  let newNetwork: Int32 = 0x4000_0000
  return unshare(newNetwork) == 0
}

extension Process {
  static func hasLoaded(_ library: String) -> Bool {
    // Files of /proc have no size, by which Foundation reads others.
    let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
    return String(decoding: maps ?? Data(), as: UTF8.self).contains("/\(library)")
  }

  /// Context switches of the thread of a name, voluntary and other.
  static func switches(ofThread name: String) -> Int? {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    for thread in threads {
      guard
        let text = try? String(
          contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
      else { continue }
      let lines = text.split(separator: "\n")
      guard lines.first == "Name:\t\(name)" else { continue }
      return lines.filter { $0.contains("ctxt_switches") }
        .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }.reduce(0, +)
    }
    return nil
  }
}
