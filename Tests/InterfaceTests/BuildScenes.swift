import Interface
import Music
import Screen

extension Crate {
  /// The form of a build in its states, and a result.
  static func build(_ stage: inout Stage, _ scene: Scene) {
    stage.run("build")
    switch scene {
    case .buildForm:
      stage.press("Tab")
      stage.type(" 2026")
      stage.press("Down", "Down", "Down", "Down", "Down", "Down")
      stage.type("Lena Voss; Mirador; ost")
      guard case .build(.completeArtists(_, let serial)) = stage.receive().last else { return }
      let names = ["Ostkreuz", "Ostwind", "Österreich 3"]
      stage.send(.build(.artistsCompleted(names, serial: serial)))
    case .buildRunning:
      stage.press("Enter")
      stage.send(.build(.progressed(.collectingTracks(done: 12, of: 40), serial: 1)))
    case .buildSignedOut:
      stage.press("Right")
      stage.send(.build(.account(.signedOut)))
      stage.press("End", "Up", "Up", "Up")
    case .buildResult, .buildWritten:
      stage.press(scene == .buildResult ? "Enter" : "Ctrl-S")
      stage.send(.build(.finished(result(isDryRun: scene == .buildResult), serial: 1)))
      stage.app.messages.clear()
      if scene == .buildWritten { stage.press("End") }
    case .buildPresets:
      stage.press("Ctrl-O")
      var options = BuildOptions()
      options.service = .spotify
      options.maxTracks = 0
      stage.send(
        .build(
          .presetsLoaded([
            BuildPreset(name: "Friday", options: BuildOptions()),
            BuildPreset(name: "Road Trip", options: options),
          ])))
    default: break
    }
  }

  /// A result with something of everything.
  static func result(isDryRun: Bool) -> BuildResult {
    let sources: [ArtistSource] = [.manual, .file, .mostHeard, .followed]
    let built = tracks.prefix(20).enumerated().map { index, track in
      let artist = track.tags.artist ?? ""
      return BuiltTrack(
        id: "\(track.id.rawValue)", title: track.title,
        artists: index % 7 == 3 && index < 14 ? [artist, "Ada & the Engines"] : [artist],
        artist: artist,
        source: sources[index % 4], rank: index % 5 + 1)
    }
    var statistics = BuildStatistics(playlistName: "Fav Artists Top Tracks")
    statistics.artistsRetrieved = 5
    statistics.topTracksRetrieved = 24
    statistics.variantsDeduped = 2
    statistics.totalPrepared = built.count
    statistics.totalUploaded = isDryRun ? 0 : built.count
    return BuildResult(
      statistics: statistics, prepared: Array(built), added: isDryRun ? [] : built.map(\.id),
      leftOut: [
        LeftOutTrack(
          id: "90", title: "Undertow (Live in Gdańsk)", artist: "Lena Voss",
          reason: .variant(of: "Undertow")),
        LeftOutTrack(id: "2", title: "Night Ferry", artist: "Mirador", reason: .repeated),
        LeftOutTrack(
          id: "91", title: "Barometer", artist: "The Paper Lanterns", reason: .trackLimit),
      ],
      skipped: [
        SkippedArtist(name: "Nobody at All", reason: .notFound),
        SkippedArtist(
          name: "Señor Coco Jr.", reason: .failed(reason: "the service did not answer in time")),
      ],
      reusedExisting: true, playlistID: isDryRun ? "" : "3", isDryRun: isDryRun)
  }
}
