import Interface
import Music
import Screen

// What tests of builds say and look at.
extension Stage {
  /// A stage with the form open.
  static func building(rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.run("build")
    _ = stage.receive()
    return stage
  }

  var buildPanel: BuildPanel? {
    for case .build(let panel) in app.overlays { return panel }
    return nil
  }

  var buildResult: BuildResultPanel? {
    if case .buildResult(let panel) = app.overlays.last { panel } else { nil }
  }

  /// Moves to a field of the form.
  mutating func go(to field: BuildFormField) {
    for _ in 0..<60 where buildPanel?.focused(app.building) != field { press("Down") }
  }

  /// Writes a field anew.
  mutating func fill(_ field: BuildFormField, _ text: String) {
    go(to: field)
    clear()
    type(text)
  }

  /// Clears the text at the cursor; in an empty one the key has another meaning.
  mutating func clear() {
    if buildPanel?.field?.text.isEmpty == false { press("Ctrl-U") }
  }

  /// The effects about builds since the last call.
  mutating func receiveBuild() -> [BuildEffect] {
    receive().compactMap { if case .build(let effect) = $0 { effect } else { nil } }
  }

  /// The options that a dry run begins with.
  mutating func startedOptions() -> BuildOptions? {
    for case .start(let options, _) in receiveBuild() { return options }
    return nil
  }
}

enum BuildSamples {
  static func result(
    _ count: Int, isDryRun: Bool = true, name: String = "Mix", playlist: String = ""
  ) -> BuildResult {
    var statistics = BuildStatistics(playlistName: name)
    statistics.artistsRetrieved = 3
    statistics.topTracksRetrieved = count
    statistics.totalPrepared = count
    statistics.totalUploaded = isDryRun ? 0 : count
    let prepared = (0..<count).map {
      BuiltTrack(
        id: "t\($0)", title: "Title \($0)", artists: ["Artist \($0 % 3)"],
        artist: "Artist \($0 % 3)", source: .manual, rank: $0 / 3 + 1)
    }
    return BuildResult(
      statistics: statistics, prepared: prepared, added: isDryRun ? [] : prepared.map(\.id),
      playlistID: playlist, isDryRun: isDryRun)
  }
}
