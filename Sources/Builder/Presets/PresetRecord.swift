internal import Music

/// The options of a build as a preset has them; those that are missing have their defaults.
struct PresetRecord: Codable {
  var version: Int?
  var name: String?
  var dateStamp: Bool?
  var limitPerArtist: Int?
  var maxArtists: Int?
  var maxTracks: Int?
  var dedupeVariants: Bool?
  var printTracks: Bool?
  var shuffle: Bool?
  /// A text, since a seed may have any size.
  var shuffleSeed: String?
  var reuseExisting: Bool?
  var truncate: Bool?
  var dryRun: Bool?
  var verbose: Bool?
  var libraryArtists: Bool?
  var followedArtists: Bool?
  var artists: String?
  var artistsFile: String?
  var targetPlaylist: String?
  var service: String?
  var destination: String?
  var period: String?
  var notHeardDays: Int?
  var maxMinutes: Int?
  var query: String?
  var arrange: Bool?

  /// In snake case, as files have them.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case version, name, shuffle, truncate, verbose, artists, service, destination, period, query
    case arrange
    case dateStamp = "date_stamp"
    case limitPerArtist = "limit_per_artist"
    case maxArtists = "max_artists"
    case maxTracks = "max_tracks"
    case dedupeVariants = "dedupe_variants"
    case printTracks = "print_tracks"
    case shuffleSeed = "shuffle_seed"
    case reuseExisting = "reuse_existing"
    case dryRun = "dry_run"
    case libraryArtists = "library_artists"
    case followedArtists = "followed_artists"
    case artistsFile = "artists_file"
    case targetPlaylist = "target_playlist"
    case notHeardDays = "not_heard_days"
    case maxMinutes = "max_minutes"
  }

  static let currentVersion = 1

  init(_ options: BuildOptions) {
    version = Self.currentVersion
    name = options.name
    dateStamp = options.hasDateStamp
    limitPerArtist = options.limitPerArtist
    maxArtists = options.maxArtists
    maxTracks = options.maxTracks
    dedupeVariants = options.dedupesVariants
    printTracks = options.printsTracks
    shuffle = options.shuffles
    shuffleSeed = options.seed?.text
    reuseExisting = options.reusesExisting
    truncate = options.truncates
    dryRun = options.isDryRun
    verbose = options.isVerbose
    libraryArtists = options.usesLibraryArtists
    followedArtists = options.usesFollowedArtists
    artists = options.manualArtists
    artistsFile = options.artistsFile
    targetPlaylist = options.targetPlaylist
    service = options.service.text
    destination = options.destination.text
    period = options.local.period.rawValue
    notHeardDays = options.local.notHeardDays
    maxMinutes = options.local.maxMinutes
    query = options.local.query
    arrange = options.local.arranges
  }

  func options() throws(BuildError) -> BuildOptions {
    var options = BuildOptions()
    set(&options.name, name)
    set(&options.hasDateStamp, dateStamp)
    set(&options.limitPerArtist, limitPerArtist)
    set(&options.maxArtists, maxArtists)
    set(&options.maxTracks, maxTracks)
    set(&options.dedupesVariants, dedupeVariants)
    set(&options.printsTracks, printTracks)
    set(&options.shuffles, shuffle)
    set(&options.reusesExisting, reuseExisting)
    set(&options.truncates, truncate)
    set(&options.isDryRun, dryRun)
    set(&options.isVerbose, verbose)
    set(&options.usesLibraryArtists, libraryArtists)
    set(&options.usesFollowedArtists, followedArtists)
    set(&options.manualArtists, artists)
    options.artistsFile = artistsFile
    options.targetPlaylist = targetPlaylist
    options.local.notHeardDays = notHeardDays
    options.local.maxMinutes = maxMinutes
    set(&options.local.query, query)
    set(&options.local.arranges, arrange)
    set(&options.service, try parsed(service, .service, BuildService.init(parsing:)))
    set(
      &options.destination, try parsed(destination, .destination, BuildDestination.init(parsing:)))
    set(&options.local.period, try parsed(period, .period, BuildPeriod.init(rawValue:)))
    if let shuffleSeed {
      do {
        options.seed = try BuildSeed(parsing: shuffleSeed)
      } catch {
        throw .preset(reason: "\(CodingKeys.shuffleSeed.rawValue): \(error.reason)")
      }
    }
    return options
  }

  private func set<Value>(_ option: inout Value, _ value: Value?) {
    if let value { option = value }
  }

  private func parsed<Value>(
    _ text: String?, _ key: CodingKeys, _ parse: (String) -> Value?
  ) throws(BuildError) -> Value? {
    guard let text else { return nil }
    guard let value = parse(text) else {
      throw .preset(
        reason: "\(key.rawValue): '\(text.prefix(40))' is none of the values it can have")
    }
    return value
  }
}

extension PresetRecord {
  /// The options that differ, named as on the command line: "shuffle-seed".
  func differences(from other: PresetRecord) -> [String] {
    zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
      .filter { "\($0.value)" != "\($1.value)" }
      .compactMap { $0.0.label }
      .map { name in
        name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
      }
  }
}
