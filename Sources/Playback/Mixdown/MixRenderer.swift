package import Music

/// A mix that was rendered into a file.
package struct RenderedMix: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package var id: PlayID
    /// Where it begins in the file; what came before may still be heard there.
    package var start: Duration
  }

  package struct Fault: Equatable, Sendable {
    package var id: PlayID
    package var reason: String
  }

  package var parts: [Part]
  package var duration: Duration
  /// Hz.
  package var rate: Int
  /// The items that are not in it, or not to their end.
  package var faults: [Fault]
}

/// Why there is no file.
package enum RenderError: Error, Equatable, Sendable {
  case cancelled
  case unwritable(reason: String)
  case unplayable(PlayID, reason: String)
  case nothingToPlay
}

/// Renders items one after the other into a file, through the engine that they are heard with.
package struct MixRenderer: Sendable {
  private let player: Player
  private let items: [PlayItem]
  private let places: [PlayID: Int]
  private let skipsFaults: Bool

  /// - Parameters:
  ///   - skipsFaults: whether to go on without what cannot be played; else that is the end of it.
  package init(
    _ items: [PlayItem], to path: FilePath, as format: MixFormat, skipsFaults: Bool = false
  ) {
    self.items = items
    places = Dictionary(items.enumerated().map { ($1.id, $0) }) { first, _ in first }
    self.skipsFaults = skipsFaults
    player = Player(output: .rendering(path, format))
  }

  /// Writes all of it, as fast as files can be decoded; there is a file afterwards, or an error.
  ///
  /// - Parameter progress: told a few times a second how much is done, in the file's time.
  package func render(
    sound: SoundSettings, progress: @escaping @Sendable (Duration) -> Void
  ) async throws(RenderError) -> RenderedMix {
    guard let first = items.first else { throw .nothingToPlay }
    await player.setSound(sound)
    let watcher = Task { [player] in
      while !Task.isCancelled {
        progress(await player.writtenTime)
        try? await Task.sleep(for: .milliseconds(100))  // cut short is as good
      }
    }
    defer { watcher.cancel() }
    var state = State()
    var error: RenderError? = await withTaskCancellationHandler {
      await player.play(first, from: .zero, paused: false)
      for await report in player.reports {
        if Task.isCancelled { return .cancelled }
        switch await follow(report, &state) {
        case .goesOn: continue
        case .isOver: return nil
        case .fails(let error): return error
        }
      }
      return .cancelled
    } onCancel: {
      Task { [player] in await player.shutDown(within: Self.closingTime, keepsFile: false) }
    }
    // What was cancelled with its last breath has had its file taken away, too.
    if error == nil, Task.isCancelled { error = .cancelled }
    let places = await player.writtenPlaces
    let rate = await player.rate
    if error == nil, places.end == .zero {
      await player.shutDown(within: Self.closingTime, keepsFile: false)
      throw state.faults.first.map { .unplayable($0.id, reason: $0.reason) } ?? .nothingToPlay
    }
    await player.shutDown(within: Self.closingTime, keepsFile: error == nil)
    if let error { throw error }
    // The disk may have become full with the last of it.
    for await case .output(.unavailable(let reason)) in player.reports {
      throw .unwritable(reason: reason)
    }
    return RenderedMix(
      parts: places.starts.map { RenderedMix.Part(id: $0.id, start: $0.start) },
      duration: places.end, rate: rate ?? 0, faults: state.faults)
  }

  /// A file is completed in a moment; a disk that hangs must not hold the program for ever.
  private static let closingTime: Duration = .seconds(30)

  private struct State {
    var faults: [RenderedMix.Fault] = []
    var failed: Set<PlayID> = []
  }

  private enum Step {
    case goesOn, isOver
    case fails(RenderError)
  }

  private func follow(_ report: PlayerReport, _ state: inout State) async -> Step {
    switch report {
    case .wantsNext(let id):
      await player.setNext(item(after: id, state))
    case .failed(let id, let reason):
      // What stops in the middle has left its beginning in the file.
      let isCurrent = await player.current == nil
      let isHalfWritten = await isCurrent ? player.writtenTime > .zero : false
      guard skipsFaults, !isHalfWritten else { return .fails(.unplayable(id, reason: reason)) }
      state.faults.append(RenderedMix.Fault(id: id, reason: reason))
      state.failed.insert(id)
      // The first of all is not followed by itself.
      if await player.current == nil, let next = item(after: id, state) {
        await player.play(next, from: .zero, paused: false)
      }
    case .output(.unavailable(let reason)): return .fails(.unwritable(reason: reason))
    case .state(.stopped):
      if await player.current == nil { return .isOver }
    default: break
    }
    return .goesOn
  }

  private func item(after id: PlayID, _ state: State) -> PlayItem? {
    guard let index = places[id] else { return nil }
    return items[(index + 1)...].first { !state.failed.contains($0.id) }
  }
}
