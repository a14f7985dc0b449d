internal import CLinux
internal import Glibc
internal import Music

/// The protocol of the socket: lines of JSON, one object each.
package enum ControlProtocol {
  /// Goes up with a change that a program written for an earlier one does not survive.
  package static let version = 1
  /// Bytes of a line, its end excluded.
  package static let longestLine = 1 << 20

  /// What tells one build of the program from another: the version, and the linker's hash or else
  /// the size and time of the file.
  package static let build: String = {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = tritone_build_id(&bytes, bytes.count)
    if count > 0 {
      let digits = bytes.prefix(count).map { byte in
        String(UInt16(byte) | 0x100, radix: 16).dropFirst()
      }
      return "\(ProgramVersion.text)-\(digits.joined())"
    }
    var status = stat()
    // The file of this process, also where another one stands in its place by now.
    guard stat("/proc/self/exe", &status) == 0 else { return ProgramVersion.text }
    return "\(ProgramVersion.text)-\(status.st_size)-\(status.st_mtim.tv_sec)"
      + "-\(status.st_mtim.tv_nsec)"
  }()
}

/// What a program and the player say of themselves.
package struct ControlHello: Equatable, Sendable {
  package var version: Int
  package var build: String

  package init(version: Int = ControlProtocol.version, build: String = ControlProtocol.build) {
    self.version = version
    self.build = build
  }

  /// Whether both are the same program.
  package var isOurs: Bool { self == ControlHello() }
}
