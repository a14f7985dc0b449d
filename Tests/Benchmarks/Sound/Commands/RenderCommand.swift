import ArgumentParser
import Media
import Music
import Playback

/// Renders the engine's output into a file, faster than real time.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Play a file into a WAV file.", shouldDisplay: false)

  @Argument var source: String
  @Argument var target: String

  func run() async throws {
    try FFmpegLibraries.load()
    let player = Player(output: .file(FilePath(target)))
    let id = PlayID(track: TrackID(1), serial: 1)
    await player.play(PlayItem(id: id, source: .file(FilePath(source))), from: .zero, paused: false)
    await player.setNext(nil)
    for await report in player.reports {
      if case .failed(_, let reason) = report { throw ValidationError(reason) }
      if case .finished = report { break }
    }
    await player.shutDown()
  }
}
