internal import FoundationEssentials
package import Music

/// A build as JSON, for scripts.
package struct BuildReport: Encodable, Equatable, Sendable {
  struct Statistics: Encodable, Equatable {
    var playlistName: String
    var artistsRetrieved: Int
    var topTracksRetrieved: Int
    var variantsDeduped: Int
    var totalPrepared: Int
    var totalUploaded: Int
  }

  /// Why a track is in the playlist.
  struct Track: Encodable, Equatable {
    var id: String
    var title: String
    var artists: [String]
    var artist: String
    var source: String
    var rank: Int
  }

  struct LeftOut: Encodable, Equatable {
    var id: String
    var title: String
    var artist: String
    var reason: String
    /// The title of which the track is a variant.
    var of: String?
  }

  struct Skipped: Encodable, Equatable {
    var name: String
    var reason: String
  }

  /// ["replace", id, [track, …]], ["add", id, [track, …]] or ["create", name].
  struct Call: Encodable, Equatable {
    var call: CatalogueCall

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      switch call {
      case .create(let name):
        try list.encode("create")
        try list.encode(name)
      case .replace(let playlist, let tracks):
        try list.encode("replace")
        try list.encode(playlist)
        try list.encode(tracks)
      case .add(let playlist, let tracks):
        try list.encode("add")
        try list.encode(playlist)
        try list.encode(tracks)
      }
    }
  }

  var name: String
  var prepared: [String]
  var added: [String]
  /// The tracks that took the place of all others of a playlist; nil where none were replaced.
  var replaced: [String]?
  var display: [String]
  var reused: Bool
  var dryRun: Bool
  var playlistId: String
  /// Nil where the service has no versions.
  var snapshotId: String?
  var stats: Statistics
  var lines: [String]
  var calls: [Call]
  var tracks: [Track]
  var leftOut: [LeftOut]
  var skipped: [Skipped]

  /// - Parameter calls: the requests that wrote something, from `RecordedCatalogue`.
  package init(_ result: BuildResult, calls: [CatalogueCall]) {
    name = result.statistics.playlistName
    prepared = result.prepared.map(\.id)
    added = result.added
    replaced = Self.replaced(calls)
    display = result.prepared.map(\.text)
    reused = result.reusedExisting
    dryRun = result.isDryRun
    playlistId = result.playlistID
    snapshotId = result.snapshotID
    stats = Statistics(
      playlistName: name, artistsRetrieved: result.statistics.artistsRetrieved,
      topTracksRetrieved: result.statistics.topTracksRetrieved,
      variantsDeduped: result.statistics.variantsDeduped,
      totalPrepared: result.statistics.totalPrepared,
      totalUploaded: result.statistics.totalUploaded)
    lines = result.statistics.lines
    self.calls = calls.map(Call.init)
    tracks = result.prepared.map { track in
      Track(
        id: track.id, title: track.title, artists: track.artists, artist: track.artist,
        source: track.source.reportName, rank: track.rank)
    }
    leftOut = result.leftOut.map(LeftOut.init)
    skipped = result.skipped.map(Skipped.init)
  }

  /// The tracks of a replacement and of what was appended to it.
  private static func replaced(_ calls: [CatalogueCall]) -> [String]? {
    var replaced: [String]?
    for call in calls {
      switch call {
      case .create: break
      case .replace(_, let tracks): replaced = tracks
      case .add(_, let tracks): replaced?.append(contentsOf: tracks)
      }
    }
    return replaced
  }

  /// Indented, with the keys in the order of the alphabet.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // because texts, whole numbers and truth values can always be written as JSON.
    let data = try! encoder.encode(self)
    return String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { JSONEscapes.escaping(String($0)) }
      .joined(separator: "\n")
  }
}

extension BuildReport.LeftOut {
  fileprivate init(_ track: LeftOutTrack) {
    (id, title, artist) = (track.id, track.title, track.artist)
    switch track.reason {
    case .repeated: reason = "repeated"
    case .variant(let title):
      reason = "variant"
      of = title
    case .trackLimit: reason = "track_limit"
    case .lengthLimit: reason = "length_limit"
    }
  }
}

extension BuildReport.Skipped {
  fileprivate init(_ artist: SkippedArtist) {
    name = artist.name
    switch artist.reason {
    case .notFound: reason = "not found"
    case .failed(let text): reason = text
    }
  }
}

extension ArtistSource {
  fileprivate var reportName: String {
    switch self {
    case .manual: "manual"
    case .file: "file"
    case .mostHeard: "library"
    case .followed: "followed"
    }
  }
}
