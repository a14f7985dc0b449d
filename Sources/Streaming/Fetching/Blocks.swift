/// The bytes of a file in memory, in blocks of which each is filled from its start.
struct Blocks {
  /// Bytes of a block; the last one of a file is shorter.
  static let size: Int64 = 65536

  private var held: [Int: [UInt8]] = [:]

  static func index(of offset: Int64) -> Int { Int(offset / size) }
  static func start(of index: Int) -> Int64 { Int64(index) * size }
  /// The start of the block that holds an offset.
  static func aligned(_ offset: Int64) -> Int64 { offset / size * size }

  /// The range of a block in a file of a size.
  static func range(of index: Int, in size: Int64) -> Range<Int64> {
    let start = start(of: index)
    return start..<max(start, min(size, start + Self.size))
  }

  var indices: [Int] { Array(held.keys) }
  var count: Int { held.count }

  subscript(index: Int) -> [UInt8]? { held[index] }

  /// The bytes of a block that are there.
  func filled(_ index: Int) -> Int64 { Int64(held[index]?.count ?? 0) }

  mutating func set(_ index: Int, _ bytes: [UInt8]) { held[index] = bytes }

  mutating func remove(_ index: Int) { held[index] = nil }

  /// Adds bytes at an offset, which lies at most at the end of what its block has; returns the
  /// indices of the blocks that they reach into.
  mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int64) -> Range<Int> {
    var rest = bytes
    var offset = offset
    let first = Self.index(of: offset)
    while !rest.isEmpty {
      let index = Self.index(of: offset)
      let end = Self.start(of: index) + Self.size
      let part = rest.prefix(Int(end - offset))
      let known = Int(Self.start(of: index) + filled(index) - offset)
      if known < part.count, known >= 0 {
        if held[index] == nil {
          var fresh: [UInt8] = []
          fresh.reserveCapacity(Int(Self.size))
          held[index] = fresh
        }
        held[index]?.append(contentsOf: part.dropFirst(known))
      }
      offset += Int64(part.count)
      rest = rest.dropFirst(part.count)
    }
    return first..<Self.index(of: max(offset - 1, 0)) + 1
  }

  /// Copies bytes from an offset on, as far as its block has them; 0 for none.
  func copy(
    into buffer: UnsafeMutableRawPointer, count: Int, at offset: Int64
  ) -> Int {
    let index = Self.index(of: offset)
    guard let block = held[index] else { return 0 }
    let start = Int(offset - Self.start(of: index))
    let count = min(count, block.count - start)
    guard count > 0 else { return 0 }
    block.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { buffer.copyMemory(from: base + start, byteCount: count) }
    }
    return count
  }
}
