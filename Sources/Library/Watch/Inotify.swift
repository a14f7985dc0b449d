import Glibc
package import Music

/// Notifications of changes in folders. Any thread may add and remove watches; one reads.
package final class Inotify: Sendable {
  package struct Event: Equatable {
    package var watch: Int32
    package var kinds: Kinds
    /// Equal in the two halves of a move, else 0.
    package var cookie: UInt32
    /// Empty for an event of the folder itself.
    package var name: [UInt8]
  }

  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    static let modified = Kinds(rawValue: UInt32(IN_MODIFY))
    static let attributes = Kinds(rawValue: UInt32(IN_ATTRIB))
    package static let written = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
    static let movedFrom = Kinds(rawValue: UInt32(IN_MOVED_FROM))
    package static let movedTo = Kinds(rawValue: UInt32(IN_MOVED_TO))
    package static let created = Kinds(rawValue: UInt32(IN_CREATE))
    static let deleted = Kinds(rawValue: UInt32(IN_DELETE))
    static let selfDeleted = Kinds(rawValue: UInt32(IN_DELETE_SELF))
    package static let selfMoved = Kinds(rawValue: UInt32(IN_MOVE_SELF))
    static let unmounted = Kinds(rawValue: UInt32(IN_UNMOUNT))
    package static let overflowed = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
    /// The watch has ended.
    static let ended = Kinds(rawValue: UInt32(IN_IGNORED))
    static let folder = Kinds(rawValue: UInt32(IN_ISDIR))

    /// Events in a folder of music: not each write to a file, but its close.
    static let content: Kinds = [
      .attributes, .written, .movedFrom, .movedTo, .created, .deleted, .selfDeleted, .selfMoved,
    ]
    /// The same with each write.
    static let everything = content.union(modified)
    /// Events in a folder where a root is expected to appear.
    static let arrivals: Kinds = [.created, .movedTo, .selfDeleted, .selfMoved]
  }

  package let descriptor: Int32

  /// - Throws: an errno; EMFILE where a user has too many instances already.
  package init() throws(SystemError) {
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
  }

  deinit { close(descriptor) }

  /// Watches a folder; adding it again does nothing.
  ///
  /// - Throws: an errno; ENOSPC when the user's limit of watches is reached.
  package func add(_ folder: FilePath, for kinds: Kinds) throws(SystemError) -> Int32 {
    let mask = kinds.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK)
    let watch = folder.withCString { inotify_add_watch(descriptor, $0, mask) }
    guard watch >= 0 else { throw SystemError(code: errno) }
    return watch
  }

  package func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// The events since the last call; does not wait.
  package func read() -> [Event] {
    var events: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return [] }
    let header = MemoryLayout<inotify_event>.size
    buffer.withUnsafeBytes { bytes in
      var offset = 0
      while offset + header <= count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = min(count, offset + header + Int(event.len))
        let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
        events.append(
          Event(
            watch: event.wd, kinds: Kinds(rawValue: event.mask), cookie: event.cookie,
            name: [UInt8](name)))
        offset = end
      }
    }
    return events
  }

  /// The user's limit of watches, for all programs together; 0 where the system does not report it.
  static var limit: Int {
    guard let file = fopen("/proc/sys/fs/inotify/max_user_watches", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 32)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
    return atol(buffer)
  }
}
