import Bus
import BusServing
import Desktop
import Foundation
import Music
import Synchronization

/// A player on a bus of the test's own, and another program's connection to that.
final class Scene: Sendable {
  let server: PrivateBus
  let player: MediaPlayer
  let client: Bus
  let commands = Recorded<PlayerCommand>()
  static let name = "org.mpris.MediaPlayer2.tritone"
  static let path = "/org/mpris/MediaPlayer2"
  static let playerInterface = name.dropLast(8) + ".Player"

  /// - Parameter prepare: what else the player is told before the bus lets it in, so that none of it
  ///   is announced.
  init(
    _ status: PlayerStatus? = nil, prepare: (MediaPlayer) -> Void = { _ in },
    activate: (@Sendable () -> Void)? = nil
  ) async throws {
    server = try PrivateBus()
    server.halt()
    client = Bus(addresses: [server.address])
    player = MediaPlayer(
      bus: Bus(addresses: [server.address]), send: commands.append, activate: activate)
    if let status { player.update(status) }
    prepare(player)
    server.goOn()
    await player.waitForName()
  }

  func call(
    _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) async throws(BusError) -> [BusValue] {
    try await client.call(
      BusCall(Self.name, Self.path, interface, member, arguments), within: .seconds(60))
  }

  /// A method of an interface of MPRIS, by the end of its name.
  func mpris(
    _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) async throws(BusError) -> [BusValue] {
    try await call("org.mpris.MediaPlayer2" + interface, member, arguments)
  }

  func property(_ name: String, of interface: String = ".Player") async throws(BusError)
    -> BusValue?
  {
    try await call(
      "org.freedesktop.DBus.Properties", "Get",
      [.string("org.mpris.MediaPlayer2" + interface), .string(name)]
    ).first?.content
  }

  func set(_ name: String, _ value: BusValue) async throws(BusError) {
    _ = try await call(
      "org.freedesktop.DBus.Properties", "Set",
      [.string("org.mpris.MediaPlayer2.Player"), .string(name), .variant(value)])
  }

  func metadata() async throws(BusError) -> [String: BusValue] {
    Self.dictionary(try await property("Metadata"))
  }

  static func dictionary(_ value: BusValue?) -> [String: BusValue] {
    Dictionary(
      (value?.entries ?? []).map { ($0.key.string ?? "", $0.value.content ?? $0.value) },
      uniquingKeysWith: { $1 })
  }

  /// All signals of one kind from now on.
  func signals(
    _ member: String, of interface: String
  ) async throws(BusError) -> AsyncStream<BusSignal> {
    try await client.signals(
      BusMatch(sender: Self.name, path: Self.path, interface: interface, member: member))
  }

  func changes() async throws(BusError) -> AsyncStream<BusSignal> {
    try await signals("PropertiesChanged", of: "org.freedesktop.DBus.Properties")
  }

  /// The output of a program that uses the bus, without its last line break.
  func run(_ words: String...) async -> ProgramEnd { await Scene.run(words, server.address) }

  static func run(_ words: [String], _ address: String) async -> ProgramEnd {
    await withCheckedContinuation { continuation in
      // A program may wait for an answer of ours: no thread of the pool is given to it.
      Thread.detachNewThread {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging([
          "DBUS_SESSION_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8",
        ]) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch {
          continuation.resume(returning: ProgramEnd(code: -1, output: "", errors: "\(error)"))
          return
        }
        let text = String(
          decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errorText = String(
          decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        continuation.resume(
          returning: ProgramEnd(
            code: process.terminationStatus, output: text.trimmingCharacters(in: .newlines),
            errors: errorText))
      }
    }
  }
}

struct ProgramEnd: Equatable, Sendable {
  let code: Int32
  let output: String
  let errors: String
}

extension MediaPlayer {
  func waitForName() async {
    while name == nil { try? await Task.sleep(for: .milliseconds(5)) }
  }
}

extension AsyncStream<BusSignal> {
  struct Ended: Error {}

  /// The next signal; others may follow.
  func next() async throws -> BusSignal {
    for await signal in self { return signal }
    throw Ended()
  }
}

extension BusSignal {
  /// The values that PropertiesChanged carries.
  var changed: [String: BusValue] { Scene.dictionary(arguments[1]) }
}

/// What a test waits for: values in their order, from any thread.
final class Recorded<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  @Sendable func append(_ value: Value) { values.withLock { $0.append(value) } }

  /// Takes all that came so far.
  func take() -> [Value] {
    values.withLock { values in
      defer { values = [] }
      return values
    }
  }

  func wait(for count: Int) async -> [Value] {
    while all.count < count { try? await Task.sleep(for: .milliseconds(5)) }
    return all
  }
}

extension PlayerStatus {
  /// A track of four minutes, one minute in, among others.
  static func playing(
    _ item: Item = .track(7), at position: Duration = .seconds(60),
    duration: Duration? = .seconds(240), playback: Playback = .playing, speed: Double = 1
  ) -> PlayerStatus {
    PlayerStatus(
      playback: playback, item: item,
      clock: PlayClock(
        position: position, at: .now, isAdvancing: playback == .playing, duration: duration,
        speed: speed),
      speed: speed, volume: 70, hasNext: true, hasPrevious: true, canSeek: true, index: 1, count: 3)
  }
}

extension PlayerStatus.Item {
  static func track(_ id: Int64, _ title: String = "So What") -> PlayerStatus.Item {
    var tags = Tags(
      title: title, artist: "Miles Davis", albumArtist: "Miles Davis", album: "Kind of Blue",
      genre: "Jazz", date: "1959-08-17", trackNumber: 1, discNumber: 1)
    tags.bpm = 136
    let track = Track(
      id: TrackID(id), source: .file(FilePath("/music/a b/\(id).flac")), tags: tags,
      audio: AudioProperties(duration: .seconds(240)), lastPlayed: 1_700_000_000, plays: 3,
      rating: Rating(stars: 4))
    return PlayerStatus.Item(
      id: QueueItemID(rawValue: id), play: PlayID(track: TrackID(id), serial: UInt64(id)),
      track: track, title: title, artist: "Miles Davis")
  }
}
