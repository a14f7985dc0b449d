import Interface
import Library
import Music
import Settings

/// Earlier settings that could not be written into the file, and why.
struct UnmovedSettings: Equatable, Sendable {
  var values: [Setting: SettingValue]
  var fault: String
}

/// The settings of the time before config.toml, which were kept in the library. They are written
/// into the file once.
struct EarlierSettings {
  private let library: Library
  private let file: ConfigFile

  /// Set once they are in the file.
  private static let markKey = "config"
  /// The text of a file that could not be written; the session forgets what it had.
  private static let waitingKey = "config.waiting"
  /// Set once the speed has its own key.
  private static let speedKey = "config.speed"

  init(_ library: Library, _ file: ConfigFile) {
    (self.library, self.file) = (library, file)
  }

  /// Whether the settings of a library become those of the user. Another library that is opened by
  /// its name has no say in them, unless it is all that the user has.
  static func areMoved(from library: FilePath, _ directories: Directories) -> Bool {
    library == directories.database
      || (!directories.exists(directories.settings) && !directories.exists(directories.database))
  }

  /// Moves them, the first time.
  ///
  /// - Returns: Those that are not in the file yet; nil where all are.
  func move() async throws -> UnmovedSettings? {
    guard var values = try await unmoved() else { return nil }
    let fault: String
    do {
      let present = try file.read(checksSkins: false)
      let said = present.faulty.union(present.values.keys)
      let refused = try file.keep(
        values.filter { !said.contains($0.key) }.mapValues { .some($0) })
      guard let first = Setting.allCases.compactMap({ refused[$0] }).first else {
        await mark()
        return nil
      }
      values = values.filter { refused[$0.key] != nil }
      fault = first.description
    } catch {
      fault = UserText.of(error)
    }
    // A database that cannot be written keeps what it has.
    try? await library.setSetting(Self.waitingKey, SettingsTable.file(values))
    return UnmovedSettings(values: values, fault: fault)
  }

  /// The settings that are yet to be moved; nil after the move.
  func unmoved() async throws -> [Setting: SettingValue]? {
    guard try await library.setting(Self.markKey) == nil else { return nil }
    try await keepSpeed()
    return try await values()
  }

  /// Ends the move: the settings are in the file, or stay out of it.
  func mark() async {
    // A database that cannot be written keeps what it has.
    try? await library.setSetting(Self.markKey, "moved")
    try? await library.setSetting(Self.waitingKey, nil)
  }

  /// Keeps the speed of the sound settings, which stays in the library.
  func keepSpeed() async throws {
    guard try await library.setting(Self.markKey) == nil,
      try await library.setting(Self.speedKey) == nil
    else { return }
    let speed = try await sound()?.speed ?? 1
    // A database that cannot be written keeps what it has.
    if speed != 1 { try? await library.setSetting("speed", "\(speed)") }
    try? await library.setSetting(Self.speedKey, "moved")
  }

  private func sound() async throws -> SoundSettings? {
    SessionText.decode(
      SoundSettings.self, try await library.setting("sound"), atMost: 10_000)
  }

  /// The valid ones that differ from their defaults.
  private func values() async throws -> [Setting: SettingValue] {
    if let text = try await library.setting(Self.waitingKey) {
      return changed(try ConfigReader.read(Array(text.utf8), file: Self.waitingKey).values)
    }
    var values = SessionText.decode(Kept.self, try await library.session("place"))?.values ?? [:]
    if let sound = try await sound() {
      for setting in Setting.allCases {
        values[setting] = sound.value(of: setting) ?? values[setting]
      }
    }
    func text(_ key: String) async throws -> SettingValue? {
      try await library.setting(key).map { .text($0) }
    }
    values[.themeName] = try await text("theme")
    values[.themeLight] = try await text("theme.light")
    values[.themeDark] = try await text("theme.dark")
    values[.themeFollow] = .flag(try await library.setting("theme.follow") == "on")
    values[.libraryWatch] = .flag(try await library.setting("watch") != "off")
    values[.libraryAnalysis] = try await text("analysis")
    values[.logPrivate] = .flag(try await library.setting("log.private") == "on")
    return changed(values)
  }

  private func changed(_ values: [Setting: SettingValue]) -> [Setting: SettingValue] {
    values.filter { setting, value in
      let entry = SettingsTable.entry(setting)
      return value != entry.standard && entry.type.allows(value)
    }
  }

  /// The settings in a session of an earlier version.
  private struct Kept: Decodable {
    var keyNotation, waveform, visual, art, bidi, shape, accent, albumView, rows: String?
    var showsClashes, hasMotion, fetchesLyrics, hasScreenReader: Bool?
    var columns: [String: [String]]?
    var layout: Layout?

    struct Layout: Decodable { var form: String? }

    var values: [Setting: SettingValue] {
      var values: [Setting: SettingValue] = [:]
      let texts: [(Setting, String?)] = [
        (.screenKeys, keyNotation), (.screenWaveform, waveform), (.screenVisual, visual),
        (.screenArt, art), (.screenBidi, bidi), (.themeShape, shape), (.themeAccent, accent),
        (.listsAlbums, albumView), (.listsRows, rows), (.screenLayout, layout?.form),
      ]
      for (setting, text) in texts { values[setting] = text.map { .text($0) } }
      let flags: [(Setting, Bool?)] = [
        (.screenClashes, showsClashes), (.screenMotion, hasMotion), (.lyricsFetch, fetchesLyrics),
        (.screenReader, hasScreenReader),
      ]
      for (setting, flag) in flags { values[setting] = flag.map { .flag($0) } }
      for (kind, setting) in Setting.columns {
        // A column that is none any more leaves the others.
        let valid = columns?[kind]?.filter { SettingType.columns.allows(.names([$0])) }
        values[setting] = valid.map { .names($0) }
      }
      return values
    }
  }
}
