import Foundation
import Music

/// A folder that is gone with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: FilePath

  init() {
    let name = "tritone-\(UUID().uuidString)"
    path = FilePath(FileManager.default.temporaryDirectory.path).appending(name)
    makeFolder(path)
  }

  deinit {
    _ = try? FileManager.default.removeItem(atPath: path.text)  // because nobody is left to tell
  }

  subscript(_ relative: String) -> FilePath { path.appending(relative) }

  @discardableResult
  func write(_ relative: String, _ bytes: [UInt8]) -> FilePath {
    let file = self[relative]
    if let parent = file.parent { makeFolder(parent) }
    writeFile(file, bytes)
    return file
  }

  func remove(_ relative: String) throws {
    try FileManager.default.removeItem(atPath: self[relative].text)
  }

  func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: self[from].text, toPath: self[to].text)
  }
}

func withCString<Result>(_ path: FilePath, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  (path.bytes + [0]).withUnsafeBytes { buffer in
    // because the buffer holds at least the NUL
    body(buffer.assumingMemoryBound(to: CChar.self).baseAddress!)
  }
}

func makeFolder(_ path: FilePath) {
  if let parent = path.parent, withCString(parent, { access($0, F_OK) }) != 0 {
    makeFolder(parent)
  }
  _ = withCString(path) { mkdir($0, 0o755) }
}

/// Writes byte-exact names, which Foundation cannot.
func writeFile(_ path: FilePath, _ bytes: [UInt8]) {
  let descriptor = withCString(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
  precondition(descriptor >= 0, "cannot write \(path.text)")
  precondition(write(descriptor, bytes, bytes.count) == bytes.count)
  close(descriptor)
}
