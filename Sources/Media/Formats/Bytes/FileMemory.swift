/// Bytes of a file in memory; views of them prevent their reuse.
final class FileMemory {
  let start: UnsafeMutablePointer<UInt8>

  init(capacity: Int) { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }
}

/// A pool of buffers of one size, each reused only when no view refers to it.
struct FileMemoryPool {
  private var pieces: [FileMemory]
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    pieces = [FileMemory(capacity: capacity)]
  }

  /// A buffer without views, mostly the same one.
  mutating func unused() -> FileMemory {
    for index in pieces.indices where isKnownUniquelyReferenced(&pieces[index]) {
      return pieces[index]
    }
    let piece = FileMemory(capacity: capacity)
    pieces.append(piece)
    return piece
  }
}
