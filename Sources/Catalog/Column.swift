internal import Glibc

/// Values of one type for every track, contiguous, by the track's ordinal.
///
/// Owned by one catalog and confined to its thread; a copy shares the memory, and keeps its values
/// while values are only appended to the original. The memory is its own, or that of a file mapped
/// privately, which is copied as soon as it has to grow.
struct Column<Value: BitwiseCopyable> {
  private(set) var count: Int
  private var storage: ColumnStorage

  init() {
    count = 0
    storage = ColumnStorage(bytes: 0)
  }

  init(repeating value: Value, count: Int) {
    self.count = count
    storage = ColumnStorage(bytes: count * MemoryLayout<Value>.stride)
    values.initialize(repeating: value)
  }

  /// Allocates room for `capacity` values, lets `body` fill it, and keeps as many as that returns.
  init(capacity: Int, _ body: (UnsafeMutableBufferPointer<Value>) -> Int) {
    count = capacity
    storage = ColumnStorage(bytes: capacity * MemoryLayout<Value>.stride)
    let used = body(values)
    precondition(used <= capacity)
    count = used
  }

  init(_ values: some Collection<Value>) {
    self.init()
    append(contentsOf: values)
  }

  /// Borrows values in a mapped file, which is retained as long as they are.
  init(borrowing start: UnsafeMutableRawPointer, count: Int, from owner: AnyObject) {
    self.count = count
    storage = ColumnStorage(start, bytes: count * MemoryLayout<Value>.stride, owner: owner)
  }

  /// Valid as long as the column is retained: a local one may end with its last use.
  var values: UnsafeMutableBufferPointer<Value> {
    UnsafeMutableBufferPointer(
      start: storage.start.assumingMemoryBound(to: Value.self), count: count)
  }

  var array: [Value] { withExtendedLifetime(storage) { Array(values) } }

  subscript(index: Int) -> Value {
    get {
      precondition(index >= 0 && index < count)
      return storage.start.load(
        fromByteOffset: index * MemoryLayout<Value>.stride, as: Value.self)
    }
    nonmutating set {
      precondition(index >= 0 && index < count)
      storage.start.storeBytes(
        of: newValue, toByteOffset: index * MemoryLayout<Value>.stride, as: Value.self)
    }
  }

  mutating func append(_ value: Value) {
    reserve(count + 1)
    count += 1
    self[count - 1] = value
  }

  mutating func append(contentsOf more: some Collection<Value>) {
    reserve(count + more.count)
    let isCopied: Void? = more.withContiguousStorageIfAvailable { source in
      guard let start = source.baseAddress else { return }
      (storage.start + count * MemoryLayout<Value>.stride).copyMemory(
        from: start, byteCount: source.count * MemoryLayout<Value>.stride)
      count += source.count
    }
    guard isCopied == nil else { return }
    for value in more {
      count += 1
      self[count - 1] = value
    }
  }

  /// Reserves room for so many values in all.
  mutating func reserve(_ wanted: Int) {
    let stride = MemoryLayout<Value>.stride
    guard wanted * stride > storage.bytes else { return }
    let grown = ColumnStorage(bytes: max(wanted, count + count / 8 + 64) * stride)
    grown.start.copyMemory(from: storage.start, byteCount: count * stride)
    storage = grown
  }
}

/// Memory of columns.
final class ColumnStorage {
  let start: UnsafeMutableRawPointer
  /// The capacity.
  let bytes: Int
  private let owner: Owner

  private enum Owner {
    /// The heap, or mapped pages.
    case heap, pages
    case other(AnyObject)
  }

  /// From this size on memory is returned to the system at once rather than cached by the heap,
  /// which has an arena for every thread.
  private static let large = 1 << 20

  init(bytes: Int) {
    self.bytes = bytes
    if bytes >= ColumnStorage.large {
      let pages = mmap(
        nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      if let pages, pages != MAP_FAILED {
        // Sorting fills some 20 MB and drops them again: half the time went into faulting pages of
        // 4 kB. Where the system has no larger ones, this does nothing.
        madvise(pages, bytes, MADV_HUGEPAGE)
        start = pages
        owner = .pages
        return
      }
    }
    start = .allocate(byteCount: max(bytes, 16), alignment: 64)
    owner = .heap
  }

  init(_ start: UnsafeMutableRawPointer, bytes: Int, owner: AnyObject) {
    self.start = start
    self.bytes = bytes
    self.owner = .other(owner)
  }

  deinit {
    switch owner {
    case .heap: start.deallocate()
    case .pages: munmap(start, bytes)
    case .other: break
    }
  }
}
