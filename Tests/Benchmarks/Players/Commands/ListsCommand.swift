import ArgumentParser
import BenchHarness
import Foundation

/// Measures long lists other than that of all tracks, with the limits of that.
struct ListsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists",
    abstract:
      "Measure long playlists, queues and folders, long tags, and keys beside the analysis.",
    discussion: "Exits with 1 when a limit is passed.")

  private static let parts: [any ListsPart] = [
    PlaylistPart(), PlaylistsPart(), QueuePart(), FolderPart(), TagsPart(), UndoPart(),
    AnalysisPart(),
  ]

  @Flag(help: "A tenth of the rows, and fewer keys.") var quick = false
  @Option(
    help: ArgumentHelp(
      "Only these: playlist, playlists, queue, folder, tags, undo, analysis.", valueName: "part"))
  var only: [String] = []
  @Flag(help: "Print one JSON object with every value.") var json = false

  func validate() throws {
    for name in only where !Self.parts.contains(where: { $0.name == name }) {
      throw ValidationError("there is no part \(name) here")
    }
  }

  func run() throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    let before = Machine.load
    var rows: [Row] = []
    for part in Self.parts where only.isEmpty || only.contains(part.name) {
      let count = quick ? part.quickCount : part.count
      Progress.show("\(part.name) \(count)")
      let home = try workplace.home("\(part.name)\(count)")
      let read = try part.read(home, workplace, count: count, isQuick: quick)
      rows += read
      for row in read {
        Progress.show("    \(row.measure.title): \(row.cell(of: .ours)) (load \(Machine.load))")
      }
    }
    if json {
      let report = JSONReport(
        rows: rows, machine: Machine.description, loadBefore: before, loadAfter: Machine.load)
      print(try report.text)
    } else {
      print("\(Date.now.ISO8601Format()), \(Machine.description)\(quick ? ", quick" : "")")
      print("load before: \(before); after: \(Machine.load)\n\n" + Table(rows: rows).text)
    }
    if rows.contains(where: { $0.verdict == .fail }) { throw ExitCode(1) }
  }
}
