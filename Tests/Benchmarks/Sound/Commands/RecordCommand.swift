import ArgumentParser
import SoundRecorder

/// Records the sink until killed; reports the start and any missing parts.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record the benchmark's sink.", shouldDisplay: false)

  @Argument var file: String
  @Argument var rate: Int

  func run() throws {
    let recorder = try MonitorRecorder(of: "test.monitor", rate: rate, to: file) {
      StandardOutput.say("recording")
    }
    try recorder.run(within: .seconds(10))
    StandardOutput.say("holes \(recorder.faults.holes) overflows \(recorder.faults.overflows)")
  }
}
