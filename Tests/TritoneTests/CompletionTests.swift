import Foundation
import Library
import Music
import Testing

@testable import tritone

@Suite("Completion")
struct CompletionTests {
  private let folder: Folder
  private let directories: Directories

  init() throws {
    folder = try Folder()
    let home = folder.path("home")
    directories = Directories(
      environment: ["HOME": home.text], current: home, account: home.text)
  }

  /// The values proposed for a line, as zsh and fish get them, behind the first line.
  private func values(_ line: String) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return CompletionAnswer.text(["words"] + words, directories)
      .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test("commands, options and the values of options are proposed where they may stand")
  func places() {
    #expect(values("tritone ").starts(with: ["files", "scan", "add", "search"]))
    #expect(values("tritone ").last == "help")
    #expect(values("tritone ").contains("play"))
    #expect(!values("tritone ").contains("player") && !values("tritone ").contains("manual"))
    #expect(values("tritone playlist ").contains("freeze"))
    #expect(values("tritone help playlist ").contains("freeze"))
    #expect(values("tritone --").contains("--theme") && !values("tritone --").contains("--json"))
    #expect(values("tritone search --json --").contains("--paths"))
    #expect(!values("tritone search --json --").contains("--json"))
    #expect(values("tritone search -- --") == values("tritone search "))
    #expect(
      values("tritone --art ") == ["none", "auto", "kitty", "sixel", "iterm2", "blocks", "none"])
    #expect(values("tritone --art=").contains("--art=kitty"))
    #expect(values("tritone --theme ").contains("Obsidian"))
    #expect(values("tritone --library x.db export --format ").contains("rekordbox"))
    #expect(values("tritone analyze --parts tempo,").contains("tempo,key"))
    #expect(!values("tritone analyze --parts tempo,").contains("tempo,tempo"))
    #expect(values("tritone search ").starts(with: ["none open", "title:"]))
    #expect(values("tritone demo ") == ["folders"])
    #expect(values("tritone demo x ") == ["none"])
    #expect(values("tritone scan x ") == ["files"])
    #expect(values("tritone set --category ").contains("voice-memos"))
    #expect(values("tritone set ") == ["files"] && values("tritone comment ").contains("add"))
    #expect(values("tritone mix add ") == ["none", "1", "2", "3"])
  }

  @Test("an option of which the value is a file is completed with files")
  func files() throws {
    let values = CompletionValues(directories: directories)
    func check(_ command: CommandDescription, _ names: [String]) {
      for argument in command.shownArguments where argument.kind != .flag {
        let answer = values.values(of: argument, in: names.joined(separator: " "), "")
        let takesPath = ["file", "path", "dir"].contains(argument.valueName)
        #expect(!takesPath || answer.paths != .none, "\(names) \(argument.name)")
      }
      for child in command.shownSubcommands { check(child, names + [child.commandName]) }
    }
    check(try CommandDescription(of: ProgramHelp.self), [])
    for command in try CommandDescription.all() { check(command, [command.commandName]) }
  }

  @Test("the names of playlists come from the library, which stays as it is")
  func playlists() async throws {
    #expect(values("tritone playlist show ") == ["none"])
    #expect(!FileManager.default.fileExists(atPath: directories.data.text))
    let evil = "Evil $(touch x)"
    do {
      let library = try Library(at: directories.database)
      for name in ["Warm up", evil] { _ = try await library.createPlaylist(named: name, in: nil) }
      // While it is open, and its log holds what was written.
      #expect(values("tritone playlist show ") == ["none", evil, "Warm up"])
      library.checkpoint()
    }
    // A copy that no program has open.
    let copy = folder.path("copy/library.db").text
    let parent = URL(fileURLWithPath: copy).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: directories.database.text, toPath: copy)
    let before = try contents(of: parent.path)
    #expect(values("tritone --library \(copy) mix assign 1 ") == ["none", evil, "Warm up"])
    #expect(
      values("tritone export --library \(copy) ") == ["none", "1", "2", "3", evil, "Warm up"])
    #expect(try contents(of: parent.path) == before && before.count == 1)
    let bash = CompletionAnswer.text(["bash", "tritone export Ev", "Ev"], directories)
    #expect(bash == "none\nEvil\\ \\$\\(touch\\ x\\)\n")
  }

  @Test("labels come from the library, as values of options and of fields in queries")
  func labels() async throws {
    let library = try Library(at: directories.database)
    let stream = try await library.addStream(StreamAddress("http://host/x")!)  // because it is one
    var change = MarkChange()
    change.tags = .set(["needs bass", "done"])
    change.mood = .set("Calm")
    try await library.change(change, of: [stream])
    #expect(
      values("tritone set --tag ") == ["none", "+done", "-done", "+needs bass", "-needs bass"])
    #expect(values("tritone set --mood ") == ["none", "Calm"])
    #expect(values("tritone search mood:") == ["none", "mood:calm"])
    #expect(values("tritone search tag:") == ["none", "tag:done", "tag:\"needs bass\""])
    #expect(values("tritone search category:").contains("category:voice-memos"))
  }

  private func contents(of folder: String) throws -> [String: Date?] {
    var dates: [String: Date?] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      dates[name] = attributes[.modificationDate] as? Date
    }
    return dates
  }

  @Test("bash gets what replaces its own idea of the word")
  func bash() {
    func values(_ line: String, _ word: String) -> [String] {
      CompletionAnswer.text(["bash", line, word], directories).split(separator: "\n").map(
        String.init)
    }
    #expect(values("tritone --art=ki", "ki") == ["none", "kitty"])
    #expect(values("tritone search ti", "ti") == ["none open", "title:"])
    #expect(
      values("tritone --theme \"foobar D", "foobar D") == values("x --theme 'foobar D", "foobar D"))
    #expect(values("cd x && tritone sea", "sea") == ["files", "search"])
    #expect(values("tritone", "tritone") == ["files"])
  }

  @Test("whatever a caller sends, there is an answer")
  func misuse() {
    for arguments in [[], ["csh"], ["bash"], ["bash", "x"], ["words"], ["words", "tritone"]] {
      #expect(CompletionAnswer.text(arguments, directories).hasSuffix("\n"))
    }
    let long = String(repeating: "x ", count: 200_000)
    #expect(CompletionAnswer.text(["bash", long, ""], directories) == "files\n")
  }
}
