import BenchHarness
import Foundation
import Glibc

/// The temporary folder of one run, and the music, which is cached for the next run.
final class Workplace {
  private let folder: String
  private let cache: String

  init() throws {
    folder = "/tmp/pb-\(UUID().uuidString.prefix(8))"
    let base = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? "/tmp"
    cache = base + "/tritone-player-bench-1"
    for name in [base, cache] { mkdir(name, 0o700) }
    guard mkdir(folder, 0o700) == 0 else {
      throw BenchFault.command("\(folder) cannot be made")
    }
  }

  /// Removes the folder, if it still exists.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  var path: String { folder }

  func home(of entrant: Entrant, _ tracks: Int) throws -> PlayerHome {
    try home("\(entrant.rawValue)\(tracks)")
  }

  func home(_ name: String) throws -> PlayerHome { try PlayerHome("\(folder)/\(name)") }

  /// A folder of so many files, made if missing.
  func music(_ tracks: Int) throws -> String {
    let path = "\(cache)/music-\(tracks)"
    if FileManager.default.fileExists(atPath: path) { return path }
    Progress.show("making \(tracks) files in \(path)")
    let unfinished = "\(path).\(getpid())"
    try MusicMaker().make(unfinished, tracks: tracks)
    guard rename(unfinished, path) == 0 else {
      throw BenchFault.command("\(path) cannot be made")
    }
    return path
  }

  /// A library of so many rows and no files, made by the measured version.
  func library(_ tracks: Int) throws -> String {
    let path = "\(folder)/\(tracks).db"
    Progress.show("making a library of \(tracks) tracks")
    try LibraryMaker.make(path, tracks: tracks)
    return path
  }
}
