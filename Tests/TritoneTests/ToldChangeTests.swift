import Interface
import Library
import Testing

@testable import tritone

@Suite("Changes that the interface is told of")
struct ToldChangeTests {
  @Test("a change that the end of an edit has told of is not told again, and a later one is")
  func once() async throws {
    let shell = try await Shell(tracks: 1)
    let (library, runner) = (shell.library, shell.runner)
    _ = try await library.createPlaylist(named: "A")
    #expect(runner.takes(.library(.changed)))
    _ = try await library.createPlaylist(named: "B")
    #expect(runner.takes(.editEnded))
    #expect(!runner.takes(.library(.changed)))
    // An edit that changed nothing has an end as well.
    #expect(runner.takes(.editEnded))
    _ = try await library.createPlaylist(named: "C")
    #expect(runner.takes(.library(.changed)))
    #expect(!runner.takes(.library(.changed)))
  }
}
