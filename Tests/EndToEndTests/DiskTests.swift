import Foundation
import ServerHarness
import Testing

/// Disks that are full or read-only, and databases that others hold.
@Suite("Disks that fail", .serialized)
struct DiskTests {
  /// Seconds of CPU that a process has used.
  private func cpu(_ pid: pid_t) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return Double(fields[12..<14].compactMap { Int($0) }.reduce(0, +)) / Double(sysconf(2))
  }

  /// Checks the CPU time of an idle player.
  private func expectCalm(_ player: Player) throws {
    let pid = try #require(player.pid)
    let before = try cpu(pid)
    usleep(2_000_000)
    // The first frames after a key may come late on a busy machine; a busy loop uses all of a core.
    #expect(try cpu(pid) - before < 1)
  }

  private func clock(_ player: Player) throws -> String {
    let screen = try player.screen
    return screen.matches(of: #/\b\d+:\d\d\b/#).map { String($0.output) }.joined(separator: " ")
  }

  @Test(
    "on a full disk an edit is saved or said not to be, and the next one after it works",
    .enabled(if: SmallDisk.isPermitted, "mounting a small disk takes root"))
  func full() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("Long.flac", 440, seconds: 120)
      let disk = try SmallDisk(
        at: box.folder.appendingPathComponent("disk"), bytes: 2_500_000)
      let library = disk.folder.appendingPathComponent("library.db").path
      func stored() throws -> String {
        try Program.check("sqlite3", [library, "SELECT coalesce(max(rating), 0) FROM marks"])
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      #expect(try box.tritone("--library", library, "scan", box.music.path).status == 0)
      let player = try box.player(
        ["--library", library, "--output", "null"], columns: 200, rows: 50)
      try player.see("Songs")
      try player.type(":browse songs")
      try player.press("Enter")
      try player.see("Long")
      try player.press("Enter")
      try player.see("▶")
      // Analysis writes too, and reports its own error in the one line that is read here.
      try player.type(":analysis off")
      try player.press("Enter")
      try player.see("The library is not analysed any more")
      try disk.fill()
      var saved = 0
      var isRefused = false
      // The log may have room left for some.
      for attempt in 1...200 where !isRefused {
        let stars = attempt % 5 + 1
        try player.type(":rate \(stars)")
        try player.press("Enter")
        try player.wait("an answer") { screen in
          isRefused = screen.contains("Not saved, no space is left")
          return try isRefused || stored() == "\(stars)"
        }
        if !isRefused { saved = stars }
      }
      #expect(isRefused)
      #expect(try stored() == "\(saved)")
      let row = try #require(try player.lines.first { $0.contains("Long") && $0.contains("▶") })
      #expect(row.filter { $0 == "★" }.count == saved)
      try expectCalm(player)
      let before = try clock(player)
      try player.wait("the player to go on") { _ in (try? self.clock(player)) != before }

      // New files wait, with a message, and are retried at a slow rate. Whole folders arrive at
      // once: the message comes once, and not halfway through a copy. The log may restart and have
      // room again: then more files follow.
      var (isWaiting, arrivals) = (false, 0)
      while !isWaiting {
        arrivals += 1
        let made = box.folder.appendingPathComponent("made \(arrivals)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        for number in 1...60 {
          try FileManager.default.copyItem(
            at: box.music.appendingPathComponent("Long.flac"),
            to: made.appendingPathComponent("came \(number).flac"))
        }
        try FileManager.default.moveItem(
          at: made, to: box.music.appendingPathComponent("arrived \(arrivals)"))
        try player.wait("the files to be in the library, or to wait") { screen in
          isWaiting = screen.contains("waits: no space is left")
          let tracks = try Program.check("sqlite3", [library, "SELECT count(*) FROM tracks"])
          return isWaiting || tracks == "\(1 + 60 * arrivals)\n"
        }
      }
      try expectCalm(player)

      // Sub-commands report the error as well, and a scan keeps the rows it has written.
      for number in 1...60 {
        try FileManager.default.copyItem(
          at: box.music.appendingPathComponent("Long.flac"),
          to: box.music.appendingPathComponent("copy \(number).flac"))
      }
      let scan = try box.tritone("--library", library, "scan", box.music.path)
      #expect(scan.status == 1 && scan.errors.contains("no space is left"), "\(scan)")
      let check = try Program.check(
        "sqlite3", [library, "PRAGMA integrity_check; PRAGMA foreign_key_check"])
      #expect(check == "ok\n")

      disk.free()
      try player.type(":rate 5")
      try player.press("Enter")
      try player.see("Rated: ★★★★★")
      #expect(
        try Program.check(
          "sqlite3",
          [
            library,
            "SELECT max(rating) FROM marks JOIN tracks ON id = marks.track WHERE title IS NULL",
          ]) == "5\n")
      try player.leave()
    }
  }

  @Test(
    "a full or read-only disk at the start is one clear line",
    .enabled(if: SmallDisk.isPermitted, "mounting a small disk takes root"))
  func atStart() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1)
      let disk = try SmallDisk(at: box.folder.appendingPathComponent("disk"), bytes: 2_000_000)
      let library = disk.folder.appendingPathComponent("library.db").path
      #expect(try box.tritone("--library", library, "scan", box.music.path).status == 0)
      try disk.fill()
      let full = try box.tritone("--library", library, "mix", "1", box.music.path)
      #expect(full.status == 1 && full.errors.contains("no space is left"), "\(full)")
      let backup = try box.tritone("--library", library, "backup")
      #expect(backup.status == 1 && backup.errors.contains("no space is left"), "\(backup)")
      disk.free()
      try disk.setReadOnly(true)
      let readOnly = try box.tritone("--library", library, "mix", "1", box.music.path)
      #expect(readOnly.status == 1 && readOnly.errors.contains("allow no writing"), "\(readOnly)")
      let doctor = try box.tritone("--library", library, "doctor")
      #expect(doctor.status == 1 && doctor.output.contains("cannot be written to"), "\(doctor)")
      try disk.setReadOnly(false)
      #expect(try box.tritone("--library", library, "mix", "1", box.music.path).status == 0)
    }
  }

  @Test("an edit while another program holds the database is said not to be saved")
  func locked() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("Long.flac", 440, seconds: 60)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"], columns: 200, rows: 50)
      try player.type(":browse songs")
      try player.press("Enter")
      try player.see("Long")
      let held = box.folder.appendingPathComponent("held").path
      let words = ".bail on\\n.timeout 20000\\nBEGIN IMMEDIATE;\\n.shell touch \(held)\\n"
      let holder = try Spawned(
        "sh", ["-c", "(printf '\(words)'; sleep 60) | sqlite3 \(box.library)"],
        environment: box.environment)
      defer { holder.end() }
      try Program.wait("the library to be held") {
        FileManager.default.fileExists(atPath: held)
      }
      try player.type(":rate 4")
      try player.press("Enter")
      try player.see("another program holds the library")
      #expect(try !player.screen.contains("★"))
      try expectCalm(player)
      #expect(try box.sql("SELECT count(*) FROM marks") == "0")
      _ = try Program.run("pkill", ["-P", "\(holder.pid)"])
      holder.end()
      try player.type(":rate 3")
      try player.press("Enter")
      try player.see("Rated: ★★★")
      #expect(try box.sql("SELECT rating FROM marks") == "3")
      try player.leave()
    }
  }
}

extension Substring {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
