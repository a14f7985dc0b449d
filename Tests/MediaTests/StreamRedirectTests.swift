import AudioServing
import Foundation
import Glibc
import Media
import Music
import Synchronization
import Testing

/// A station with a public address redirects its listeners to a server of this machine.
@Suite("Streams that are sent elsewhere")
struct StreamRedirectTests {
  /// The victim has a host name, the station a numeric address.
  private static func lookUp(_ host: String) -> [HostReach] {
    host == "localhost" ? [.machine] : [.everywhere]
  }

  private func decoder(_ address: StreamAddress) throws(MediaError) -> Decoder {
    try Decoder(.stream(address), lookUp: Self.lookUp)
  }

  private func sound(_ name: String) async throws -> (bytes: [UInt8], samples: [Float]) {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 10)
    try await fixture.encode(name)
    return (try fixture.bytes(of: name), try decodeAll(Decoder(fixture.path(name)), rate: 44100))
  }

  @Test("at the first request, its sound is not taken")
  func first() async throws {
    let (bytes, _) = try await sound("a.mp3")
    let victim = try AudioServer { $0.serve(bytes) }
    let station = try AudioServer { $0.redirect(to: victim) }
    let address = station.address("a.mp3")
    #expect(throws: MediaError.unreachable(address, code: EACCES)) { _ = try decoder(address) }
  }

  @Test("when a lost connection is taken up again, nobody is asked there")
  func reconnect() async throws {
    let (bytes, samples) = try await sound("a.mp3")
    let victim = try AudioServer { $0.serve(bytes) }
    let station = try AudioServer { connection in
      if connection.number == 1 {
        connection.serve(bytes, limit: bytes.count / 2)
      } else {
        connection.redirect(to: victim)
      }
    }
    let address = station.address("a.mp3")
    let decoder = try decoder(address)
    let resampler = Resampler(rate: 44100)
    var heard = 0
    #expect(throws: MediaError.unreachable(address, code: EACCES)) {
      while try decoder.decode(into: resampler) {
        heard += resampler.pendingFrames
        resampler.consume(resampler.pendingFrames)
      }
    }
    #expect(heard > samples.count / 8 && heard < samples.count / 2)
    #expect(station.requests > 1)
    #expect(victim.requests == 0)
  }

  @Test("when a place is gone to, nobody is asked there")
  func seek() async throws {
    let (bytes, samples) = try await sound("a.flac")
    let victim = try AudioServer { $0.serve(bytes) }
    let isOver = Mutex(false)
    let station = try AudioServer { connection in
      if isOver.withLock({ $0 }) {
        connection.redirect(to: victim)
      } else {
        connection.serve(bytes)
      }
    }
    let address = station.address("a.flac")
    let decoder = try decoder(address)
    #expect(try decodeAll(decoder, rate: 44100) == samples)
    isOver.withLock { $0 = true }
    #expect(throws: MediaError.unreachable(address, code: EACCES)) {
      try decoder.seek(to: 50_000)
      _ = try decodeAll(decoder, rate: 44100)
    }
    #expect(victim.requests == 0)
  }

  /// At least four segments of two seconds each, and their playlist.
  private func pieces() async throws -> [String: [UInt8]] {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 10)
    try await fixture.encode(
      "live.m3u8", ["-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_list_size", "0"])
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try fixture.bytes(of: $0)) })
  }

  @Test("at the fourth piece (HLS), its sound is not taken, over whichever connection it is asked")
  func fourthPiece() async throws {
    let bytes = try await pieces()
    let victim = try AudioServer { $0.serve(bytes[$0.name] ?? []) }
    let station = try AudioServer { connection in
      // The connection stays open for more requests, as servers do.
      var next: AudioServer.Connection? = connection
      while let connection = next {
        if connection.name == "live3.ts" {
          connection.redirect(to: victim)
        } else {
          connection.serve(
            bytes[connection.name] ?? [],
            type: connection.name.hasSuffix("m3u8") ? "application/vnd.apple.mpegurl" : "video/MP2T"
          )
        }
        next = AudioServer.Connection(descriptor: connection.descriptor, number: connection.number)
      }
    }
    let heard = try decodeAll(decoder(station.address("live.m3u8")), rate: 44100)
    // The other four of five segments.
    #expect(abs(heard.count / 2 - 44100 * 8) < 44100 / 2)
  }

  @Test(
    "a password goes with all that its server is asked for, and to no other server",
    arguments: ["live.m3u8", "list.m3u"])
  func password(_ name: String) async throws {
    let bytes = try await pieces()
    let list = String(decoding: try #require(bytes["live.m3u8"]), as: UTF8.self)
    let answers = Mutex<[String]>([])
    let other = try AudioServer { connection in
      answers.withLock { $0.append(connection.request) }
      connection.refuse()
    }
    let station = try AudioServer { connection in
      // "me:canary" in Base64.
      guard connection.request.contains("Authorization: Basic bWU6Y2FuYXJ5") else {
        return connection.refuse()
      }
      let host = "http://\(connection.host)/"
      switch connection.name {
      case "list.m3u": connection.serve(Array("#EXTM3U\n\(host)live.m3u8\n".utf8))
      case "live.m3u8":
        let list = list.replacing("\nlive2", with: "\n\(host)live2")
          .replacing("\nlive3", with: "\n\(host)live3")
          .replacing("\nlive4", with: "\nhttp://127.0.0.1:\(other.port)/live4")
        connection.serve(Array(list.utf8), type: "application/vnd.apple.mpegurl")
      default: connection.serve(bytes[connection.name] ?? [], type: "video/MP2T")
      }
    }
    let text = "http://me:canary@127.0.0.1:\(station.port)/\(name)"
    let decoder = try decoder(try #require(StreamAddress(text)))
    let heard = try decodeAll(decoder, rate: 44100)
    // Four segments of five.
    #expect(abs(heard.count / 2 - 44100 * 8) < 44100 / 2)
    let asked = answers.withLock { $0 }
    #expect(!asked.isEmpty && asked.allSatisfy { !$0.contains("Authorization") })
    #expect(!String(reflecting: decoder.source).contains("canary"))
  }

  @Test("where a host is, is asked once for all of its pieces (HLS)")
  func lookedUpOnce() async throws {
    let bytes = try await pieces()
    let cdn = try AudioServer { $0.serve(bytes[$0.name] ?? [], type: "video/MP2T") }
    let list = String(decoding: try #require(bytes["live.m3u8"]), as: UTF8.self)
      .replacing("\nlive", with: "\nhttp://localhost:\(cdn.port)/live")
    let station = try AudioServer {
      $0.serve(Array(list.utf8), type: "application/vnd.apple.mpegurl")
    }
    let asked = Mutex<[String]>([])
    let decoder = try Decoder(
      station.source("live.m3u8"),
      lookUp: { host in
        asked.withLock { $0.append(host) }
        return [.everywhere]
      })
    #expect(abs(try decodeAll(decoder, rate: 44100).count / 2 - 44100 * 10) < 4096)
    #expect(asked.withLock { $0 } == ["localhost"])
  }

  @Test("who leaves does not wait for a resolver that says nothing")
  func silentResolver() async throws {
    let victim = try AudioServer { $0.serve([]) }
    let station = try AudioServer {
      $0.serve(Array("#EXTM3U\nhttp://localhost:\(victim.port)/a\n".utf8), type: "audio/mpegurl")
    }
    let (isRequested, isAnswered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    defer { isAnswered.signal() }
    let cancellation = Cancellation()
    Thread.detachNewThread {
      isRequested.wait()
      cancellation.cancel()
    }
    #expect(throws: MediaError.cancelled) {
      _ = try Decoder(
        station.source("a.m3u"), cancellation: cancellation,
        lookUp: { _ in
          isRequested.signal()
          isAnswered.wait()
          return [.everywhere]
        })
    }
    #expect(victim.requests == 0)
  }
}

extension AudioServer.Connection {
  /// Asks for a name and a password.
  fileprivate func refuse() {
    send(
      head: "HTTP/1.1 401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"",
      "Content-Length: 0")
  }

  fileprivate func redirect(to server: AudioServer) {
    send(
      head: "HTTP/1.1 302 Found", "Location: http://localhost:\(server.port)/\(name)",
      "Content-Length: 0")
  }
}
