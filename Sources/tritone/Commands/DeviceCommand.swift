import ArgumentParser
import Glibc
import Library
import Log
import Music

/// The devices that the library syncs with.
struct DeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Add, list and change the devices that tritone sync syncs.",
    discussion: """
      A device is a folder, wherever it is mounted: a stick, a player, a phone, a share; or another \
      Tritone, which is reached over ssh.

      Examples:
        tritone device add Stick /media/me/STICK --yes
        tritone device add Server ssh://me@server
        tritone device contents Stick --playlist "Road Trip" --query 'rating:>=4' --limit 16
        tritone device list
      """,
    subcommands: [
      DeviceListCommand.self, DeviceAddCommand.self, DeviceShowCommand.self,
      DeviceContentsCommand.self, DeviceForgetCommand.self,
    ], defaultSubcommand: DeviceListCommand.self)
}

struct DeviceListCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the devices.",
    discussion: """
      Each line has the name, the address, when it was synced last, and whether it is there now.

      Examples:
        tritone device list
        tritone device list --json | jq -r 'select(.isThere) | .name'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let known = KnownDevices(library, options.directories)
    let records = try Waiting.reading {
      let names = try await DeviceNames(library)
      return try await known.presences().map {
        DeviceRecord($0.located, names, isThere: $0.isThere)
      }
    }
    for record in records {
      guard !json else {
        try StandardOutput.json(record)
        continue
      }
      let presence = record.isThere.map { $0 ? "there" : "not there" } ?? "over ssh"
      let fields = [record.name, record.address, record.lastSyncText, presence]
      StandardOutput.line(fields.map { TrackText.clean($0) }.joined(separator: "\t"))
    }
  }
}

struct DeviceAddCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a folder, or another Tritone, as a device.",
    discussion: """
      In a folder that was never synced the folders Music, Database and Playlists are made, after a \
      question. Nothing else is written before the first tritone sync. Another machine needs tritone \
      and an ssh server; it is asked for its library.

      Examples:
        tritone device add Stick /media/me/STICK
        tritone device add Phone ~/phone/Internal --playlist "Road Trip" --convert opus:160
        tritone device add Server ssh://me@server:2222/srv/music/library.db
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: DeviceChoiceOptions
  @Flag(help: "Make the folders of a device without asking.") var yes = false
  @Flag(help: "Print one JSON object.") var json = false
  @Argument(help: "Its name.") var name: String
  @Argument(
    help: ArgumentHelp("Its folder, or ssh://[user@]host[:port][/library].", valueName: "address"))
  var address: String

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let directories = options.directories
    let known = KnownDevices(library, directories, mayAsk: true)
    let place = try DeviceAddress(argument: address, directories)
    let (name, choice) = (name, choice)
    let chosen = try Waiting.run {
      try choice.applied(to: DeviceOptions(), try await DeviceNames(library))
    }
    var makesFolders = yes
    for _ in 0..<2 {
      let makes = makesFolders
      let found = try Waiting.run {
        try await known.add(named: name, at: place, chosen, makesFolders: makes)
      }
      switch found {
      case .added(let device):
        if json {
          let names = try Waiting.run { try await DeviceNames(library) }
          return try StandardOutput.json(DeviceRecord(device, names, isThere: nil))
        }
        StandardOutput.line("Added \(TrackText.clean(device.name))")
        StandardError.print("tritone sync \(device.name) --dry-run says what a sync would do")
        return
      case .foldersMissing(let folders):
        let what = "\(address) was never synced: make \(folders.joined(separator: ", ")) there?"
        guard isatty(STDIN_FILENO) == 1 else {
          throw Failure(reason: "\(address) was never synced; --yes makes the folders of a device")
        }
        guard Confirmation.isGiven(what) else { throw Failure(reason: "nothing was changed") }
        makesFolders = true
      }
    }
    throw Failure(reason: "\(address): the folders cannot be made")
  }
}

struct DeviceShowCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a device: what goes on it, and what is kept of its syncs.",
    discussion: """
      Examples:
        tritone device show Stick
        tritone device show Stick --json | jq .contents
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object.") var json = false
  @Argument(help: "Its name.") var name: String

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let known = KnownDevices(library, options.directories)
    let name = name
    let record = try Waiting.reading {
      let presence = await known.presence(of: try await known.device(named: name))
      let device = presence.located
      var record = DeviceRecord(
        device, try await DeviceNames(library), isThere: presence.isThere)
      let state = try await library.syncState(of: device.id)
      record.tracks = state.tracks.count { $0.status == .synced }
      record.excluded = state.tracks.count { $0.status == .excluded }
      record.playlists = state.playlists.count
      return record
    }
    guard !json else { return try StandardOutput.json(record) }
    for (field, value) in record.fields {
      StandardOutput.line("\(field)\t\(TrackText.clean(value))")
    }
  }
}

struct DeviceContentsCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "contents", abstract: "Choose what goes on a device, and how.",
    discussion: """
      --everything, --playlist, --slot and --query add up and take the place of what was chosen; the \
      other options change what they name. The next sync copies what is new and removes from the \
      device what is no longer chosen; the library keeps all.

      Examples:
        tritone device contents Stick --playlist "Road Trip" --playlist Sunday --slot 1
        tritone device contents Stick --query 'rating:>=4 added:<90d' --limit 16 --order rating
        tritone device contents Phone --convert opus:160 --template '{Artist}/{Album}/{Track} {Title}'
        tritone device contents Phone --convert none --auto
        tritone device contents Stick --again
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: DeviceChoiceOptions
  @Flag(help: "Copy songs that were removed on the device again.") var again = false
  @Argument(help: "Its name.") var name: String

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let known = KnownDevices(library, options.directories)
    let (name, choice, again) = (name, choice, again)
    let record = try Waiting.run {
      let device = try await known.device(named: name)
      let names = try await DeviceNames(library)
      let changed = try choice.applied(to: device.options, names)
      if changed != device.options { try await library.setOptions(changed, of: device.id) }
      if again { _ = try await known.bringBack(to: device) }
      var shown = device
      shown.options = changed
      return DeviceRecord(shown, names, isThere: nil)
    }
    for (field, value) in record.choiceFields {
      StandardOutput.line("\(field)\t\(TrackText.clean(value))")
    }
  }
}

struct DeviceForgetCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget a device; its files stay as they are.",
    discussion: """
      What is kept of its syncs goes. Added again, it is matched anew: counts then are the greater \
      of both, and playlists join.

      Examples:
        tritone device forget Stick
        tritone device forget Stick --yes
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Do not ask.") var yes = false
  @Argument(help: "Its name.") var name: String

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let known = KnownDevices(library, options.directories)
    let name = name
    let device = try Waiting.reading { try await known.device(named: name) }
    if !yes {
      guard isatty(STDIN_FILENO) == 1 else {
        throw Failure(reason: "nothing brings back what is kept of the syncs; --yes forgets it")
      }
      guard Confirmation.isGiven("Forget \(TrackText.clean(device.name))? Its files stay.") else {
        throw Failure(reason: "nothing was changed")
      }
    }
    try Waiting.run { try await known.forget(device) }
    StandardOutput.line("Forgot \(TrackText.clean(device.name)); its files are as they were")
  }
}
