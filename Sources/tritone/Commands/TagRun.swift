import ArgumentParser
import Dispatch
import Library
import Log
import Media
import Music
import Synchronization

/// The choice of tags to write.
struct TagChoice: Sendable {
  var rating, bpm, key: Bool

  func wanted(_ track: Track) -> WantedTags {
    WantedTags(
      rating: rating ? track.rating : nil,
      bpm: bpm ? track.tempoThatHolds : nil, key: key ? track.keyThatHolds : nil)
  }
}

/// Writes the tags of some tracks, one after the other, and reports each result.
final class TagRun: Sendable {
  private let library: Library
  private let fields: TagChoice
  private let isDryRun, isJSON: Bool
  private let log: Log
  private let writer: TagWriter
  private let cancellation = Cancellation()
  /// A thread for blocking file access.
  private let queue = DispatchQueue(label: "tags")
  private let line = ProgressLine()
  private let sums = Mutex(TagSums())

  init(library: Library, fields: TagChoice, isDryRun: Bool, isJSON: Bool, log: Log = Log()) {
    self.library = library
    self.fields = fields
    (self.isDryRun, self.isJSON) = (isDryRun, isJSON)
    self.log = log
    writer = TagWriter(cancellation: cancellation, isDryRun: isDryRun)
  }

  /// Ends early and without an error when the task is cancelled, which `finish` reports.
  func write(_ tracks: [TrackID]) async throws {
    defer { line.clear() }
    try await withTaskCancellationHandler {
      do {
        try await writeAll(tracks)
      } catch LibraryError.cancelled {
        sums.withLock { $0.isStopped = true }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func writeAll(_ tracks: [TrackID]) async throws {
    var done = 0
    // In parts, so that a large library is not held in memory.
    for start in stride(from: 0, to: tracks.count, by: 200) {
      let part = Array(tracks[start..<min(tracks.count, start + 200)])
      for track in try await library.tracks(part) {
        guard try await write(track) else { throw LibraryError.cancelled }
        done += 1
        line.show(done, of: tracks.count, "files")
      }
    }
  }

  /// False if cancelled.
  private func write(_ track: Track) async throws -> Bool {
    guard let path = track.source.file, !track.isMissing else {
      let reason = track.isMissing ? "its file is missing" : "a stream has no file"
      report(track, .unwritable, reason: reason)
      return true
    }
    let wanted = fields.wanted(track)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<TagWriter.Outcome, TagWriteError>, Never>) in
      queue.async { [writer] in
        let result: Result<TagWriter.Outcome, TagWriteError>
        do throws(TagWriteError) {
          result = .success(try writer.write(wanted, to: path))
        } catch {
          result = .failure(error)
        }
        continuation.resume(returning: result)
      }
    }
    switch result {
    case .success(let outcome):
      if let stamps = outcome.stamps {
        // The file is written: the library must be updated despite a cancellation.
        let library = library
        try await Task {
          try await library.noteWritten(track.id, before: stamps.before, after: stamps.after)
        }.value
      }
      report(track, outcome.changes.isEmpty ? .upToDate : .written, outcome)
    case .failure(.cancelled): return false
    case .failure(let error):
      if case .unsupported = error {
        report(track, .unwritable, reason: error.reason)
      } else {
        report(track, .failed, reason: error.reason)
      }
    }
    return true
  }

  private func report(
    _ track: Track, _ end: TagSums.End, _ outcome: TagWriter.Outcome? = nil,
    reason: String? = nil
  ) {
    sums.withLock { $0.count(end) }
    note(track, end, reason)
    let (changes, notes) = (outcome?.changes ?? [], outcome?.notes ?? [])
    if isJSON {
      let status = end == .written && isDryRun ? "wouldWrite" : end.rawValue
      let record = TagWriteRecord(
        path: track.source.text, status: status, pathBytes: track.source.bytesWhereInexact,
        reason: reason,
        changes: changes.map { TagChangeRecord(name: $0.name, old: $0.old, new: $0.new) },
        notes: notes)
      // Every value in a record can be encoded.
      try? StandardOutput.json(record)
      return
    }
    line.clear()
    let path = TrackText.clean(track.source.text)
    if let reason { StandardError.print("\(path): \(reason)") }
    for note in notes { StandardError.print("\(path): \(TrackText.clean(note))") }
    if isDryRun {
      for change in changes {
        let old = change.old.map { " (now \(TrackText.clean($0)))" } ?? ""
        StandardOutput.line(
          "\(path)\t\(TrackText.clean(change.name)) = \(TrackText.clean(change.new))\(old)")
      }
    }
  }

  private func note(_ track: Track, _ end: TagSums.End, _ reason: String?) {
    let file = LogField("file", private: track.source)
    switch end {
    case .written: if !isDryRun { log.info(.tags, "written", [file]) }
    case .upToDate: break
    case .unwritable, .failed:
      log.warning(.tags, "cannot be written", [file, LogField("reason", sentence: reason ?? "")])
    }
  }

  /// Prints the summary; fails if some file could not be written.
  func finish() throws {
    let sums = sums.withLock { $0 }
    if isJSON {
      try StandardOutput.json(sums)
    } else {
      StandardOutput.line(sums.text(isDryRun: isDryRun))
    }
    if sums.isStopped { throw Failure(reason: "stopped; every file is whole") }
    if sums.unwritable + sums.failed > 0 { throw ExitCode.failure }
  }
}

/// Files by outcome.
struct TagSums: Encodable, Sendable {
  enum End: String { case written, upToDate, unwritable, failed }

  var written = 0
  var upToDate = 0
  var unwritable = 0
  var failed = 0
  var isStopped = false

  mutating func count(_ end: End) {
    switch end {
    case .written: written += 1
    case .upToDate: upToDate += 1
    case .unwritable: unwritable += 1
    case .failed: failed += 1
    }
  }

  func text(isDryRun: Bool) -> String {
    var text = "\(written) \(isDryRun ? "would be written" : "written"), \(upToDate) up to date"
    if unwritable > 0 { text += ", \(unwritable) cannot be written" }
    if failed > 0 { text += ", \(failed) failed" }
    return text
  }
}

/// A tag as `tags show --json` prints it.
struct TagRecord: Encodable {
  var name: String
  var value: String?
  /// For tags that are not text.
  var bytes: Int?

  init(_ item: TagItem) {
    name = item.name
    value = item.text
    bytes = item.text == nil ? item.value.count : nil
  }
}

/// A file as `tags write --json` prints it.
struct TagWriteRecord: Encodable {
  var path, status: String
  var pathBytes: String?
  var reason: String?
  var changes: [TagChangeRecord]
  var notes: [String]
}

struct TagChangeRecord: Encodable {
  var name: String
  var old: String?
  var new: String
}
