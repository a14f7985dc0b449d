import Demo
import Foundation
import Music

/// A demo crate in a temporary folder.
final class WrittenCrate: Sendable {
  let folder = WriterFolder()
  let root: FilePath
  let paths: [FilePath]
  /// The progress of `DemoCrate.write`, as pairs of done and total.
  let progress: [[Int]]

  init() throws {
    root = folder.path("crate")
    var progress: [[Int]] = []
    paths = try DemoCrate.write(into: root) { progress.append([$0, $1]) }
    self.progress = progress
  }

  init(copyOf other: WrittenCrate) throws {
    let root = folder.path("crate")
    self.root = root
    try FileManager.default.copyItem(atPath: other.root.text, toPath: root.text)
    paths = other.paths.map { FilePath(bytes: root.bytes + $0.bytes[other.root.bytes.count...]) }
    progress = []
  }

  func path(titled title: String) -> FilePath? { paths.first { $0.stem.hasSuffix(title) } }

  func size(of path: FilePath) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path.text)[.size] as? Int ?? 0
  }

  /// Hz; one album has another rate than the rest.
  func rate(of path: FilePath) -> Double { path.text.contains("Night Lines") ? 48_000 : 44_100 }
}
