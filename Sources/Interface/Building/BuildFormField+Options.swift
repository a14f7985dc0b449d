import Music

// The options of a build as texts of the form's fields, and back.
extension BuildFormField {
  func text(of options: BuildOptions) -> String {
    func flag(_ isOn: Bool) -> String { isOn ? "yes" : "no" }
    switch self {
    case .service:
      return switch options.service {
      case .local: "local"
      case .spotify: "spotify"
      case .file: "file"
      }
    case .catalogue: return if case .file(let path) = options.service { path } else { "" }
    case .name: return options.name
    case .dateStamp: return flag(options.hasDateStamp)
    case .destination:
      return switch options.destination {
      case .playlist: "playlist"
      case .slot(let number): "slot:\(number)"
      case .queue: "queue"
      }
    case .target: return options.targetPlaylist ?? ""
    case .reuse: return flag(options.reusesExisting)
    case .truncate: return flag(options.truncates)
    case .artists: return BuildFormField.line(of: options.manualArtists)
    case .file: return options.artistsFile ?? ""
    case .libraryArtists: return flag(options.usesLibraryArtists)
    case .period: return options.local.period.rawValue
    case .followedArtists: return flag(options.usesFollowedArtists)
    case .maxArtists: return "\(options.maxArtists)"
    case .limit: return "\(options.limitPerArtist)"
    case .maxTracks: return "\(options.maxTracks)"
    case .dedupe: return flag(options.dedupesVariants)
    case .notHeard: return options.local.notHeardDays.map { "\($0)" } ?? ""
    case .maxMinutes: return options.local.maxMinutes.map { "\($0)" } ?? ""
    case .query: return options.local.query
    case .shuffle: return flag(options.shuffles)
    case .seed: return options.seed?.text ?? ""
    case .arrange: return flag(options.local.arranges)
    case .printTracks: return flag(options.printsTracks)
    case .verbose: return flag(options.isVerbose)
    }
  }

  /// Reads a text into its option.
  func read(_ text: String, into options: inout BuildOptions) throws(BuildFormMistake) {
    let isOn = text == "yes"
    switch self {
    case .service: options.service = text == "spotify" ? .spotify : .local
    case .catalogue:
      guard let path = try BuildFormField.text(text) else {
        throw BuildFormMistake("Type the path of a file")
      }
      options.service = .file(path: path)
    case .name: options.name = try BuildFormField.name(text)
    case .dateStamp: options.hasDateStamp = isOn
    case .destination:
      options.destination =
        text == "queue" ? .queue : Int(text.dropFirst("slot:".count)).map { .slot($0) } ?? .playlist
    case .target: options.targetPlaylist = try BuildFormField.text(text)
    case .reuse: options.reusesExisting = isOn
    case .truncate: options.truncates = isOn
    case .artists: options.manualArtists = try BuildFormField.names(text)
    case .file: options.artistsFile = try BuildFormField.text(text)
    case .libraryArtists: options.usesLibraryArtists = isOn
    case .period: options.local.period = BuildPeriod(rawValue: text) ?? .sixMonths
    case .followedArtists: options.usesFollowedArtists = isOn
    case .maxArtists:
      options.maxArtists = try BuildFormField.number(text, in: BuildOptions.artistCounts)
    case .limit:
      options.limitPerArtist = try BuildFormField.number(text, in: BuildOptions.tracksPerArtist)
    case .maxTracks:
      options.maxTracks = try BuildFormField.number(text, in: BuildOptions.trackCounts)
    case .dedupe: options.dedupesVariants = isOn
    case .notHeard:
      options.local.notHeardDays = try BuildFormField.optionalNumber(
        text, in: BuildOptions.dayCounts)
    case .maxMinutes:
      options.local.maxMinutes = try BuildFormField.optionalNumber(
        text, in: BuildOptions.minuteCounts)
    case .query: options.local.query = try BuildFormField.query(text)
    case .shuffle: options.shuffles = isOn
    case .seed: options.seed = try BuildFormField.seed(text)
    case .arrange: options.local.arranges = isOn
    case .printTracks: options.printsTracks = isOn
    case .verbose: options.isVerbose = isOn
    }
  }

  /// Names in several lines as one line, which a field has.
  static func line(of names: String) -> String {
    names.split(whereSeparator: \.isNewline).joined(separator: "; ")
  }
}
