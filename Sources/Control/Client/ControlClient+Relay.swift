internal import CLinux
internal import Glibc
internal import JSON
internal import Music

extension ControlClient {
  /// Passes lines on to the player as they are read, and its lines back, until both have ended.
  ///
  /// - Parameters:
  ///   - input: a descriptor that is read to its end.
  ///   - output: takes what the player says, in whole lines.
  /// - Returns: whether all requests were carried out.
  package func relay(
    from input: Int32, to output: ([UInt8]) throws -> Void
  ) throws -> Bool {
    var isDone = true
    var waiting: [UInt8] = []
    var hasEnded = false
    while true {
      do {
        while let line = try line(until: .now) {
          if try Self.node(line)["ok"]?.bool == false { isDone = false }
          try output(line + [UInt8(ascii: "\n")])
        }
      } catch ControlError.lost {
        // It closes the connection when it has answered all.
        if hasEnded { return isDone }
        throw ControlError.lost
      }
      var polled = [
        pollfd(
          fd: descriptor, events: Int16(waiting.isEmpty ? POLLIN : POLLIN | Int32(POLLOUT)),
          revents: 0),
        // Nothing is read while something waits: what is between both is bounded.
        pollfd(fd: hasEnded || !waiting.isEmpty ? -1 : input, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, -1) > 0 else { continue }
      if polled[1].revents != 0 {
        var part = [UInt8](repeating: 0, count: 64 << 10)
        let got = read(input, &part, part.count)
        if got > 0 {
          waiting = Array(part[..<got])
        } else if got == 0 || errno != EINTR {
          hasEnded = true
          shutdown(descriptor, Int32(SHUT_WR))
        }
      }
      if !waiting.isEmpty, Int32(polled[0].revents) & Int32(POLLOUT) != 0 {
        let sent = tritone_send(descriptor, waiting, waiting.count, nil, 0)
        if sent > 0 {
          waiting.removeFirst(sent)
        } else if !LocalSocket.isTemporary(errno) {
          waiting = []
          hasEnded = true
        }
      }
    }
  }
}
