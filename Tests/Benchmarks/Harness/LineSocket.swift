internal import Glibc

/// A conversation in lines over a local socket or a pair of pipes.
package final class LineSocket {
  private let reading: Int32
  private let writing: Int32
  private var buffer: [UInt8] = []

  /// Connects to a socket as soon as a server listens.
  package init(path: String, within limit: Double = 10) throws {
    let handle = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    reading = handle
    writing = handle
    var address = try Self.address(of: path)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    try wait("\(path) to listen", within: limit) {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(handle, $0, size) == 0 }
      }
    }
  }

  /// Takes over the two ends of pipes.
  package init(reading: Int32, writing: Int32) {
    self.reading = reading
    self.writing = writing
  }

  deinit {
    close(reading)
    if writing != reading { close(writing) }
  }

  private static func address(of path: String) throws -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw BenchFault.command("the path of a socket is too long: \(path)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  package func send(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard write(writing, bytes, bytes.count) == bytes.count else {
      throw BenchFault.refused("it does not listen any more")
    }
  }

  /// The next line, without its end.
  package func line(within limit: Double = 5) throws -> String {
    let end = Moment.now + limit
    while true {
      if let cut = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...cut) }
        return String(decoding: buffer[..<cut], as: UTF8.self)
      }
      var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      let rest = end - .now
      guard rest > 0, poll(&waiting, 1, Int32(rest * 1000) + 1) > 0 else {
        throw BenchFault.timeout("an answer")
      }
      var piece = [UInt8](repeating: 0, count: 1 << 14)
      let got = read(reading, &piece, piece.count)
      guard got > 0 else { throw BenchFault.refused("it has gone away") }
      buffer += piece.prefix(got)
    }
  }
}
