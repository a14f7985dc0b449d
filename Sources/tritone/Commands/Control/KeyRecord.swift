import Interface

/// A command as `keys --json` prints it.
struct KeyRecord: Encodable {
  /// As on the command line.
  var name: String
  /// The form of the argument; absent without one.
  var argument: String?
  var summary: String
  var keys: [String]
  var section: String?
  /// The only pane where the keys hold; absent for all.
  var pane: String?

  /// All commands, first those with keys, then those of the command line alone.
  static var all: [KeyRecord] {
    let entries = CommandTable.sections.flatMap { section in
      section.entries.map { entry in
        KeyRecord(
          name: entry.name, summary: entry.summary, keys: entry.keys, section: section.title,
          pane: entry.pane.map { "\($0)" })
      }
    }
    let usages = CommandLineReader.usages.map { usage in
      KeyRecord(
        name: usage.name, argument: String(usage.form.dropFirst(usage.name.count + 1)),
        summary: usage.summary, keys: [])
    }
    return entries + usages
  }
}
