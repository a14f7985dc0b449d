import Glibc
package import Music
import Sync
import Synchronization
import Threads

/// Looks at the folders of devices, and finds devices that are mounted elsewhere.
///
/// A mount that hangs holds up the look at it alone, for a bounded time, and is not looked at again
/// before that look returns.
package final class DeviceFinder: Sendable {
  /// A folder, as a look has found it.
  package struct Sighting: Equatable, Sendable {
    package var path: FilePath
    package var look: FolderDevice.Look
    /// Bytes; nil for unknown.
    package var free: Int64?
    /// Bytes; nil for unknown.
    package var capacity: Int64?

    var isReadOnly: Bool { if case .readOnly = look { true } else { false } }

    /// Whether the folder has this device.
    package func has(_ uuid: String) -> Bool {
      switch look {
      case .device(let found, _), .readOnly(let found?): found == uuid
      case .absent, .notAFolder, .unreadable, .empty, .foreign, .readOnly(nil): false
      }
    }
  }

  private let mounts: @Sendable () -> [FilePath]
  private let patience: Duration
  private let pending = Mutex(Pending())

  /// When the looks at folders and mounts began that have not returned.
  private struct Pending {
    var looks: [FilePath: [Int: ContinuousClock.Instant]] = [:]
    var last = 0
  }

  /// - Parameters:
  ///   - mounts: the folders where file systems with files are mounted; nil for the system's.
  ///   - patience: for one look.
  package init(
    mounts: (@Sendable () -> [FilePath])? = nil, patience: Duration = .seconds(3)
  ) {
    self.mounts = mounts ?? DeviceMount.mountPoints
    self.patience = patience
  }

  package func look(at path: FilePath) async -> Sighting {
    await bounded(path) { Self.sight(path) }
      ?? Sighting(path: path, look: .unreadable(code: ETIMEDOUT))
  }

  /// Looks for a device where it was last, then in the same folder of each other mount.
  ///
  /// - Returns: The sighting at `path` where the device is nowhere.
  package func find(_ uuid: String, lastAt path: FilePath) async -> Sighting {
    let here = await look(at: path)
    guard !here.has(uuid) else { return here }
    let mounts = mounts().prefix(Self.maximumMounts)
    let found = await withTaskGroup(of: Sighting?.self) { group in
      for mount in mounts {
        group.addTask {
          let sighting = await self.bounded(mount) {
            Self.candidates(for: path, in: mount).lazy.map(Self.sight).first { $0.has(uuid) }
          }
          return sighting ?? nil
        }
      }
      return await group.reduce(into: [Sighting]()) { if let sighting = $1 { $0.append(sighting) } }
    }
    return Self.best(of: found) ?? here
  }

  /// Of copies of a device one that can be written to, and always the same.
  static func best(of copies: [Sighting]) -> Sighting? {
    copies.min { left, right in
      left.isReadOnly == right.isReadOnly ? left.path < right.path : right.isReadOnly
    }
  }

  private static let maximumMounts = 100
  /// Folders of a device's path that may lie below the place of its mount.
  private static let maximumDepth = 4

  /// The folders of a mount that may be the one that was at `path`: the mount itself, and each end
  /// of the path below it.
  static func candidates(for path: FilePath, in mount: FilePath) -> [FilePath] {
    var ends: [FilePath] = [mount]
    var names: [[UInt8]] = []
    for name in path.bytes.split(separator: UInt8(ascii: "/")).reversed().prefix(maximumDepth) {
      names.insert(Array(name), at: 0)
      ends.append(names.reduce(mount) { $0.appending($1) })
    }
    return ends.filter { $0 != path }
  }

  private static func sight(_ path: FilePath) -> Sighting {
    var sighting = Sighting(path: path, look: FolderDevice.look(at: path, DeviceSpace.current))
    guard case .device = sighting.look else { return sighting }
    let folder = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0, let space = DeviceSpace.current(folder) else { return sighting }
    close(folder)
    sighting.capacity = space.capacity
    sighting.free = space.free(
      mayBeUnknown: DeviceMount.around(path)?.mayMisreportSpace ?? false)
    return sighting
  }

  /// Nil where the look has not returned in time, or an earlier one hangs.
  func bounded<Value: Sendable>(
    _ path: FilePath, _ look: @escaping @Sendable () -> Value
  ) async -> Value? {
    let begun = ContinuousClock.now
    let number = pending.withLock { pending -> Int? in
      let looks = pending.looks[path] ?? [:]
      guard !looks.values.contains(where: { begun - $0 >= patience }) else { return nil }
      pending.last += 1
      pending.looks[path, default: [:]][pending.last] = begun
      return pending.last
    }
    guard let number else { return nil }
    return await BlockingCall.run(within: patience) { [self] in
      defer {
        pending.withLock { pending in
          pending.looks[path]?[number] = nil
          if pending.looks[path]?.isEmpty == true { pending.looks[path] = nil }
        }
      }
      return look()
    }
  }
}
