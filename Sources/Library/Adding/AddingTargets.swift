import Glibc
internal import Music

/// The paths that files are added to. Names that differ only in case are one, as FAT and exFAT have
/// it, and an existing folder keeps its spelling.
struct AddingTargets {
  private let top: FilePath
  private let rules: FileNameRules
  /// By folder: the names in it by their folded form.
  private var listings: [FilePath: [String: [UInt8]]] = [:]
  /// Folders that are there, or would be in a dry run.
  private var made: Set<FilePath> = []

  /// The most numbers that are tried behind a name.
  static let maximumNumber = 99

  init(in top: FilePath, rules: FileNameRules) {
    self.top = top
    self.rules = rules
  }

  /// The folder of some names, in the spelling that is there.
  mutating func folder(_ names: [String]) -> FilePath {
    var path = top
    for name in names {
      var number = 1
      while true {
        let wanted = rules.name(name, number: number)
        let folded = FileNameRules.folded(wanted)
        guard let there = listing(of: path)[folded] else {
          listings[path]?[folded] = Array(wanted.utf8)
          path = path.appending(wanted)
          made.insert(path)
          listings[path] = [:]
          break
        }
        let existing = path.appending(there)
        if made.contains(existing) || AddingTargets.isFolder(existing) {
          path = existing
          break
        }
        // A file is in the place of the folder.
        number += 1
        guard number <= AddingTargets.maximumNumber else { break }
      }
    }
    return path
  }

  /// The path that a name has in a folder, and whether a file is there.
  mutating func path(
    _ stem: String, fileExtension: String, number: Int = 1, in folder: FilePath
  ) -> (path: FilePath, isTaken: Bool) {
    let wanted = rules.name(stem, fileExtension: fileExtension, number: number)
    let there = listing(of: folder)[FileNameRules.folded(wanted)]
    return (folder.appending(there ?? Array(wanted.utf8)), there != nil)
  }

  /// Notes a file that was added, or would be.
  mutating func reserve(_ path: FilePath) {
    guard let folder = path.parent else { return }
    _ = listing(of: folder)
    listings[folder]?[FileNameRules.folded(path.name)] = path.nameBytes
  }

  private mutating func listing(of folder: FilePath) -> [String: [UInt8]] {
    if let known = listings[folder] { return known }
    var names: [String: [UInt8]] = [:]
    for name in AddingWalk.names(of: folder) ?? [] {
      names[FileNameRules.folded(String(decoding: name, as: UTF8.self))] = name
    }
    listings[folder] = names
    return names
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
