internal import Music

/// The room for music on a device: what the user allows, and what is free beside a reserve.
struct DeviceRoom {
  private let cluster: Int64
  /// Bytes that the user still allows; nil for any.
  private var allowed: Int64?
  /// Bytes that are free, without the reserve; nil where the device does not tell.
  private var free: Int64?

  /// - Parameter rows: Of the device's database, which is written beside itself.
  init(limit: Int64?, _ snapshot: DeviceSnapshot, rows: Int) {
    // Large sticks have clusters of 32 KB and more, other file systems blocks of 4.
    cluster = snapshot.abilities.names == .fat ? 32_768 : 4_096
    allowed = limit
    let percent = (snapshot.capacity ?? 0).addingBytes(0) / 100
    let database = Int64(rows) * 600 + 65_536
    let reserve = max(16_000_000, percent) + 2 * database
    free = snapshot.free.map { $0.addingBytes(0) - reserve }
  }

  private func rounded(_ size: Int64) -> Int64 {
    let size = size.addingBytes(0)
    return (size + cluster - 1) / cluster * cluster
  }

  /// Whether a file that is there may stay.
  mutating func keeps(_ size: Int64) -> Bool {
    guard let left = allowed else { return true }
    guard left >= rounded(size) else { return false }
    allowed = left - rounded(size)
    return true
  }

  /// Whether a new file has room; reserves it.
  mutating func reserves(_ size: Int64) -> Bool {
    let size = rounded(size)
    guard allowed ?? .max >= size, free ?? .max >= size else { return false }
    allowed = allowed.map { $0 - size }
    free = free.map { $0 - size }
    return true
  }

  /// Whether a file that is there can be written anew beside itself; reserves what more it needs.
  mutating func replaces(_ old: Int64, by new: Int64) -> Bool {
    let (old, new) = (rounded(old), rounded(new))
    guard free ?? .max >= new else { return false }
    free = free.map { $0 - new + old }
    return true
  }
}
