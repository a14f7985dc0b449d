internal import CLinux
internal import Glibc
internal import Music

/// Local stream sockets, none of which a program inherits or waits.
enum LocalSocket {
  static func make() throws(ControlError) -> Int32 {
    let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | flags, 0)
    guard descriptor >= 0 else { throw .system(FilePath("socket"), code: errno) }
    return descriptor
  }

  /// Calls `body` with the address of a path, whose length was checked.
  static func withAddress(
    _ path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { name in
      name.copyBytes(from: path.bytes.prefix(name.count - 1))
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// The process at the other end; nil where it is another user's.
  static func ownPeer(of descriptor: Int32) -> Int32? {
    var process: pid_t = 0
    var user: uid_t = 0
    guard tritone_peer(descriptor, &process, &user) == 0, user == geteuid() else { return nil }
    return process
  }

  static func isTemporary(_ code: Int32) -> Bool {
    code == EAGAIN || code == EWOULDBLOCK || code == EINTR
  }
}
