import Music
import Screen

// Builds of playlists: commands, the run, and what comes of it.
extension App {
  mutating func performBuild(_ command: BuildCommand) -> [Effect] {
    switch command {
    case .form: return openBuild()
    case .preset(let name):
      windows.expect(.build)
      return [.build(.preset(.find(name)))]
    case .result: return showBuildResult()
    case .resume: return resumeBuild()
    case .presets: return choosePreset()
    case .savePreset: return askPresetName()
    case .replacePreset(let name): return replacePreset(named: name)
    case .deletePreset(let name): return [.build(.preset(.delete(name)))]
    case .exportPreset: return askPresetPath()
    case .importPreset:
      windows.open(.prompt(Prompt(.importPreset)))
      return []
    case .replaceFile(let path): return exportPreset(to: path, replaces: true)
    case .useDefaults: return usePreset(BuildDraft(), named: nil)
    case .useReplaced:
      building.useReplaced()
      return draftChanged()
    case .spotify(let order): return performSpotify(order)
    case .importSpotify(let playlist): return importSpotify(playlist)
    }
  }

  mutating func receive(_ event: BuildEvent) -> [Effect] {
    switch event {
    case .progressed(let phase, let serial): building.progressed(phase, serial)
    case .finished(let result, let serial): finishBuild(result, serial)
    case .failed(let reason, let serial): endBuild(.failed(reason), serial)
    case .stopped(let left, let serial): endBuild(.stopped(left: left), serial)
    case .incomplete(let left, let wasStopped, let serial):
      building.cut(serial)
      endBuild(wasStopped ? .stopped(left: left) : .failed(left), serial)
    case .artistsCompleted(let names, let serial): completeArtists(names, serial)
    case .presetsLoaded(let presets): receive(presets)
    case .presetFound(let name, let preset): return foundPreset(preset, named: name)
    case .presetImported(let preset): return importedPreset(preset)
    case .exportRefused(let path): refusePresetExport(path)
    case .account(let account): receive(account)
    case .spotifyPlaylists(let playlists): receive(playlists)
    }
    return []
  }

  // MARK: The form

  mutating func openBuild() -> [Effect] {
    // The form is open already where a command of it was typed above it.
    let isOpen = overlays.contains { if case .build = $0 { true } else { false } }
    if !isOpen { windows.open(.build(BuildPanel(building))) }
    return missingAccount()
  }

  /// Opens the form and shows the draft that has taken the place of another.
  mutating func draftChanged() -> [Effect] {
    saving.need()
    refreshBuildForms()
    return openBuild()
  }

  /// Open forms show the draft and the actions as they are now.
  mutating func refreshBuildForms() {
    let (building, size) = (building, size)
    windows.update { overlay in
      guard case .build(var panel) = overlay else { return }
      panel.refresh(building)
      panel.scroll(height: BuildView.height(in: size), building)
      overlay = .build(panel)
    }
  }

  // MARK: The run

  /// Begins a dry run or a build with the options of the form.
  mutating func startBuild(isDryRun: Bool) -> [Effect] {
    if let faulty = building.draft.faulty {
      focusBuildField(faulty)
      return []
    }
    guard var options = building.draft.options else { return [] }
    options.isDryRun = isDryRun
    if options.reusesExisting, options.targetPlaylist == nil, let last = building.last,
      !last.result.isDryRun, last.options.service == options.service,
      options.continues(playlistNamed: last.result.statistics.playlistName),
      !last.result.playlistID.isEmpty
    {
      // The playlist of the last build, which may have another name by now.
      options.targetPlaylist = last.result.playlistID
    }
    guard building.reasonOff(options.service) == nil else { return [] }
    let found = isDryRun ? nil : building.dryRun(with: options)
    windows.expect(.buildResult)
    let serial = building.started(options)
    refreshBuildForms()
    return [
      .build(found.map { .write($0, options, serial: serial) } ?? .start(options, serial: serial))
    ]
  }

