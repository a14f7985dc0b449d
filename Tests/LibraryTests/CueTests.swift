import Library
import Music
import Testing

@Suite("Cue points")
struct CueTests {
  @Test("cues come in the order of their times, and setting and removing one can be undone")
  func cues() async throws {
    let test = try TestLibrary()
    let track = try await test.withTracks(1)[0]
    try await test.library.addCue(at: .seconds(90), kind: .drop, named: "Drop", to: track)
    try await test.library.addCue(at: .milliseconds(15_250), to: track)
    let cues = try await test.library.cues(of: track)
    #expect(cues.map(\.time) == [.milliseconds(15_250), .seconds(90)])
    #expect(cues.map(\.kind) == [.marker, .drop])
    try await test.library.removeCue(cues[1].id)
    #expect(try await test.library.undo() == "removed a cue")
    #expect(try await test.library.cues(of: track) == cues)
    #expect(try await test.library.undo()?.hasPrefix("set a cue at 0:15 in ") == true)
    #expect(try await test.library.cues(of: track).map(\.name) == ["Drop"])
  }
}
