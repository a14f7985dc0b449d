import ArgumentParser
import FoundationEssentials
import Library
import Log
import Music

struct BackupCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Make a backup of the library now.",
    discussion: """
      The player makes one every day and before it changes the tables of an older library. The \
      three newest are kept, beside the library in backups/, with their times (UTC) in their names.

      Examples:
        tritone backup
        tritone backup --json | jq -r .path
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print the backup as one JSON object.") var json = false

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let backup = try Waiting.run { try await library.backUp() }
    log.backedUp(backup.path)
    guard !json else {
      return try StandardOutput.json(BackupRecord(backup, recovered: library.recovered))
    }
    StandardOutput.line("\(backup.path.text), \(backup.size.byteText)")
  }
}

struct RestoreCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "List the backups, or put one in the library's place.",
    discussion: """
      The library that is there now is set aside beside it and never deleted; close the player \
      first. “latest” stands for the newest backup that is whole. Music that was added since the \
      backup is found by tritone scan.

      Examples:
        tritone restore
        tritone restore latest
        tritone restore ~/.local/share/tritone/backups/library-2026-11-21-105539.db
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a backup, or one of what was done.") var json = false
  @Argument(help: ArgumentHelp("The backup to restore: a file, or “latest”.", valueName: "file"))
  var file: String?

  func run(log: Log) throws {
    guard let file else { return try list() }
    let path = file == "latest" ? nil : try options.directories.named([file])[0]
    let outcome = try Restoring.restore(path, to: options.libraryPath)
    log.info(.library, "restored", [LogField("backup", private: outcome.backup.path)])
    try tell(outcome)
    try keepSettings(log)
  }

  private func tell(_ outcome: Restoring.Outcome) throws {
    guard !json else {
      return try StandardOutput.json(
        RestoreRecord(
          backup: outcome.backup.path.text, library: options.libraryPath.text,
          setAside: outcome.setAside?.text))
    }
    StandardOutput.line("Restored \(outcome.backup.path.text)")
    if let aside = outcome.setAside {
      StandardOutput.line("The library as it was is kept as \(aside.text)")
    }
    StandardOutput.line("Music that was added since is found by tritone scan")
  }

  /// Settings in a backup of an earlier version are not moved into config.toml a second time.
  private func keepSettings(_ log: Log) throws {
    let file = ConfigFile(options.directories)
    guard file.isThere, options.libraryPath == options.directories.database else { return }
    let library = try options.openLibrary(listsSoon: false, log: log)
    try Waiting.run {
      let earlier = EarlierSettings(library, file)
      try await earlier.keepSpeed()
      await earlier.mark()
    }
  }

  private func list() throws {
    let folder = BackupFolder(of: options.libraryPath)
    let backups = folder.backups
    if backups.isEmpty, !json {
      StandardOutput.line("There is no backup in \(folder.path.text) yet")
    }
    for backup in backups {
      let fault = Restoring.fault(of: backup)
      guard !json else {
        try StandardOutput.json(BackupRecord(backup, isGood: fault == nil))
        continue
      }
      let state = fault == nil ? "" : "\tdamaged"
      StandardOutput.line("\(backup.path.text)\t\(backup.ageText)\t\(backup.size.byteText)\(state)")
    }
  }
}

struct BackupRecord: Encodable {
  var path: String
  /// ISO 8601, UTC.
  var made: String
  var size: Int64
  var good: Bool?
  /// A damaged library was set aside before.
  var recovered: Recovery?

  init(_ backup: Backup, isGood: Bool? = nil, recovered: Recovery? = nil) {
    self.recovered = recovered
    path = backup.path.text
    made = Date(timeIntervalSince1970: Double(backup.created)).ISO8601Format()
    size = backup.size
    good = isGood
  }
}

struct RestoreRecord: Encodable {
  var backup, library: String
  var setAside: String?
}

extension Backup {
  /// "3 hours ago".
  var ageText: String {
    let seconds = Int64(Date().timeIntervalSince1970) - created
    return switch seconds {
    case ..<120: "just now"
    case ..<7_200: "\(seconds / 60) minutes ago"
    case ..<172_800: "\(seconds / 3_600) hours ago"
    default: "\(seconds / 86_400) days ago"
    }
  }
}
