internal import Glibc

/// How another process is, as the kernel tells it.
package enum ProcessState: Equatable, Sendable {
  case running
  /// By a signal, or by a debugger.
  case stopped
  case gone

  package static func of(_ process: Int32) -> ProcessState {
    let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return kill(process, 0) != 0 && errno == ESRCH ? .gone : .running }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    // The state is behind the name, which may have anything in it but has 15 bytes at most.
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count
    else { return count < 0 && errno == ESRCH ? .gone : .running }
    return switch bytes[end + 2] {
    case UInt8(ascii: "T"), UInt8(ascii: "t"): .stopped
    case UInt8(ascii: "Z"), UInt8(ascii: "X"): .gone
    default: .running
    }
  }
}
