/// A hash table of names by their bytes. Built when first needed.
struct NameTable {
  /// One more than a name's index; 0 for a free slot.
  private var slots: [UInt32] = []
  private var count = 0

  /// The index of a name with a sort name among those of `names`.
  mutating func find(
    _ name: UnsafeBufferPointer<UInt8>, _ sortName: UnsafeBufferPointer<UInt8>,
    in names: TextColumn, _ sortNames: SortNames
  ) -> UInt32? {
    if count != names.count { rebuild(names, sortNames) }
    guard !slots.isEmpty else { return nil }
    var slot = Int(truncatingIfNeeded: NameTable.hash(name, sortName)) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if Occurrence.isEqual(names[index], name), sortNames.isSortName(sortName, of: index) {
        return UInt32(index)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds the name that was appended last.
  mutating func insert(
    _ index: UInt32, in names: TextColumn, _ sortNames: SortNames
  ) -> UInt32 {
    if (count + 1) * 2 > slots.count {
      rebuild(names, sortNames)
    } else {
      put(index, names, sortNames)
    }
    count = names.count
    return index
  }

  private mutating func rebuild(_ names: TextColumn, _ sortNames: SortNames) {
    var size = 64
    while size < names.count * 3 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for index in 0..<names.count { put(UInt32(index), names, sortNames) }
    count = names.count
  }

  private mutating func put(_ index: UInt32, _ names: TextColumn, _ sortNames: SortNames) {
    let hash = NameTable.hash(names[Int(index)], sortNames.sortName(of: Int(index)))
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = index + 1
  }

  private static func hash(
    _ name: UnsafeBufferPointer<UInt8>, _ sortName: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    guard !sortName.isEmpty else { return hash(name) }
    return hash(name) &* 0x9E37_79B9_7F4A_7C15 ^ hash(sortName)
  }

  /// FNV-1a, mixed once more at the end.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ (hash >> 29)
  }
}
