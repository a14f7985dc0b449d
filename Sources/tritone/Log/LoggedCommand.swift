import ArgumentParser
import Log

/// A sub-command whose work the log tells.
protocol LoggedCommand: ParsableCommand {
  func run(log: Log) throws
}

extension LoggedCommand {
  func run() throws { try run(log: Log()) }
}
