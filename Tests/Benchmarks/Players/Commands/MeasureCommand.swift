import ArgumentParser
import BenchHarness
import Dispatch
import Foundation
import Glibc

/// Runs the gates on collections of growing size and prints the table.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Run the gates; what is going on goes to standard error.",
    discussion: "Exits with 1 when ours fails a gate.")

  @Flag(help: "Fewer rounds, and 10,000 tracks unless told otherwise.") var quick = false
  @Option(help: ArgumentHelp("Only these gates: scan, start, keys, cold.", valueName: "gate"))
  var only: [String] = []
  @Option(help: ArgumentHelp("Only these players: ours, cmus, mpd, moc.", valueName: "player"))
  var player: [String] = []
  @Option(
    help: ArgumentHelp(
      "Collections of so many tracks; 10,000, 100,000 and 1,000,000.", valueName: "count"))
  var tracks: [Int] = []
  @Flag(help: "Print one JSON object with every value.") var json = false

  /// Larger collections are libraries without files.
  private static let maximumFiles = 100_000
  private static let gates: [any Gate] = [ScanGate(), StartGate(), KeysGate(), ColdGate()]

  func validate() throws {
    guard tracks.allSatisfy({ (1...10_000_000).contains($0) }) else {
      throw ValidationError("a collection has 1 to 10,000,000 tracks")
    }
    for name in player where Entrant(rawValue: name) == nil {
      throw ValidationError("there is no player \(name) here")
    }
  }

  func run() throws {
    // A peer that exits during a conversation is an error there, not our end.
    signal(SIGPIPE, SIG_IGN)
    let gates = Self.gates.filter { gate in
      only.isEmpty || only.contains(where: gate.name.hasPrefix)
    }
    guard !gates.isEmpty else {
      throw ValidationError("there are the gates scan, start, keys and cold")
    }
    guard Spawned.isInstalled("setpriv") else { throw ValidationError("setpriv is not installed") }
    let workplace = try Workplace()
    let endings = removing(workplace.path)
    defer {
      for ending in endings { ending.cancel() }
      workplace.remove()
    }
    let entrants = present()
    let before = Machine.load
    let sizes = tracks.isEmpty ? (quick ? [10_000] : [10_000, 100_000, 1_000_000]) : tracks
    var rows: [Row] = []
    for size in sizes {
      let round = try Round(
        workplace, tracks: size, entrants, isQuick: quick, withMusic: size <= Self.maximumFiles)
      for gate in gates { rows += round.rows(gate) }
    }
    if json {
      let report = JSONReport(
        rows: rows, machine: Machine.description, loadBefore: before, loadAfter: Machine.load)
      print(try report.text)
    } else {
      print("\(Date.now.ISO8601Format()), \(Machine.description)\(quick ? ", quick" : "")")
      print("load before: \(before); after: \(Machine.load)")
      for program in entrants.flatMap(\.programs) { print(Machine.version(of: program) ?? program) }
      print("\n" + Table(rows: rows).text)
    }
    if rows.contains(where: { $0.verdict == .fail }) { throw ExitCode(1) }
  }

  private func present() -> [Entrant] {
    Entrant.allCases.filter { entrant in
      guard player.isEmpty || player.contains(entrant.rawValue) else { return false }
      guard let missing = entrant.programs.first(where: { !Spawned.isInstalled($0) }) else {
        return true
      }
      Progress.show("\(missing) is not installed; \(entrant.title) is left out")
      return false
    }
  }

  /// Ctrl-C cleans up: child processes end with us, and the folder is removed here.
  private func removing(_ folder: String) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        try? FileManager.default.removeItem(atPath: folder)
        Glibc.exit(128 + number)
      }
      source.resume()
      return source
    }
  }
}
