import Foundation

/// Runs other programs, with a limit on how long they may take.
enum Program {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs to the end and gives everything it printed.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    within limit: Double = 60
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    // Files rather than pipes: a full pipe would stop a program that prints much.
    let folder = FileManager.default.temporaryDirectory
    let files = [0, 1].map { _ in folder.appendingPathComponent("out-\(UUID().uuidString)") }
    for file in files { try Data().write(to: file) }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let handles = try files.map { try FileHandle(forWritingTo: $0) }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    let end = Date().addingTimeInterval(limit)
    while process.isRunning {
      guard Date() < end else {
        process.terminate()
        throw Failure(description: "\(program) \(arguments) took longer than \(limit) s")
      }
      usleep(2000)
    }
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  /// Runs and throws when it does not succeed.
  @discardableResult
  static func check(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil
  ) throws -> String {
    let result = try run(program, arguments, environment: environment)
    guard result.status == 0 else {
      throw Failure(
        description: "\(program) \(arguments.prefix(6)) gave \(result.status): \(result.errors)")
    }
    return result.output
  }

  /// Polls until a condition holds.
  static func wait(
    _ what: String, within limit: Double = 15, _ condition: () throws -> Bool,
    state: () -> String = { "" }
  ) throws {
    let end = Date().addingTimeInterval(limit)
    while true {
      if try condition() { return }
      guard Date() < end else {
        throw Failure(description: "waited \(limit) s for \(what)\n\(state())")
      }
      usleep(20_000)
    }
  }
}
