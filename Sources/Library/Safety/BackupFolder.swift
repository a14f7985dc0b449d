import Glibc
package import Music

/// The folder of a library's backups, beside it.
package struct BackupFolder: Sendable {
  package let library: FilePath
  package let path: FilePath

  /// Maximum number of backups.
  static let maximumCount = 3
  /// Seconds between two backups.
  package static let interval: Int64 = 24 * 3_600

  package init(of library: FilePath) {
    self.library = library
    path = (library.parent ?? FilePath(".")).appending("backups")
  }

  /// The backups, newest first.
  package var backups: [Backup] {
    names.compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(".db"),
        let created = DatedName.time(name.dropFirst(prefix.count).dropLast(3)),
        let size = DiskFile.size(path.appending(name))
      else { return nil }
      return Backup(path: path.appending(name), created: created, size: size)
    }.sorted { $0.created > $1.created }
  }

  /// The path of a backup created at a time, and its temporary path until it has been checked.
  func file(_ time: Int64) -> FilePath { path.appending("\(prefix)\(DatedName.text(time)).db") }
  var part: FilePath { path.appending("\(prefix)unfinished.part") }

  /// Deletes surplus backups; the newest stay.
  func rotate() {
    for old in backups.dropFirst(BackupFolder.maximumCount) { DiskFile.remove(old.path) }
  }

  private var prefix: String { library.stem + "-" }

  private var names: [String] {
    guard let folder = path.withCString({ opendir($0) }) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name { names.append(name) }
    }
    return names
  }
}
