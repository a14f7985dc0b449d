package import Music

/// Options of a build and of the sign-in as a file of variables (`.env`). No secret is read from it
/// or written into it.
package struct EnvPreset: Equatable, Sendable {
  package static let scopes = [
    "playlist-modify-private", "playlist-modify-public", "user-top-read", "user-follow-read",
    "playlist-read-private",
  ]
  package static let redirectPort = 8_765

  package var options = BuildOptions()
  /// The id of the user's own application at Spotify; empty for none.
  package var clientID = ""
  package var scopes = EnvPreset.scopes
  package var redirectPort = EnvPreset.redirectPort

  package init() {}

  private enum Name: String, CaseIterable {
    case clientID = "SPOTIFY_CLIENT_ID"
    case scopes = "SPOTIFY_SCOPES"
    case redirectPort = "SPOTIFY_REDIRECT_PORT"
    case playlistName = "DEFAULT_PLAYLIST_NAME"
    case limitPerArtist = "DEFAULT_LIMIT_PER_ARTIST"
    case maxArtists = "DEFAULT_MAX_ARTISTS"
    case maxTracks = "DEFAULT_MAX_TRACKS"
    case verbose = "DEFAULT_VERBOSE"
  }

  /// The file's text.
  package var text: String {
    Name.allCases.map { DotEnv.line($0.rawValue, value(of: $0)) + "\n" }.joined()
  }

  private func value(of name: Name) -> String {
    switch name {
    case .clientID: clientID
    case .scopes: scopes.joined(separator: ",")
    case .redirectPort: String(redirectPort)
    case .playlistName: options.name
    case .limitPerArtist: String(options.limitPerArtist)
    case .maxArtists: String(options.maxArtists)
    case .maxTracks: String(options.maxTracks)
    case .verbose: options.isVerbose ? "true" : "false"
    }
  }

  /// Options of the preset that the file has no variable for, named as on the command line.
  package var omitted: [String] {
    var kept = BuildOptions()
    kept.name = options.name
    kept.limitPerArtist = options.limitPerArtist
    kept.maxArtists = options.maxArtists
    kept.maxTracks = options.maxTracks
    kept.isVerbose = options.isVerbose
    kept.isDryRun = options.isDryRun
    return PresetRecord(options).differences(from: PresetRecord(kept))
  }

  /// A preset that was read, and what was ignored.
  package struct Imported: Equatable, Sendable {
    package var preset: EnvPreset
    package var notes: [String]
  }

  /// Reads the variables that are there into `base`.
  package static func read(
    _ bytes: [UInt8], into base: EnvPreset = EnvPreset()
  ) throws(BuildError) -> Imported {
    guard bytes.count <= DotEnv.maximumBytes else {
      throw .preset(reason: "it is larger than \(DotEnv.maximumBytes >> 20) MiB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .preset(reason: "it is not UTF-8")
    }
    let variables: [DotEnv.Variable]
    do {
      variables = try DotEnv.variables(in: text)
    } catch {
      throw .preset(reason: "line \(error.line): \(error.reason)")
    }
    var imported = Imported(preset: base, notes: [])
    for variable in variables {
      if let name = Name(rawValue: variable.name) {
        if let reason = imported.preset.set(name, variable.value) {
          throw .preset(reason: "line \(variable.line): \(name.rawValue): \(reason)")
        }
      } else if imported.notes.count < 20 {
        imported.notes.append(JSONPreset.note(ofUnknown: variable.name))
      }
    }
    return imported
  }

  /// - Returns: the reason why it cannot have the value.
  private mutating func set(_ name: Name, _ value: String) -> String? {
    switch name {
    case .clientID:
      guard value.utf8.count <= 128, value.utf8.allSatisfy(Self.isInIdentifier) else {
        return "a client id has letters and digits only"
      }
      clientID = value
      return nil
    case .scopes:
      guard value.utf8.count <= 2_000 else { return "at most 2000 characters" }
      return setScopes(value)
    case .redirectPort:
      guard let port = Self.number(value), (1...65_535).contains(port) else {
        return "a number from 1 to 65535"
      }
      redirectPort = port
      return nil
    case .playlistName: return set(\.name, value, .name)
    case .limitPerArtist: return setNumber(\.limitPerArtist, value, .limitPerArtist)
    case .maxArtists: return setNumber(\.maxArtists, value, .maxArtists)
    case .maxTracks: return setNumber(\.maxTracks, value, .maxTracks)
    case .verbose:
      options.isVerbose = value.lowercased() == "true"
      return nil
    }
  }

  private mutating func setScopes(_ value: String) -> String? {
    var scopes: [String] = []
    for part in value.split(separator: ",") {
      let scope = String(part).pythonStripped()
      guard scope.utf8.allSatisfy({ Self.isInIdentifier($0) || $0 == UInt8(ascii: "-") }) else {
        return "scopes are words, with commas between them"
      }
      if !scope.isEmpty, !scopes.contains(scope) { scopes.append(scope) }
    }
    // Without these, builds do not work.
    self.scopes = scopes + Self.scopes.filter { !scopes.contains($0) }
    return nil
  }

  private mutating func setNumber(
    _ option: WritableKeyPath<BuildOptions, Int>, _ value: String, _ field: BuildField
  ) -> String? {
    guard let number = Self.number(value) else { return "a whole number" }
    return set(option, number, field)
  }

  private mutating func set<Value>(
    _ option: WritableKeyPath<BuildOptions, Value>, _ value: Value, _ field: BuildField
  ) -> String? {
    options[keyPath: option] = value
    return options.mistake(in: field)
  }

  private static func isInIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// As Python's `int()` reads it.
  private static func number(_ text: String) -> Int? {
    do {
      return Int(try BuildSeed(parsing: text).text)
    } catch {
      return nil
    }
  }
}
