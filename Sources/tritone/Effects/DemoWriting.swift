import Demo
import Music
import Threads

/// Writes the demo crate on a thread of its own, since it takes seconds of computing.
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
