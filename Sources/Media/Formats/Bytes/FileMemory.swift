/// Bytes of a file in memory, which views of them keep from being overwritten.
final class FileMemory {
  let start: UnsafeMutablePointer<UInt8>

  init(capacity: Int) { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }
}

/// Pieces of memory of one size, each written anew only once no view shows it any more.
struct FileMemoryPool {
  private var pieces: [FileMemory]
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    pieces = [FileMemory(capacity: capacity)]
  }

  /// Memory that nobody but its pool knows: mostly the same one each time.
  mutating func unused() -> FileMemory {
    for index in pieces.indices where isKnownUniquelyReferenced(&pieces[index]) {
      return pieces[index]
    }
    let piece = FileMemory(capacity: capacity)
    pieces.append(piece)
    return piece
  }
}
