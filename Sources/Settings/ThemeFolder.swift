import FoundationEssentials
package import Screen

/// The folders searched for skins: the first one that has a skin of the name wins.
package struct ThemeFolder: Equatable, Sendable {
  /// A folder with more files than this is not a folder of skins.
  private static let fileLimit = 500

  package let folders: [String]
  /// The folder that skins are saved in, one of the others; nil for none.
  let user: String?

  package init(folders: [String], user: String? = nil) {
    self.folders = folders
    self.user = user
  }

  /// The user's own folder, then the installed one, then the checkout of the build.
  package init(user: String?, executable: String) {
    var folders = user.map { [$0] } ?? []
    var folder = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    folders.append(
      folder.deletingLastPathComponent().appendingPathComponent("share/tritone/themes").path)
    // Builds are below the checkout, in .build/x86_64-unknown-linux-gnu/debug and the like.
    for _ in 0..<6 {
      let themes = folder.appendingPathComponent("Themes").path
      if FileManager.default.fileExists(atPath: themes + "/obsidian.toml") {
        folders.append(themes)
        break
      }
      folder = folder.deletingLastPathComponent()
    }
    self.init(folders: folders, user: user)
  }

  /// The names of all skins in alphabetical order; a file with a mistake is listed by its file
  /// name, so that choosing it reports the mistake.
  package var names: [String] {
    var names = files().map(\.name)
    // The built-in skin needs no file.
    if !names.contains(where: { Self.isSame($0, Theme.fallback.name) }) {
      names.append(Theme.fallback.name)
    }
    return names.sorted { $0.lowercased() < $1.lowercased() }
  }

  /// Loads a skin by its name or the name of its file, ignoring case.
  package func load(_ name: String) throws(SettingsError) -> Theme { try find(name).theme }

  /// Loads a skin, and returns the path of its file with it; nil for the built-in one.
  package func find(_ name: String) throws(SettingsError) -> (theme: Theme, path: String?) {
    let files = files()
    let file =
      files.first { Self.isSame($0.name, name) } ?? files.first { Self.isSame($0.stem, name) }
    if let file { return (try ThemeFile.read(path: file.path), file.path) }
    if Self.isSame(name, Theme.fallback.name) { return (.fallback, nil) }
    throw .noTheme(name: TextWidth.truncated(name, to: 40))
  }

  struct File {
    let path: String
    let stem: String
    let name: String
  }

  func files() -> [File] {
    var files: [File] = []
    for folder in folders {
      // A missing folder holds no skins: absence is the meaning.
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let skins = entries.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted()
      for entry in skins.prefix(Self.fileLimit) {
        let path = folder + "/" + entry
        let stem = String(entry.dropLast(".toml".count))
        // Its mistakes are reported when it is chosen.
        let name = (try? ThemeFile.read(path: path))?.name ?? TextWidth.truncated(stem, to: 40)
        if !files.contains(where: { Self.isSame($0.name, name) }) {
          files.append(File(path: path, stem: stem, name: name))
        }
      }
    }
    return files
  }

  static func isSame(_ one: String, _ other: String) -> Bool {
    one.lowercased() == other.lowercased()
  }
}
