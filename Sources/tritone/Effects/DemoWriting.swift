import Demo
import Music
import Threads

/// Writing the demo crate takes seconds of computing: it has a thread of its own.
enum DemoWriting {
  @discardableResult
  static func write(
    into folder: FilePath, progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws -> [FilePath] {
    try await withCheckedThrowingContinuation { continuation in
      OwnThread.start(named: "demo") {
        let result = Result { try DemoCrate.write(into: folder, progress: progress) }
        continuation.resume(with: result)
      }
    }
  }
}
