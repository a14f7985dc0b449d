import Glibc

/// The audio files of a folder that stat is still to be called for.
///
/// In the order of their inodes, in which they lie on the disk: the table of a folder has them in
/// the order of hashes of their names.
struct UnaskedFiles {
  /// Each ended by a zero.
  private var names: [CChar] = []
  private var files: [(node: UInt64, start: Int)] = []

  /// Fewer than this are in the same few blocks.
  private static let few = 64

  /// Whether the order of their inodes counts.
  var areMany: Bool { files.count >= UnaskedFiles.few }

  mutating func add(_ name: UnsafePointer<CChar>, node: UInt64) {
    files.append((node, names.count))
    names += UnsafeBufferPointer(start: name, count: strlen(name) + 1)
  }

  mutating func forEach(_ body: (UnsafePointer<CChar>) -> Void) {
    if areMany { files.sort { $0.node < $1.node } }
    names.withUnsafeBufferPointer { names in
      guard let start = names.baseAddress else { return }
      for file in files { body(start + file.start) }
    }
  }
}