  /// Writes the tracks of a dry run as they stand.
  mutating func writeBuild(_ finished: Building.Finished) -> [Effect] {
    var options = finished.options
    options.isDryRun = false
    guard finished.result.isDryRun, building.reasonOff(options.service) == nil else { return [] }
    windows.closeTop()
    windows.expect(.buildResult)
    let serial = building.started(options)
    refreshBuildForms()
    return [.build(.write(finished.result, options, serial: serial))]
  }

  /// Writes the rest of the playlist whose writing ended in the middle.
  mutating func resumeBuild() -> [Effect] {
    guard let options = building.cutOptions else {
      say("No playlist was cut while it was written")
      return []
    }
    guard building.reasonOff(options.service) == nil else { return openBuild() }
    windows.expect(.buildResult)
    let serial = building.started(options)
    refreshBuildForms()
    return [.build(.resume(serial: serial))]
  }

  mutating func stopBuild() -> [Effect] {
    building.stop() ? [.build(.cancel)] : []
  }

  private mutating func finishBuild(_ result: BuildResult, _ serial: Int) {
    guard let finished = building.finished(result, serial) else { return }
    refreshBuildForms()
    let request = windows.answered(.buildResult)
    let state = building.stateText
    // A result that comes after a key would take the next one for itself.
    let isOpen = open(
      .buildResult(resultPanel(finished)), askedFor: request,
      orSay: "\(state); \(key(.build(.result))) shows its tracks")
    if isOpen { say("\(state): \(result.prepared.count.counted("track"))", .good) }
  }

  private mutating func endBuild(_ end: Building.State, _ serial: Int) {
    guard building.ended(end, serial) else { return }
    windows.answered(.buildResult)
    refreshBuildForms()
    let isFailure = if case .failed = end { true } else { false }
    let rest = building.cutOptions == nil ? "" : "; \(key(.build(.resume))) writes the rest"
    say(building.stateText + rest, isFailure ? .bad : .plain)
  }

  /// An effect of a build failed before it began.
  mutating func refusedBuild(_ effect: Effect, _ reason: String) {
    guard case .build(let order) = effect else { return }
    switch order {
    case .start(_, let serial), .write(_, _, let serial), .resume(let serial):
      endBuild(.failed(reason), serial)
    case .account(.signIn), .account(.finishSignIn), .account(.look):
      receive(SpotifyAccount.failed(reason))
    case .account(.cancelSignIn), .account(.signOut), .account(.playlists),
      .account(.importPlaylist), .cancel, .completeArtists, .preset, .openLink:
      break
    }
  }

  // MARK: The result

  private mutating func showBuildResult() -> [Effect] {
    guard let last = building.last else {
      say("Nothing was built yet; \(key(.build(.form))) opens the form")
      return []
    }
    windows.open(.buildResult(resultPanel(last)))
    return []
  }

  private func resultPanel(_ finished: Building.Finished) -> BuildResultPanel {
    BuildResultPanel(finished, height: BuildResultView.height(in: size))
  }

  /// Goes to the playlist or the queue that was written, or opens it in the browser.
  mutating func openBuilt(_ finished: Building.Finished) -> [Effect] {
    guard !finished.result.isDryRun else { return [] }
    switch finished.options.service {
    case .file: return []
    case .spotify: return finished.link.map { [.build(.openLink($0))] } ?? []
    case .local:
      if finished.options.destination == .queue {
        closeBuildWindows()
        focus = .playlists
        browsing.showQueue()
        return []
      }
      guard let id = Int64(finished.result.playlistID) else { return [] }
      closeBuildWindows()
      browsing.open(
        Playlist(
          id: PlaylistID(id), name: finished.result.statistics.playlistName,
          trackCount: finished.result.prepared.count))
      return []
    }
  }

  private mutating func closeBuildWindows() {
    windows.close { [.build, .buildResult].contains($0.window.kind) }
  }

  mutating func copyLink(_ finished: Building.Finished) -> [Effect] {
    guard let link = finished.link else { return [] }
    say("Copied \(link)", .good)
    return [.terminal(.copy(link))]
  }
}
