import Glibc

/// A client of plain sockets that sends what no proper one would.
package enum RawClient {
  /// A connection to a port of this machine; nil where nobody listens.
  package static func connect(_ port: Int, host: String = "127.0.0.1") -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// All that comes back until the server closes the connection; "" where nobody listens.
  package static func answer(_ port: Int, to bytes: some Sequence<UInt8>) -> String {
    guard let descriptor = connect(port) else { return "" }
    defer { close(descriptor) }
    send(descriptor, Array(bytes))
    return rest(descriptor)
  }

  package static func answer(_ port: Int, to text: String) -> String {
    answer(port, to: text.utf8)
  }

  /// What comes back up to a text, from a server that keeps its connections.
  package static func answer(_ port: Int, to text: String, until end: String) -> String {
    guard let descriptor = connect(port) else { return "" }
    defer { close(descriptor) }
    send(descriptor, Array(text.utf8))
    var all: [UInt8] = []
    var byte: UInt8 = 0
    while !all.suffix(end.utf8.count).elementsEqual(end.utf8) {
      guard recv(descriptor, &byte, 1, 0) == 1 else { break }
      all.append(byte)
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// What the server has read of it is its own affair.
  package static func send(_ descriptor: Int32, _ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// All until the server closes the connection.
  package static func rest(_ descriptor: Int32) -> String {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { break }
      all += part[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }

  package static func end(_ descriptor: Int32) { close(descriptor) }
}
