import Interface
import Library
import Music
import Settings

/// The settings of the time before config.toml, which were kept in the library. They are written
/// into the file once.
struct EarlierSettings {
  private let library: Library
  private let file: ConfigFile

  /// Set once they are in the file.
  private static let markKey = "config"
  /// The text of a file that could not be written; the session forgets what it had.
  private static let waitingKey = "config.waiting"

  init(_ library: Library, _ file: ConfigFile) {
    (self.library, self.file) = (library, file)
  }

  /// Moves them, the first time.
  ///
  /// - Returns: Values that are not in the file yet, and why.
  func move() async throws -> (values: [Setting: SettingValue], fault: String)? {
    guard try await library.setting(Self.markKey) == nil else { return nil }
    let values = try await values()
    do {
      let present = try file.read()
      let said = present.faulty.union(present.values.keys)
      try file.keep(values.filter { !said.contains($0.key) }.mapValues { .some($0) })
    } catch {
      // A database that cannot be written keeps what it has.
      try? await library.setSetting(Self.waitingKey, SettingsTable.file(values))
      return (values, UserText.of(error))
    }
    try? await library.setSetting(Self.markKey, "moved")
    try? await library.setSetting(Self.waitingKey, nil)
    return nil
  }

  /// The valid ones that differ from their defaults.
  private func values() async throws -> [Setting: SettingValue] {
    if let text = try await library.setting(Self.waitingKey) {
      return changed(try ConfigReader.read(Array(text.utf8), file: Self.waitingKey).values)
    }
    var values = SessionText.decode(Kept.self, try await library.session("place"))?.values ?? [:]
    let sound = SessionText.decode(
      SoundSettings.self, try await library.setting("sound"), atMost: 10_000)
    if let sound {
      for setting in Setting.allCases {
        values[setting] = sound.value(of: setting) ?? values[setting]
      }
      if sound.speed != 1 { try? await library.setSetting("speed", "\(sound.speed)") }
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
        values[setting] = columns?[kind].map { .names($0) }
      }
      return values
    }
  }
}
