import AudioServing
import Foundation
import Media
import Music
import Synchronization
import Testing

@Suite("Streams")
struct StreamTests {
  /// Ten seconds of sound as a file's bytes.
  private func sound(_ name: String, seconds: Double = 10) async throws -> (
    bytes: [UInt8], samples: [Float]
  ) {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: seconds)
    try await fixture.encode(name, name.hasSuffix("mp3") ? ["-b:a", "128k"] : [])
    return (
      try fixture.bytes(of: name), try decodeAll(Decoder(fixture.path(name)), rate: 44100)
    )
  }

  /// The error of opening and decoding within some seconds.
  private func fault(_ address: StreamAddress, seconds: Int = 5) -> MediaError? {
    do throws(MediaError) {
      let cancellation = Cancellation()
      return try cancellation.limited(to: .seconds(seconds)) { () throws(MediaError) in
        let decoder = try Decoder(.stream(address), cancellation: cancellation)
        let resampler = Resampler(rate: 44100)
        while try decoder.decode(into: resampler) { resampler.consume(resampler.pendingFrames) }
        return nil
      }
    } catch { return error }
  }

  @Test("addresses are told from files by how they begin")
  func addresses() {
    for text in ["http://a/b.mp3", "HTTPS://a", "hTTp://x"] {
      #expect(StreamAddress(text) != nil)
    }
    for text in ["/http://a", "http:/a", "ftp://a", "file:///etc/passwd", "a.mp3", ""] {
      #expect(StreamAddress(text) == nil)
    }
  }

  @Test(
    "a file on a server with ranges plays and seeks as one on a disk",
    arguments: ["a.mp3", "a.flac"])
  func file(_ name: String) async throws {
    let (bytes, samples) = try await sound(name)
    let server = try AudioServer { $0.serve(bytes, type: "audio/mpeg") }
    let decoder = try Decoder(server.source(name, scheme: "HTTP"))
    #expect(decoder.isStream)
    #expect(decoder.isSeekable)
    #expect(decoder.streamTitle == nil)
    #expect(abs((decoder.duration?.seconds ?? 0) - 10) < 0.1)
    #expect(try decodeAll(decoder, rate: 44100) == samples)
    try decoder.seek(to: 300_000)
    #expect(try decodeAll(decoder, rate: 44100, limit: 500) == Array(samples[600_000..<601_000]))
  }

  @Test("a station gives the titles as they change, and cannot be sought in")
  func station() async throws {
    let (bytes, _) = try await sound("a.mp3")
    let server = try AudioServer { connection in
      guard connection.request.contains("Icy-MetaData: 1") else { return }
      connection.send(
        head: "ICY 200 OK", "icy-name: R\u{E4}dio \u{1B}[2J", "icy-metaint: 8000",
        "Content-Type: audio/mpeg")
      let titles = ["One - It's", "Two\u{7}", String(repeating: "x", count: 3000)]
      for (number, start) in stride(from: 0, to: bytes.count, by: 8000).enumerated() {
        guard connection.send(bytes[start..<min(bytes.count, start + 8000)]) else { return }
        let isNew = number % 6 == 0
        let title = isNew ? "StreamTitle='\(titles[min(2, number / 6)])';StreamUrl='';" : ""
        let length = (title.utf8.count + 15) / 16
        let block = [UInt8(length)] + Array(title.utf8)
        connection.send(block + [UInt8](repeating: 0, count: 1 + length * 16 - block.count))
      }
      connection.wait()
    }
    let decoder = try Decoder(server.source("live"))
    #expect(decoder.isSeekable == false)
    #expect(decoder.duration == nil)
    #expect(throws: MediaError.notSeekable(decoder.source)) { try decoder.seek(to: 0) }
    let resampler = Resampler(rate: 44100)
    var titles: [String] = []
    while decoder.position < 44100 * 8, try decoder.decode(into: resampler) {
      resampler.consume(resampler.pendingFrames)
      if let title = decoder.streamTitle, titles.last != title { titles.append(title) }
    }
    #expect(titles.prefix(2) == ["One - It's", "Two\u{FFFD}"])
    #expect(titles.last == String(repeating: "x", count: 512))
  }

  @Test("a station that sends no faster than it plays is heard after little of it")
  func quickStart() async throws {
    let (bytes, _) = try await sound("a.mp3")
    let server = try AudioServer { connection in
      connection.send(head: "HTTP/1.0 200 OK", "icy-name: x", "Content-Type: audio/mpeg")
      // 16 kB are a second of sound, and no more than this is ever sent.
      for start in stride(from: 0, to: 23_200, by: 800) {
        guard connection.send(bytes[start..<start + 800]) else { return }
        usleep(50_000)
      }
      connection.wait(seconds: 300)
    }
    let cancellation = Cancellation()
    let station = try cancellation.limited(to: .seconds(60)) { () throws(MediaError) in
      try Decoder(server.source("live"), cancellation: cancellation)
    }
    #expect(station.isStream)
  }

  @Test("a lost connection is taken up again where it was lost", arguments: ["a.mp3", "a.flac"])
  func drop(_ name: String) async throws {
    let (bytes, samples) = try await sound(name)
    let server = try AudioServer { connection in
      // The first connections break off half-way.
      connection.serve(bytes, limit: connection.number <= 2 ? bytes.count / 2 : nil)
    }
    #expect(try decodeAll(Decoder(server.source(name)), rate: 44100) == samples)
    #expect(server.connections.load(ordering: .relaxed) > 1)
  }

  @Test("a connection that is lost for good is a fault and not an end")
  func lost() async throws {
    let (bytes, _) = try await sound("a.mp3")
    let server = try AudioServer { connection in
      guard connection.number == 1 else { return }
      connection.serve(bytes, limit: bytes.count / 2)
    }
    let address = server.address("a.mp3")
    switch fault(address, seconds: 15) {
    case .unreachable(address, _), .timedOut(.stream(address)): break
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  @Test("a finite sound of unknown length ends, and is not played anew for ever")
  func unknownLength() async throws {
    let (bytes, samples) = try await sound("a.mp3", seconds: 3)
    let server = try AudioServer { connection in
      connection.send(head: "HTTP/1.0 200 OK", "Content-Type: audio/mpeg")
      connection.send(bytes)
    }
    let heard = try decodeAll(
      Decoder(server.source("a.mp3")), rate: 44100, limit: samples.count)
    #expect(abs(heard.count - samples.count) <= 2 * 1152 * 2)
  }

  @Test("what the server answers is said", arguments: [404, 403, 401, 500])
  func status(_ status: Int) throws {
    let server = try AudioServer { connection in
      connection.send(head: "HTTP/1.1 \(status) No", "Content-Length: 0")
    }
    let address = server.address("a.mp3")
    #expect(fault(address) == .httpStatus(address, status: status))
    #expect(
      MediaError.httpStatus(address, status: 404).reason == "the server has no such stream (404)")
  }

  @Test("nobody there is unreachable")
  func refused() throws {
    let gone = try AudioServer { _ in }.address("a.mp3")
    #expect(fault(gone) == .unreachable(gone, code: ECONNREFUSED))
    // A line break would begin another header.
    #expect(StreamAddress("http://127.0.0.1:1/a\r\nX: y") == nil)
  }

  @Test("no TLS on an https address is an insecure connection")
  func insecure() throws {
    let server = try AudioServer { $0.serve([1, 2, 3]) }
    let address = server.address("a.mp3", scheme: "https")
    #expect(fault(address) == .insecure(address))
  }

  @Test("a file of this machine is opened by no redirection and by no list")
  func files() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 1)
    let secret = fixture.path("source.wav").text
    let server = try AudioServer { connection in
      switch connection.name {
      case "list.m3u": connection.serve(Array("#EXTM3U\nfile://\(secret)\n\(secret)\n".utf8))
      case "live.m3u8":
        let list =
          "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://\(secret)\n#EXT-X-ENDLIST\n"
        connection.serve(Array(list.utf8), type: "application/vnd.apple.mpegurl")
      default:
        connection.send(
          head: "HTTP/1.1 302 Found", "Location: file://\(secret)", "Content-Length: 0")
      }
    }
    for name in ["list.m3u", "live.m3u8", "a.wav"] {
      #expect(fault(server.address(name)) != nil, "\(name)")
    }
  }

  @Test("redirections and lists that lead in circles end")
  func circles() throws {
    let server = try AudioServer { connection in
      let host = connection.host
      if connection.name == "a.m3u" {
        connection.serve(Array("#EXTM3U\nhttp://\(host)/a.m3u\n".utf8))
      } else {
        connection.send(
          head: "HTTP/1.1 302 Found", "Location: http://\(host)/x\(connection.number)",
          "Content-Length: 0")
      }
    }
    #expect(fault(server.address("a.m3u")) == .noAudio(server.source("a.m3u"), code: 0))
    let before = server.connections.load(ordering: .relaxed)
    #expect(before == 4)
    #expect(fault(server.address("x")) != nil)
    #expect(server.connections.load(ordering: .relaxed) - before < 20)
  }

  @Test("a list leads to its first stream", arguments: ["m3u", "pls"])
  func list(_ kind: String) async throws {
    let (bytes, samples) = try await sound("a.flac", seconds: 2)
    let server = try AudioServer { connection in
      let host = connection.host
      if connection.name == "list.m3u" {
        connection.serve(
          Array("\u{FEFF}#EXTM3U\n#EXTINF:-1,X\nrtsp://x/\n http://\(host)/a.flac \n".utf8))
      } else if connection.name == "list.pls" {
        connection.serve(
          Array("[playlist]\nNumberOfEntries=1\nFile1=http://\(host)/a.flac\n".utf8),
          type: "audio/x-scpls")
      } else {
        connection.serve(bytes)
      }
    }
    #expect(try decodeAll(Decoder(server.source("list.\(kind)")), rate: 44100) == samples)
  }

  @Test("pieces of a stream (HLS) are played one after the other")
  func pieces() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 6)
    try await fixture.encode(
      "live.m3u8", ["-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_list_size", "0"])
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    let bytes = try Dictionary(
      uniqueKeysWithValues: files.map { ($0, try fixture.bytes(of: $0)) })
    let server = try AudioServer { connection in
      let name = connection.name
      connection.serve(
        bytes[name] ?? [], type: name.hasSuffix("m3u8") ? "audio/x-mpegurl" : "video/MP2T")
    }
    let decoder = try Decoder(server.source("live.m3u8"))
    #expect(decoder.isSeekable == false)
    #expect(abs(try decodeAll(decoder, rate: 44100).count / 2 - 44100 * 6) < 4096)
  }

  @Test(
    "a server that stalls is left at once when asked to, wherever it stalls",
    arguments: ["connect", "head", "body", "endless"])
  func stall(_ offset: String) async throws {
    let (bytes, _) = try await sound("a.mp3")
    let server = try AudioServer { connection in
      switch offset {
      case "head": connection.send("HTTP/1.1 200 OK\r\n".utf8)
      case "endless":
        connection.send("HTTP/1.1 200 OK\r\n".utf8)
        while connection.send("X-Nothing: at all\r\n".utf8) {}
      case "body":
        connection.send(head: "HTTP/1.1 200 OK", "Content-Length: 1000000")
        connection.send(bytes.prefix(60_000))
      default: break
      }
      connection.wait()
    }
    let cancellation = Cancellation()
    let address = server.address("a.mp3")
    let found = Outcome()
    Thread.detachNewThread {
      do throws(MediaError) {
        let decoder = try Decoder(.stream(address), cancellation: cancellation)
        let resampler = Resampler(rate: 44100)
        while try decoder.decode(into: resampler) { resampler.consume(resampler.pendingFrames) }
        found.set(nil)
      } catch { found.set(error) }
    }
    try await Task.sleep(for: .milliseconds(700))
    #expect(found.value == nil)
    let start = ContinuousClock.now
    cancellation.cancel()
    while found.value == nil, start.duration(to: .now) < .seconds(60) {
      try await Task.sleep(for: .milliseconds(5))
    }
    print("\(offset): left after \(start.duration(to: .now))")
    #expect(found.value == .some(.cancelled))
  }

  private final class Outcome: Sendable {
    private let held = Mutex<MediaError??>(nil)
    func set(_ error: MediaError?) { held.withLock { $0 = .some(error) } }
    /// Nil until there is an outcome.
    var value: MediaError?? { held.withLock { $0 } }
  }

  @Test("a server that takes too long is said not to answer")
  func tooLong() throws {
    let server = try AudioServer { $0.wait() }
    let address = server.address("a.mp3")
    #expect(fault(address, seconds: 1) == .timedOut(.stream(address)))
    #expect(MediaError.timedOut(.stream(address)).reason == "the server does not answer")
  }
}
