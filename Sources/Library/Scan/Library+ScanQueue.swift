import Dispatch

extension Library {
  /// Runs on the thread that scans, where waiting for the disk is fine.
  func onScanQueue<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      scanQueue.async { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }
}
