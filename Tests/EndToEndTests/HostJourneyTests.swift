import Foundation
import ServerHarness
import Testing

@Suite("Host journeys", .serialized)
struct HostJourneyTests {
  @Test("the music outlives q, and another terminal of another size and kind shows the same place")
  func leaving() throws {
    try Sandbox.with { box in
      try box.tone("One.flac", 440, seconds: 120, tags: ["title": "One", "artist": "Ola"])
      try box.tone("Two.flac", 550, seconds: 120, tags: ["title": "Two", "artist": "Pia"])
      let recorder = try box.record()
      var player = try box.player([box.music.path], isHosted: true)
      try player.see("Playing")
      try player.press("Down")
      try player.reach(seconds: 2)
      try player.press("q")
      #expect(try player.left() == 0)
      try player.see("Tritone plays on. End it with: tritone quit")
      let host = try #require(box.host)
      let left = recorder.frames
      try Program.wait("two more seconds of sound") { recorder.frames > left + 88_200 }
      let sound = try recorder.samples(from: left, count: 88_200)
      #expect(sound.filter { abs($0) > 0.01 }.count > 70_000)
      player = try box.player(
        [], columns: 80, rows: 24, extra: ["PLAYER_TERM": "vt100", "COLORTERM": ""], isHosted: true)
      try player.see("▶ One")
      #expect(try player.reach(seconds: 4) >= 4)
      #expect(box.host == host)
      try player.press(":")
      try player.type("quit")
      try player.press("Enter")
      #expect(try player.left() == 0)
      try Program.wait("the host to end") { box.host == nil }
    }
  }

  @Test("a closed window and a lost connection leave the music on, and kill -9 loses no place")
  func killed() throws {
    try Sandbox.with { box in
      try box.tone("One.flac", 440, seconds: 300, tags: ["title": "One", "artist": "Ola"])
      var player = try box.player([box.music.path], isHosted: true)
      try player.see("Playing")
      let host = try #require(box.host)
      try player.closeTerminal()
      player = try box.player([], isHosted: true)
      try player.reach(seconds: 9)
      #expect(box.host == host)
      let before = try #require(Player.seconds(on: try player.screen))
      kill(host, SIGKILL)
      #expect(try player.left() == 1)
      try player.see("the player has ended unexpectedly")
      // The terminal is that of before: the screen is the shell's, with its cursor and its modes.
      #expect(try box.tmux("display", "-p", "#{alternate_on} #{cursor_flag}") == "0 1\n")
      player = try box.player(["--output", "null"], isHosted: true)
      try player.see("One")
      try player.wait("the place from before") { screen in
        Player.seconds(on: screen).map { $0 >= before - 5 && $0 <= before + 1 } ?? false
      }
      try player.press("q")
      try player.left()
      try Program.wait("the host to end, since nothing plays") { box.host == nil }
    }
  }

  @Test("two terminals show one player, each in its own place and size")
  func together() throws {
    try Sandbox.with(sound: false) { box in
      for (title, tone) in [("One", 440), ("Two", 550), ("Three", 660)] {
        try box.tone("\(title).flac", tone, seconds: 100, tags: ["title": title, "artist": "Ola"])
      }
      let first = try box.player(["--output", "null", box.music.path], isHosted: true)
      try first.see("Playing")
      let second = try box.player(
        [], columns: 80, rows: 24, isHosted: true, isBeside: true)
      try second.see("Playing")
      // A window of one is no window of the other.
      try second.press("?")
      try second.see("add to mix slot 1")
      #expect(try !first.screen.contains("add to mix slot 1"))
      try second.press("Escape")
      try second.see(no: "add to mix slot 1")
      try second.press("Space")
      try first.see("Paused")
      try first.press("Space")
      try second.see("Playing")
      // What one makes shows in the other.
      try first.press("1")
      try first.see("Mix 1")
      try second.see("Mix 1")
      try first.resize(columns: 100, rows: 30)
      try first.press("q")
      #expect(try first.left() == 0)
      try second.see("Playing")
      try second.press(":")
      try second.type("quit")
      try second.press("Enter")
      #expect(try second.left() == 0)
    }
  }

  @Test("two starts at the same moment make one player")
  func twoStarts() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      for _ in 0..<3 {
        let first = try box.player(["--output", "null", box.music.path], isHosted: true)
        let second = try box.player(
          ["--output", "null", box.music.path], isHosted: true, isBeside: true)
        try first.see("Playing")
        try second.see("Playing")
        let hosts = try Program.check("pgrep", ["-f", "tritone host"]).split(separator: "\n")
          .filter { process in
            let variables = try? String(
              contentsOfFile: "/proc/\(process)/environ", encoding: .utf8)
            return variables?.contains("HOME=\(box.folder.path)/home") == true
          }
        #expect(hosts.count == 1)
        #expect(try box.tritone("quit").status == 0)
        #expect(try first.left() == 0)
        #expect(try second.left() == 0)
        try Program.wait("the host to end") { box.host == nil }
      }
    }
  }

  @Test("a stopped terminal holds up neither the music nor another terminal, and comes back whole")
  func stopped() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let first = try box.player(["--output", "null", box.music.path], isHosted: true)
      try first.see("Playing")
      first.signal(SIGTSTP)
      try first.see(no: "Playing")
      let second = try box.player([], isHosted: true, isBeside: true)
      try second.reach(seconds: 5)
      first.signal(SIGCONT)
      try first.see("Playing")
      try first.press(":")
      try first.type("quit")
      try first.press("Enter")
      #expect(try first.left() == 0)
      #expect(try second.left() == 0)
    }
  }

  @Test("where the socket cannot be, the player plays alone")
  func withoutSocket() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let run = box.folder.appendingPathComponent("run/tritone")
      try FileManager.default.createDirectory(
        at: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
      chmod(run.path, 0o777)
      let player = try box.player(["--output", "null", box.music.path], isHosted: true)
      try player.see("Playing")
      #expect(box.host == nil)
      try player.leave()
      #expect(try box.tritone("attach").status == 1)
    }
  }
}
