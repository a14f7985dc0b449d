import Foundation
import Music
import Testing

/// A folder that is gone with the test.
final class TemporaryFolder: Sendable {
  let path: FilePath

  init() {
    let name = "/tmp/tritone-peers-\(UUID().uuidString)"
    mkdir(name, 0o700)
    path = FilePath(name)
  }

  /// A path in the folder for temporary files that nothing has.
  static var unique: FilePath { FilePath("/tmp/tritone-peers-\(UUID().uuidString)") }

  deinit { try? FileManager.default.removeItem(atPath: path.text) }
}

extension FilePath {
  /// A path below this one.
  func at(_ relative: String) -> FilePath { appending(relative) }

  var exists: Bool {
    var status = stat()
    return withCString { lstat($0, &status) } == 0
  }

  var status: stat {
    var status = stat()
    _ = withCString { lstat($0, &status) }
    return status
  }

  func write(_ bytes: [UInt8]) {
    if let parent {
      try? FileManager.default.createDirectory(
        atPath: parent.text, withIntermediateDirectories: true)
    }
    let file = withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
    defer { close(file) }
    #expect(bytes.isEmpty || Glibc.write(file, bytes, bytes.count) == bytes.count)
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  var contents: [UInt8]? { FileManager.default.contents(atPath: text).map(Array.init) }
  var string: String? { contents.map { String(decoding: $0, as: UTF8.self) } }

  /// The names in a folder, hidden ones too.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: text)) ?? []).sorted()
  }

  /// Sets the time of a file's last change.
  func setTime(_ seconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    _ = withCString { utimensat(AT_FDCWD, $0, [time, time], 0) }
  }
}

/// Bytes that are not all the same; two seeds differ from the first byte on.
func sound(_ count: Int, seed: Int = 1) -> [UInt8] {
  let block = (0..<min(count, 4_093)).map {
    UInt8(truncatingIfNeeded: ($0 &* 31 &+ seed) ^ ($0 >> 8))
  }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  while bytes.count < count { bytes += block.prefix(count - bytes.count) }
  return bytes
}
