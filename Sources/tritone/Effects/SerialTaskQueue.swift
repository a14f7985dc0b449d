/// Runs tasks one after the other, in the order in which they were added.
final class SerialTaskQueue: Sendable {
  typealias Work = @Sendable () async -> Void
  private let pieces: AsyncStream<Work>.Continuation
  private let task: Task<Void, Never>

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Work.self)
    pieces = continuation
    task = Task.detached { for await work in stream { await work() } }
  }

  func add(_ work: @escaping Work) { pieces.yield(work) }

  /// Waits for all added tasks; no more can be added.
  func finish() async {
    pieces.finish()
    await task.value
  }

  func cancel() {
    pieces.finish()
    task.cancel()
  }
}
