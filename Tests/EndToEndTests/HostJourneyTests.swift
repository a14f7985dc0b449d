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
      try player.see("▶")
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
      try player.see("▶")
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
      try first.see("▶")
      let second = try box.player(
        [], columns: 80, rows: 24, isHosted: true, isBeside: true)
      try second.see("▶")
      // A window of one is no window of the other.
      try second.press("?")
      try second.see("add to mix slot 1")
      #expect(try !first.screen.contains("add to mix slot 1"))
      try second.press("Escape")
      try second.see(no: "add to mix slot 1")
      try second.press("Space")
      try first.see("Paused")
      try first.press("Space")
      try second.see("▶")
      // What one makes shows in the other.
      try first.press("1")
      try first.see("Mix 1")
      try second.see("Mix 1")
      try first.resize(columns: 100, rows: 30)
      try first.press("q")
      #expect(try first.left() == 0)
      try second.see("▶")
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
        try first.see("▶")
        try second.see("▶")
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
      try first.see("▶")
      first.signal(SIGTSTP)
      try first.see(no: "Playing")
      let second = try box.player([], isHosted: true, isBeside: true)
      try second.reach(seconds: 5)
      first.signal(SIGCONT)
      try first.see("▶")
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
      try player.see("▶")
      #expect(box.host == nil)
      try player.leave()
      #expect(try box.tritone("attach").status == 1)
    }
  }

  @Test("each terminal shows its own skin, and a command from outside changes all")
  func skins() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let themes = box.folder.appendingPathComponent("home/.config/tritone/themes")
      try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
      for (name, color) in [("Lime", "#00ff00"), ("Rose", "#ff0000")] {
        try "name = \"\(name)\"\n[faces]\ntext = \"\(color)\"\n".write(
          to: themes.appendingPathComponent("\(name.lowercased()).toml"), atomically: true,
          encoding: .utf8)
      }
      let (lime, rose) = ("38;2;0;255;0", "38;2;255;0;0")
      let first = try box.player(
        ["--output", "null", "--theme", "Lime", box.music.path], isHosted: true)
      try first.see("▶")
      let second = try box.player([], columns: 80, rows: 24, isHosted: true, isBeside: true)
      try second.see("▶")
      try Program.wait("the option's skin") { try first.colors.contains(lime) }
      try second.press(":")
      try second.type("skin Rose")
      try second.press("Enter")
      try Program.wait("the chosen skin") { try second.colors.contains(rose) }
      #expect(try first.colors.contains(lime) && !first.colors.contains(rose))
      let config = box.folder.appendingPathComponent("home/.config/tritone/config.toml")
      func stored() throws -> String { try String(contentsOf: config, encoding: .utf8) }
      try Program.wait("the stored skin") { try stored().contains("name = \"Rose\"") }
      #expect(try !stored().contains("Lime"))
      // A terminal that comes later has what is stored.
      let third = try box.player([], isHosted: true, isBeside: true)
      try Program.wait("the stored skin") { try third.colors.contains(rose) }
      #expect(try box.tritone("skin", "Lime").status == 0)
      for player in [first, second, third] {
        try Program.wait("the skin for all") {
          try player.colors.contains(lime) && !player.colors.contains(rose)
        }
      }
      #expect(try box.tritone("quit").status == 0)
      for player in [first, second, third] { #expect(try player.left() == 0) }
    }
  }

  @Test("typed paths are those of the terminal's folder")
  func folders() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let player = try box.player(
        ["--output", "null", box.music.path], isHosted: true)
      try player.see("▶")
      let list = box.folder.appendingPathComponent("lists")
      try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
      try "#EXTM3U\n#PLAYLIST:Evening\n\(box.music.path)/One.flac\n".write(
        to: list.appendingPathComponent("evening.m3u8"), atomically: true, encoding: .utf8)
      let other = try box.player(
        [], isHosted: true, isBeside: true, folder: list.path)
      try other.see("▶")
      try other.press(":")
      try other.type("import ev")
      try other.press("Tab")
      try other.see("import evening.m3u8")
      try other.press("Enter")
      try other.see("Evening")
      #expect(try box.tritone("quit").status == 0)
      #expect(try player.left() == 0)
      #expect(try other.left() == 0)
    }
  }

  @Test("a terminal that takes nothing gets its modes back at q, and its program ends")
  func flowStopped() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let script = box.folder.appendingPathComponent("stopped.py")
      try Self.stoppedTerminal.write(to: script, atomically: true, encoding: .utf8)
      for end in ["q", "kill"] {
        let result = try Program.run(
          "python3", [script.path, end, Sandbox.binary, "--output", "null", box.music.path],
          environment: box.environment)
        #expect(result.output == "drawn\nended\nmodes True\n", "\(result.errors)")
        #expect(result.status == (end == "q" ? 0 : 1), "\(end): \(result.errors)")
        if end == "kill" { try Program.wait("the end of the host") { box.host == nil } }
      }
    }
  }

  /// Runs a program in a terminal whose output is stopped once it has drawn, and ends it then: by its
  /// key, or by the end of its player.
  private static let stoppedTerminal = """
    import os, select, signal, sys, termios, time, glob
    master, slave = os.openpty()
    before = termios.tcgetattr(slave)
    child = os.fork()
    if child == 0:
        os.setsid()
        import fcntl
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for number in range(3): os.dup2(slave, number)
        os.execv(sys.argv[2], sys.argv[2:])
    seen = b""
    while "▶".encode() not in seen:
        if select.select([master], [], [], 60)[0]: seen += os.read(master, 65536)
    print("drawn", flush=True)
    termios.tcflow(slave, termios.TCOOFF)
    # What is drawn from now on waits for ever.
    time.sleep(0.5)
    if sys.argv[1] == "q":
        os.write(master, b"q")
    else:
        for lock in glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/tritone/*.lock"):
            os.kill(int(open(lock).read()), signal.SIGKILL)
    for _ in range(600):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended: break
        time.sleep(0.1)
    else:
        print("hangs"); os.kill(child, signal.SIGKILL); sys.exit(9)
    print("ended")
    print("modes", termios.tcgetattr(slave)[:4] == before[:4])
    sys.exit(os.waitstatus_to_exitcode(status))
    """

  @Test("a terminal whose player is stopped says so, waits, and keeps the key for the player")
  func stoppedPlayer() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let first = try box.player(["--output", "null", box.music.path], isHosted: true)
      try first.see("▶")
      let host = try #require(box.host)
      let said = "the player (process \(host)) is stopped; it goes on with: kill -CONT \(host)"
      func screen() throws -> String {
        try box.tmux("display", "-p", "#{alternate_on} #{cursor_flag}")
      }
      kill(host, SIGSTOP)
      try first.press("p")
      try first.see(said)
      #expect(try screen() == "0 1\n")
      let attached = try box.run(["attach"])
      #expect(attached.status == 1)
      kill(host, SIGCONT)
      try box.waitForStatus("the pause") { $0.playback == "paused" }
      try first.see("One")
      try Program.wait("the screen of the player") { try screen() == "1 0\n" }
      // Typed where no shell reads, as the command that lets it go on.
      kill(host, SIGSTOP)
      try first.press("p")
      try first.see(said)
      try first.type("pkill -CONT tritone")
      usleep(300_000)
      kill(host, SIGCONT)
      try Program.wait("the screen of the player") { try screen() == "1 0\n" }
      #expect(try box.status().playback == "paused")
      // Ctrl-C leaves the wait, and the player knows when it goes on.
      kill(host, SIGSTOP)
      try first.press("p")
      try first.see(said)
      try first.press("C-c")
      #expect(try first.left() == 130)
      try first.see("--left--")
      let before = try first.screen
      kill(host, SIGCONT)
      let second = try box.player([], isHosted: true, isBeside: true)
      try second.see("One")
      #expect(try box.status().playback == "paused")
      try first.press("y")
      // Where it is echoed, the player has left the cursor.
      try first.wait("only the key") { screen in
        let changed = zip(screen, before).count { $0 != $1 }
        return screen != before && changed + abs(screen.count - before.count) <= 1
      }
      #expect(try box.tritone("quit").status == 0)
      #expect(try second.left() == 0)
    }
  }

  @Test("the end of a player that is stopped ends the wait, and the terminal is sane")
  func killedWhileStopped() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let first = try box.player(["--output", "null", box.music.path], isHosted: true)
      try first.see("▶")
      let host = try #require(box.host)
      kill(host, SIGSTOP)
      try first.press("p")
      try first.see("Waiting for it; Ctrl-C leaves")
      kill(host, SIGKILL)
      #expect(try first.left() == 1)
      try first.see("the player has ended unexpectedly")
      let before = try first.screen
      try first.press("y")
      try first.wait("the echo") { $0 == before.replacing("--left--\n", with: "--left--\ny") }
    }
  }

  @Test("a library has one player, whatever its name and the folder of the session")
  func oneLibrary() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let first = try box.player(["--output", "null", box.music.path], isHosted: true)
      try first.see("▶")
      let link = box.folder.appendingPathComponent("other.db").path
      symlink(box.library, link)
      var environment = box.environment
      environment["XDG_RUNTIME_DIR"] = box.folder.appendingPathComponent("home").path
      let result = try Program.run(
        Sandbox.binary, ["host", "--output", "null", "--library", link], environment: environment)
      #expect(result.status == 1)
      #expect(result.errors.contains("runs already in another session"))
      let alone = try box.player(["--output", "null"], isBeside: true)
      try alone.see("Another player of this library runs")
      try alone.leave()
      #expect(try box.tritone("quit").status == 0)
      #expect(try first.left() == 0)
    }
  }

  @Test("more paths than fit into a line are played")
  func manyPaths() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let one = box.music.appendingPathComponent("One.flac").path
      let many = (0..<2_000).map { _ in one }
      let list = box.folder.appendingPathComponent("many.sh")
      try "exec \(Sandbox.binary) --output null \(many.joined(separator: " "))\n".write(
        to: list, atomically: true, encoding: .utf8)
      let player = try box.player([list.path], binary: "/bin/sh", isHosted: true)
      try player.see("▶")
      #expect(try box.tritone("quit").status == 0)
      #expect(try player.left() == 0)
    }
  }

  @Test("300 visits of 20 terminals leave the player's descriptors and memory as they were")
  func visits() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 600, tags: ["title": "One"])
      let program = try Spawned(
        Sandbox.binary, ["host", "--output", "null", box.music.path],
        environment: box.environment)
      defer { program.end() }
      try Program.wait("the music") {
        try box.tritone("status").output.contains("One")
      }
      let host = try #require(box.host)
      func visit() throws {
        let terminals = try (0..<20).map {
          try PtyTerminal(box, ["attach"], rows: UInt16(24 + $0), columns: UInt16(80 + $0))
        }
        for terminal in terminals { try terminal.see("One") }
        for terminal in terminals { terminal.type("q") }
        for terminal in terminals { #expect(try terminal.left() == 0) }
      }
      // The first ones make what is kept.
      for _ in 0..<2 { try visit() }
      let (descriptors, memory) = (
        try Self.descriptors(of: host, in: box), try Self.memory(of: host)
      )
      for _ in 0..<15 { try visit() }
      // The player closes them in its own time; a leak stays.
      try Program.wait("the descriptors of before") {
        try Self.descriptors(of: host, in: box).others <= descriptors.others
      }
      // Five connections with two files and one common file, the lock and the log: visits that meet
      // may have opened one more, not hundreds.
      #expect(try Self.descriptors(of: host, in: box).ofLibrary < 20)
      #expect(try Self.memory(of: host) < memory + 16 << 20)
      #expect(try box.tritone("status").output.contains("One"))
    }
  }

  /// Counts of the library's open files, and of all others.
  private static func descriptors(
    of process: pid_t, in box: Sandbox
  ) throws -> (ofLibrary: Int, others: Int) {
    let folder = "/proc/\(process)/fd/"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    // One that was closed meanwhile has no target.
    let targets = names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0)
    }
    let ofLibrary = targets.count { $0.hasPrefix(box.library) }
    return (ofLibrary, targets.count - ofLibrary)
  }

  /// Resident bytes.
  private static func memory(of process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return try #require(pages) * Int(getpagesize())
  }
}
