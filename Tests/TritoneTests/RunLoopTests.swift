import Interface
import Library
import Music
import Screen
import Testing

@testable import tritone

@Suite("The loop")
struct RunLoopTests {
  /// Presses a key until a change of the library comes so soon behind it that it waits.
  private func hold(_ loop: inout RunLoop, _ library: Library) async throws {
    let key = try #require(KeySequence("j")?.keys.first)
    for _ in 0..<1_000 where loop.changePacer.end == nil {
      _ = try await library.createPlaylist(named: "\(library.changeCount)")
      loop.handle(.input(.key(key)))
      loop.mailbox.post(.library(.changed))
      loop.takeEvents()
    }
    try #require(loop.changePacer.end != nil)
  }

  @Test("a change that waits behind a key is told without another event, or by the end of an edit")
  func heldChange() async throws {
    let shell = try await Shell(tracks: 1)
    try await shell.wait(for: "rows") { $0.library.window.rows.count == 1 }
    var loop = RunLoop(
      terminal: nil, mailbox: shell.mailbox, signals: SignalDescriptor([]), runner: shell.runner,
      app: shell.app)
    try await hold(&loop, shell.library)
    let (end, rest) = (try #require(loop.changePacer.end), loop.rest())
    #expect(try #require(rest.end) <= end)
    for _ in 0..<1_000 where loop.changePacer.end != nil { loop.wait() }
    #expect(loop.changePacer.end == nil)

    try await hold(&loop, shell.library)
    loop.handle(.editEnded)
    #expect(loop.changePacer.end == nil)
    shell.runner.finish()
  }
}
