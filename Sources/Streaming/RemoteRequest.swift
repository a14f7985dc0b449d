package import HTTP
package import Media
package import Music

/// A request for the bytes of a track, and the client that may send it.
package struct RemoteRequest: Sendable {
  package var client: HTTPClient
  /// A GET with its credentials and without a range.
  package var request: HTTPRequest
  /// Statuses of answers that refuse the credentials of the request, so that others may do.
  package var refusals: Set<Int>
  /// Reads the fault in the beginning of an answer that is text in place of sound; nil for none.
  package var explain: @Sendable ([UInt8]) -> RemoteFault?

  package init(
    client: HTTPClient, request: HTTPRequest, refusals: Set<Int> = [401],
    explain: @escaping @Sendable ([UInt8]) -> RemoteFault? = { _ in nil }
  ) {
    self.client = client
    self.request = request
    self.refusals = refusals
    self.explain = explain
  }
}

/// Makes the request for a track. `isRefused` says that the server refused the credentials of the
/// last one, so that a token has to be refreshed.
package typealias RemoteRequesting =
  @Sendable (_ address: ServerTrackAddress, _ isRefused: Bool) async -> Result<
    RemoteRequest, RemoteFault
  >

/// Amounts and times of the fetching of remote files.
package struct StreamingLimits: Equatable, Sendable {
  /// Bytes of the first request at a new place; later ones grow.
  package var firstBytes: Int64 = 256 << 10
  /// Bytes of one request at most.
  package var requestBytes: Int64 = 4 << 20
  /// Bytes fetched ahead of the reader with a cache on disk, and without.
  package var aheadOnDisk: Int64 = 32 << 20
  package var aheadInMemory: Int64 = 8 << 20
  /// Bytes that a server without ranges may be ahead of the reader without a cache.
  package var forwardBytes: Int64 = 48 << 20
  /// Attempts before the first byte came.
  package var attempts = 3
  /// The time without a byte after which a track that has begun is given up.
  package var patience = Duration.seconds(90)
  /// The time without a byte after which a connection counts as lost while the reader waits.
  package var stallTime = Duration.seconds(8)
  /// The pause before the second attempt, which doubles with each.
  package var pause = Duration.milliseconds(250)
  package var longestPause = Duration.seconds(5)

  package init() {}
}
