import Builder
import FoundationEssentials
import HTTP
import Library
import Log
import Music
import Online
import Synchronization

/// Carries builds out, for the command line and for the player.
struct BuildRun: Sendable {
  /// Nil where the build is on another service.
  let library: Library?
  let directories: Directories
  let spotify: SpotifyAccess
  /// Called from any thread.
  var progress: @Sendable (BuildPhase) -> Void

  /// A result, with what was written to the catalogue on the way.
  struct Outcome: Sendable {
    var result: BuildResult
    var calls: [CatalogueCall]
    /// Tracks that left the library before they were written.
    var gone = 0
    /// Of one's own library: the tracks for the queue.
    var queued: [QueuedTrack] = []
  }

  private static var now: Int64 { Int64(Date.now.timeIntervalSince1970) }

  /// Builds a playlist, or performs a dry run.
  func build(_ options: BuildOptions) async throws -> Outcome {
    try await run(options) { builder, options throws(BuildError) in
      try await builder.build(options)
    }
  }

  /// Writes the tracks of a dry run as they stand.
  func write(_ dryRun: BuildResult, _ options: BuildOptions) async throws -> Outcome {
    try await run(options) { builder, options throws(BuildError) in
      options.isDryRun ? dryRun : try await builder.write(dryRun, with: options)
    }
  }

  /// Writes the rest of a playlist whose writing ended in the middle.
  func resume(_ partial: PartialPlaylist, _ options: BuildOptions) async throws -> Outcome {
    try await run(options) { builder, _ throws(BuildError) in
      guard var result = partial.result else { throw .cancelled }
      result.snapshotID = try await builder.complete(partial)
      return result
    }
  }

  private typealias Work =
    @Sendable (
      PlaylistBuilder, BuildOptions
    ) async throws(BuildError) -> BuildResult

  private func run(_ options: BuildOptions, _ work: Work) async throws -> Outcome {
    switch options.service {
    case .local: return try await runLocally(options, work)
    case .spotify:
      let phases = PhasesAroundWaits(progress)
      let client = try await spotify.client { phases.pause($0) }
      var run = self
      run.progress = { phases.show($0) }
      return try await run.run(SpotifyCatalogue(client, options.local.period), options, work)
    case .file(let path):
      return try await run(
        FileCatalogue(path: directories.path(path).text), options, work)
    }
  }

  private func run(
    _ client: any CatalogueClient, _ options: BuildOptions, _ work: Work
  ) async throws -> Outcome {
    let recorded = RecordedCatalogue(client)
    let result = try await work(builder(recorded), options)
    return Outcome(result: result, calls: recorded.calls)
  }

  private func runLocally(_ options: BuildOptions, _ work: Work) async throws -> Outcome {
    guard let library else { throw Failure(reason: "there is no library yet; tritone scan FOLDER") }
    var slot: MixSlot?
    if case .slot(let number) = options.destination { slot = MixSlot(rawValue: number) }
    let catalogue = try await LibraryCatalogue(library, options.local, slot: slot, now: Self.now)
    let recorded = RecordedCatalogue(catalogue)
    var options = options
    // The queue is not the library's to write: its tracks are those of a dry run.
    let isQueued = options.destination == .queue && !options.isDryRun
    if isQueued { options.isDryRun = true }
    var result = try await work(
      builder(recorded) { ids throws(BuildError) in try await catalogue.arranged(ids) }, options)
    guard !isQueued else {
      result.isDryRun = false
      result.reusedExisting = false
      result.playlistID = ""
      result.added = result.prepared.map(\.id)
      result.statistics.totalUploaded = result.added.count
      return Outcome(
        result: result, calls: [], queued: result.added.compactMap { QueuedTrack(text: $0) })
    }
    if !options.isDryRun { try await catalogue.complete(result.playlistID) }
    var outcome = Outcome(result: result, calls: recorded.calls)
    if let writing = catalogue.writing {
      outcome.result.playlistID = writing.playlist.text
      outcome.result.statistics.playlistName = writing.name
      outcome.gone = writing.gone
      let uploaded = outcome.result.statistics.totalUploaded
      outcome.result.statistics.totalUploaded = max(0, uploaded - writing.gone)
    }
    return outcome
  }

  private func builder(
    _ client: any CatalogueClient, arrangement: PlaylistBuilder.Arrangement? = nil
  ) -> PlaylistBuilder {
    PlaylistBuilder(
      client, home: directories.home.text, day: LocalZone.current.date(of: Self.now),
      arrangement: arrangement, progress: progress)
  }
}

/// Shows the phase before a wait again when the wait is over.
private final class PhasesAroundWaits: Sendable {
  private let progress: @Sendable (BuildPhase) -> Void
  private let last = Mutex<BuildPhase?>(nil)

  init(_ progress: @escaping @Sendable (BuildPhase) -> Void) { self.progress = progress }

  func show(_ phase: BuildPhase) {
    last.withLock { $0 = phase }
    progress(phase)
  }

  /// - Parameter pause: nil for its end.
  func pause(_ pause: Duration?) {
    if let pause {
      progress(.waiting(seconds: Int(pause.components.seconds)))
    } else if let phase = last.withLock({ $0 }) {
      progress(phase)
    }
  }
}
