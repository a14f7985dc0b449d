import Builder
import Exchange
import Library
import Music

/// A preset in a file: as variables where its name ends in `.env`, else as JSON.
struct BuildPresetFile {
  private let path: FilePath

  init(_ path: FilePath) { self.path = path }

  private var isEnv: Bool {
    path.name.lowercased() == ".env" || path.name.lowercased().hasSuffix(".env")
  }

  /// - Returns: The options, and what was ignored.
  func read() throws -> (options: BuildOptions, notes: [String]) {
    let bytes = try DocumentFile.bytes(at: path)
    do throws(BuildError) {
      if isEnv {
        let read = try EnvPreset.read(bytes)
        return (read.preset.options, read.notes)
      }
      let read = try JSONPreset.options(json: bytes)
      return (read.options, read.notes)
    } catch {
      throw Failure(reason: "\(path.name): \(error.message)")
    }
  }

  /// - Parameter app: the user's app at Spotify, for `.env`.
  /// - Returns: The options that the file has no place for.
  func write(_ options: BuildOptions, app: SpotifyAccess.App, replaces: Bool) throws -> [String] {
    var text = JSONPreset.json(of: options)
    var omitted: [String] = []
    if isEnv {
      var preset = EnvPreset()
      preset.options = options
      preset.clientID = app.clientID
      if app.port != 0 { preset.redirectPort = app.port }
      text = preset.text
      omitted = preset.omitted
    }
    try AtomicFile.write(Array(text.utf8), to: path, replaces: replaces)
    return omitted
  }
}
