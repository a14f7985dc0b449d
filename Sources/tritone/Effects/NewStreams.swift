import Library
import Music
import Synchronization

/// Streams added to the library by this process and not played yet: a refused one is removed again.
final class NewStreams: Sendable {
  private let unproven = Mutex<Set<TrackID>>([])

  /// Adds a stream as a track, or finds the existing track.
  func add(_ address: StreamAddress, to library: Library) async throws -> TrackID {
    let isNew = try await library.track(of: .stream(address)) == nil
    let track = try await library.addStream(address)
    if isNew { unproven.withLock { _ = $0.insert(track) } }
    return track
  }

  /// The stream that a report rejects, if it never played; returned once.
  func refused(by report: PlayerReport) -> (track: TrackID, reason: String)? {
    switch report {
    case .state(.playing(let id, _)):
      unproven.withLock { _ = $0.remove(id.track) }
      return nil
    case .failed(let id, let reason):
      return unproven.withLock { $0.remove(id.track) } != nil ? (id.track, reason) : nil
    case .state, .wantsNext, .finished, .volume, .output, .devices, .sleep, .buffering,
      .streamTitle, .interrupted, .unplugged, .pluggedIn:
      return nil  // because none of these shows that something played or was refused
    }
  }
}
