import BenchHarness
import Foundation
import HTTP
import Media
import Music
import Playback
import Streaming

/// The player with an output to nowhere in real time, and tracks of a server without a cache.
actor Engine {
  nonisolated let player: Player
  private nonisolated let sounds: RemoteSounds
  private var state = PlayerState.stopped
  private var waiting: [PlayItem] = []
  private var finished: Set<UInt64> = []
  private var failure: String?
  private var following: Task<Void, Never>?
  /// The time at which the first item would have begun to sound without any delay of reports.
  private(set) var begin = ContinuousClock.now

  private static let uuid = "0123abcd-0123-4567-89ab-0123456789ab"

  static func client() -> HTTPClient {
    var configuration = HTTPConfiguration(userAgent: "tritone/bench")
    configuration.usesProxies = false
    return HTTPClient(configuration)
  }

  init(_ address: String, _ client: HTTPClient) {
    sounds = RemoteSounds(cache: nil, downloads: nil) { track, _ in
      guard let url = try? HTTPURL("\(address)/rest/stream.view?id=\(track.track)") else {
        return .failure(.unknownServer)
      }
      return .success(RemoteRequest(client: client, request: HTTPRequest(.get, url)))
    }
    player = Player(output: .null, remote: sounds.opening)
  }

  nonisolated func item(_ number: UInt64) -> PlayItem {
    // because the UUID and the id are valid
    let address = ServerTrackAddress(server: Self.uuid, track: "track\(number)")!
    return PlayItem(
      id: PlayID(track: TrackID(Int64(number)), serial: number), source: .server(address))
  }

  func queue(_ numbers: ClosedRange<UInt64>) { waiting = numbers.map { item($0) } }

  private func follow() {
    guard following == nil else { return }
    let reports = player.reports
    following = Task { for await report in reports { await note(report) } }
  }

  private func note(_ report: PlayerReport) async {
    switch report {
    case .state(let state): self.state = state
    case .wantsNext:
      let next = waiting.isEmpty ? nil : waiting.removeFirst()
      // As the program does, so that the next one follows without a gap.
      if case .server(let address)? = next?.source { sounds.prefetch(address) }
      await player.setNext(next)
    case .finished(let id, _, _): finished.insert(id.serial)
    case .failed(_, let reason): failure = reason
    default: break
    }
  }

  private static let patience = Duration.seconds(60)

  /// Waits until the sound behind a position is heard.
  func sound(from position: Duration) async throws {
    follow()
    try await wait {
      guard let clock = state.clock, clock.isAdvancing, case .playing = state else { return false }
      let now = clock.position(at: .now)
      guard now > position, now < position + .seconds(5) else { return false }
      begin = .now - now
      return true
    }
  }

  /// Waits until an item was heard to its end.
  func end(of serial: UInt64) async throws { try await wait { finished.contains(serial) } }

  private func wait(_ holds: () -> Bool) async throws {
    let end = ContinuousClock.now + Self.patience
    while !holds() {
      if let failure { throw BenchFault.refused(failure) }
      guard ContinuousClock.now < end else { throw BenchFault.timeout("sound") }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
