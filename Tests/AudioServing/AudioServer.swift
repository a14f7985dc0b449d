import Foundation
import Glibc
package import Music
package import Synchronization

/// An HTTP server on 127.0.0.1 with scripted answers, closed with its last reference.
package final class AudioServer: Sendable {
  package let port: UInt16
  private let listener: Int32
  /// Number of connections.
  package let connections = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)
  private let asked = Atomic<Int>(0)

  /// Number of connections with a request.
  package var requests: Int { asked.load(ordering: .relaxed) }

  package struct Failure: Error { package var code: Int32 }

  /// `answer` runs on a thread of its own for each connection.
  package init(_ answer: @escaping @Sendable (Connection) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(code: errno) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0, let self, !self.isOver.load(ordering: .relaxed) else {
          if descriptor >= 0 { close(descriptor) }
          close(listener)
          return
        }
        let number = self.connections.add(1, ordering: .relaxed).newValue
        Thread.detachNewThread {
          let connection = Connection(descriptor: descriptor, number: number)
          if let connection {
            self.asked.add(1, ordering: .relaxed)
            answer(connection)
          }
          close(descriptor)
        }
      }
    }
  }

  deinit {
    isOver.store(true, ordering: .relaxed)
    // Wakes the accepting thread, which closes the socket.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  package func address(_ name: String, scheme: String = "http") -> StreamAddress {
    // because the names in tests need no encoding
    StreamAddress("\(scheme)://127.0.0.1:\(port)/\(name)")!
  }

  package func source(_ name: String, scheme: String = "http") -> MediaSource {
    .stream(address(name, scheme: scheme))
  }

  package struct Connection: Sendable {
    package let descriptor: Int32
    /// Counted from 1.
    package let number: Int
    /// The request's head.
    package let request: String

    package init?(descriptor: Int32, number: Int) {
      var head: [UInt8] = []
      var byte: UInt8 = 0
      while head.suffix(4) != [13, 10, 13, 10] {
        guard head.count < 16384, recv(descriptor, &byte, 1, 0) == 1 else { return nil }
        head.append(byte)
        // The first byte of a TLS handshake.
        if head == [0x16] { break }
      }
      self.descriptor = descriptor
      self.number = number
      request = String(decoding: head, as: UTF8.self)
    }

    /// The requested path without its slash.
    package var name: String {
      String(request.split(separator: " ").dropFirst().first?.dropFirst() ?? "")
    }

    /// The Host header: server and port.
    package var host: String {
      String(request.split(separator: "Host: ").last?.prefix { !$0.isNewline } ?? "")
    }

    /// Start of the requested range.
    package var rangeStart: Int? {
      guard let range = request.firstRange(of: "Range: bytes=") else { return nil }
      return Int(request[range.upperBound...].prefix { $0.isNumber })
    }

    /// Returns false once the client has disconnected.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
      let bytes = Array(bytes)
      var done = 0
      while done < bytes.count {
        let sent = bytes.withUnsafeBytes {
          Glibc.send(
            descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done,
            Int32(MSG_NOSIGNAL))
        }
        guard sent > 0 else { return false }
        done += sent
      }
      return true
    }

    @discardableResult
    package func send(head lines: String...) -> Bool {
      send((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Answers like a file server with ranges; stops after `limit` bytes of the file.
    package func serve(
      _ bytes: [UInt8], type: String = "application/octet-stream", limit: Int? = nil
    ) {
      let start = min(rangeStart ?? 0, bytes.count)
      send(
        head: rangeStart == nil ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content",
        "Content-Type: \(type)", "Accept-Ranges: bytes",
        "Content-Length: \(bytes.count - start)",
        "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)")
      send(bytes[start..<max(start, min(bytes.count, limit ?? .max))])
    }

    /// Waits for the client to disconnect, at most so many seconds.
    package func wait(seconds: Int32 = 20) {
      var asked = pollfd(descriptor: descriptor)
      poll(&asked, 1, seconds * 1000)
    }
  }
}

extension pollfd {
  fileprivate init(descriptor: Int32) {
    self.init(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }
}
