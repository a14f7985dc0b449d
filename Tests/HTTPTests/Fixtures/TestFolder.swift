import Foundation
import Music

/// A folder that is gone with the test.
final class TestFolder: Sendable {
  let path: FilePath

  init() {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "tritone-http-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(  // because a test without a folder cannot run
      at: url, withIntermediateDirectories: true)
    path = FilePath(url.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.text) }

  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path.appending(name).text).map { Array($0) }
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path.appending(name).text))
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path.text)) ?? []).sorted()
  }
}

/// Runs a program to its end and returns its output.
func run(_ program: String, _ arguments: [String], in folder: FilePath? = nil) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [program] + arguments
  if let folder { process.currentDirectoryURL = URL(filePath: folder.text) }
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
  process.waitUntilExit()
  struct Failure: Error { let program: String }
  guard process.terminationStatus == 0 else { throw Failure(program: program) }
  return bytes
}
