import ArgumentParser
import Builder
import Music

extension BuildService: ExpressibleByArgument {
  public init?(argument: String) { self.init(parsing: argument) }
}

extension BuildPeriod: ExpressibleByArgument {}

/// The options of a build that services have in common. Those that are not given are the preset's.
struct BuildArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The name of the playlist.", valueName: "name"))
  var name: String?
  @Flag(inversion: .prefixedNo, help: "Add today's date to the name.")
  var dateStamp: Bool?
  @Option(
    help: ArgumentHelp(
      "Artists by name, id or address, between commas or semicolons; one with a comma in its name "
        + "goes into a file.", valueName: "names"))
  var artists: String?
  @Option(help: ArgumentHelp("A text file with an artist in each line.", valueName: "file"))
  var artistsFile: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Tracks of each artist; 5 by default.", valueName: "n"))
  var limitPerArtist: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Artists; 100 by default, 0 for no limit.", valueName: "n"))
  var maxArtists: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Tracks; 500 by default, 0 for no limit.", valueName: "n"))
  var maxTracks: Int?
  @Flag(inversion: .prefixedNo, help: "Leave out other versions of a title that is there.")
  var dedupeVariants: Bool?
  @Flag(inversion: .prefixedNo, help: "Print the tracks.")
  var printTracks: Bool?
  @Flag(inversion: .prefixedNo, help: "Shuffle, and keep tracks of one artist apart.")
  var shuffle: Bool?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The same seed gives the same order.", valueName: "number"))
  var shuffleSeed: String?
  @Flag(inversion: .prefixedNo, help: "Extend the playlist of this name, where there is one.")
  var reuseExisting: Bool?
  @Flag(inversion: .prefixedNo, help: "Replace the tracks of the reused playlist.")
  var truncate: Bool?
  @Option(help: ArgumentHelp("The id of the playlist to reuse.", valueName: "id"))
  var targetPlaylist: String?
  @Flag(inversion: .prefixedNo, help: "Take the artists that you hear most.")
  var libraryArtists: Bool?
  @Option(
    help: ArgumentHelp(
      "When the artists heard most were heard: 4-weeks, 6-months or ever.", valueName: "period"))
  var period: BuildPeriod?
  @Flag(inversion: .prefixedNo, help: "Take the artists that you follow; the default.")
  var followedArtists: Bool?
  @Flag(inversion: .prefixedNo, help: "Write nothing; the default.")
  var dryRun: Bool?
  @Flag(inversion: .prefixedNo, help: "Tell each step, and why tracks are left out.")
  var verbose: Bool?
  @Option(
    help: ArgumentHelp(
      "slot:1, slot:2, slot:3, queue, or the name of a playlist to extend.", valueName: "where"))
  var into: String?
  @Option(
    help: ArgumentHelp(
      "local for your own library, spotify, or file:PATH.", valueName: "service"))
  var service: BuildService?

  /// Puts what was given into options.
  func read(into options: inout BuildOptions) throws {
    name.map { options.name = $0 }
    dateStamp.map { options.hasDateStamp = $0 }
    artists.map { options.manualArtists = $0 }
    artistsFile.map { options.artistsFile = $0.isEmpty ? nil : $0 }
    limitPerArtist.map { options.limitPerArtist = $0 }
    maxArtists.map { options.maxArtists = $0 }
    maxTracks.map { options.maxTracks = $0 }
    dedupeVariants.map { options.dedupesVariants = $0 }
    printTracks.map { options.printsTracks = $0 }
    shuffle.map { options.shuffles = $0 }
    try shuffleSeed.map { options.seed = try Self.seed($0) }
    reuseExisting.map { options.reusesExisting = $0 }
    truncate.map { options.truncates = $0 }
    targetPlaylist.map {
      options.targetPlaylist = $0.isEmpty ? nil : $0
      if !$0.isEmpty { options.reusesExisting = true }
    }
    libraryArtists.map { options.usesLibraryArtists = $0 }
    period.map { options.local.period = $0 }
    followedArtists.map { options.usesFollowedArtists = $0 }
    dryRun.map { options.isDryRun = $0 }
    verbose.map { options.isVerbose = $0 }
    service.map { options.service = $0 }
    guard let into else { return }
    if let destination = BuildDestination(parsing: into) {
      options.destination = destination
    } else if into.lowercased().hasPrefix("slot:") || into.allSatisfy(\.isWhitespace) {
      throw ValidationError("--into: slot:1, slot:2, slot:3, queue, or the name of a playlist")
    } else {
      guard targetPlaylist?.isEmpty ?? true else {
        throw ValidationError("--target-playlist and --into NAME exclude each other")
      }
      options.targetPlaylist = nil
      (options.destination, options.name, options.reusesExisting) = (.playlist, into, true)
    }
  }

  private static func seed(_ text: String) throws -> BuildSeed? {
    guard !text.isEmpty else { return nil }
    do throws(BuildSeedError) {
      return try BuildSeed(parsing: text)
    } catch {
      throw ValidationError("--shuffle-seed: \(error.reason)")
    }
  }
}

/// The options of a build that only one's own library has.
struct LocalBuildArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Leave out what was heard in so many days.", valueName: "days"))
  var notHeard: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most that all tracks together take.", valueName: "minutes"))
  var maxMinutes: Int?
  @Option(
    help: ArgumentHelp(
      "Take only tracks that a query finds, as in \"bpm:120-128 key:8A\".", valueName: "query"))
  var `where`: String?
  @Flag(inversion: .prefixedNo, help: "Put the tracks into an order that mixes well.")
  var arrange: Bool?

  /// Puts what was given into options.
  func read(into options: inout LocalBuildOptions) throws {
    notHeard.map { options.notHeardDays = $0 == 0 ? nil : $0 }
    maxMinutes.map { options.maxMinutes = $0 == 0 ? nil : $0 }
    arrange.map { options.arranges = $0 }
    guard let query = `where` else { return }
    do {
      _ = try TrackQuery(parsing: query)
    } catch {
      throw ValidationError("--where: column \(error.column): \(error.reason)")
    }
    options.query = query
  }

  var isGiven: Bool {
    notHeard != nil || maxMinutes != nil || `where` != nil || arrange != nil
  }
}
