import Interface
import Library
import Screen
import Settings

// Skins and config.toml, which are read again when they were saved elsewhere.
extension EffectRunner {
  func perform(_ order: ThemeEffect, for asker: Asker) {
    let skin = WatchedFile.skin(asker.terminal ?? 0)
    var asker = asker
    asker.isAlone = asker.terminal != nil && !order.isForAllTerminals
    if order.isForAllTerminals { asker.terminal = nil }
    afterEdits(for: asker) {
      [themes, fileWatch] library in
      switch order {
      case .list: return .theme(.listed(themes.names))
      case .load(let name, let isPreview):
        let (theme, path) = try themes.find(name)
        fileWatch.follow(path, as: skin)
        return .theme(.loaded(theme, isPreview: isPreview))
      case .loadEverywhere(let name):
        let (theme, path) = try themes.find(name)
        fileWatch.followEverywhere(path)
        return .theme(.loaded(theme, isPreview: false))
      case .loadFor(let tone, let name):
        try await library.setSetting("theme.background", tone.rawValue)
        let (theme, path) = try themes.find(name)
        fileWatch.follow(path, as: skin)
        return .theme(.loaded(theme, isPreview: true))
      case .storeFor(let tone, let name):
        return .theme(.storedFor(tone, try themes.load(name).name))
      case .save(let edited, let old):
        let (theme, path) = try themes.save(edited, over: old)
        fileWatch.follow(path, as: skin)
        return .theme(.written(theme))
      }
    }
  }

  /// Watches config.toml, and reads it if it was written since the start.
  func followSettings(since version: FileVersion) { settings.follow(since: version) }

  /// Reads the files again that were saved: those of the skins that show, and config.toml.
  func readSavedFiles() {
    let saved = fileWatch.takeChanges()
    if saved[.settings] != nil { settings.readSaved() }
    for case (.skin(let terminal), let path) in saved {
      afterEdits(for: Asker(terminal: terminal, isAlone: true)) { [fileWatch] _ in
        // Another skin was chosen meanwhile.
        guard fileWatch.path(of: .skin(terminal)) == path else { return nil }
        do throws(SettingsError) {
          return .theme(.saved(try ThemeFile.read(path: path)))
        } catch {
          return .theme(.faulty(error.description))
        }
      }
    }
  }
}

extension ThemeEffect {
  /// Whether all terminals take in the answer.
  fileprivate var isForAllTerminals: Bool {
    switch self {
    case .list, .loadEverywhere: true
    case .load, .loadFor, .storeFor, .save: false
    }
  }
}
