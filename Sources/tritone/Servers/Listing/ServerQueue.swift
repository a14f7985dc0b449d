import Library
import Music
import Servers

/// The player's queue at a Subsonic server, where other clients of the user go on with it.
struct ServerQueue: Sendable {
  let library: Library
  let access: ServerAccess

  /// Tracks of the queue that are looked at on either side of the one that plays.
  private static let mostTracks = 1_000

  /// Saves the tracks of the queue that are on the server of the one that plays; does nothing for a
  /// track of none, and for a server that keeps no queues.
  ///
  /// - Parameters:
  ///   - index: of the track that plays.
  ///   - position: in that track.
  func save(_ queue: [TrackID], playing index: Int, at position: Duration) async throws {
    guard queue.indices.contains(index) else { return }
    let playing = queue[index]
    guard let current = try await library.serverFiles([playing]).first?.address,
      let server = try await library.servers().first(where: { $0.uuid == current.server }),
      case .subsonic(let client) = try await access.client(of: server)
    else { return }
    let near = queue[max(0, index - Self.mostTracks)..<min(queue.count, index + Self.mostTracks)]
    let tracks = try await library.serverFiles(Array(near)).map(\.address)
    let saved = SubsonicQueue(
      tracks: tracks.filter { $0.server == server.uuid }.map(\.track), current: current.track,
      position: position)
    do throws(ServerError) { try await client.savePlayQueue(saved) } catch {
      guard !error.isOfMissingCall else { return }
      throw error
    }
  }
}
