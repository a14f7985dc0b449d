internal import Glibc
package import Music
internal import Threads

extension HTTPClient {
  /// Downloads into a file, which replaces one of that name once it is whole and on the disk.
  ///
  /// The bytes go into `NAME.part` beside it, which stays after a lost connection or a cancellation
  /// where the server names a version (ETag, Last-Modified): the next download of the same address
  /// to the same file goes on there. The file can be read by its user alone.
  /// - Parameters:
  ///   - limit: bytes of the whole file.
  ///   - accept: whether a head is that of the file; called on the transfer thread. Where it is not,
  ///     nothing of the body goes into the file, and the download fails by `.badResponse`.
  ///   - refused: called before that with the beginning of the body.
  ///   - progress: called on the transfer thread, some ten times a second; must return at once.
  @discardableResult
  package func download(
    _ request: HTTPRequest, to target: FilePath, limit: Int64,
    accept: @escaping @Sendable (HTTPHead) -> Bool = { _ in true },
    refused: @Sendable ([UInt8]) -> Void = { _ in },
    progress: @escaping @Sendable (HTTPProgress) -> Void = { _ in }
  ) async throws(HTTPError) -> HTTPHead {
    guard request.method == .get, !target.bytes.contains(0) else {
      throw .invalidRequest(reason: "a download is a GET into a file")
    }
    guard !request.headers.contains(where: { $0.isNamed("Range") || $0.isNamed("If-Range") }) else {
      throw .invalidRequest(reason: "ranges of a download are the client's own")
    }
    let place = request.url.description
    let part = try await onThread { () throws(HTTPError) in
      Handed(try PartFile(of: target, place: place))
    }.value
    do {
      let head = try await fill(part, request, limit, accept, refused, progress)
      let handed = Handed(part)
      try await onThread { () throws(HTTPError) in try handed.value.finish() }
      return head
    } catch {
      let handed = Handed(part)
      // A cancelled task, too, leaves the part on the disk before it ends.
      try? await onThread { () throws(HTTPError) in
        error.isPartWorthless ? handed.value.remove() : handed.value.suspend()
      }
      throw error
    }
  }

  private func fill(
    _ part: PartFile, _ request: HTTPRequest, _ limit: Int64,
    _ accept: @escaping @Sendable (HTTPHead) -> Bool, _ refused: @Sendable ([UInt8]) -> Void,
    _ progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws(HTTPError) -> HTTPHead {
    var options = TransferOptions(limits: configuration.limits)
    options.decompresses = false
    options.time = request.time
    let place = request.url.description
    for _ in 0..<2 {
      let receiver = DownloadReceiver(
        part, place: place, limit: limit, accept: accept, progress: progress)
      var ranged = request
      ranged.urgency = .background
      ranged.headers += receiver.headers
      let head = try await perform(ranged, options, receiver)
      if let text = receiver.refused {
        refused(text)
        throw .badResponse(place, reason: "something else than the file")
      }
      if receiver.mustRestart {
        try part.restart()
        continue
      }
      // A server may send less of the range than was asked for.
      guard receiver.total.map({ $0 == part.size }) ?? true else { throw .connectionLost(place) }
      receiver.report()
      return head
    }
    throw .badResponse(place, reason: "a range without having been asked for one")
  }
}

extension HTTPError {
  /// Whether a part would only fill the disk, or is of something else.
  fileprivate var isPartWorthless: Bool {
    switch self {
    case .disk(_, let code): code == ENOSPC || code == EDQUOT || code == EFBIG
    case .bodyTooLarge: true
    default: false
    }
  }
}

/// A value that one task hands to a thread and takes back.
private struct Handed<Value>: @unchecked Sendable {
  // because the task waits while the thread has the value
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Runs work that waits for a disk outside of the cooperative pool.
private func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws(HTTPError) -> Value
) async throws(HTTPError) -> Value {
  let result: Result<Value, HTTPError> = await withCheckedContinuation { continuation in
    OwnThread.start(named: "http file") {
      let result: Result<Value, HTTPError>
      do throws(HTTPError) {
        result = .success(try body())
      } catch { result = .failure(error) }
      continuation.resume(returning: result)
    }
  }
  return try result.get()
}
