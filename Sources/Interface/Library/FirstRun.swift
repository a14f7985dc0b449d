import Music

/// The proposals of the first start: existing music folders, or a demo crate.
struct FirstRun: Equatable, Sendable {
  let folders: [FilePath]
  let demo: FilePath
  /// The music of each folder, once it is counted.
  private(set) var counts: [FilePath: MusicCount] = [:]
  /// Whether all proposals are still open.
  private(set) var isOpen = true

  init(folders: [FilePath], demo: FilePath) {
    self.folders = folders
    self.demo = demo
  }

  mutating func close() { isOpen = false }

  mutating func counted(_ folder: FilePath, _ count: MusicCount) { counts[folder] = count }

  /// "8,412 files in 214 folders, 61.2 GB"; "" while it is being counted.
  func detail(of folder: FilePath) -> String {
    guard let count = counts[folder] else { return "" }
    guard count.files > 0 else { return count.isWhole ? "no music" : "no music so far" }
    let size = Double(count.bytes) / 1_000_000_000
    let gigabytes = size < 0.05 ? "" : ", " + ((size * 10).rounded() / 10).shortText + " GB"
    return (count.isWhole ? "" : "over ") + count.files.counted("file") + " in "
      + count.folders.counted("folder") + gigabytes
  }
}
