internal import Glibc

/// The private mapping of a file: changes stay in this process.
final class CatalogMapping {
  let start: UnsafeMutableRawPointer
  let bytes: Int

  init(_ file: Int32, bytes: Int) throws(CatalogFileError) {
    let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0)
    guard let start, start != MAP_FAILED else { throw .cannotRead(code: errno) }
    self.start = start
    self.bytes = bytes
  }

  deinit { munmap(start, bytes) }

  // MARK: Releasing pages

  /// The system's description of a page (proc_pid_pagemap(5)).
  private enum Page {
    private static let isPresent: UInt64 = 1 << 63
    private static let isSwapped: UInt64 = 1 << 62
    private static let isOfFile: UInt64 = 1 << 61

    /// Whether it is a private copy, as every page that was written to.
    static func isOwn(_ page: UInt64) -> Bool {
      page & isSwapped != 0 || page & (isPresent | isOfFile) == isPresent
    }
  }

  /// 4 MB with pages of 4 kB: some 50 µs.
  private static let pagesAtOnce = 1024

  /// Releases unmodified pages, which are loaded again on access.
  ///
  /// - Parameter offset: Where to begin, as returned by the previous call; at first 0.
  /// - Returns: Where to go on; nil at the end, or where the system does not tell which pages were
  ///   written to.
  func releaseCleanPages(from offset: Int) -> Int? {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let count = min(CatalogMapping.pagesAtOnce, (bytes - offset + page - 1) / page)
    guard count > 0 else { return nil }
    let map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
    guard map >= 0 else { return nil }
    defer { close(map) }
    var pages = [UInt64](repeating: 0, count: count)
    let first = (Int(bitPattern: start) + offset) / page
    let read = pages.withUnsafeMutableBytes {
      pread(map, $0.baseAddress, $0.count, off_t(first * 8))
    }
    guard read == count * 8 else { return nil }
    var index = 0
    while index < count {
      let begin = index
      while index < count, !Page.isOwn(pages[index]) { index += 1 }
      if index > begin {
        madvise(start + offset + begin * page, (index - begin) * page, MADV_DONTNEED)
      }
      index += 1
    }
    let end = offset + count * page
    return end < bytes ? end : nil
  }
}
