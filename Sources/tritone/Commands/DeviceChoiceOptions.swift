import ArgumentParser
import Library
import Music
import Sync

/// Options for the contents of a device, and their form there.
struct DeviceChoiceOptions: ParsableArguments {
  @Flag(help: "All music of the library.") var everything = false
  @Option(help: ArgumentHelp("A playlist; repeat it for several.", valueName: "name"))
  var playlist: [String] = []
  @Option(help: ArgumentHelp("A mix slot, 1 to 3.", valueName: "number")) var slot: [Int] = []
  @Option(
    help: ArgumentHelp("Tracks that a query finds, as / does: 'rating:>=4'.", valueName: "query"))
  var query: [String] = []
  @Option(help: ArgumentHelp("The most music in GB; 0 for what has room.", valueName: "gb"))
  var limit: Double?
  @Option(help: "What comes first where not all has room: rating, newest or least-heard.")
  var order: DeviceOrder?
  @Option(
    help: ArgumentHelp(
      "Folders and name of a file: '{AlbumArtist}/{Album} ({Date})/{Track} {Title}'.",
      valueName: "template"))
  var template: String?
  @Option(
    help: ArgumentHelp(
      "Convert lossless files: opus:160, mp3 (V0), mp3:192, aac:256 or none.", valueName: "format"))
  var convert: String?
  @Flag(
    inversion: .prefixedNo,
    help: "Convert other files, too, that are not in the format already.")
  var convertAll: Bool?
  @Flag(inversion: .prefixedNo, help: "Sync by itself when it is plugged in while the player runs.")
  var auto: Bool?
  @Flag(
    inversion: .prefixedNo,
    help: "Read files back after they were copied (default: on media of their own).")
  var verify: Bool?
  @Option(
    help: ArgumentHelp("The program on the other machine, if not tritone.", valueName: "command"))
  var remoteCommand: String?

  func validate() throws {
    if let limit, !(limit >= 0 && limit <= 1e6) {
      throw ValidationError("--limit is a number of GB from 0 to 1,000,000")
    }
    if let convert, convert != "none", ConversionRule(text: convert) == nil {
      throw ValidationError(
        "--convert is opus:32 to opus:510, mp3, mp3:32 to mp3:320, aac:32 to aac:320 or none, "
          + "not “\(convert)”")
    }
    if let wrong = slot.first(where: { !(1...3).contains($0) }) {
      throw ValidationError("there are mix slots 1 to 3, and none \(wrong)")
    }
  }

  /// Options with those changed that were given.
  func applied(to options: DeviceOptions, _ names: DeviceNames) throws -> DeviceOptions {
    var options = options
    var contents: [DeviceContent] = everything ? [.everything] : []
    contents += try playlist.map { .playlist(try names.playlist(named: $0)) }
    contents += slot.map { .slot($0) }
    for text in query {
      do throws(QueryError) {
        _ = try TrackQuery(parsing: text)
      } catch {
        throw Failure(reason: "column \(error.column) of the query: \(error.reason)")
      }
      contents.append(.query(text))
    }
    if !contents.isEmpty { options.contents = contents }
    if let limit { options.limit = limit == 0 ? nil : Int64(limit * 1e9) }
    if let order { options.order = order }
    if let template {
      do throws(TemplateMistake) {
        _ = try DevicePlaces(template: template, abilities: DeviceAbilities())
      } catch {
        throw Failure(reason: "the template: \(error.message)")
      }
      options.template = template
    }
    if let convert {
      options.conversion = convert == "none" ? nil : ConversionRule(text: convert)
    }
    if let convertAll {
      guard options.conversion != nil else {
        throw Failure(reason: "--convert-all needs a format: --convert opus:160")
      }
      options.conversion?.losslessOnly = !convertAll
    }
    if let auto { options.syncsByItself = auto }
    if let verify { options.verify = verify }
    if let remoteCommand { options.remoteCommand = remoteCommand.isEmpty ? nil : remoteCommand }
    return options
  }
}

extension DeviceOrder: ExpressibleByArgument {}

extension ConversionRule {
  /// Reads "opus", "opus:160", "mp3", "mp3:192", "aac:256", with kbit/s behind the colon.
  init?(text: String) {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let codec = Codec(rawValue: String(parts[0])) else { return nil }
    guard parts.count == 2, parts[1] != "v0" else {
      self.init(codec: codec, bitRate: codec == .mp3 ? nil : codec == .opus ? 160_000 : 256_000)
      if parts.count == 2, codec != .mp3 { return nil }
      return
    }
    let most = codec == .opus ? 510 : 320
    guard let rate = Int(parts[1]), (32...most).contains(rate) else { return nil }
    self.init(codec: codec, bitRate: rate * 1_000)
  }

  /// "opus:160", "mp3:v0".
  var text: String { "\(codec.rawValue):\(bitRate.map { "\($0 / 1_000)" } ?? "v0")" }
}

/// The playlists of a library by name.
struct DeviceNames: Sendable {
  private let playlists: [Music.Playlist]

  init(_ library: Library) async throws { playlists = try await library.playlists() }

  func playlist(named name: String) throws -> PlaylistID {
    let found =
      playlists.first { $0.name == name }
      ?? playlists.first { SortKey.folded($0.name) == SortKey.folded(name) }
    guard let found else { throw Failure(reason: "there is no playlist “\(name)”") }
    return found.id
  }

  func text(of content: DeviceContent) -> String {
    switch content {
    case .everything: "everything"
    case .playlist(let id):
      "playlist \(playlists.first { $0.id == id }?.name ?? "that is gone")"
    case .slot(let number): "slot \(number)"
    case .query(let text): "query \(text)"
    }
  }
}

extension DeviceAddress {
  /// An argument of the command line: a path in any spelling, or an ssh:// address.
  init(argument: String, _ directories: Directories) throws {
    guard argument.contains("://") else {
      guard !argument.isEmpty else { throw ValidationError("a path is empty") }
      self = .folder(directories.path(argument))
      return
    }
    do throws(DeviceAddressMistake) {
      self = try DeviceAddress(parsing: argument)
    } catch {
      throw Failure(reason: "\(argument): \(error.reason)")
    }
  }
}
