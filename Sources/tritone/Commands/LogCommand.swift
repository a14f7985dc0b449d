import ArgumentParser
import Glibc
import Library
import Log
import Music

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what the program did and why something failed.",
    discussion: """
      The player and longer commands write what they open and what fails. Five files of 1 MB are \
      kept. TRITONE_LOG=debug in the environment of the player has it write more; error, warning \
      and info are the other levels. A line has the \
      time, the level, the part of the program, what happened, and fields with names.

      Examples:
        tritone log
        tritone log --level error --lines 20
        tritone log --follow
        tritone log --json | jq -r 'select(.part == "scan") | .fields.file'
        less "$(tritone log --path)"
      """)

  @Option(help: "How many lines at most, the newest.") var lines = 100
  @Flag(help: "Go on with what is written later.") var follow = false
  @Option(
    help: ArgumentHelp(
      "The least severe level shown: error, warning, info or debug.", valueName: "level"))
  var level: LogLevel = .debug
  @Flag(help: "Print one JSON object a line.") var json = false
  @Flag(help: "Print the path of the file alone.") var path = false

  func validate() throws {
    guard (0...1_000_000).contains(lines) else {
      throw ValidationError("--lines is from 0 to 1000000")
    }
  }

  func run() throws {
    let folder = Directories.here.log
    guard !path else { return StandardOutput.line(folder.file.text) }
    // Before the first reading: nothing is missed in between.
    let changes = follow ? try LogChanges(of: folder) : nil
    var tail = LogTail(of: folder)
    try show(entries(try tail.next()).suffix(lines))
    while let changes, StandardOutput.fault == nil, changes.wait() {
      try show(entries(try tail.next()))
    }
  }

  private typealias Entry = (line: [UInt8], record: LogRecord)

  private func entries(_ lines: [[UInt8]]) -> [Entry] {
    lines.compactMap { line in
      guard let record = LogLineReader.record(line), record.level <= level else { return nil }
      return (line, record)
    }
  }

  private func show(_ entries: some Collection<Entry>) throws {
    for (line, record) in entries {
      let text = String(decoding: line, as: UTF8.self)
      if json {
        try StandardOutput.json(JSONLogRecord(record, time: String(text.prefix { $0 != " " })))
      } else {
        StandardOutput.line(text)
      }
    }
  }
}

extension LogLevel: ExpressibleByArgument {}

/// An entry as `log --json` prints it.
struct JSONLogRecord: Encodable {
  /// ISO 8601, UTC.
  var time: String
  var level, part, message: String
  var process: Int32
  var fields: [String: String]

  init(_ record: LogRecord, time: String) {
    self.time = time
    level = record.level.rawValue
    part = record.part
    message = record.message
    process = record.process
    fields = Dictionary(record.fields.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

/// Waits for changes of the log's files.
private struct LogChanges {
  private let inotify: Inotify?

  /// Milliseconds after which it is read in any case: a moved folder reports nothing.
  private static let longest: Int32 = 5_000
  /// The same where the system reports no changes.
  private static let polling: Int32 = 500

  init(of folder: LogFolder) throws(LogFault) {
    try folder.make()
    // Without a watch it is read twice a second.
    inotify = try? Inotify()
    _ = try? inotify?.add(folder.path, for: Inotify.Kinds(rawValue: UInt32(IN_MODIFY)))
  }

  /// False once nobody reads the output, as `head` does not after its last line.
  func wait() -> Bool {
    var descriptors = [
      pollfd(fd: inotify?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    _ = poll(&descriptors, 2, inotify == nil ? LogChanges.polling : LogChanges.longest)
    _ = inotify?.read()
    return descriptors[1].revents == 0
  }
}
