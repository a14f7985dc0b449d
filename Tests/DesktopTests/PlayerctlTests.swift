import Bus
import BusServing
import Desktop
import Foundation
import Music
import Testing

@Suite("playerctl")
struct PlayerctlTests {
  @Test("finds the player and tells its status and metadata")
  func metadata() async throws {
    let scene = try await Scene(.playing())
    #expect(await scene.run("playerctl", "--list-all").output == "tritone")
    #expect(await scene.run("playerctl", "status").output == "Playing")
    let format = "{{artist}} - {{title}} ({{album}}) {{duration(mpris:length)}} {{mpris:trackid}}"
    let told = await scene.run("playerctl", "metadata", "--format", format).output
    #expect(
      told == "Miles Davis - So What (Kind of Blue) 4:00 '/org/tritone/item/7'")
    #expect(
      await scene.run("playerctl", "metadata", "xesam:url").output == "file:///music/a%20b/7.flac")
    scene.player.update(.playing(playback: .paused))
    #expect(await scene.run("playerctl", "status").output == "Paused")
    scene.player.update(PlayerStatus(clock: PlayerStatus.playing().clock))
    #expect(await scene.run("playerctl", "status").output == "Stopped")
  }

  @Test(
    "commands arrive",
    arguments: [
      (["play"], .play), (["pause"], .pause), (["play-pause"], .playPause), (["stop"], .stop),
      (["next"], .nextAsIs), (["previous"], .previousAsIs),
      (["position", "30"], .seekTo(.seconds(30), in: QueueItemID(rawValue: 7))),
      (["position", "5+"], .seek(by: .seconds(5))), (["position", "5-"], .seek(by: .seconds(-5))),
      (["position", "200+"], .nextAsIs),
      (["position", "70-"], .seekTo(.zero, in: QueueItemID(rawValue: 7))),
      (["volume", "0.5"], .volume(50)), (["volume", "0.1+"], .volume(80)),
      (["volume", "0.1-"], .volume(60)), (["loop", "Track"], .repeating(.one)),
      (["loop", "Playlist"], .repeating(.all)), (["loop", "None"], .repeating(.off)),
      (["shuffle", "On"], .shuffle(true)), (["shuffle", "Off"], .shuffle(false)),
      (["shuffle", "Toggle"], .shuffle(true)),
      (["open", "file:///music/a%20b.mp3"], .open([.file(FilePath("/music/a b.mp3"))])),
    ] as [([String], PlayerCommand)])
  func commands(words: [String], command: PlayerCommand) async throws {
    let scene = try await Scene(.playing(playback: .paused))
    let end = await Scene.run(["playerctl"] + words, scene.server.address)
    #expect(end.code == 0, "\(end.errors)")
    #expect(await scene.commands.wait(for: 1) == [command])
  }

  @Test("position, volume, loop and shuffle are read")
  func values() async throws {
    var status = PlayerStatus.playing(playback: .paused)
    status.isShuffled = true
    status.repeating = .all
    let scene = try await Scene(status)
    #expect(await scene.run("playerctl", "position").output == "60.000000")
    #expect(await scene.run("playerctl", "volume").output == "0.700000")
    #expect(await scene.run("playerctl", "loop").output == "Playlist")
    #expect(await scene.run("playerctl", "shuffle").output == "On")
    status.isMuted = true
    scene.player.update(status)
    #expect(await scene.run("playerctl", "volume").output == "0.000000")
  }

  @Test("--follow shows each track and state once")
  func follow() async throws {
    let scene = try await Scene(.playing(playback: .paused))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/playerctl")
    process.arguments = ["--follow", "metadata", "--format", "{{status}} {{title}}"]
    process.environment = ["DBUS_SESSION_BUS_ADDRESS": scene.server.address, "LC_ALL": "C.UTF-8"]
    let pipe = Pipe()
    process.standardOutput = pipe
    let lines = Recorded<String>()
    try process.run()
    Thread.detachNewThread {
      while true {
        let data = pipe.fileHandleForReading.availableData
        guard !data.isEmpty else { return }
        let text = String(decoding: data, as: UTF8.self)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
          lines.append(String(line))
        }
      }
    }
    #expect(await lines.wait(for: 1) == ["Paused So What"])
    scene.player.update(.playing(playback: .playing))
    #expect(await lines.wait(for: 2).last == "Playing So What")
    scene.player.update(.playing(.track(8, "Freddie Freeloader")))
    #expect(await lines.wait(for: 3).last == "Playing Freddie Freeloader")
    scene.player.update(PlayerStatus(clock: PlayerStatus.playing().clock))
    // What playerctl prints where nothing is current.
    #expect(await lines.wait(for: 4).last == "")
    // It has inherited blocked signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    withExtendedLifetime(scene) {}
  }
}
