import ArgumentParser
import Foundation
import Library
import Music

/// Measures a rebuild of a library's catalog: how long lists wait, and the memory.
struct RebuildBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "making",
    abstract: "Takes the catalog's file away and measures what the next start costs.")

  @Argument(help: "A library's database.")
  var library: String

  func run() async throws {
    let file = library + "-catalog"
    if FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
    let (start, before) = (ContinuousClock.now, ProcessTime.seconds)
    let library = try Library(at: FilePath(self.library))
    let window = try await library.window(ListQuery(.songs), range: 0..<60, anchor: nil)
    report("lists of \(window.trackCount) tracks are there", start, before)
    while !FileManager.default.fileExists(atPath: file) {
      guard ContinuousClock.now - start < .seconds(120) else {
        print("the file was not written within two minutes")
        break
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    report("the file is there", start, before)
    try await Task.sleep(for: .seconds(5))
    report("five seconds later", start, before)
  }

  private func report(_ what: String, _ start: ContinuousClock.Instant, _ before: Double) {
    let processor = Int((ProcessTime.seconds - before) * 1_000)
    print(what + ": \((ContinuousClock.now - start) / .milliseconds(1)) ms, processor \(processor)")
    print(ProcessMemory.lines())
  }
}

/// Processor time of this process, all threads together.
enum ProcessTime {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
