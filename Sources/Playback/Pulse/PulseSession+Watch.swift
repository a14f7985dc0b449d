// Without a server, its socket's folder is watched, so that a new server is found at once and not
// only at the next attempt.
import CPulse
import Glibc

/// The watch for a returning server.
struct PulseWatch {
  /// The address of the last server that answered.
  var server: String?
  /// Off while there is a server.
  var folder: WatchedFolder?
}

/// A watch on one name in one folder.
struct WatchedFolder {
  var descriptor: Int32
  var event: OpaquePointer?
  var name: String
}

/// The path of a server's socket.
struct SocketAddress: Equatable {
  var folder: String
  var name: String

  /// Reads the first address of a libpulse list: "/run/pulse/native", "unix:/run/pulse/native",
  /// "{machine}unix:/run/pulse/native tcp:host". Nil if it is not a file.
  init?(address: String) {
    guard var path = address.split(separator: " ").first else { return nil }
    if path.hasPrefix("{"), let end = path.firstIndex(of: "}") {
      path = path[path.index(after: end)...]
    }
    if path.hasPrefix("unix:") { path = path.dropFirst("unix:".count) }
    self.init(path: String(path))
  }

  init?(path: String) {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
    name = String(path[path.index(after: slash)...])
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
    if name.isEmpty { return nil }
  }

  /// The clients' default socket.
  static func standard(_ environment: (String) -> String?) -> SocketAddress? {
    if let address = environment("PULSE_SERVER") { return SocketAddress(address: address) }
    if let folder = environment("PULSE_RUNTIME_PATH") {
      return SocketAddress(path: folder + "/native")
    }
    return environment("XDG_RUNTIME_DIR").flatMap { SocketAddress(path: $0 + "/pulse/native") }
  }
}

extension PulseSession {
  func startWatching() {
    guard watch.folder == nil, var place = socketAddress else { return }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    // A socket gets its mode between creation and listening.
    let mask = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB)
    if inotify_add_watch(descriptor, place.folder, mask) < 0 {
      // A missing folder has to appear first.
      guard let above = SocketAddress(path: place.folder),
        inotify_add_watch(descriptor, above.folder, mask) >= 0
      else {
        close(descriptor)
        return
      }
      place = above
    }
    let event = api.pointee.io_new(api, descriptor, PA_IO_EVENT_INPUT, onAppearance, address)
    watch.folder = WatchedFolder(descriptor: descriptor, event: event, name: place.name)
  }

  func stopWatching() {
    guard let folder = watch.folder else { return }
    api.pointee.io_free(folder.event)
    close(folder.descriptor)
    watch.folder = nil
  }

  private var socketAddress: SocketAddress? {
    if let address = server ?? watch.server { return SocketAddress(address: address) }
    return SocketAddress.standard { name in getenv(name).map { String(cString: $0) } }
  }

  fileprivate func somethingAppeared() {
    guard let folder = watch.folder else { return }
    var isNamed = false
    var isOver = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment)
    { buffer in
      while true {
        let count = read(folder.descriptor, buffer.baseAddress, buffer.count)
        if count <= 0 { return }
        for record in Self.records(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
          isNamed = isNamed || record.name == folder.name
          isOver = isOver || record.isLast
        }
      }
    }
    guard isNamed || isOver else { return }
    // The folder itself may have come or gone.
    stopWatching()
    startWatching()
    if isNamed { serverMayBeBack() }
  }

  /// The names in a block of inotify records, and whether the folder is gone.
  private static func records(
    in block: UnsafeRawBufferPointer
  ) -> [(name: String, isLast: Bool)] {
    var found: [(name: String, isLast: Bool)] = []
    var offset = 0
    let size = MemoryLayout<inotify_event>.size
    while offset + size <= block.count {
      let event = block.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = min(block.count, offset + size + Int(event.len))
      let name = String(decoding: block[offset + size..<end].prefix { $0 != 0 }, as: UTF8.self)
      found.append((name, event.mask & UInt32(IN_IGNORED) != 0))
      offset = end
    }
    return found
  }
}

private func onAppearance(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: Int32,
  _: pa_io_event_flags_t, _ session: UnsafeMutableRawPointer?
) { PulseSession.at(session)?.somethingAppeared() }
