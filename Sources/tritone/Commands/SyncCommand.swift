import ArgumentParser
import Glibc
import Library
import Log
import Music
import Peers
import Sync

struct SyncCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Sync with devices: music, plays, ratings and playlists.",
    discussion: """
      Both sides are read, and what would be done is said before it is: music that was chosen for the \
      device goes there, plays and ratings go both ways, playlists join. What changes in the library \
      is one step, which Ctrl-Z in the player takes back. Music is never removed from the library. \
      A sync that is stopped goes on where it was. Without a name, all devices that are there are \
      synced.

      Examples:
        tritone sync --dry-run
        tritone sync Stick
        tritone sync Stick --yes --json | jq .copied
        tritone sync Server --rate 2000000
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(name: .shortAndLong, help: "Only say what would be done.") var dryRun = false
  @Flag(help: "Do not ask.") var yes = false
  @Flag(help: "Print one JSON object for each device.") var json = false
  @Option(help: ArgumentHelp("The most bytes a second that are copied.", valueName: "bytes"))
  var rate: Int64?
  @Flag(help: "Take the files that are new on the device into the library.") var take = false
  @Flag(help: ArgumentHelp("Speak with another Tritone; for ssh.", visibility: .hidden))
  var serve = false
  @Flag(
    help: ArgumentHelp(
      "With --serve: serve the library that the other Tritone names.", visibility: .hidden))
  var anyLibrary = false
  @Argument(help: "The devices.") var names: [String] = []

  func validate() throws {
    if let rate, rate < 1 { throw ValidationError("--rate is at least 1") }
    if serve, dryRun || yes || json || take || !names.isEmpty {
      throw ValidationError("--serve stands alone")
    }
    if anyLibrary, !serve { throw ValidationError("--any-library goes with --serve") }
  }

  func run(log: Log) throws {
    if serve { return try runServer(log) }
    let library = try options.openExistingLibrary(listsSoon: false, log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let known = KnownDevices(library, options.directories)
    let wanted = names
    let devices = try Waiting.run {
      guard wanted.isEmpty else {
        var devices: [Device] = []
        for name in wanted {
          let device = await known.presence(of: try await known.device(named: name)).located
          if !devices.contains(where: { $0.id == device.id }) { devices.append(device) }
        }
        return devices
      }
      return try await known.presences().filter { $0.isThere != false }.map(\.located)
    }
    guard !devices.isEmpty else {
      throw Failure(reason: "no device is there; tritone device list shows those that are known")
    }
    var isWhole = true
    for device in devices {
      do {
        isWhole = try sync(device, library, log) && isWhole
      } catch let failure as Failure {
        guard devices.count > 1 else { throw failure }
        StandardError.print("tritone: \(TrackText.clean(failure.reason))")
        isWhole = false
      }
    }
    guard isWhole else { throw ExitCode(1) }
  }

  // MARK: One device

  /// - Returns: whether everything that could be done was.
  private func sync(_ device: Device, _ library: Library, _ log: Log) throws -> Bool {
    let line = ProgressLine()
    defer { line.clear() }
    let (directories, rate, isSure) = (options.directories, rate, yes && !dryRun)
    let (sync, plan) = try Waiting.run {
      let sync = try await DeviceSync.begin(
        with: device, library, directories, mayAsk: isatty(STDIN_FILENO) == 1, rate: rate)
      do {
        let plan = try await sync.plan { line.show($0) }
        // The device is free while the question is read.
        if !isSure { await sync.close() }
        return (sync, plan)
      } catch let error as SyncError {
        throw Failure(reason: "\(device.name): \(error.message)")
      }
    }
    line.clear()
    defer { try? Waiting.run { await sync.close() } }
    let chosen = self.chosen(plan)
    if dryRun {
      if json {
        try StandardOutput.json(SyncPlanRecord(chosen))
      } else {
        chosen.eachLine { StandardOutput.line($0) }
      }
      return true
    }
    if !json {
      for text in chosen.summaryLines { StandardError.print(TrackText.clean(text)) }
    }
    guard chosen.isEmpty || isWanted(chosen) else { throw Failure(reason: "nothing was changed") }
    let outcome = try WakefulWork.run("Syncing with a device") {
      try Waiting.run { await sync.carryOut(chosen) { line.show($0) } }
    }
    line.clear()
    if json {
      try StandardOutput.json(SyncReportRecord(outcome))
    } else {
      for text in outcome.report.lines(isWhole: outcome.fault == nil) {
        StandardOutput.line(TrackText.clean(text))
      }
    }
    if let fault = outcome.fault {
      StandardError.print("tritone: \(TrackText.clean(device.name)): \(fault)")
    } else if outcome.report.wasCancelled {
      StandardError.print("tritone: stopped; the next sync goes on from here")
    }
    return outcome.fault == nil && !outcome.report.wasCancelled
  }

  private func chosen(_ plan: SyncPlan) -> SyncPlan {
    guard take else { return plan }
    var plan = plan
    for index in plan.items.indices {
      if case .take = plan.items[index].action { plan.items[index].isIncluded = true }
    }
    return plan
  }

  /// Asks where somebody can answer, and where much would go.
  private func isWanted(_ plan: SyncPlan) -> Bool {
    guard !yes else { return true }
    if isatty(STDIN_FILENO) == 1 {
      let warning = plan.removesMuch ? "Much would be removed from it. " : ""
      return Confirmation.isGiven("\(warning)Sync \(TrackText.clean(plan.deviceName))?")
    }
    guard plan.removesMuch else { return true }
    StandardError.print(
      "tritone: much would be removed from \(TrackText.clean(plan.deviceName)); --yes does it")
    return false
  }

  // MARK: The server

  private func runServer(_ log: Log) throws {
    guard isatty(STDIN_FILENO) == 0 else {
      throw Failure(reason: "--serve is what ssh starts on this machine; tritone sync NAME syncs")
    }
    guard let (input, output) = SyncServer.takeStandardStreams() else {
      throw Failure(reason: "standard input and output cannot be used")
    }
    let (options, directories) = (options, options.directories)
    let server = LibraryServer(directories: directories, servesAnyLibrary: anyLibrary) { path in
      var chosen = options
      if let path { chosen.library = path.text }
      return try chosen.openExistingLibrary(log: log)
    }
    let ending = try Waiting.run { await server.serve(input: input, output: output) }
    if ending == .refused { throw ExitCode(1) }
  }
}
