import ArgumentParser
import Interface
import Library
import Log
import Music
import Servers
import Streaming

struct ServerChangeCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Change the name, the address or the options of a server.",
    discussion: """
      Tracks, ratings, playlists, downloads and the sign-in stay. The new address is asked first: it \
      has to take the sign-in, and to know the tracks by their ids. Where it does not, the question \
      is whether it is the same server.

      Examples:
        tritone server change Attic --name Cellar
        tritone server change Attic --address https://music.example/navidrome
        tritone server change Attic --max-bitrate 192
        tritone server change Attic --max-bitrate 0 --fingerprint ""
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: ArgumentHelp("Its new name in the library.", valueName: "name"))
  var name: String?
  @Option(help: ArgumentHelp("Its new address, with https://.", valueName: "url"))
  var address: String?
  @Option(
    help: ArgumentHelp(
      "Have a Subsonic server transcode to so many kbit/s; 0 plays the files as they are.",
      valueName: "kbit/s"))
  var maxBitrate: Int?
  @Option(
    help: ArgumentHelp(
      "A PEM file of authorities that are trusted besides the system's; empty for none.",
      valueName: "file"))
  var caFile: String?
  @Option(
    help: ArgumentHelp(
      "The SHA-256 of its certificate, which alone is trusted then; empty for any valid one.",
      valueName: "hash"))
  var fingerprint: String?
  @Flag(help: "Take the address without asking, encrypted or not, the same server or not.")
  var yes = false
  @Argument(help: "The server.") var server: String

  func validate() throws {
    if let maxBitrate, maxBitrate != 0, !ServerQuestions.bitRates.contains(maxBitrate) {
      throw ValidationError("--max-bitrate is from 16 to 1500 kbit/s, or 0")
    }
    if let fingerprint, !fingerprint.isEmpty, ServerOptions.fingerprint(typed: fingerprint) == nil {
      throw ValidationError("--fingerprint is a SHA-256 of 64 hexadecimal digits, or empty")
    }
    guard name != nil || address != nil || maxBitrate != nil || caFile != nil || fingerprint != nil
    else {
      throw ValidationError(
        "say what to change: --name, --address, --max-bitrate, --ca-file or --fingerprint")
    }
  }

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let name = server
    let old = try Waiting.reading { try await ServerLookup(library).server(named: name) }
    var change = try change(of: old)
    let adding = ServerAdding(
      library: library, access: ServerAccess(options.directories, log: log),
      directories: options.directories, log: log)
    // Each question is asked once.
    for _ in 0..<4 {
      let wanted = change
      switch try Waiting.run({ try await adding.change(old, wanted) }) {
      case .changed(let new): return say(new, insteadOf: old)
      case .asked(.plainHTTP):
        try ServerQuestions.askForPlain(try ServerLocation(change.address))
        change.allowsPlainHTTP = true
      case .asked(.other(let reason)):
        try ServerQuestions.ask(
          "It may be another server: \(reason)", "Take its tracks for those of this one?",
          otherwise: "--yes takes it for this one all the same")
        change.allowsOther = true
      case .certificateAsked(let certificate, let reason):
        change.options.fingerprint = try ServerQuestions.trusted(certificate, reason)
      }
    }
    throw Failure(reason: "\(change.address) shows another certificate each time")
  }

  private func change(of server: Server) throws -> ServerChange {
    var change = ServerChange(server)
    if let name { change.name = name }
    if let address {
      ServerQuestions.warnOfCredentials(in: try ServerLocation(address))
      change.address = address
    }
    (change.allowsPlainHTTP, change.allowsOther) = (yes, yes)
    if let maxBitrate {
      guard server.kind == .subsonic else {
        throw Failure(
          reason: "--max-bitrate is for subsonic: \(server.kind.rawValue) sends files as they are")
      }
      change.options.maxBitRate = maxBitrate == 0 ? nil : maxBitrate
    }
    if let caFile {
      change.options.certificateFile =
        caFile.isEmpty ? nil : try ServerQuestions.certificates(caFile, options.directories)
    }
    if let fingerprint {
      change.options.fingerprint = ServerOptions.fingerprint(typed: fingerprint)
    }
    return change
  }

  private func say(_ new: Server, insteadOf old: Server) {
    if new.options.maxBitRate != old.options.maxBitRate {
      // What the cache has is of the other form.
      StreamCache(folder: options.directories.sounds).forget(server: new.uuid)
    }
    StandardOutput.line(
      "Changed \(TrackText.clean(new.name))"
        + (new.address == old.address ? "" : ", now at \(TrackText.clean(new.address))"))
  }
}
