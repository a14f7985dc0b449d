import Foundation
import Testing

/// The real program's privileges and stored session at its start.
@Suite("Start")
struct StartTests {
  @Test(
    "with the rights of another user it does nothing at all", .enabled(if: geteuid() == 0),
    arguments: [0o4755, 0o2755])
  func privileged(mode: Int) throws {
    try Sandbox.with(sound: false) { box in
      let copy = box.folder.appendingPathComponent("tritone")
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: Sandbox.binary), to: copy)
      try Program.check("chmod", ["755", box.folder.path])
      let plain = try Program.run(copy.path, ["--version"], environment: box.environment)
      #expect(plain.status == 0, "\(plain.errors)")
      try Program.check("chown", ["65534:65534", copy.path])
      try Program.check("chmod", [String(mode, radix: 8), copy.path])
      let raised = try Program.run(copy.path, ["--version"], environment: box.environment)
      #expect(raised.status == 1 && raised.output.isEmpty)
      #expect(raised.errors.contains("the rights of another user"), "\(raised.errors)")
    }
  }

  @Test("a library whose session says numbers beyond everything opens like any other")
  func strangeSession() throws {
    try Sandbox.with(sound: false) { box in
      for (name, frequency) in [("One", 440), ("Two", 450)] {
        try box.tone("\(name).flac", frequency, seconds: 1, tags: ["title": name])
      }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let first = try box.player(["--output", "null", "--no-watch"])
      try first.type(":browse songs")
      try first.press("Enter")
      try first.see("Two")
      try first.press("Enter", "Space", "j")
      try first.leave()
      let most = Int64.max
      for queue in ["[1,2]", "[\(most),1,-\(most)]"] {
        _ = try box.sql(
          """
          UPDATE session SET value = json_set(value, '$.selected', \(most), '$.position', \(most),
            '$.current', 0) WHERE key = 'place';
          UPDATE session SET value = json_object('tracks', json('\(queue)'), 'current', 0,
            'repeating', 'off', 'nextID', \(most)) WHERE key = 'queue';
          """)
        #expect(
          try box.sql("SELECT value ->> 'selected' FROM session WHERE key = 'place'") == "\(most)")
        let player = try box.player(["--output", "null", "--no-watch"])
        try player.see("Two")
        try player.press("Tab", "Tab", "Tab", "]")
        try player.see("Queue")
        try player.press("Space", ">")
        try player.press("BTab", "BTab", "BTab", "k", "k", "Enter")
        try player.see("▶")
        try player.leave()
      }
    }
  }
}
