/// Wakes a task: any number of calls while it is busy count as one.
struct Wakes: Sendable {
  let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func wake() { continuation.yield() }

  /// Ends the task's loop after what it was woken for.
  func finish() { continuation.finish() }
}
