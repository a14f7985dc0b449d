import Bus
import BusServing
import Desktop
import Foundation
import Music
import Testing

@Suite("The player's connection")
struct ConnectionTests {
  @Test("another player of the name leads to a numbered one")
  func instances() async throws {
    let scene = try await Scene(.playing())
    let second = MediaPlayer(bus: Bus(addresses: [scene.server.address]), send: { _ in })
    await second.waitForName()
    #expect(second.name == Scene.name + ".instance2")
    let third = MediaPlayer(bus: Bus(addresses: [scene.server.address]), send: { _ in })
    await third.waitForName()
    #expect(third.name == Scene.name + ".instance3")
    let names = await scene.run("playerctl", "--list-all").output.split(separator: "\n").sorted()
    #expect(names == ["tritone", "tritone.instance2", "tritone.instance3"])
  }

  @Test("a bus that ends and comes back has the player again, as it is then")
  func restart() async throws {
    let scene = try await Scene(.playing())
    scene.server.end()
    while scene.player.name != nil { try await Task.sleep(for: .milliseconds(5)) }
    scene.player.update(.playing(.track(8, "All Blues")))
    let second = try PrivateBus(in: scene.server.folder)
    await scene.player.waitForName()
    #expect(try await scene.metadata()["xesam:title"] == .string("All Blues"))
    let changes = try await scene.changes()
    scene.player.update(.playing(.track(9, "Flamenco Sketches")))
    let changed = try await changes.next().changed
    #expect(Set(changed.keys) == ["Metadata"])
    second.end()
  }

  @Test("a bus that comes later is found")
  func late() async throws {
    let folder = "/tmp/tb-\(UUID().uuidString.prefix(8))"
    let player = MediaPlayer(
      bus: Bus(addresses: ["unix:path=\(folder)/bus"]), send: { _ in })
    player.update(.playing())
    try await Task.sleep(for: .milliseconds(400))
    #expect(player.name == nil)
    let server = try PrivateBus(in: folder)
    await player.waitForName()
    #expect(player.name == Scene.name)
    server.end()
  }

  @Test("a player at rest stops looking for a bus, and its next change finds one")
  func rest() async throws {
    let folder = "/tmp/tb-\(UUID().uuidString.prefix(8))"
    let player = MediaPlayer(
      bus: Bus(addresses: ["unix:path=\(folder)/bus"]), send: { _ in },
      pauses: [.milliseconds(1), .milliseconds(20)])
    player.update(.playing())
    try await Task.sleep(for: .milliseconds(400))
    let server = try PrivateBus(in: folder)
    try await Task.sleep(for: .milliseconds(400))
    #expect(player.name == nil)
    player.update(.playing(.track(8, "All Blues")))
    await player.waitForName()
    #expect(player.name == Scene.name)
    server.end()
  }

  @Test("without a bus, and with one that hangs, nothing waits")
  func none() async throws {
    let player = MediaPlayer(bus: Bus(addresses: []), send: { _ in })
    for second in 0..<1_000 { player.update(.playing(at: .seconds(second))) }
    #expect(player.name == nil)
    let scene = try await Scene(.playing())
    scene.server.halt()
    for second in 0..<1_000 {
      scene.player.update(.playing(.track(Int64(second)), at: .seconds(second)))
    }
    scene.server.goOn()
    let last = BusValue.path("/org/tritone/item/999")
    #expect(try await scene.metadata()["mpris:trackid"] == last)
  }

  @Test("what changes while the bus does not read is announced once it does")
  func halted() async throws {
    let scene = try await Scene(.playing())
    let changes = try await scene.changes()
    scene.server.halt()
    let text = Lyrics(lines: [Lyrics.Line(text: String(repeating: "x", count: 60_000))])
    for id in 0..<1_000 {
      scene.player.lyrics(text, for: TrackID(Int64(id + 1_000)))
      scene.player.update(.playing(.track(Int64(id + 1_000))))
      try await Task.sleep(for: .milliseconds(1))
    }
    scene.server.goOn()
    for await signal in changes {
      let metadata = Scene.dictionary(signal.changed["Metadata"])
      if metadata["mpris:trackid"] == .path("/org/tritone/item/1999") { break }
    }
  }

  @Test("the player is gone from the bus with its owner")
  func end() async throws {
    let server = try PrivateBus()
    let client = Bus(addresses: [server.address])
    // The connection stays.
    let bus = Bus(addresses: [server.address])
    var player: MediaPlayer? = MediaPlayer(bus: bus, send: { _ in })
    await player?.waitForName()
    func isThere() async throws -> Bool {
      try await client.call(.bus("NameHasOwner", [.string(Scene.name)])) == [.boolean(true)]
    }
    #expect(try await isThere())
    player = nil
    while try await isThere() { try await Task.sleep(for: .milliseconds(5)) }
    // Another one on the same connection.
    let commands = Recorded<PlayerCommand>()
    player = MediaPlayer(bus: bus, send: commands.append)
    await player?.waitForName()
    let end = await Scene.run(
      [
        "dbus-send", "--type=method_call", "--dest=\(Scene.name)", Scene.path,
        "org.mpris.MediaPlayer2.Player.Stop",
      ], server.address)
    #expect(end.code == 0, "\(end.errors)")
    #expect(await commands.wait(for: 1) == [.stop])
    withExtendedLifetime(player) {}
  }
}
