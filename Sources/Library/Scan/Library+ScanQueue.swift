import Dispatch

extension Library {
  /// Asks the disk, which may take its time, on the thread that scans.
  func onScanQueue<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      scanQueue.async { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }
}
