package import Music

/// The bytes of a track on a server, fetched as they are read.
package protocol RemoteSound: AnyObject, Sendable {
  /// Bytes of the whole; nil while that is unknown, and nothing can be seeked.
  var size: Int64? { get }

  /// The reason why the last read failed.
  var fault: RemoteFault? { get }

  /// Whether these bytes can be read without the network.
  func holds(_ range: Range<Int64>) -> Bool

  /// Begins with one request for bytes that will be read next, in place of those that are under way
  /// elsewhere. Returns at once.
  ///
  /// - Parameter isGuess: the reader may then turn elsewhere, so nothing is fetched behind them.
  func expect(_ range: Range<Int64>, isGuess: Bool)

  /// Fetches bytes beside those that are read, once the beginning is there. Returns at once.
  func fetchBeside(_ ranges: [Range<Int64>])

  /// Reads at an offset: the count, 0 at the end, or a negative errno.
  ///
  /// Blocks until there is a byte; a cancellation or its timeout ends that at once, with ECANCELED.
  /// Only one thread at a time reads.
  func read(
    into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int64, cancellation: Cancellation
  ) -> Int

  /// Ends all requests; no read follows.
  func close()
}

/// Opens a track of a server. May block as reading does.
package typealias RemoteOpening =
  @Sendable (ServerTrackAddress, Cancellation) throws(MediaError) -> any RemoteSound

/// The reason why a track of a server cannot be played.
package enum RemoteFault: Error, Hashable, Sendable {
  /// The library has no such server.
  case unknownServer
  /// The server was not found, not reached or lost.
  case unreachable
  /// The server refuses the password or the token.
  case signInAgain
  /// The store of secrets is locked, or does not answer.
  case noSecret
  /// The user may not hear it.
  case forbidden
  /// The track is not on the server any more.
  case missing
  /// The file there is another one than the one that was begun.
  case changed
  /// The server asks for fewer requests.
  case busy
  /// An HTTP status of a fault of the server.
  case failed(status: Int)
  /// The answer is text, a page or something else than sound.
  case noSound
  /// Fewer bytes than the server announced.
  case cutShort
  /// No trusted certificate.
  case insecure
  /// The server sends to an address that is not followed.
  case redirected
  /// A downloaded file cannot be read; an errno.
  case disk(code: Int32)
}

extension MediaError {
  /// The opener of a program without servers.
  package static let noServers: RemoteOpening = { address, _ throws(MediaError) in
    throw .server(address, .unknownServer)
  }
}
