import Glibc

extension BuildError {
  /// An error of the system as Python prints it: "[Errno 21] Is a directory".
  static func text(ofCode code: Int32) -> String { "[Errno \(code)] \(reason(ofCode: code))" }

  /// The system's message for an errno: "Is a directory".
  static func reason(ofCode code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "error \(code)" }
      start.pointee = 0
      return strerror_r(code, start, buffer.count) == 0
        ? String(cString: start) : "error \(code)"
    }
  }
}
