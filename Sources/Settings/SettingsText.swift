import Glibc

/// Reads a settings file: small, regular, in UTF-8.
enum SettingsText {
  static let limit = 64 * 1024

  static func read(_ path: String) throws(SettingsError) -> String {
    try text(bytes(path)[...], file: fileName(path))
  }

  /// The bytes of a file, which may be anything.
  static func bytes(_ path: String) throws(SettingsError) -> [UInt8] {
    let name = fileName(path)
    // Opening a pipe must not wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(file: name, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(file: name, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(file: name) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(file: name, code: errno) }
      if got == 0 { break }
      count += got
    }
    guard count <= limit else { throw .tooLong(file: name, limit: limit) }
    return Array(bytes[..<count])
  }

  private static func text(
    _ bytes: ArraySlice<UInt8>, file: String
  ) throws(SettingsError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let broken = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw .mistake(file: file, line: broken + 1, reason: "this is not UTF-8 text")
  }

  static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// The system's message for an errno.
func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
