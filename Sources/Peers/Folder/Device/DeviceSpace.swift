import Glibc

/// The numbers that statvfs(3) gives of a device.
package struct DeviceSpace: Equatable, Sendable {
  package var blockSize: UInt64
  package var blocks: UInt64
  package var freeBlocks: UInt64
  package var availableBlocks: UInt64
  package var isReadOnly: Bool

  package init(
    blockSize: UInt64, blocks: UInt64, freeBlocks: UInt64, availableBlocks: UInt64,
    isReadOnly: Bool = false
  ) {
    self.blockSize = blockSize
    self.blocks = blocks
    self.freeBlocks = freeBlocks
    self.availableBlocks = availableBlocks
    self.isReadOnly = isReadOnly
  }

  /// Asks the system for an open folder; nil where it does not tell.
  package static func current(_ folder: Int32) -> DeviceSpace? {
    var status = statvfs()
    guard fstatvfs(folder, &status) == 0 else { return nil }
    return DeviceSpace(
      blockSize: UInt64(status.f_frsize), blocks: UInt64(status.f_blocks),
      freeBlocks: UInt64(status.f_bfree), availableBlocks: UInt64(status.f_bavail),
      isReadOnly: status.f_flag & UInt(1 /* ST_RDONLY */) != 0)
  }

  /// No device of today has as much: an exbibyte.
  private static let absurd: UInt64 = 1 << 60

  /// Bytes in all; nil for numbers that cannot be.
  var capacity: Int64? {
    let (bytes, isBeyond) = blocks.multipliedReportingOverflow(by: blockSize)
    guard !isBeyond, bytes > 0, bytes < DeviceSpace.absurd else { return nil }
    return Int64(bytes)
  }

  /// Bytes that may be written; nil for numbers that cannot be.
  ///
  /// - Parameter mayBeUnknown: whether nothing free means that the driver does not know.
  func free(mayBeUnknown: Bool) -> Int64? {
    guard capacity != nil, availableBlocks <= blocks, freeBlocks <= blocks else { return nil }
    if availableBlocks == 0, mayBeUnknown { return nil }
    return Int64(availableBlocks * blockSize)
  }
}
