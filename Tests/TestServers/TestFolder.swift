import Foundation
package import Music

/// A folder that is gone with the test.
package final class TestFolder: Sendable {
  package let path: FilePath

  package init() {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "tritone-test-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(  // because a test without a folder cannot run
      at: url, withIntermediateDirectories: true)
    path = FilePath(url.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.text) }

  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path.appending(name).text).map { Array($0) }
  }

  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    let file = path.appending(name)
    try Data(bytes).write(to: URL(filePath: file.text))
    return file
  }

  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path.text)) ?? []).sorted()
  }
}
