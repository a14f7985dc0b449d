package import Music

/// A track of a project, as its owner has described it.
package struct CoretetTrack: Equatable, Sendable, Identifiable {
  package var id: String
  /// The user's id.
  package var owner: String
  package var name: String
  package var artist: String?
  package var collection: String?
  /// As the project has it, also one that this program does not know.
  package var category: String?
  package var labels: [String] = []
  package var key: String?
  package var tempo: Double?
  package var timeSignature: String?
  package var mood: String?
  package var genre: String?
  package var notes: String?
  package var tuning: String?
  package var lyrics: String?
  package var duration: Duration?
  /// Bytes; 0 for unknown.
  package var size: Int64 = 0
  package var fileName: String?
  /// In the storage's bucket.
  package var path: String?
  /// The id of the track of which this is a variation.
  package var primary: String?
  /// What the owner thinks of it, in projects without a table of users' ratings.
  package var ownersReaction = Reaction.none
  package var isDeleted = false
  /// Unix time in milliseconds; 0 for unknown.
  package var created: Int64 = 0
  package var updated: Int64 = 0

  package init(id: String, owner: String, name: String) {
    self.id = id
    self.owner = owner
    self.name = name
  }
}

extension CoretetTrack {
  /// The track as lists of the library have those of servers.
  package var serverTrack: ServerTrack {
    var tags = Tags(title: name, artist: artist, album: collection, genre: genre)
    tags.key = key
    tags.bpm = tempo
    let suffix = (fileName ?? path).flatMap { name in
      name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    }
    return ServerTrack(
      id: id, tags: tags, audio: AudioProperties(duration: duration), size: size,
      modified: min(updated, Self.lastTime) * 1_000_000,
      suffix: suffix.flatMap { (1...10).contains($0.utf8.count) ? $0 : nil },
      added: created > 0 ? created / 1000 : nil)
  }

  /// The year 2262 in milliseconds, behind which nanoseconds are too large.
  private static let lastTime: Int64 = 9_200_000_000_000
}
