package import Media
package import Music
import Threads

/// A mix rendered into a file.
package struct RenderedMix: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package var id: PlayID
    /// The item's start in the file, where the previous item may still be fading.
    package var start: Duration
  }

  package struct Fault: Equatable, Sendable {
    package var id: PlayID
    package var fault: MediaError
  }

  package var parts: [Part]
  package var duration: Duration
  /// Hz.
  package var rate: Int
  /// The items missing or cut short.
  package var faults: [Fault]
}

/// The reason why no file was written.
package enum RenderError: Error, Equatable, Sendable {
  case cancelled
  case unwritable(MediaError)
  case unplayable(PlayID, MediaError)
  case nothingToPlay
}

/// Renders items one after the other into a file, through the same mixing as playback.
package struct MixRenderer: Sendable {
  private let items: [PlayItem]
  private let path: FilePath
  private let format: MixFormat
  private let skipsFaults: Bool
  var access = FileAccess()

  /// - Parameters:
  /// - skipsFaults: whether to skip unplayable items instead of failing.
  /// - remote: opens tracks of servers.
  package init(
    _ items: [PlayItem], to path: FilePath, as format: MixFormat, skipsFaults: Bool = false,
    remote: @escaping RemoteOpening = MediaError.noServers
  ) {
    access.remote = remote
    self.items = items
    self.path = path
    self.format = format
    self.skipsFaults = skipsFaults
  }

  /// Renders the whole mix, as fast as files decode; leaves a complete file or throws.
  ///
  /// - Parameter progress: receives the written length a few times a second.
  package func render(
    sound: SoundSettings, progress: @escaping @Sendable (Duration) -> Void
  ) async throws(RenderError) -> RenderedMix {
    guard !items.isEmpty else { throw .nothingToPlay }
    let control = MixControl()
    let (outcomes, posting) = AsyncStream<Result<RenderedMix, RenderError>>.makeStream()
    OwnThread.start(named: "render") {
      posting.yield(write(sound, control))
    }
    let watcher = Task {
      while !Task.isCancelled {
        progress(control.written)
        try? await Task.sleep(for: .milliseconds(100))  // cut short is as good
      }
    }
    defer { watcher.cancel() }
    // Not cancelled with the caller: the thread removes its incomplete file first.
    let outcome = Task { () -> Result<RenderedMix, RenderError> in
      for await outcome in outcomes { return outcome }
      return .failure(.cancelled)
    }
    let result = await withTaskCancellationHandler {
      await outcome.value
    } onCancel: {
      control.cancel()
      Task {
        try? await Task.sleep(for: Self.closingTime)
        posting.yield(.failure(.cancelled))
      }
    }
    return try result.get()
  }

  /// A disk that hangs must not block the program for ever.
  private static let closingTime: Duration = .seconds(30)

  private func write(
    _ sound: SoundSettings, _ control: MixControl
  ) -> Result<RenderedMix, RenderError> {
    do throws(RenderError) {
      let file: SoundFile
      do throws(MediaError) { file = try SoundFile(path, format) } catch {
        throw .unwritable(error)
      }
      var mixdown = Mixdown(
        items, sound: sound, skipsFaults: skipsFaults, to: file, access: access, control: control)
      return .success(try mixdown.run(rate: format.rate))
    } catch {
      return .failure(error)
    }
  }
}
