import Glibc

/// The system's message for an errno: "No such file or directory".
func systemText(_ code: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    // Glibc's own strerror_r returns the text, which need not be in the buffer.
    guard let start = buffer.baseAddress else { return "error \(code)" }
    start.pointee = 0
    return strerror_r(code, start, buffer.count) == 0 ? String(cString: start) : "error \(code)"
  }
}
