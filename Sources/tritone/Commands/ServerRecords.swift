import Music

/// A server as `server list --json` prints it.
struct ServerRecord: Encodable {
  var name, kind, address: String
  /// Nil with an API key.
  var user: String?
  var uuid: String
  var tracks: Int
  var maxBitRate: Int?
  var caFile, fingerprint: String?
  /// Unix time in seconds.
  var lastListing: Int64?

  init(_ server: Server, tracks: Int) {
    name = server.name
    kind = server.kind.rawValue
    address = server.address
    user = server.user
    uuid = server.uuid
    self.tracks = tracks
    maxBitRate = server.options.maxBitRate
    caFile = server.options.certificateFile
    fingerprint = server.options.fingerprint
    lastListing = server.lastListing
  }

  var lastListingText: String {
    lastListing.map { "listed \(LocalZone.current.date(of: $0))" } ?? "never listed"
  }
}

/// The end of a sync as `server sync --json` prints it.
struct ServerSyncRecord: Encodable {
  var server: String
  var tracks, added, changed, removed: Int
  var isUnchanged, wasCancelled: Bool
  var marksSent, marksTaken, progressSent, progressTaken, playlistsSent, playlistsTaken: Int
  var changesSent, changesRefused: Int
  /// What could not be done, each with its reason.
  var faults: [String]

  init(_ server: Server, _ outcome: ServerSyncOutcome) {
    self.server = server.name
    let listing = outcome.listing
    (tracks, added, changed) = (listing.tracks, listing.added, listing.changed)
    (removed, isUnchanged) = (listing.removed, listing.isUnchanged)
    wasCancelled = outcome.wasCancelled
    let exchange = outcome.exchange
    (marksSent, marksTaken) = (exchange.marksSent, exchange.marksTaken)
    (progressSent, progressTaken) = (exchange.progressSent, exchange.progressTaken)
    (playlistsSent, playlistsTaken) = (exchange.playlistsSent, exchange.playlistsTaken)
    (changesSent, changesRefused) = (exchange.changesSent, exchange.refused.count)
    faults = outcome.faults
  }
}
