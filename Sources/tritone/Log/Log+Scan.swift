import Library
import Log
import Music

extension Log {
  /// Failed files named at most; `tritone unreadable` lists all.
  static let maximumFailed = 20

  func ended(_ progress: ScanProgress, after time: Duration?) {
    info(
      .scan, "ended",
      [
        LogField("found", progress.found), LogField("new", progress.added),
        LogField("changed", progress.updated), LogField("unchanged", progress.unchanged),
        LogField("moved", progress.moved), LogField("missing", progress.missing),
        LogField("offline", progress.offline), LogField("failed", progress.failed),
        LogField("seconds", time?.logText ?? ""),
      ])
  }

  /// Notes what the watch on the folders found.
  func watched(_ progress: ScanProgress) {
    info(
      .watch, "changes taken in",
      [
        LogField("new", progress.added), LogField("changed", progress.updated),
        LogField("moved", progress.moved), LogField("missing", progress.missing),
        LogField("failed", progress.failed),
      ])
  }

  func failed(_ files: some Collection<UnreadableFile>) {
    for file in files.prefix(Log.maximumFailed) {
      warning(
        .scan, "a file cannot be read",
        [LogField("file", private: file.path), LogField("reason", sentence: file.reason)])
    }
  }

  /// The end of a copy or move into the library's folder.
  func added(_ report: AddingReport) {
    info(
      .library, "files added",
      [
        LogField("mode", report.mode.rawValue), LogField("added", report.added),
        LogField("there", report.alreadyThere), LogField("duplicates", report.duplicates),
        LogField("skipped", report.skipped), LogField("failed", report.failed),
      ])
    if let stop = report.stop {
      warning(.library, "adding stopped", [LogField("reason", sentence: stop.message)])
    }
    let failures = report.files.compactMap { file -> (path: FilePath, reason: String)? in
      if case .failed(let reason) = file.outcome { (file.from, reason) } else { nil }
    }
    for failure in failures.prefix(Log.maximumFailed) {
      warning(
        .library, "a file was not added",
        [LogField("file", private: failure.path), LogField("reason", sentence: failure.reason)])
    }
  }

  func begins(_ roots: [FilePath]?) {
    guard let roots else { return info(.scan, "begins", [LogField("roots", "all")]) }
    for root in roots.prefix(Log.maximumFailed) {
      info(.scan, "begins", [LogField("root", private: root)])
    }
  }
}
