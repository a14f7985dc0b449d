import ArgumentParser
import Demo
import Interface
import Media
import Music
import Settings

struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes", abstract: "List the skins.",
    discussion: """
      Example:
        tritone --theme "$(tritone themes | head -1)"
      """)

  func run() throws {
    for name in Directories.here.themeFolder.names { StandardOutput.line(name) }
  }
}

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Write a dozen short tracks that Tritone plays itself.",
    discussion: """
      Each has a known tempo and key; together they cover the common formats, tags and art, and \
      one album is cut from a single take, so that gapless playing can be heard.

      Example:
        tritone demo ~/Music/Demo && tritone ~/Music/Demo
      """)

  @Argument(help: ArgumentHelp("The folder to write into.", valueName: "dir")) var folder: String

  func run() throws {
    try FFmpegLibraries.load()
    let folder = Directories.here.path(folder)
    let line = ProgressLine()
    let files = try Waiting.run {
      try await DemoWriting.write(into: folder) { done, total in
        line.show(done, of: total, "tracks")
      }
    }
    line.clear()
    StandardOutput.line("\(files.count) tracks in \(TrackText.clean(folder.text))")
  }
}

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Print the table of keys and commands as Markdown.",
    discussion: """
      Examples:
        tritone keys | less
        tritone keys --presets
        tritone keys --json | jq -r .name
      """)
  @Flag(help: "Print the keys of other programs instead.") var presets = false
  @Flag(help: "Print one JSON object a command instead.") var json = false

  func validate() throws {
    if presets, json { throw ValidationError("--presets and --json exclude each other") }
  }

  func run() throws {
    if json {
      for record in KeyRecord.all { try StandardOutput.json(record) }
      return
    }
    StandardOutput.ours(presets ? KeyPreset.markdown() : CommandTable.markdown())
  }
}
