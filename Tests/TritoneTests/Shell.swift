import Foundation
import Interface
import Library
import Music
import Playback
import Screen
import Testing

@testable import tritone

/// The program without its terminal: the interface, the effect runner, a library on disk and the
/// real player, whose sound nobody hears.
final class Shell {
  let folder: Folder
  let library: Library
  let runner: EffectRunner
  let mailbox = Mailbox()
  private(set) var app: App
  /// The terminal effects so far.
  private(set) var orders: [TerminalEffect] = []

  init(tracks: Int) async throws {
    folder = try Folder()
    for index in 1...tracks {
      try folder.clicks("\(index).wav", seconds: 5, title: "Title \(index)", artist: "Band")
    }
    library = try Library(at: folder.path("library.db"))
    _ = try await library.scan([FilePath(folder.url.path)]) { _ in }
    let directories = Directories(
      environment: ["HOME": folder.url.path], current: FilePath(folder.url.path))
    let player = Player(output: .null)
    runner = EffectRunner(
      library: library, player: player, mailbox: mailbox, themes: directories.themeFolder,
      directories: directories, images: CoverImages(folder: directories.art),
      session: nil)
    app = App(
      size: Size(rows: 24, columns: 80), now: .now, theme: .fallback, mode: .songs)
    send(.ticked)
  }

  /// config.toml in the folder.
  var config: ConfigFile {
    ConfigFile(
      Directories(environment: ["HOME": folder.url.path], current: FilePath(folder.url.path)))
  }

  func send(_ event: Event) {
    app.now = .now
    for effect in app.handle(event) {
      if case .terminal(let order) = effect { orders.append(order) } else { runner.perform(effect) }
    }
  }

  func press(_ keys: String...) {
    for key in keys.compactMap({ KeySequence($0) }).flatMap(\.keys) { send(.input(.key(key))) }
  }

  /// Handles events until a condition holds; fails after a minute.
  func wait(
    for what: String, location: SourceLocation = #_sourceLocation, _ holds: (App) -> Bool
  ) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while true {
      for event in mailbox.takeAll().map(\.event) { send(event) }
      if holds(app) { return }
      guard ContinuousClock.now < end else {
        Issue.record("waited too long for \(what)", sourceLocation: location)
        throw CancellationError()
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  var titles: [String] { app.library.window.rows.compactMap { $0.track?.title } }
}
