internal import Glibc

/// The system's words for an errno.
enum SystemText {
  static func of(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}
