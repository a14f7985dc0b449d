import Foundation
import Music

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
