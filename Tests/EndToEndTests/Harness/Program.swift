import Foundation
import ServerHarness

/// Runs other programs, with a limit on how long they may take.
enum Program {
  /// Seconds after which a wait gives up. Not a measure of speed: the limit only ends a test that
  /// would hang, on however busy a machine.
  static let patience = Spawned.patience

  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program to its end and returns its output.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    input: URL? = nil, within limit: Double = 2 * Program.patience
  ) throws -> Result {
    // Files rather than pipes: a full pipe would block a program that prints much.
    let files = [0, 1].map { _ in "/tmp/tt-out-\(UUID().uuidString)" }
    defer { for file in files { unlink(file) } }
    let reading = try input.map { try FileHandle(forReadingFrom: $0) }
    defer { try? reading?.close() }
    let spawned = try Spawned(
      program, arguments, environment: environment, input: reading?.fileDescriptor,
      output: files[0], errors: files[1])
    let end = Date().addingTimeInterval(limit)
    while spawned.poll() == nil {
      guard Date() < end else {
        spawned.end()
        throw Failure(
          description: "\(program) \(arguments.prefix(8)) took longer than \(limit) s")
      }
      usleep(2000)
    }
    let texts = try files.map {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
    }
    return Result(status: spawned.status ?? -1, output: texts[0], errors: texts[1])
  }

  /// Runs a program and throws unless it succeeds.
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
    _ what: String, within limit: Double = Program.patience, _ condition: () throws -> Bool,
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
