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

  func begins(_ roots: [FilePath]?) {
    guard let roots else { return info(.scan, "begins", [LogField("roots", "all")]) }
    for root in roots.prefix(Log.maximumFailed) {
      info(.scan, "begins", [LogField("root", private: root)])
    }
  }
}
