import Music
import Screen

// Import and export of playlists, and their messages.
extension App {
  mutating func performExchange(_ command: ExchangeCommand) -> [Effect] {
    switch command {
    case .importFile(let path?): return [.exchange(.importFile(FilePath(path)))]
    case .importFile(nil): windows.open(.prompt(Prompt(.importFile)))
    case .importCues(let path):
      guard let track = focusedTrack?.id else {
        say("Select the track that the cues are for", .bad)
        return []
      }
      return [.exchange(.importCues(FilePath(path), track))]
    case .export(let text, let replaces):
      guard let (id, name) = chosenPlaylist else {
        say("Select the playlist to export, or open it", .bad)
        return []
      }
      if let text {
        windows.expect(.export)
        return [.exchange(.exportPlaylist(id, to: text, format: nil, replaces: replaces))]
      }
      let file = name.replacing("/", with: "_") + ".m3u8"
      windows.open(.prompt(Prompt(.exportFile(id, format: nil), text: "~/" + file)))
    case .replace(let id, let path, let format):
      return [.exchange(.exportPlaylist(id, to: path, format: format, replaces: true))]
    case .syncAuto(let isOn):
      stored.syncs = isOn
      say(
        isOn
          ? "Playlists that other machines write are taken over"
          : "Playlists that other machines write are left alone")
      return [.exchange(.setSyncAuto(isOn))]
    case .syncFolder(let path): return [.exchange(.setSyncFolder(path.map { FilePath($0) }))]
    }
    return []
  }

  /// The playlist of a command: the slot's, the open one or the one under the cursor.
  private var chosenPlaylist: (PlaylistID, String)? {
    if let playlist = selectedPlaylist { return (playlist.id, playlist.name) }
    return focus == .mix ? nil : openPlaylist.map { ($0, openPlaylistName ?? "Playlist") }
  }

  /// Asks for the path of a file, with a proposal typed in.
  mutating func propose(_ id: PlaylistID, _ path: String, format: String?) {
    open(
      .prompt(Prompt(.exportFile(id, format: format), text: path)),
      askedFor: windows.answered(.export),
      orSay: "Nothing was exported yet: :export asks for the place of the file")
  }

  /// A file exists at the path: only the user may replace it.
  mutating func refuseExport(_ id: PlaylistID, _ path: String, format: String) {
    open(
      .picker(
        Picker(
          .exchange, title: "There already is a file", lines: [path],
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Replace it", .command(.exchange(.replace(id, path: path, format: format)))),
          ])), askedFor: windows.answered(.export),
      orSay: "Nothing was exported: there already is a file \(path)")
  }

  // MARK: Results of an import

  mutating func finish(_ outcome: ImportOutcome?) {
    tasks.importEnded()
    guard let outcome else { return }
    let found = outcome.tracks - outcome.missing
    let name =
      outcome.playlistCount == 1
      ? outcome.playlists.first?.name ?? outcome.name
      : "\(outcome.playlistCount.counted("playlist")) from \(outcome.name)"
    let missing = outcome.missing > 0 ? ", \(outcome.missing.grouped) missing" : ""
    let tracks =
      outcome.missing > 0
      ? "\(found.grouped) of \(outcome.tracks.counted("track"))" : outcome.tracks.counted("track")
    if outcome.knownCount == outcome.playlistCount, outcome.knownCount > 0 {
      let verb = outcome.knownCount == 1 ? "is" : "are"
      say("\(name) \(verb) there already, with the same \(tracks)\(missing)")
    } else {
      let verb = outcome.knownCount == 1 ? "was" : "were"
      let known =
        outcome.knownCount > 0
        ? "; \(outcome.knownCount.grouped) of them \(verb) there already" : ""
      say("Imported \(name): \(tracks)\(missing)\(known)", missing.isEmpty ? .good : .plain)
    }
    show(outcome)
    var report = ReportPanel(title: "Import of \(outcome.name)")
    report.add("Missing, and kept in their places", outcome.missingLines)
    report.add("Several fit", outcome.ambiguousLines)
    report.add("Not understood", outcome.problemLines)
    if !report.rows.isEmpty { windows.openBelow(.report(report)) }
  }

  private mutating func show(_ outcome: ImportOutcome) {
    // The text being typed is meant for the list that shows.
    guard overlays.isEmpty, let first = outcome.playlists.first else { return }
    if outcome.playlistCount == 1 { return browsing.open(first) }
    browsing.returnToPlaylists(at: first.id)
  }
}

extension App {
  mutating func receive(_ event: ExchangeEvent) -> [Effect] {
    switch event {
    case .importProgressed(let done, let total):
      tasks.importProgressed(done, of: total)
      return []
    case .importEnded(let outcome):
      finish(outcome)
      return []
    case .exportProposed(let id, let path, let format):
      propose(id, path, format: format)
      return []
    case .exportRefused(let id, let path, let format):
      refuseExport(id, path, format: format)
      return []
    case .pathsListed(let names, let serial):
      receive(names, serial: serial)
      return []
    }
  }
}
