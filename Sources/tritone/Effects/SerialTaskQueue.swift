/// Work that is done one piece after the other, in the order in which it was added.
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

  /// Waits until everything added so far is done; nothing can be added any more.
  func finish() async {
    pieces.finish()
    await task.value
  }

  func cancel() {
    pieces.finish()
    task.cancel()
  }
}
