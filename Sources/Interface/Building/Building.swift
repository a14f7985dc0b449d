package import Music

/// Builds of playlists: the form as it was left, the run that goes on, its last result, presets,
/// and the account.
package struct Building: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case idle
    case running(Run)
    case finished(isDryRun: Bool)
    /// The text gives the reason.
    case failed(String)
    /// `left` says what had been written by then; nil for nothing.
    case stopped(left: String?)
  }

  /// A dry run or build that goes on.
  package struct Run: Equatable, Sendable {
    var serial: Int
    package var options: BuildOptions
    /// Nil before the first report.
    package var phase: BuildPhase?
    /// Whether it was cancelled, and its end has not come yet.
    var isStopping = false
  }

  /// A result with the options that it was found by.
  package struct Finished: Equatable, Sendable {
    package var result: BuildResult
    package var options: BuildOptions
  }

  package internal(set) var draft = BuildDraft()
  /// The draft that a preset replaced.
  private(set) var replaced: BuildDraft?
  package private(set) var state = State.idle
  package private(set) var last: Finished?
  /// Of the playlist whose writing ended in the middle; nil for none.
  package private(set) var cutOptions: BuildOptions?
  package internal(set) var account = SpotifyAccount.unknown
  /// Whether it was asked for, and no answer has come.
  var isAccountAsked = false
  /// Whether the next state of the account is an answer to `:spotify status`.
  var saysAccount = false
  package internal(set) var presets: [BuildPreset] = []
  /// The preset that the draft was taken from or kept as.
  var presetName: String?
  private var serial = 0

  package init() {}

  package var run: Run? { if case .running(let run) = state { run } else { nil } }

  /// Whether there is something to stop that is not being stopped yet.
  var canStop: Bool { run.map { !$0.isStopping } ?? false }

  // MARK: The run

  /// - Returns: The serial of its events.
  mutating func started(_ options: BuildOptions) -> Int {
    serial += 1
    state = .running(Run(serial: serial, options: options))
    return serial
  }

  /// Whether a run of this serial goes on: events of others are out of date.
  private func isRunning(_ serial: Int) -> Bool { run?.serial == serial }

  mutating func progressed(_ phase: BuildPhase, _ serial: Int) {
    guard var run, run.serial == serial else { return }
    run.phase = phase
    state = .running(run)
  }

  /// - Returns: False where nothing goes on, or it is being stopped already.
  mutating func stop() -> Bool {
    guard var run, !run.isStopping else { return false }
    run.isStopping = true
    state = .running(run)
    return true
  }

  /// - Returns: The result with its options; nil for one that is out of date.
  mutating func finished(_ result: BuildResult, _ serial: Int) -> Finished? {
    guard let run, run.serial == serial else { return nil }
    let finished = Finished(result: result, options: run.options)
    last = finished
    if !result.isDryRun { cutOptions = nil }
    state = .finished(isDryRun: result.isDryRun)
    return finished
  }

  /// The writing of a playlist ended in the middle.
  mutating func cut(_ serial: Int) {
    if let run, run.serial == serial { cutOptions = run.options }
  }

  /// - Returns: False for an end that is out of date.
  mutating func ended(_ end: State, _ serial: Int) -> Bool {
    guard isRunning(serial) else { return false }
    state = end
    return true
  }

  /// The result of a dry run that came last and had these options: it is written as it stands.
  func dryRun(with options: BuildOptions) -> BuildResult? {
    guard case .finished(isDryRun: true) = state, var last else { return nil }
    last.options.isDryRun = options.isDryRun
    return last.options == options ? last.result : nil
  }

  // MARK: The draft

  mutating func use(_ draft: BuildDraft, named name: String?) {
    if draft != self.draft, !self.draft.isStandard { replaced = self.draft }
    self.draft = draft
    presetName = name
  }

  /// Exchanges the draft for the one that a preset replaced.
  mutating func useReplaced() {
    guard let replaced else { return }
    self.replaced = draft
    draft = replaced
    presetName = nil
  }

  /// Why no dry run and no build can begin; nil where one can.
  package func reasonOff(_ service: BuildService) -> String? {
    if let run { return run.isStopping ? "It is being stopped" : busyText(of: run) }
    switch service {
    case .spotify where isAccountAsked: return "Asking Spotify for the account..."
    case .spotify where !account.isSignedIn:
      return "Sign in to Spotify before building a playlist."
    case .spotify, .local, .file: return nil
    }
  }

  private func busyText(of run: Run) -> String {
    run.options.isDryRun ? "A dry run is on its way" : "A playlist is being built"
  }
}

// The state in words.
extension Building {
  /// The state as the original program says it.
  package var stateText: String {
    switch state {
    case .idle: "Idle"
    case .running(let run):
      run.isStopping
        ? "Stopping..."
        : run.options.isDryRun ? "Performing dry run..." : "Building playlist..."
    case .finished(let isDryRun): isDryRun ? "Dry run complete" : "Playlist updated successfully"
    case .failed(let reason): "Playlist build failed: \(reason)"
    case .stopped(let left): "Stopped: \(left ?? "nothing was written")"
    }
  }

  /// The phase of the run in words: "collecting tracks, 12 of 40".
  package var phaseText: String? { run?.phase?.text }

  /// The run in a corner of the screen: "Dry run · collecting tracks, 12 of 40".
  func cornerText(columns: Int) -> String? {
    guard let run else { return nil }
    let name = run.isStopping ? "Stopping" : run.options.isDryRun ? "Dry run" : "Building"
    let phase = columns >= 60 ? phaseText : phasePart.map { "\(Int($0 * 100)) %" }
    return [name, phase].compactMap(\.self).joined(separator: " · ")
  }

  /// The part that is done of a phase with a known end, 0 to 1.
  var phasePart: Double? {
    switch run?.phase {
    case .findingArtists(let done, let total), .collectingTracks(let done, let total),
      .writing(let done, let total):
      total > 0 ? max(0, min(1, Double(done) / Double(total))) : nil
    case .arranging, .waiting, nil: nil
    }
  }
}

extension Building.Finished {
  /// "Playlist: Road Trip | Prepared: 24 | Dry run".
  package var details: String {
    let uploaded =
      result.isDryRun ? "Dry run" : "Uploaded: \(result.statistics.totalUploaded)"
    let reused = result.reusedExisting ? " | Reused existing playlist" : ""
    return "Playlist: \(result.statistics.playlistName) | Prepared: \(result.prepared.count)"
      + " | \(uploaded)\(reused)"
  }

  /// The address of the playlist at Spotify; nil for others. The id comes from the service: only
  /// letters and digits become part of an address.
  package var link: String? {
    guard options.service == .spotify, !result.isDryRun,
      (1...64).contains(result.playlistID.utf8.count),
      result.playlistID.utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      })
    else { return nil }
    return "https://open.spotify.com/playlist/\(result.playlistID)"
  }
}
