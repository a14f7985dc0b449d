import Exchange
import Library
import Log
import Media
import Music
import Synchronization

/// Finds audiobooks among the tracks of a library.
final class BookFinding: Sendable {
  private let library: Library
  private let log: Log
  private let searches = Mutex(Searches())

  /// Searches that go on or wait for the one before.
  private struct Searches {
    var isEnded = false
    var last = 0
    var running: [Int: Task<Bool, Never>] = [:]
  }

  init(library: Library, log: Log) { (self.library, self.log) = (library, log) }

  /// Looks at what is new or has changed since the last time, after searches that go on.
  ///
  /// - Parameter isAfterScan: whether documents beside books may have changed alone.
  /// - Returns: Whether books came, went or changed.
  @discardableResult
  func run(isAfterScan: Bool = false) async -> Bool {
    let (number, task) = searches.withLock { searches -> (Int, Task<Bool, Never>?) in
      guard !searches.isEnded else { return (0, nil) }
      let before = searches.running[searches.last]
      searches.last += 1
      let task = Task.detached {
        _ = await before?.value
        return Task.isCancelled ? false : await self.find(looksBeside: isAfterScan)
      }
      searches.running[searches.last] = task
      return (searches.last, task)
    }
    guard let task else { return false }
    let isOther = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    searches.withLock { $0.running[number] = nil }
    return isOther
  }

  /// Ends all searches behind the file that is being read; none begins any more.
  func cancel() {
    searches.withLock { searches in
      searches.isEnded = true
      for task in searches.running.values { task.cancel() }
    }
  }

  private func find(looksBeside: Bool) async -> Bool {
    do throws(LibraryError) {
      if looksBeside {
        try await library.lookAtBookDocuments { BookFolder.stamp(beside: $0, in: $1) }
      }
      return try await !library.formBooks(documents: BookFileReading.facts(beside:in:)) {
        BookFileReading.facts(of: $0, duration: $1)
      }.isEmpty
    } catch {
      if case .cancelled = error { return false }
      log.warning(
        .library, "audiobooks cannot be told from music",
        [LogField("reason", sentence: error.message)])
      return false
    }
  }
}

/// What files say of the audiobook that they are.
enum BookFileReading {
  /// Nil for a file that cannot be read; the player will say why.
  static func facts(of path: FilePath, duration: Duration?) -> BookFileFacts? {
    do throws(MediaError) { return try BookFile.facts(of: path, duration: duration) } catch {
      return nil
    }
  }

  /// What documents and texts beside the files of a book say.
  static func facts(
    beside files: [(path: FilePath, duration: Duration?)], in folder: FilePath?
  ) -> BookFileFacts {
    let files = files.map { BookFolder.File(path: $0.path, duration: $0.duration) }
    return BookFolder.facts(beside: files, in: folder) { format, bytes in
      do throws(DocumentProblem) { return try BookDocumentReader.read(bytes, as: format) } catch {
        return nil
      }
    }
  }

  /// The chapters of any file; a file without any has none.
  static func chapters(of path: FilePath) throws -> [BookChapter] {
    do throws(MediaError) {
      try FFmpegLibraries.load()
      return try BookFile.facts(of: path).chapters
    } catch {
      throw Failure(reason: "\(path.text): \(error.reason)")
    }
  }
}
