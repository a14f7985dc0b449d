import Foundation
import Testing

/// Output of the real program, and its write errors.
@Suite("Output", .serialized)
struct OutputTests {
  /// Names that a terminal would misinterpret, and one that is not UTF-8.
  private static let odd: [[UInt8]] =
    [
      "fam\u{200C}DE.flac", "c\u{A0}d.flac", "\u{1F1E9}\u{1F1EA}.flac", "a\u{202E}b.flac",
      "x\u{9B}31m.flac", "esc\u{1B}]0;owned\u{7}.flac", "del\u{7F}.flac", "line\u{2028}.flac",
    ].map { Array($0.utf8) } + [Array("latin ".utf8) + [0xE9] + Array(".flac".utf8)]

  /// Creates files of those names; returns their paths as the file system has them.
  private func fill(_ box: Sandbox) throws -> Set<[UInt8]> {
    let tone = try box.tone("tone.flac", 440, seconds: 1)
    var paths: Set<[UInt8]> = []
    for name in Self.odd {
      let path = Array(box.music.path.utf8) + [0x2F] + name
      let copied = (path + [0]).withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { name in
          name.baseAddress.map { link(tone.path, $0) == 0 } ?? false
        }
      }
      #expect(copied)
      paths.insert(path)
    }
    try FileManager.default.removeItem(at: tone)
    return paths
  }

  /// The output of a shell's line, byte for byte.
  private func bytes(_ line: String, _ box: Sandbox) throws -> [UInt8] {
    let file = box.folder.appendingPathComponent("printed").path
    let words = line.replacing("tritone", with: Sandbox.binary)
    try Program.check("sh", ["-c", "\(words) > \(file)"], environment: box.environment)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  }

  private func isClean(_ bytes: some Sequence<UInt8>) -> Bool {
    String(decoding: Array(bytes), as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A: true
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }

  @Test("paths are printed byte for byte, unless it is to a terminal")
  func paths() throws {
    try Sandbox.with(sound: false) { box in
      let paths = try fill(box)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let printed = try bytes("tritone search --paths ''", box)
      #expect(Set(printed.split(separator: 0x0A).map(Array.init)) == paths)
      let ended = try bytes("tritone search -0 ''", box)
      #expect(Set(ended.split(separator: 0).map(Array.init)) == paths)
      let same = try bytes("tritone duplicates -0", box)
      #expect(Set(same.split(separator: 0).map(Array.init)) == paths)
      let spare = try bytes("tritone duplicates -0 --spare", box)
      #expect(spare.split(separator: 0, omittingEmptySubsequences: false).count == paths.count)
      let file = box.folder.appendingPathComponent("seen").path
      // script(1) is a terminal around the program.
      try Program.check(
        "script", ["-qec", "\(Sandbox.binary) search --paths ''", file],
        environment: box.environment)
      let seen = try String(contentsOfFile: file, encoding: .utf8)
      let lines = seen.split(whereSeparator: \.isNewline).filter { $0.contains(box.music.path) }
      #expect(lines.dropFirst().allSatisfy { isClean($0.utf8) }, "\(lines)")
    }
  }

  @Test("JSON has no raw control characters, and bytes where a path is not exact")
  func json() throws {
    try Sandbox.with(sound: false) { box in
      let paths = try fill(box)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      _ = try box.tritone("playlist", "create", "All")
      _ = try box.tritone("playlist", "add", "All", box.music.path)
      func exact(_ object: [String: Any]) throws -> [UInt8] {
        if let text = object["pathBytes"] as? String {
          return [UInt8](try #require(Data(base64Encoded: text)))
        }
        return Array(try #require(object["path"] as? String).utf8)
      }
      func objects(_ line: String) throws -> [[String: Any]] {
        let printed = try bytes(line, box)
        #expect(isClean(printed), "\(line)")
        return try printed.split(separator: 0x0A).map {
          try #require(JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
      }
      let found = try objects("tritone search --json ''")
      #expect(Set(try found.map(exact)) == paths)
      #expect(found.count { $0["pathBytes"] != nil } == 1)
      let group = try #require(try objects("tritone duplicates --json").first)
      #expect(Set(try #require(group["files"] as? [[String: Any]]).map(exact)) == paths)
      let list = try #require(try objects("tritone playlist show All --json").first)
      #expect(Set(try #require(list["entries"] as? [[String: Any]]).map(exact)) == paths)
      #expect(isClean(try bytes("tritone export All --format json", box)))
      #expect(isClean(try bytes("tritone export All --format jspf", box)))
    }
  }

  @Test("no error line can steer the terminal, the parser's own included")
  func errors() throws {
    try Sandbox.with(sound: false) { box in
      let evil = "junk\u{1B}]0;PWNED\u{7}\u{9B}31m\u{202E}.mp3"
      try Data("no music".utf8).write(to: box.music.appendingPathComponent(evil))
      let path = box.music.path + "/" + evil
      for arguments in [
        ["scan", box.music.path], ["scan", path], ["scan", "/dev/null/" + evil],
        ["restore", path], ["import", path], ["export", evil], ["render", evil, "-o", "x.wav"],
        ["scan", "--" + evil], ["mix", evil, "x"], [path + evil], [evil],
        ["playlist", "show", evil], ["tags", "show", path], ["help", evil], ["--output", evil],
        ["unreadable", path], ["demo", path],
      ] {
        let result = try Program.run(Sandbox.binary, arguments, environment: box.environment)
        #expect(isClean((result.errors + result.output).utf8), "\(arguments): \(result.errors)")
      }
    }
  }

  @Test("names of backups and skins cannot steer the terminal that they are listed on")
  func names() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("a.flac", 440, seconds: 1)
      let evil = "data\u{1B}]0;PWNED\u{7}\u{202E}"
      var environment = box.environment
      environment["XDG_DATA_HOME"] = box.folder.path + "/" + evil
      let skins = box.folder.appendingPathComponent("home/.config/tritone/themes")
      try FileManager.default.createDirectory(at: skins, withIntermediateDirectories: true)
      try "".write(
        to: skins.appendingPathComponent(evil + ".toml"), atomically: true, encoding: .utf8)
      for arguments in [
        ["restore"], ["scan", box.music.path], ["backup"], ["restore"], ["restore", "latest"],
        ["roots"], ["themes"],
      ] {
        let result = try Program.run(Sandbox.binary, arguments, environment: environment)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        #expect(isClean((result.errors + result.output).utf8), "\(arguments): \(result.output)")
        #expect(!result.output.isEmpty)
      }
      #expect(try box.tritone("themes").output.contains("data·"))
    }
  }

  @Test(
    "what could not be printed is a failure that is said",
    arguments: [
      "search --json ''", "search --paths ''", "search ''", "playlist list", "history --json",
      "doctor --json", "keys", "--help", "export All --format m3u8", "duplicates",
    ])
  func fullOutput(command: String) throws {
    try Sandbox.with(sound: false) { box in
      let one = try box.tone("a.flac", 440, seconds: 1)
      try FileManager.default.copyItem(at: one, to: box.music.appendingPathComponent("b.flac"))
      #expect(try box.tritone("scan", box.music.path).status == 0)
      _ = try box.tritone("playlist", "create", "All")
      _ = try box.tritone("playlist", "add", "All", box.music.path)
      _ = try box.sql("INSERT INTO plays (track, time) VALUES (1, 1)")
      for target in ["> /dev/full", ">&-"] {
        let result = try Program.run(
          "sh", ["-c", "\(Sandbox.binary) \(command) \(target)"], environment: box.environment)
        #expect(result.status == 1, "\(target)")
        let last = result.errors.split(separator: "\n").last ?? ""
        #expect(
          last.hasPrefix("tritone: standard output cannot be written: "), "\(target): \(last)")
      }
    }
  }

  @Test("whoever reads no further ends it quietly, and a closed stream gets into no file")
  func closed() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let head = try Program.run(
        "sh", ["-c", "\(Sandbox.binary) search --json '' | true; echo done"],
        environment: box.environment)
      #expect(head.output == "done\n" && head.errors.isEmpty)
      // The descriptor of a closed stream would be reused for the next file.
      let file = box.folder.appendingPathComponent("all.json").path
      _ = try box.tritone("playlist", "create", "All")
      let export = "\(Sandbox.binary) export All --format json -o \(file)"
      let shell = try Program.run(
        "sh", ["-c", "\(export) <&- >&- 2>&-"], environment: box.environment)
      #expect(shell.status == 0)
      let object = try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: file)))
      #expect(object is [String: Any])
      #expect(try box.sql("PRAGMA integrity_check") == "ok")
    }
  }
}
