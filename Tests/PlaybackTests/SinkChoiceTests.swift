import Music
import Testing

@testable import Playback

@Suite("The choice of a sink")
struct SinkChoiceTests {
  private func sink(_ name: String, _ index: UInt32) -> PulseSink {
    PulseSink(index: index, name: name, description: "The \(name)", isRemote: false, rate: 44100)
  }

  private func choice(_ sinks: [PulseSink], _ defaultSink: String?) -> SinkChoice {
    var choice = SinkChoice()
    choice.update(SinkList(sinks: sinks, defaultSink: defaultSink), at: 1)
    return choice
  }

  @Test("the chosen sink is wanted while it is there, else the default, else any")
  func wanted() {
    let (lamp, desk) = (sink("lamp", 1), sink("desk", 2))
    var choice = choice([lamp, desk], "desk")
    #expect(choice.wanted == desk && choice.named == nil)
    choice.choose("lamp")
    #expect(choice.wanted == lamp && choice.named == "lamp")
    #expect(choice.devices.map(\.isDefault) == [false, true])
    choice.update(SinkList(sinks: [desk], defaultSink: "desk"), at: 2)
    #expect(choice.wanted == desk && choice.chosen == "lamp")
    #expect(choice.description(of: "desk") == "The desk (The lamp is not there)")
    choice.choose("")
    #expect(choice.chosen == nil && choice.description(of: "desk") == "The desk")
    #expect(choice.description(of: "lamp") == nil)
    choice.update(SinkList(sinks: [lamp], defaultSink: nil), at: 3)
    #expect(choice.wanted == lamp)
  }

  @Test("a stream follows a default that has just changed, and stays where it was moved by hand")
  func defaultMoves() {
    let (lamp, desk) = (sink("lamp", 1), sink("desk", 2))
    var choice = choice([lamp, desk], "desk")
    let old = choice.sinks
    #expect(choice.move(of: "lamp", since: old, at: 2) == nil)
    choice.update(SinkList(sinks: old, defaultSink: "lamp"), at: 10)
    #expect(choice.move(of: "desk", since: old, at: 20) == lamp)
    #expect(choice.move(of: "lamp", since: old, at: 20) == nil)
    #expect(choice.move(of: "desk", since: old, at: 2_000_000) == nil)
  }

  @Test("a stream goes to the chosen sink when that appears, or was reloaded")
  func chosenMoves() {
    let (lamp, desk) = (sink("lamp", 1), sink("desk", 2))
    var choice = choice([desk], "desk")
    choice.choose("lamp")
    choice.update(SinkList(sinks: [desk, lamp], defaultSink: "desk"), at: 10)
    #expect(choice.move(of: "desk", since: [desk], at: 20) == lamp)
    #expect(choice.move(of: "desk", since: [desk, lamp], at: 20) == nil)
    #expect(choice.move(of: "desk", since: [desk, sink("lamp", 7)], at: 20) == lamp)
    choice.update(SinkList(sinks: [desk, lamp], defaultSink: "lamp"), at: 30)
    choice.update(SinkList(sinks: [desk, lamp], defaultSink: "desk"), at: 40)
    // The server has moved the stream along with the default.
    #expect(choice.move(of: "desk", since: [desk, lamp], at: 50) == lamp)
  }

  @Test("a move counts until all moves are answered")
  func moves() {
    var moves = SinkMoves()
    moves.begin(to: "lamp")
    moves.begin(to: "desk")
    moves.answer()
    #expect(moves.target == "desk")
    moves.answer()
    moves.answer()
    #expect(moves.target == nil)
    moves.begin(to: "lamp")
    moves.streamEnded()
    #expect(moves.target == nil)
    moves.begin(to: "desk")
    moves.answer()
    #expect(moves.target == "desk")
  }
}
