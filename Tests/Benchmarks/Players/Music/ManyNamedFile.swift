import BenchHarness
import Foundation
import Glibc

/// One file that has a million paths: through links that lead to their own folder.
///
/// A path follows twenty of them, and Linux follows forty.
struct ManyNamedFile {
  private let folder: String
  private let bits = 20

  /// - Parameter folder: is created; must not exist.
  init(_ folder: String, _ bytes: [UInt8]) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["a", "b"] where symlink(".", "\(folder)/\(name)") != 0 {
      throw BenchFault.command("\(folder)/\(name) cannot be made")
    }
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/sound.flac"))
  }

  func path(_ number: Int) -> String {
    let links = (0..<bits).map { number >> $0 & 1 == 0 ? "a" : "b" }
    return "\(folder)/\(links.joined(separator: "/"))/sound.flac"
  }
}
