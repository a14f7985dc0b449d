import Foundation
import Testing

/// The help texts of the real program.
@Suite("Help")
struct HelpTests {
  private static let commands =
    [
      "scan", "add", "search", "set", "comment", "comment list", "comment add", "comment edit",
      "comment remove", "analyze", "unreadable", "duplicates", "relocate", "forget",
      "history", "playlist", "playlist list", "playlist show", "playlist create",
      "playlist rename", "playlist delete", "playlist add", "playlist smart", "playlist freeze",
      "mix", "mix list", "mix add", "mix assign", "mix empty", "fits", "cues", "import", "export",
      "render", "tags", "tags show", "tags write", "demo", "backup", "restore", "doctor", "log",
      "lyrics", "lyrics fetch", "stats", "storage", "reset", "themes", "keys", "config",
    ] + config
  private static let config = ["list", "get", "set", "unset", "check", "init", "path"].map {
    "config " + $0
  }

  private func run(_ arguments: [String]) throws -> Program.Result {
    // A home that nobody can make.
    let environment = ["HOME": "/dev/null", "PATH": "/usr/bin:/bin", "COLUMNS": "80"]
    return try Program.run(Sandbox.binary, arguments, environment: environment)
  }

  @Test(
    "help on the program is its own, with all sub-commands, the player's options and examples",
    arguments: [["--help"], ["-h"], ["help"], ["--library", "x.db", "--help"], ["x.flac", "-h"]])
  func program(arguments: [String]) throws {
    let help = try run(arguments)
    #expect(help.status == 0 && help.errors.isEmpty)
    #expect(help.output.contains("tritone <command>") && !help.output.contains("USAGE: play"))
    for command in Self.commands where !command.contains(" ") {
      #expect(help.output.contains("\n  \(command) "), "\(command)")
    }
    for option in ["--library <file>", "--theme <name>", "--output <output>", "--no-watch"] {
      #expect(help.output.contains("\n  \(option)"), "\(option)")
    }
    #expect(help.output.contains("Examples:\n  tritone  "))
  }

  @Test("each sub-command's help has examples, each on one line", arguments: commands)
  func command(name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    let help = try run(words + ["--help"])
    #expect(help.status == 0)
    #expect(try run(["help"] + words).output == help.output)
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "Examples:" || $0 == "Example:" })
    let examples = lines[(start + 1)...].prefix { !$0.isEmpty }
    #expect(!examples.isEmpty && examples.allSatisfy { $0.hasPrefix("  ") }, "\(examples)")
    #expect(examples.contains { $0.contains("tritone \(name.split(separator: " ")[0])") })
  }

  @Test("options are offered where they mean something", arguments: commands)
  func options(name: String) throws {
    let help = try run(name.split(separator: " ").map(String.init) + ["--help"]).output
    #expect(!help.contains("\n  --theme "))
    #expect(help.contains("\n  --output ") == (name == "doctor"))
    let groups = ["comment", "playlist", "mix", "tags", "lyrics", "config"] + Self.config
    let loose = ["tags show", "demo", "log", "themes", "keys"] + groups
    #expect(help.contains("--library <file>") == !loose.contains(name))
  }

  @Test(
    "misuse names the help that tells more",
    arguments: [
      (["scan", "--bogus"], "tritone help scan"), (["render"], "tritone help render"),
      (["render", "1", "-o", "x.mp3"], "tritone help render"),
      (["render", "1", "--output", "x.wav"], "tritone help render"),
      (["playlist", "smart"], "tritone help playlist smart"),
      (["mix", "4", "x"], "tritone help mix"),
      (["search", "artst:x"], "tritone help search"), (["scan", ""], "tritone help scan"),
      (["tags", "write", "x"], "tritone help tags write"), (["--bogus"], "tritone --help"),
      (["--output", "tape"], "tritone --help"), (["help", "nothing"], "tritone --help"),
      (["--theme", "x", "scan"], "tritone help scan"), (["ftp://host/x"], "tritone --help"),
    ])
  func misuse(arguments: [String], help: String) throws {
    let result = try run(arguments)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("; see \(help)"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("a word that is no file may have been meant as a command")
  func typo() throws {
    let result = try run(["scna"])
    #expect(result.status == 1)
    #expect(result.errors.contains("no file, folder or command “scna”; see tritone --help"))
  }

  @Test("the version is one line")
  func version() throws {
    #expect(try run(["--version"]).output.hasPrefix("tritone "))
  }
}
