internal import Music
import Synchronization
internal import Threads

/// A group with what files beside it say of the book; nil where they cannot be reached.
struct DescribedGroup: Sendable {
  var tracks: [Int64]
  var facts: BookFileFacts?

  init(_ group: BookGroup, _ facts: BookFileFacts?) {
    tracks = group.tracks.map(\.id)
    self.facts = facts
  }
}

extension BookGroup {
  /// The files with their durations where these are known.
  var files: [(path: FilePath, duration: Duration?)] {
    tracks.map { ($0.path, $0.duration > .zero ? $0.duration : nil) }
  }
}

/// Reads files on a thread that may wait for disks.
enum BookReading {
  /// Whether the task that waits was cancelled.
  private final class Cancellation: Sendable {
    let isRequested = Atomic<Bool>(false)
  }

  /// The facts of each file that could be read; a cancelled task gets those read until then.
  static func read<File: Sendable, Facts: Sendable>(
    _ files: [File], _ reading: @escaping @Sendable (File) -> Facts?
  ) async -> [Facts] {
    guard !files.isEmpty else { return [] }
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        OwnThread.start(named: "books") {
          var read: [Facts] = []
          for file in files {
            if cancellation.isRequested.load(ordering: .relaxed) { break }
            if let facts = reading(file) { read.append(facts) }
          }
          continuation.resume(returning: read)
        }
      }
    } onCancel: {
      cancellation.isRequested.store(true, ordering: .relaxed)
    }
  }
}
