/// Finds names by their bytes: the indices of names, hashed. Made when it is first needed.
struct NameTable {
  /// One more than a name's index; 0 where a slot is free.
  private var slots: [UInt32] = []
  private var count = 0

  /// The index of a name among those of `names`.
  mutating func find(_ name: UnsafeBufferPointer<UInt8>, in names: TextColumn) -> UInt32? {
    if count != names.count { rebuild(names) }
    guard !slots.isEmpty else { return nil }
    var slot = Int(truncatingIfNeeded: NameTable.hash(name)) & (slots.count - 1)
    while slots[slot] != 0 {
      if Occurrence.isEqual(names[Int(slots[slot] - 1)], name) { return slots[slot] - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Notes the name that was appended last.
  mutating func insert(_ index: UInt32, in names: TextColumn) -> UInt32 {
    if (count + 1) * 2 > slots.count {
      rebuild(names)
    } else {
      put(index, names)
    }
    count = names.count
    return index
  }

  private mutating func rebuild(_ names: TextColumn) {
    var size = 64
    while size < names.count * 3 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for index in 0..<names.count { put(UInt32(index), names) }
    count = names.count
  }

  private mutating func put(_ index: UInt32, _ names: TextColumn) {
    var slot = Int(truncatingIfNeeded: NameTable.hash(names[Int(index)])) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = index + 1
  }

  /// FNV-1a, mixed once more at the end.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ (hash >> 29)
  }
}
