import ArgumentParser
import BenchHarness
import Dispatch
import Foundation
import Glibc

/// Runs the gates one after another and prints the table.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Run the gates; what is going on goes to standard error.",
    discussion: "Exits with 1 when ours fails a gate.")

  @Flag(help: "Measure for a shorter time.") var quick = false
  @Option(help: ArgumentHelp("Only gates whose name starts so.", valueName: "name"))
  var only: [String] = []
  @Option(help: ArgumentHelp("Only these players: ours, mpv, mpd, cmus.", valueName: "player"))
  var player: [String] = []
  @Flag(help: "Print one JSON object with every value.") var json = false
  @Flag(help: "Name the gates.") var list = false

  private static var gates: [any Gate] {
    SoundFormat.allCases.map { GapGate(format: $0) } + [
      RateGate(files: [44100, 44100], sink: 48000), RateGate(files: [44100, 48000], sink: 44100),
      RateGate(files: [44100, 48000], sink: 48000), SeekGate(), LongSeekGate(), PositionGate(),
      PauseGate(), FirstSoundGate(), KeyGate(), LoadGate(sink: 44100), LoadGate(sink: 48000),
      WholeLoadGate(), CrashGate(), RenderGate(), HogsGate(isSameSession: false),
      HogsGate(isSameSession: true),
    ]
  }

  func run() throws {
    if list { return Self.gates.forEach { print($0.name) } }
    // A peer that exits during a conversation is an error there, not our end.
    signal(SIGPIPE, SIG_IGN)
    let gates = Self.gates.filter { gate in
      only.isEmpty || only.contains(where: gate.name.hasPrefix)
    }
    guard !gates.isEmpty else { throw ValidationError("no gate is called so; see --list") }
    for program in ["pulseaudio", "setpriv"] where !Spawned.isInstalled(program) {
      throw ValidationError("\(program) is not installed")
    }
    let workplace = try Workplace()
    let interrupt = removing(workplace.folder)
    defer { interrupt.cancel() }
    let bench = Bench(workplace, try Corpus(), isQuick: quick)
    let machine = Machine()
    let before = Machine.load
    let entrants = present()
    let rows = gates.flatMap { gate in Round(gate, bench).rows(of: entrants) }
    if json {
      print(try JSONReport(rows: rows, machine: machine, loadBefore: before, isQuick: quick).text)
    } else {
      describe(machine, before)
      print(Table(rows: rows, entrants: Entrant.allCases).text)
    }
    if rows.contains(where: { $0.verdict == .fail }) { throw ExitCode(1) }
  }

  private func present() -> [Entrant] {
    Entrant.allCases.filter { entrant in
      guard player.isEmpty || player.contains(entrant.rawValue) else { return false }
      guard let program = entrant.program, !Spawned.isInstalled(program) else { return true }
      Progress.show("\(entrant.title) is not installed and is left out")
      return false
    }
  }

  private func describe(_ machine: Machine, _ before: String) {
    print("\(Date.now.ISO8601Format()), \(machine.description)\(quick ? ", quick" : "")")
    print("load before: \(before); after: \(Machine.load)")
    for (_, text) in machine.versions { print(text) }
    print()
  }

  /// Ctrl-C cleans up: child processes end with us, and the folder is removed here.
  private func removing(_ folder: String) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      try? FileManager.default.removeItem(atPath: folder)
      Glibc.exit(130)
    }
    source.resume()
    return source
  }
}
