import Foundation
import HTTP
import Music
import Synchronization
import TestServers
import Testing

@Suite("Downloads")
struct DownloadTests {
  private let folder = TestFolder()
  private var target: FilePath { folder.path.appending("book.m4b") }
  private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  /// A file server with ranges that ends its first answer early.
  private static func serve(
    _ exchange: Exchange, _ bytes: [UInt8], validator: String, cut: Int? = nil,
    ignoresIfRange: Bool = false
  ) -> Bool {
    let request = exchange.request
    var start = 0
    let tag = String(validator.drop { $0 != ":" }.dropFirst(2))
    if let range = request.value(of: "Range"),
      ignoresIfRange || request.value(of: "If-Range") == tag
    {
      start = Int(range.dropFirst("bytes=".count).prefix { $0.isNumber }) ?? 0
    }
    let body = Array(bytes[start...])
    let lines =
      (start > 0
        ? ["HTTP/1.1 206 Some", "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)"]
        : ["HTTP/1.1 200 OK"]) + ["Content-Length: \(body.count)", validator]
    exchange.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    exchange.send(body.prefix(cut ?? body.count))
    return cut == nil
  }

  private func download(
    _ client: HTTPClient, _ server: LoopbackServer, limit: Int64 = 1 << 30,
    progress: @escaping @Sendable (HTTPProgress) -> Void = { _ in }
  ) async throws {
    try await client.download(
      HTTPRequest(server.url("/book?token=1")), to: target, limit: limit, progress: progress)
  }

  @Test("a file is there when it is whole, for its user alone, and nothing beside it")
  func whole() async throws {
    let server = try LoopbackServer { Self.serve($0, Self.bytes, validator: "ETag: \"a\"") }
    let last = Mutex<HTTPProgress?>(nil)
    try await download(testClient(), server) { progress in last.withLock { $0 = progress } }
    #expect(folder.names == ["book.m4b"])
    #expect(folder.bytes("book.m4b") == Self.bytes)
    #expect(last.withLock { $0 } == HTTPProgress(received: 300_000, total: 300_000))
    #expect(server.requests[0].value(of: "Accept-Encoding") == "identity")
    var status = stat()
    #expect(stat(target.text, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(
    "a lost connection is resumed where it ended",
    arguments: ["ETag: \"a\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"])
  func resumed(_ validator: String) async throws {
    let server = try LoopbackServer {
      let isFirst = $0.request.value(of: "Range") == nil
      return Self.serve($0, Self.bytes, validator: validator, cut: isFirst ? 100_000 : nil)
    }
    await #expect(throws: HTTPError.connectionLost("\(try server.url("/book"))")) {
      try await download(testClient(), server)
    }
    #expect(folder.names == ["book.m4b.part", "book.m4b.part.state"])
    #expect(folder.bytes("book.m4b.part") == Array(Self.bytes[..<100_000]))
    let state = String(decoding: try #require(folder.bytes("book.m4b.part.state")), as: UTF8.self)
    #expect(!state.contains("token"))
    try await download(testClient(), server)
    #expect(server.requests.count == 2)
    #expect(server.requests[1].value(of: "Range") == "bytes=100000-")
    #expect(folder.names == ["book.m4b"])
    #expect(folder.bytes("book.m4b") == Self.bytes)
  }

  @Test("a file that changed meanwhile begins anew", arguments: [false, true])
  func changed(_ ignoresIfRange: Bool) async throws {
    let newer = Array(Self.bytes.reversed())
    let server = try LoopbackServer {
      $0.request.value(of: "Range") == nil
        && $0.request.value(of: "X-Second") == nil
        ? Self.serve($0, Self.bytes, validator: "ETag: \"a\"", cut: 100_000)
        : Self.serve(
          $0, newer, validator: "ETag: \"b\"", ignoresIfRange: ignoresIfRange)
    }
    await #expect(throws: HTTPError.self) { try await download(testClient(), server) }
    try await testClient().download(
      HTTPRequest(.get, server.url("/book?token=2"), headers: [HTTPHeader("X-Second", "1")]),
      to: target, limit: 1 << 30)
    #expect(folder.bytes("book.m4b") == newer)
    #expect(server.requests.count == (ignoresIfRange ? 3 : 2))
  }

  @Test("a part without a version, of another address or a strange record begins anew")
  func unresumable() async throws {
    let server = try LoopbackServer { Self.serve($0, Self.bytes, validator: "ETag: \"a\"") }
    for state in ["", "tritone part 1\n", "tritone part 1\nhttp://h/\netag \"a\"\n9\n9\nx\n", "\0"]
    {
      try folder.write("book.m4b.part", [1, 2, 3])
      try folder.write("book.m4b.part.state", Array(state.utf8))
      try await download(testClient(), server)
      #expect(folder.bytes("book.m4b") == Self.bytes)
    }
    #expect(server.requests.allSatisfy { $0.value(of: "Range") == nil })
  }

  @Test("what is not known to be on the disk after a crash of the machine is fetched again")
  func crash() async throws {
    let server = try LoopbackServer { Self.serve($0, Self.bytes, validator: "ETag: \"a\"") }
    let place = try server.url("/book").description
    try folder.write("book.m4b.part", Array(Self.bytes[..<1000]) + [0, 0, 0])
    try folder.write(
      "book.m4b.part.state",
      Array("tritone part 1\n\(place)\netag \"a\"\n300000\n1000\nanother-boot\n".utf8))
    try await download(testClient(), server)
    #expect(server.requests[0].value(of: "Range") == "bytes=1000-")
    #expect(folder.bytes("book.m4b") == Self.bytes)
  }

