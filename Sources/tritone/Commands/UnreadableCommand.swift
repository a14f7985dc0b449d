import ArgumentParser
import Library
import Media
import Music

struct UnreadableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unreadable", abstract: "List the files that should be music and cannot be read.",
    discussion: """
      Each with the reason: those that scans have left out, and tracks whose files have been damaged \
      since. Nothing is scanned, and no file is touched.

      Examples:
        tritone unreadable
        tritone unreadable ~/Music/Jazz
        tritone unreadable -0 | xargs -0 ls -l
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false
  @Flag(
    name: .customShort("0"),
    help: "Print the paths alone, byte for byte, each ended by a zero byte.")
  var zeros = false
  @Argument(help: ArgumentHelp("Folders in which to look; all, if not said.", valueName: "path"))
  var paths: [String] = []

  func validate() throws {
    if json, zeros { throw ValidationError("--json and -0 exclude each other") }
  }

  func run() throws {
    try FFmpegLibraries.load()
    let paths = try options.directories.named(paths)
    let library = try options.openExistingLibrary()
    let files = try Waiting.reading { try await library.unreadableFiles(below: paths) }
    for file in files {
      if zeros {
        try StandardOutput.write(file.path.bytes + [0])
      } else if json {
        try StandardOutput.json(UnreadableRecord(file))
      } else {
        StandardOutput.line("\(TrackText.clean(file.path.text))\t\(TrackText.clean(file.reason))")
      }
    }
  }
}
