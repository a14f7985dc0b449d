import Foundation
import Interface
import Music
import Screen
import Testing

/// The last session as stored in a library's file, which may be anybody's.
@Suite("Fuzz: sessions")
struct FuzzSessionTests {
  private static let integers = [
    "0", "1", "-1", "3", "7", "1000000000", "9223372036854775807", "-9223372036854775808",
    "2147483648", "null",
  ]
  /// Values that may be invalid for a field; then the whole document is ignored.
  private static let others = [
    "9223372036854775808", "18446744073709551615", "1e308", "-1e308", "1e999", "0.5", "-0.0",
    "true", "\"x\"", "[]", "{}",
  ]
  private static let texts = [
    "", "songs", "folders", "albums", "playlists", "library", "nowPlaying", "mix", "title", "bpm",
    "all", "one", "rock", "own", "\\u0000\\u001b[31m", "{Artist}", "{Artist:9999999999}", "{{{{",
    "e\u{301}\u{202E}", "\\ud800",
  ]

  private static let base =
    ProcessInfo.processInfo.environment["TRITONE_SEED"].flatMap(UInt64.init) ?? 20_26

  private struct Writer {
    var random: SeededGenerator

    mutating func pick(_ all: [String]) -> String {
      all[Int.random(in: 0..<all.count, using: &random)]
    }

    mutating func number() -> String {
      let isOdd = Int.random(in: 0..<20, using: &random) == 0
      return pick(isOdd ? FuzzSessionTests.others : FuzzSessionTests.integers)
    }

    mutating func repeating() -> String { pick(["\"off\"", "\"all\"", "\"one\"", "\"x\""]) }
    mutating func text() -> String { "\"\(pick(FuzzSessionTests.texts))\"" }

    mutating func list(_ count: Int) -> String {
      "[" + (0..<count).map { _ in number() }.joined(separator: ",") + "]"
    }

    /// Each field is present or absent at random.
    mutating func object(_ fields: [(String, String)]) -> String {
      let some = fields.filter { _ in Bool.random(using: &random) }
      return "{" + some.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    mutating func session() -> String {
      object([
        ("mode", "\"songs\""), ("focus", "\"library\""), ("showsQueue", "true"),
        ("openPlaylist", number()), ("openPlaylistName", text()), ("selected", number()),
        ("sorts", "{\"orders\":{\"songs\":{\"sort\":\(text()),\"isDescending\":true}}}"),
        ("templates", "{\"songs\":\(text()),\"folders\":\(text())}"), ("sort", text()),
        ("current", number()), ("position", number()), ("volume", number()),
        ("hints", "[\(text()),\"play\",\"fits\",\(text())]"),
      ])
    }

    mutating func queue() -> String {
      let count = Int.random(in: 0..<6, using: &random)
      let order = Array(0..<count).shuffled(using: &random)
      let tracks = Bool.random(using: &random) ? "\(Array(1...8).prefix(count))" : list(count)
      let rest = object([
        ("entries", list(count)), ("current", number()), ("gap", number()),
        ("repeating", repeating()),
        ("shuffleSeed", number()), ("place", number()),
        ("order", Bool.random(using: &random) ? "\(order)" : list(count)),
      ])
      return rest == "{}" ? "{\"tracks\":\(tracks)}" : "{\"tracks\":\(tracks),\(rest.dropFirst())"
    }

    /// A queue as it is read again, at times with a few bytes of its text changed.
    mutating func stored(_ queue: PlayQueue?) throws -> PlayQueue? {
      guard let queue, Bool.random(using: &random) else { return queue }
      var text = Array(try QueueText.encode(queue).utf8)
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        text[.random(in: text.indices, using: &random)] = .random(in: 10...126, using: &random)
      }
      return QueueText.decode(String(decoding: text, as: UTF8.self))
    }

    mutating func sound() -> String {
      object([
        ("tone", list(3)), ("equalizer", text()), ("ownBands", list(12)), ("preamp", number()),
        ("balance", number()), ("speed", number()), ("replayGain", text()),
      ])
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test("a place far beyond everything starts with a frame")
  func farPosition() throws {
    let session = try #require(
      decode(
        Session.self,
        #"{"selected":9223372036854775807,"position":9223372036854775807,"current":0}"#))
    for holdsLists in [true, false] {
      var stage = Stage()
      stage.holdsLists = holdsLists
      stage.send(.session(.restored(session, PlayQueue(tracks: [TrackID(1)]))))
      stage.send(.resized(Size(rows: 24, columns: 80)))
      stage.obey()
      stage.press("j", "PgDn", "Space")
      #expect(stage.frame.size == stage.app.size)
    }
  }

  @Test("whatever was kept of a session, a frame is drawn and the keys work", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var (sessions, queues) = (0, 0)
    for round in 0..<20 + FuzzInterfaceTests.rounds {
      let seed = Self.base &+ seed &* 1_000_003 &+ UInt64(round)
      var writer = Writer(random: SeededGenerator(seed: seed))
      var stage = Stage()
      stage.holdsLists = round.isMultiple(of: 2)
      let session = decode(Session.self, writer.session())
      let queue = try writer.stored(QueueText.decode(writer.queue()))
      (sessions, queues) = (sessions + (session == nil ? 0 : 1), queues + (queue == nil ? 0 : 1))
      if let sound = decode(SoundSettings.self, writer.sound()) {
        stage.send(.session(.soundRestored(sound, device: nil)))
        #expect((0.5...3).contains(sound.speed) && sound.bands.allSatisfy { abs($0) <= 12 })
      }
      stage.send(.session(.restored(session ?? Session(), queue ?? PlayQueue())))
      stage.obey()
      for size in FuzzInterfaceTests.sizes {
        stage.send(.resized(size))
        #expect(stage.frame.size == size)
      }
      stage.press("j", "PgDn", "G", "k", "Tab", "Tab", "Tab", "]", "j", "J", "d", "s", ">", "Right")
      stage.send(.search(.foundToQueue([QueuedTrack(TrackID(2))], next: true)))
      let ids = stage.app.queue.ids
      #expect(Set(ids).count == ids.count, "seed \(seed)")
      #expect(stage.frame.size == stage.app.size)
      // The session saved now is read again.
      let kept = try JSONEncoder().encode(stage.app.session)
      #expect(try JSONDecoder().decode(Session.self, from: kept) == stage.app.session)
    }
    #expect(sessions > 0 && queues > 0)
  }
}