  @Test("a weak or no validator leaves no part")
  func noValidator() async throws {
    let server = try LoopbackServer {
      Self.serve($0, Self.bytes, validator: "ETag: W/\"a\"", cut: 1000)
    }
    await #expect(throws: HTTPError.self) { try await download(testClient(), server) }
    #expect(folder.names == [])
  }

  @Test("the limit holds for a length that is announced, and for one that is not")
  func limit() async throws {
    let announced = try LoopbackServer { Self.serve($0, Self.bytes, validator: "ETag: \"a\"") }
    let endless = try LoopbackServer {
      $0.send("HTTP/1.1 200 OK\r\nETag: \"a\"\r\n\r\n")
      $0.sendForever([UInt8](repeating: 1, count: 1000))
      return false
    }
    for server in [announced, endless] {
      let place = try server.url("/book").description
      await #expect(throws: HTTPError.bodyTooLarge(place, limit: 200_000)) {
        try await download(testClient(), server, limit: 200_000)
      }
      #expect(folder.names == [])
    }
  }

  @Test("an error page is not the file, and leaves the one that is there")
  func status() async throws {
    let server = try LoopbackServer { $0.answer(404, [], [1]) }
    try folder.write("book.m4b", [9])
    await #expect(throws: HTTPError.self) { try await download(testClient(), server) }
    #expect(folder.names == ["book.m4b"])
    #expect(folder.bytes("book.m4b") == [9])
  }

  @Test("a cancelled download leaves its part, and ends its connection")
  func cancelled() async throws {
    let closed = Signal()
    let began = Signal()
    let server = try LoopbackServer {
      $0.send("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 300000\r\n\r\n")
      $0.send(Self.bytes[..<100_000])
      $0.waitForClose()
      closed.set()
      return false
    }
    let task = Task { [self] in
      try await download(testClient(), server) { _ in began.set() }
    }
    await began.wait()
    while folder.bytes("book.m4b.part")?.count ?? 0 < 100_000 { await Task.yield() }
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
    await closed.wait()
    #expect(folder.bytes("book.m4b.part") == Array(Self.bytes[..<100_000]))
  }

  @Test("a part that is a link, or that another download writes, is left alone")
  func claimed() async throws {
    let server = try LoopbackServer { Self.serve($0, Self.bytes, validator: "ETag: \"a\"") }
    try folder.write("precious", [7])
    symlink(folder.path.appending("precious").text, folder.path.appending("book.m4b.part").text)
    await #expect(throws: HTTPError.self) { try await download(testClient(), server) }
    unlink(folder.path.appending("book.m4b.part").text)
    link(folder.path.appending("precious").text, folder.path.appending("book.m4b.part").text)
    await #expect(throws: HTTPError.self) { try await download(testClient(), server) }
    #expect(folder.bytes("precious") == [7])
    unlink(folder.path.appending("book.m4b.part").text)

    let slow = try LoopbackServer {
      $0.send("HTTP/1.1 200 OK\r\n\r\na")
      $0.waitForClose()
      return false
    }
    let began = Signal()
    let task = Task { [self] in try await download(testClient(), slow) { _ in began.set() } }
    await began.wait()
    await #expect(
      throws: HTTPError.disk(folder.path.appending("book.m4b.part").text, code: EBUSY)
    ) { try await download(testClient(), server) }
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
  }

  @Test("a folder that is not there is an error of the disk")
  func noFolder() async throws {
    let server = try LoopbackServer { $0.answer() }
    let target = folder.path.appending("none/a")
    await #expect(throws: HTTPError.disk(target.text + ".part", code: ENOENT)) {
      try await testClient().download(HTTPRequest(server.url()), to: target, limit: 10)
    }
    #expect(server.connections == 0)
  }

  @Test("a full disk says so, and keeps nothing", .enabled(if: SmallDisk.isPermitted))
  func fullDisk() async throws {
    let disk = try SmallDisk(at: folder.path)
    defer { disk.detach() }
    let server = try LoopbackServer { Self.serve($0, Self.bytes, validator: "ETag: \"a\"") }
    let error = await #expect(throws: HTTPError.self) {
      try await download(testClient(), server)
    }
    #expect(error == .disk(target.text + ".part", code: ENOSPC))
    #expect(error?.description.contains("the disk is full: make room") == true)
    #expect(folder.names == [])
  }
}

/// A file system of 64 KiB in memory.
struct SmallDisk {
  let folder: FilePath

  static let isPermitted: Bool = {
    let folder = TestFolder()
    guard let disk = try? SmallDisk(at: folder.path) else { return false }
    disk.detach()
    return true
  }()

  init(at folder: FilePath) throws {
    self.folder = folder
    guard mount("tmpfs", folder.text, "tmpfs", 0, "size=64k") == 0 else {
      throw LoopbackServer.Failure(code: errno)
    }
  }

  func detach() { umount2(folder.text, Int32(MNT_DETACH)) }
}
