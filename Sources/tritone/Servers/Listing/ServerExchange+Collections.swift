import Library
import Music
import Servers
import Sync

// Collections of an Audiobookshelf server, as playlists of the parts of their books. They belong to
// all users there: nothing of them is sent.
extension ServerExchange {
  /// Takes over the collections, once the books in them are listed.
  func takeCollections(
    _ client: AudiobookshelfClient, _ outcome: inout ServerExchangeOutcome
  ) async throws {
    var found: Set<String> = []
    for one in try await client.libraries() where one.kind == .books {
      let collections: [AudiobookshelfCollection]
      do throws(ServerError) { collections = try await client.collections(of: one) } catch {
        // What cannot be read now is neither there nor gone.
        guard error.isOfOne else { throw error }
        return
      }
      for collection in collections {
        try Task.checkCancellation()
        found.insert(collection.id)
        let parts = try await library.serverParts(ofItems: collection.items, at: server.id)
        guard !parts.isEmpty else { continue }
        let playlist = ServerPlaylist(
          id: collection.id, name: collection.name, tracks: parts, isOurs: false)
        let stored = try await library.storeServerPlaylist(playlist, of: server.id) {
          ListMerge.merge(base: $0, first: $1, second: $2)
        }
        if stored.isChanged { outcome.playlistsTaken += 1 }
      }
    }
    try await library.forgetServerPlaylists(except: found, of: server.id)
  }
}
