import Foundation
import Testing

/// Sub-commands at the finished player.
@Suite("Control from the shell", .serialized)
struct ControlJourneyTests {
  private static let noPlayer = "tritone: No player is running; start it with: tritone\n"

  /// Three tracks of two minutes, played by a host that a script has started.
  private func played(_ box: Sandbox) throws {
    let paths = try ["One", "Two", "Three"].enumerated().map { index, title in
      try box.tone(
        "\(title).flac", 440 + 110 * index, seconds: 120, tags: ["title": title, "artist": "Ola"]
      ).path
    }
    try run(box, ["play", "--output", "null"] + paths)
    try box.waitForStatus("the first track") { $0.title == "One" && $0.playback == "playing" }
  }

  /// Runs a command that has to succeed; returns what it prints, without its last line break.
  @discardableResult
  private func run(_ box: Sandbox, _ words: [String]) throws -> String {
    let result = try box.run(words)
    #expect(result.status == 0, "\(words): \(result.errors)")
    #expect(result.errors.isEmpty, "\(words): \(result.errors)")
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// Runs a command that the player refuses.
  private func refused(_ box: Sandbox, _ words: [String], _ reason: String) throws {
    let result = try box.run(words)
    #expect(result.status == 1, "\(words)")
    #expect(result.output.isEmpty, "\(words): \(result.output)")
    #expect(result.errors == "tritone: \(reason)\n", "\(words)")
  }

  @Test("without a player each command says so, and is over")
  func withoutPlayer() throws {
    try Sandbox.with(sound: false) { box in
      let commands = [
        "pause", "toggle", "stop", "next", "previous", "seek +10", "volume 50", "mute",
        "shuffle on", "repeat all", "speed 1", "sleep 30", "queue", "queue clear", "mix 1",
        "rate 4",
        "like", "love --off", "output", "output default", "skin Obsidian", "command help",
        "command --json", "events --json", "quit",
      ]
      let error =
        "{\"ok\":false,\"error\":\"No player is running; start it with: tritone\"}\n"
      for command in commands {
        let words = command.split(separator: " ").map(String.init)
        let isJSON = words.contains("--json")
        let plain = try box.run(words)
        #expect(plain.status == 1, "\(command)")
        #expect(plain.errors == (isJSON ? "" : Self.noPlayer), "\(command)")
        #expect(plain.output == (isJSON ? error : ""), "\(command)")
        guard !isJSON else { continue }
        let json = try box.run(words + ["--json"])
        #expect(json.status == 1 && json.errors.isEmpty && json.output == error, "\(command)")
      }
      for options in [[], ["--follow"]] {
        let result = try box.run(["status"] + options)
        #expect(result.status == 3 && result.errors == Self.noPlayer && result.output.isEmpty)
        let json = try box.run(["status", "--json"] + options)
        #expect(json.status == 3 && json.errors.isEmpty && json.output == error)
      }
      // None of them has made a library, or a player.
      #expect(!FileManager.default.fileExists(atPath: box.library))
      #expect(box.host == nil)
    }
  }

  @Test("play from a script starts a player, which plays on, and is played further by play alone")
  func startedByScript() throws {
    try Sandbox.with { box in
      let path = try box.tone("One.flac", 440, seconds: 120, tags: ["title": "One"]).path
      let recorder = try box.record()
      try run(box, ["play", path])
      try recorder.hear(440)
      let host = try #require(box.host)
      // Also pgrep and top find it by its name.
      let name = try String(contentsOfFile: "/proc/\(host)/comm", encoding: .utf8)
      #expect(name == "tritone\n")
      try run(box, ["pause"])
      try recorder.hear(0)
      try run(box, ["play"])
      try recorder.hear(440)
      #expect(box.host == host)
      try run(box, ["quit"])
      #expect(box.host == nil)
      try recorder.hear(0)
    }
  }

  @Test("what plays is played, paused, sought and set")
  func playing() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      try run(box, ["pause"])
      try box.waitForStatus("the pause") { $0.playback == "paused" }
      try run(box, ["pause"])
      try run(box, ["toggle"])
      try box.waitForStatus("the music") { $0.playback == "playing" }
      try run(box, ["seek", "1:00"])
      try box.waitForStatus("one minute") { (60..<80).contains($0.position) }
      try run(box, ["pause"])
      try box.waitForStatus("the pause") { $0.playback == "paused" }
      let place = try box.status().position
      try run(box, ["seek", "+10"])
      try box.waitForStatus("ten more") { abs($0.position - place - 10) < 0.1 }
      try run(box, ["seek", "-0:30"])
      try box.waitForStatus("thirty less") { abs($0.position - place + 20) < 0.1 }
      try refused(box, ["seek", "9:00"], "It ends at 2:00")
      #expect(try run(box, ["volume", "60"]) == "Volume 60 %")
      #expect(try run(box, ["volume", "+5"]) == "Volume 65 %")
      #expect(try run(box, ["volume", "-15%"]) == "Volume 50 %")
      #expect(try box.status().node["volume"] as? Int == 50)
      #expect(try run(box, ["mute"]) == "Muted")
      #expect(try box.run(["status", "--format", "{volume}"]).output == "muted\n")
      try run(box, ["mute", "off"])
      #expect(try box.status().node["muted"] as? Bool == false)
      #expect(try run(box, ["shuffle", "on"]) == "Shuffle on")
      #expect(try run(box, ["shuffle", "on"]).isEmpty)
      try run(box, ["shuffle"])
      #expect(try run(box, ["repeat", "all"]) == "Repeat all")
      try run(box, ["repeat", "off"])
      try run(box, ["speed", "1.25"])
      #expect(try box.status().node["speed"] as? Double == 1.25)
      try run(box, ["speed", "1"])
      try run(box, ["sleep", "30"])
      #expect(try run(box, ["sleep", "off"]) == "The sleep timer is off")
      try refused(box, ["sleep", "chapter"], "No book plays")
      try run(box, ["next"])
      try box.waitForStatus("the next track") { $0.title == "Two" }
      try run(box, ["previous"])
      try box.waitForStatus("the first track") { $0.title == "One" }
      try run(box, ["next"])
      try run(box, ["next"])
      try box.waitForStatus("the last track") { $0.title == "Three" }
      try refused(box, ["next"], "This is the last track")
      try run(box, ["stop"])
      try box.waitForStatus("the end") { $0.playback == "stopped" }
      try refused(box, ["seek", "+10"], "Nothing plays")
      #expect(try run(box, ["status"]) == "Nothing plays")
      try run(box, ["toggle"])
      try box.waitForStatus("music") { $0.playback == "playing" }
    }
  }

  @Test("the queue is listed, added to and emptied, and what plays gets marks")
  func queueAndMarks() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      #expect(
        try run(box, ["queue"])
          == "→\t1\tOla\tOne\t2:00\n\t2\tOla\tTwo\t2:00\n\t3\tOla\tThree\t2:00")
      let odd = try box.tone("it's \"odd\" ü.flac", 700, seconds: 60, tags: ["title": "Odd"])
      try run(box, ["queue", "add", odd.path])
      try run(box, ["queue", "next", odd.path])
      try Program.wait("both in the queue") {
        let lines = try box.run(["queue", "list", "--json"]).output.split(separator: "\n")
        return lines.count == 5 && [1, 4].allSatisfy { lines[$0].contains("\"title\":\"Odd\"") }
      }
      try refused(
        box, ["queue", "add", "\(box.music.path)/none.flac"],
        "there is no file or folder \(box.music.path)/none.flac")
      #expect(try box.run(["queue", "add", "/etc/hostname"]).status == 1)
      try run(box, ["queue", "clear"])
      #expect(try run(box, ["queue"]).isEmpty)
      try refused(box, ["queue", "clear"], "The queue is empty")
      try run(box, ["rate", "4"])
      try run(box, ["like"])
      try box.waitForStatus("the marks") { status in
        let track = status.node["track"] as? [String: Any]
        return track?["rating"] as? Int == 4 && track?["reaction"] as? String == "liked"
      }
      try run(box, ["love"])
      try box.waitForStatus("the heart") {
        ($0.node["track"] as? [String: Any])?["reaction"] as? String == "loved"
      }
      try run(box, ["love", "--off"])
      try box.waitForStatus("the reaction below") {
        ($0.node["track"] as? [String: Any])?["reaction"] as? String == "liked"
      }
      try run(box, ["mix", "1"])
      try Program.wait("a mix of one") {
        try box.sql("SELECT count(*) FROM entries") == "1"
      } state: {
        (try? box.sql("SELECT name FROM sqlite_master")) ?? ""
      }
    }
  }

  @Test("outputs, skins and lines: what there is not is refused in the words of the shell")
  func refusals() throws {
    try Sandbox.with { box in
      let path = try box.tone("One.flac", 440, seconds: 120, tags: ["title": "One"]).path
      try run(box, ["play", path])
      try box.waitForStatus("the track") { $0.playback == "playing" }
      try Program.wait("the list of outputs") {
        try box.run(["output"]).output.hasPrefix("*\t")
      }
      try refused(
        box, ["output", "nosuch"], "There is no output “nosuch”; tritone output lists them")
      let listed = try Self.object(try run(box, ["output", "--json"]))
      let outputs = try #require(listed["outputs"] as? [[String: Any]])
      #expect(outputs.first?["name"] as? String == "test")
      let description = try #require(outputs.first?["description"] as? String)
      #expect(try run(box, ["output", description]) == "Sound goes to \(description)")
      #expect(try box.run(["output"]).output.hasPrefix("→*\t"))
      try run(box, ["output", "default"])
      try refused(
        box, ["skin", "Nosuch"], "There is no skin “Nosuch”: see tritone themes")
      #expect(try box.run(["skin", "Obsidian"]).status == 0)
      try refused(
        box, ["command", "voluem", "3"], "There is no command “voluem”; did you mean volume?")
      for words in [
        ["volume", "101"], ["volume", "loud"], ["seek", "x"], ["rate", "6"], ["command"],
      ] {
        let result = try box.run(words)
        #expect(result.status == 2, "\(words)")
        #expect(result.errors.hasPrefix("tritone: "), "\(words)")
      }
      #expect(
        try box.run(["volume", "101"]).errors.contains(
          "volume is 0 to 100, or a step as in +5 or -5"))
    }
  }

  @Test("--json prints each answer as one line, also a refusal")
  func json() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      let commands = [
        "pause", "play", "toggle", "toggle", "next", "previous", "seek 10", "volume 40", "mute on",
        "shuffle off", "repeat all", "speed 1", "sleep off", "mix 2", "rate 3", "like", "love",
        "output default", "skin Obsidian", "command volume 54", "queue clear", "stop",
      ]
      for command in commands {
        let words = command.split(separator: " ").map(String.init)
        let answer = try Self.object(try run(box, words + ["--json"]))
        #expect(answer["ok"] as? Bool == true, "\(command)")
        #expect(answer["id"] == nil, "\(command)")
      }
      let refusal = try box.run(["rate", "3", "--json"])
      #expect(refusal.status == 1 && refusal.errors.isEmpty)
      #expect(refusal.output == "{\"ok\":false,\"error\":\"Nothing plays\"}\n")
      let keys = try box.run(["keys", "--json"]).output.split(separator: "\n")
      let names = try keys.map { try Self.object(String($0))["name"] as? String }
      #expect(names.contains("next") && names.contains("volume"))
      let input = box.folder.appendingPathComponent("lines")
      try """
      {"id":1,"do":"volume","to":21}
      {"id":2,"get":"status"}
      {"id":3,"do":"open","playlist":9999}
      {"id":4,"do":"dance"}
      no JSON
      {"id":5,"command":"volume 22"}
      """.write(to: input, atomically: true, encoding: .utf8)
      let lines = try box.run(["command", "--json"], input: input).output
        .split(separator: "\n").map { try Self.object(String($0)) }
      #expect(lines.map { $0["ok"] as? Bool } == [true, true, false, false, false, true])
      #expect(lines.map { $0["id"] as? Int } == [1, 2, 3, 4, nil, 5])
      #expect(lines[1]["volume"] as? Int == 21)
      #expect(lines[2]["error"] as? String == "There is no playlist 9999")
    }
  }

  @Test("followers print a line for each change, none besides, and an empty one at the end")
  func following() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      try run(box, ["pause"])
      try box.waitForStatus("the pause") { $0.playback == "paused" }
      let format = try Follower(box, ["status", "--follow", "--format", "{icon} {title} {volume}"])
      let plain = try Follower(box, ["status", "--follow"])
      let status = try Follower(box, ["status", "--follow", "--json"])
      let events = try Follower(box, ["events", "--json"])
      try format.wait { $0 == ["⏸ One 100"] }
      try plain.wait { $0.count == 1 }
      try events.wait { lines in lines.contains { $0.contains("\"event\":\"queue\"") } }
      try run(box, ["volume", "60"])
      try format.wait { $0.last == "⏸ One 60" }
      try run(box, ["seek", "30"])
      try plain.wait { $0.last?.contains("0:30/2:00") == true }
      try run(box, ["play"])
      try format.wait { $0.last == "▶ One 60" }
      try run(box, ["next"])
      try format.wait { $0.last == "▶ Two 60" }
      try run(box, ["queue", "clear"])
      try events.wait { lines in
        lines.contains { $0.contains("\"event\":\"queue\"") && $0.contains("\"count\":0") }
      }
      // Nothing in between: no line of an empty player while the next track is opened.
      #expect(format.lines == ["⏸ One 100", "⏸ One 60", "▶ One 60", "▶ Two 60"])
      try run(box, ["quit"])
      for follower in [format, plain, status] { #expect(try follower.end() == 3) }
      #expect(try events.end() == 1)
      #expect(format.text.hasSuffix("▶ Two 60\n\n"))
      #expect(plain.text.hasSuffix("\n\n"))
      #expect(status.text.hasSuffix("}\n") && !status.text.contains("\n\n"))
      for line in status.lines + events.lines { _ = try Self.object(line) }
    }
  }

  @Test("tmux and i3blocks show the line of the page about bars")
  func bars() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      try run(box, ["pause"])
      let page = try String(contentsOfFile: Self.page, encoding: .utf8)
      let binary = "\"\(Sandbox.binary)\""
      let lines = try #require(page.firstMatch(of: #/```\n(set -g [^`]*)```/#)?.1)
      let settings = box.folder.appendingPathComponent("tmux.conf")
      try
        (String(lines).replacing("#(tritone ", with: "#(\(binary) ")
        + "set -g status-interval 1\n")
        .write(to: settings, atomically: true, encoding: .utf8)
      // By a name of its own: one that a killed test left behind does not answer for it.
      let inner = ["-u", "-L", "inner-\(UUID().uuidString.prefix(8))", "-f", settings.path]
      defer {
        _ = try? Program.run("tmux", inner + ["kill-server"], environment: box.environment)
      }
      let screen = try box.player(
        inner + ["new-session", "cat"], extra: ["TMUX": ""], binary: "tmux", isHosted: true)
      try screen.see("⏸ Ola – One 0:0")
      guard try Program.run("sh", ["-c", "command -v i3blocks"]).status == 0 else { return }
      let block = try #require(page.firstMatch(of: #/\[tritone\]\ncommand=(.*)\ninterval=.*/#))
      let blocks = box.folder.appendingPathComponent("i3blocks")
      try (String(block.0).replacing("=tritone ", with: "=" + binary + " ") + "\n")
        .write(to: blocks, atomically: true, encoding: .utf8)
      let bar = try Follower(box, ["-c", blocks.path], program: "i3blocks")
      try bar.wait { $0.last?.contains("\"full_text\":\"⏸ Ola – One\"") == true }
      try run(box, ["next"])
      try bar.wait { $0.last?.contains("\"full_text\":\"▶ Ola – Two\"") == true }
      // It waits for its blocks, which end with the player.
      try run(box, ["quit"])
      bar.stop()
    }
  }

  @Test("relative paths are of the folder of the shell, and an answer tells how the work ended")
  func work() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      let lists = box.folder.appendingPathComponent("lists")
      try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
      try "#EXTM3U\n#PLAYLIST:Evening\n\(box.music.path)/One.flac\n".write(
        to: lists.appendingPathComponent("evening.m3u8"), atomically: true, encoding: .utf8)
      func there(_ line: String) throws -> Program.Result {
        let script = "cd \"$1\" && exec \"$0\" command \(line)"
        return try Program.run(
          "/bin/sh", ["-c", script, Sandbox.binary, lists.path], environment: box.environment)
      }
      let imported = try there("import evening.m3u8")
      #expect(imported.status == 0)
      #expect(imported.output == "Imported Evening: 1 track\n")
      let missing = try there("import nosuch.m3u8")
      #expect(missing.status == 1 && missing.output.isEmpty)
      #expect(missing.errors.hasPrefix("tritone: nosuch.m3u8: "))
      let json = try Self.object(try there("--json import nosuch.m3u8").output)
      #expect(json["ok"] as? Bool == false && json["error"] is String)
      #expect(
        try there("scan nosuch").errors.hasPrefix("tritone: There is no folder \(lists.path)"))
      #expect(try there("add-copy nosuch").status == 1)
      #expect(try there("skin nosuch").status == 1)
      // What is done is there when the command ends.
      #expect(try there("scan ../home/Music").status == 0)
      try run(box, ["rate", "4"])
      #expect(try box.sql("SELECT count(*) FROM marks WHERE rating > 0") == "1")
    }
  }

  @Test("without a terminal a command says what it needs, and one that changes nothing says so")
  func lacking() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      try refused(
        box, ["command", "export"], "An argument is missing: export FORMAT|FILE [--force]")
      try refused(box, ["command", "import"], "An argument is missing: import FILE")
      try refused(
        box, ["command", "storage"],
        "“storage” needs a terminal that shows the player: tritone attach")
      try refused(box, ["command", ""], "A command is missing; tritone keys lists them")
      try refused(
        box, ["command", "note", "a\u{7}b"],
        "A command has no control characters, line ends and tabs among them")
      for words in [["volume"], ["set"], ["skin"], ["command"], ["seek"]] {
        let result = try box.run(words)
        #expect(result.status == 2 && result.output.isEmpty, "\(words)")
        #expect(result.errors.hasPrefix("tritone: "), "\(words): \(result.errors)")
      }
      let same = "Nothing changed: the track was so before"
      #expect(try run(box, ["rate", "4"]) != same)
      #expect(try run(box, ["rate", "4"]) == same)
      try run(box, ["command", "browse", "songs"])
      let labelled = try box.run(["command", "category", "demos"])
      #expect(labelled.status == 0 && !labelled.output.contains(same), "\(labelled)")
      for line in ["category demos", "tag -x", "color none", "rate 0"] {
        _ = try box.run(["command", line])
        #expect(try run(box, ["command", line]) == same, "\(line)")
      }
    }
  }

  @Test("a request of a player that was stopped is not carried out when it goes on")
  func stopped() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      let host = try #require(box.host)
      kill(host, SIGSTOP)
      let said = "the player (process \(host)) is stopped; it goes on with: kill -CONT \(host)"
      try refused(box, ["pause"], said)
      try refused(box, ["command", "stop"], said)
      #expect(try Self.object(try box.run(["stop", "--json"]).output)["error"] as? String == said)
      kill(host, SIGCONT)
      #expect(try box.status().playback == "playing")
      try run(box, ["pause"])
      try box.waitForStatus("the pause") { $0.playback == "paused" }
    }
  }

  @Test("a follower ends with whoever reads it, and negative values need no tricks")
  func ends() throws {
    try Sandbox.with(sound: false) { box in
      try played(box)
      try run(box, ["pause"])
      for words in ["status --follow", "events --json"] {
        // The shell waits for both ends of the pipe; Python ignores SIGPIPE for its children.
        let script = "\"$0\" \(words) | head -n 1"
        let result = try Program.run(
          "/bin/sh", ["-c", script, Sandbox.binary], environment: box.environment)
        #expect(result.status == 0 && result.errors.isEmpty && !result.output.isEmpty, "\(words)")
        let ignoring = try Program.run(
          "/bin/sh", ["-c", "trap '' PIPE; " + script, Sandbox.binary],
          environment: box.environment)
        #expect(ignoring.errors.isEmpty, "\(words): \(ignoring.errors)")
      }
      try run(box, ["volume", "60"])
      #expect(try run(box, ["volume", "-5"]) == "Volume 55 %")
      #expect(try run(box, ["volume", "--", "-5"]) == "Volume 50 %")
      try run(box, ["seek", "10"])
      try run(box, ["seek", "--", "-5"])
      let mistake = try box.run(["rate"])
      #expect(
        mistake.errors
          == "tritone: Missing expected argument '<stars>'; see tritone help rate\n")
      let unknown = try box.run(["pause", "now"])
      #expect(unknown.status == 2 && !unknown.errors.contains(".;"))
    }
  }

  @Test("outputs that are called the same are told apart by their names, and chosen by them")
  func sameOutputs() throws {
    try Sandbox.with { box in
      for name in ["left", "right"] {
        try Program.check(
          "pactl",
          [
            "load-module", "module-null-sink", "sink_name=\(name)",
            "sink_properties=device.description=USB",
          ], environment: box.environment)
      }
      let path = try box.tone("One.flac", 440, seconds: 120, tags: ["title": "One"]).path
      try run(box, ["play", path])
      try box.waitForStatus("the track") { $0.playback == "playing" }
      try Program.wait("the outputs") { try box.run(["output"]).output.contains("USB\tright\n") }
      let list = try box.run(["output"]).output
      #expect(list.contains("USB\tleft\n") && !list.contains("\ttest\n"))
      try run(box, ["output", "right"])
      try Program.wait("the chosen one") {
        try box.run(["output"]).output.contains("→\tUSB\tright\n")
      }
    }
  }

  private static let page = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../docs/control.md").path

  private static func object(_ line: String) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
  }
}
