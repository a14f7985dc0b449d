import FoundationEssentials
import Glibc
import Library
import Music

/// The result of one check; failures include the next step.
enum CheckResult: Equatable {
  case fine(String)
  case trouble(String)

  var isFine: Bool { if case .fine = self { true } else { false } }

  var text: String {
    switch self {
    case .fine(let text), .trouble(let text): text
    }
  }
}

/// A result as `doctor --json` prints it.
struct CheckRecord: Encodable {
  var check: String
  var fine: Bool
  var text: String
}

/// The doctor's checks of the library and its files.
struct LibraryChecks {
  let path: FilePath

  var all: [(String, CheckResult)] {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else {
      return [("library", missing)]
    }
    let health = Health(of: path)
    var findings = [("library", library(health)), ("rights", rights(health))]
    guard health.applicationIsOurs == true, !health.isNewer else { return findings }
    findings += [
      ("references", references(health)), ("space", space(health)), ("changes", log(health)),
      ("backups", backups(health)), ("folders", roots(health)), ("watches", watches(health)),
      ("analysis", analysis(health)),
    ]
    return findings
  }

  private var missing: CheckResult {
    guard let newest = BackupFolder(of: path).backups.first else {
      return .fine("none yet; tritone scan FOLDER makes one")
    }
    return .trouble(
      "\(path.text) is gone, but there is a backup of \(newest.ageText): tritone restore latest")
  }

  private func library(_ health: Health) -> CheckResult {
    let remedy =
      health.backups.contains { $0.fault == nil }
      ? "start tritone: it keeps the damaged file and opens the newest good backup"
      : "there is no good backup: start tritone, which keeps the damaged file and begins a new one"
    if health.isNewer { return .trouble(LibraryError.newer(path).message) }
    if health.applicationIsOurs == false { return .trouble(LibraryError.foreign(path).message) }
    if let failure = health.failure {
      guard case .damaged = failure else { return .trouble(failure.message) }
      return .trouble("\(path.text) is damaged; \(remedy)")
    }
    if let first = health.damage.first {
      let more = health.damage.count > 1 ? " and \(health.damage.count - 1) more" : ""
      return .trouble("\(path.text) is damaged (\(first)\(more)); \(remedy)")
    }
    return .fine(
      "\(health.tracks) tracks, whole, version \(health.version ?? "0"), "
        + "\(health.size.byteText) in \(path.text)")
  }

  private func rights(_ health: Health) -> CheckResult {
    health.mayBeWritten
      ? .fine("the library and its folder can be written to")
      : .trouble(
        "\(path.text) or its folder cannot be written to: give yourself the right, or mount its "
          + "disk for writing")
  }

  private func references(_ health: Health) -> CheckResult {
    health.dangling == 0
      ? .fine("every row refers to one that is there")
      : .trouble(
        "\(health.dangling) rows refer to others that are gone: tritone restore latest puts back a "
          + "backup; please report it")
  }

  /// Room for a backup and some edits.
  private func space(_ health: Health) -> CheckResult {
    guard let free = health.free else { return .fine("not known") }
    let wanted = 2 * health.size + 50_000_000
    return free >= wanted
      ? .fine("\(free.byteText) free")
      : .trouble(
        "only \(free.byteText) are free beside the library: free \((wanted - free).byteText) more, or "
          + "backups and then edits fail")
  }

  private func log(_ health: Health) -> CheckResult {
    health.logSize <= max(100_000_000, health.size)
      ? .fine("\(health.logSize.byteText) not yet in the file itself")
      : .trouble(
        "\(health.logSize.byteText) of changes are not in the file itself yet: quit every Tritone and "
          + "start one again")
  }

  private func backups(_ health: Health) -> CheckResult {
    guard let newest = health.backups.first else {
      return health.tracks == 0
        ? .fine("none, and nothing to back up")
        : .trouble("none yet: tritone backup makes one, and the player one a day")
    }
    let bad = health.backups.filter { $0.fault != nil }.map(\.backup.path.text)
    guard bad.isEmpty else {
      return .trouble(
        "damaged: \(bad.joined(separator: ", ")); remove them, then run tritone backup")
    }
    let age = Int64(Date().timeIntervalSince1970) - newest.backup.created
    guard age < 8 * BackupFolder.interval else {
      return .trouble("the newest is of \(newest.backup.ageText): run tritone backup")
    }
    return .fine("\(health.backups.count), all whole, the newest \(newest.backup.ageText)")
  }

  private func roots(_ health: Health) -> CheckResult {
    health.offlineRoots.isEmpty
      ? .fine("all are there")
      : .trouble(
        "not there: \(health.offlineRoots.map(\.text).joined(separator: ", ")); mount or connect "
          + "them; their tracks are kept")
  }

  /// Never a failure: a file without an analysis may still play.
  private func analysis(_ health: Health) -> CheckResult {
    guard let unanalysed = health.unanalysed else {
      return .fine("begins when this Tritone has opened the library")
    }
    let faults =
      unanalysed.failed == 0
      ? "" : ", \(unanalysed.failed) could not be; tritone analyze --again tries them again"
    guard unanalysed.waiting > 0 else { return .fine("no track waits" + faults) }
    return .fine(
      "\(unanalysed.waiting) tracks wait for the player, or for tritone analyze" + faults)
  }

  private func watches(_ health: Health) -> CheckResult {
    let file = "/proc/sys/fs/inotify/max_user_watches"
    // Other kernels have no such limit.
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let limit = Int(text.trimmed())
    else { return .fine("no limit is known") }
    return health.folders < limit
      ? .fine("\(health.folders) folders, \(limit) may be watched")
      : .trouble(
        "\(health.folders) folders, and only \(limit) may be watched: "
          + "sudo sysctl fs.inotify.max_user_watches=\(health.folders * 2)")
  }
}
