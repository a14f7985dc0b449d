import ArgumentParser
import Testing

@testable import tritone

@Suite("Commands without the parser")
struct PlainCommandsTests {
  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  @Test(
    "a plain form means what the parser reads",
    arguments: [
      "pause", "toggle --json", "stop", "next --library /tmp/other.db", "previous",
      "seek 83.5", "seek +10", "seek -1:30", "seek --json -10", "volume 60", "volume -5 --json",
      "volume +5%", "mute", "mute off", "shuffle on --json", "repeat", "repeat all", "speed 1.25",
      "sleep +5", "sleep 1:30 --json", "queue", "queue --json", "queue list --json",
      "queue add One.flac Two.flac", "queue --json", "queue next One.flac --json", "queue clear",
      "mix 1", "mix add 2", "mix --json 3", "rate 4", "rate --json 4", "like", "like --off",
      "love --json --off", "output", "output USB headphones", "skin Vinyl", "status",
      "status --json", "status --follow --format {title}", "command browse albums",
      "command --json", "quit",
    ])
  func plain(_ line: String) throws {
    let command = try #require(PlainCommands.command(words(line)))
    let parsed = try #require(try Tritone.parseAsRoot(words(line)) as? any PlainCommand)
    #expect(type(of: command) == type(of: parsed))
    // With the values of all options and arguments.
    #expect(String(reflecting: command) == String(reflecting: parsed))
  }

  @Test("a format of several words is one value")
  func texts() throws {
    let format = ["status", "--format", "{icon} [{artist} – ]{title}"]
    let status = try #require(PlainCommands.command(format) as? StatusCommand)
    #expect(status.format == format[2])
    #expect(PlainCommands.command(["status", "--format", ""]) == nil)
  }

  @Test(
    "the parser reads everything else, and words the mistakes",
    arguments: [
      "", "play", "scan", "pause now", "pause --jsn", "pause --json --json", "pause -h",
      "pause --help", "pause help", "seek", "seek 1 2", "seek soon", "seek -- -10", "volume 101",
      "volume loud", "mute maybe", "repeat all one", "speed 9", "sleep", "sleep -5", "queue now",
      "queue add", "queue add -- -1.flac", "queue help", "mix", "mix 4", "mix 1 One.flac",
      "mix list", "rate", "rate 6", "rate 4.5", "like it", "skin", "output -x", "status now",
      "status --format", "status --format --json", "status --format={title}", "status --format {x}",
      "status --json --format {title}", "command", "command help", "command seek -10",
      "pause --library", "pause --library=/tmp/other.db", "help pause", "quit now",
    ])
  func others(_ line: String) {
    #expect(PlainCommands.command(words(line)) == nil)
  }
}
