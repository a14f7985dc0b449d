import Foundation
import Glibc
import Interface
import Library
import Music
import Settings
import Testing

@testable import tritone

@Suite("config.toml on the disk") struct ConfigFileTests {
  private let folder: Folder
  private let file: ConfigFile

  init() throws {
    folder = try Folder()
    file = ConfigFile(
      path: folder.path("config/config.toml"), themes: ThemeFolder(folders: [], user: nil))
  }

  private var text: String {
    get throws { try String(contentsOfFile: file.path.text, encoding: .utf8) }
  }

  private func write(_ text: String, to other: ConfigFile? = nil) throws {
    let file = other ?? self.file
    file.makeFolder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.path.text))
  }

  @Test("a missing file has the defaults, and a default is not written into it")
  func missing() throws {
    #expect(try file.read() == ConfigReading())
    #expect(try file.readIfThere() == nil)
    try file.keep([.soundMono: .flag(false)])
    #expect(try file.readIfThere() == nil)
    try file.keep([.soundMono: .flag(true)])
    #expect(try text == "[sound]\nmono = true\n")
    try file.keep([.soundMono: .flag(false)])
    #expect(try text == "[sound]\nmono = false\n")
  }

  @Test("permissions stay, and a link stays a link")
  func rights() throws {
    try write("# mine\n")
    #expect(chmod(file.path.text, 0o640) == 0)
    try file.set([.soundMono: .flag(true)])
    var status = stat()
    #expect(stat(file.path.text, &status) == 0 && status.st_mode & 0o777 == 0o640)
    let real = folder.path("real.toml").text
    #expect(rename(file.path.text, real) == 0 && symlink(real, file.path.text) == 0)
    try file.set([.soundMono: .flag(false)])
    #expect(lstat(file.path.text, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(
      try String(contentsOfFile: real, encoding: .utf8) == "# mine\n\n[sound]\nmono = false\n")
  }

  @Test("a folder or a pipe in its place is told, and nothing is done to it")
  func strange() throws {
    file.makeFolder()
    #expect(mkdir(file.path.text, 0o700) == 0)
    #expect(throws: SettingsError.notAFile(file: "config.toml")) { try file.read() }
    #expect(throws: SettingsError.notAFile(file: "config.toml")) {
      try file.set([.soundMono: .flag(true)])
    }
    #expect(rmdir(file.path.text) == 0 && mkfifo(file.path.text, 0o600) == 0)
    #expect(throws: SettingsError.notAFile(file: "config.toml")) { try file.read() }
  }

  @Test("changes of many at once are all kept")
  func concurrent() async throws {
    try write("# mine\n[unknown]\nx = 1\n")
    let file = file
    await withTaskGroup(of: Void.self) { group in
      for setting in [Setting.soundMono, .screenClashes, .lyricsFetch, .logPrivate, .libraryWatch] {
        group.addTask {
          for index in 0..<10 {
            #expect(throws: Never.self) { try file.set([setting: .flag(index % 2 == 1)]) }
          }
        }
      }
    }
    let reading = try file.read()
    #expect(reading.values.count == 5 && reading.values.values.allSatisfy { $0 == .flag(true) })
    #expect(try text.hasPrefix("# mine\n[unknown]\nx = 1\n"))
  }

  @Test("the whole file keeps valid values where it replaces one")
  func whole() throws {
    try file.writeWhole(replaces: false)
    #expect(try text == SettingsTable.file())
    #expect(throws: LibraryError.fileExists(file.path)) { try file.writeWhole(replaces: false) }
    try write("[sound]\nmono = true\ntone = 3\n")
    try file.writeWhole(replaces: true)
    #expect(try file.read().values[.soundMono] == .flag(true))
    #expect(try file.read().mistakes == [])
  }

  // MARK: Live

  @Test("a saved file is taken at once, and a change of the player leaves its comments")
  func live() async throws {
    let shell = try await Shell(tracks: 1)
    shell.config.makeFolder()
    shell.runner.fileWatch.follow(shell.config.path.text, as: .settings)
    shell.send(.settings(.started(SettingsFile(), fixed: [])))
    func save(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: shell.config.path.text))
      shell.runner.readSavedFiles()
    }
    try save("# mine\n[sound]\nmono = true # both\n")
    try await shell.wait(for: "mono") { $0.sound.isMono }
    try save("# mine\n[sound]\nmono = maybe # both\nbalance = 10\n")
    try await shell.wait(for: "the mistake") {
      $0.message?.text.hasPrefix("config.toml:3:8: ") == true
    }
    #expect(shell.app.sound.isMono && shell.app.sound.balance == 0.1)
    shell.press(":")
    for letter in "set sound.mono false" { shell.press(letter == " " ? "Space" : String(letter)) }
    shell.press("Enter")
    let wanted = "# mine\n[sound]\nmono = false # both\nbalance = 10\n"
    try await shell.wait(for: "the file") { _ in
      (try? String(contentsOfFile: shell.config.path.text, encoding: .utf8)) == wanted
    }
    shell.runner.finish()
  }

  @Test("changes that could not be written hold, and are written as soon as the file can be")
  func retry() async throws {
    let shell = try await Shell(tracks: 1)
    shell.config.makeFolder()
    #expect(mkdir(shell.config.path.text, 0o700) == 0)
    shell.send(.settings(.started(SettingsFile(), fixed: [])))
    shell.press(":")
    for letter in "set sound.mono true" { shell.press(letter == " " ? "Space" : String(letter)) }
    shell.press("Enter")
    try await shell.wait(for: "the fault") {
      $0.message?.text.hasPrefix("Settings hold until you leave") == true
    }
    #expect(rmdir(shell.config.path.text) == 0)
    try write("[sound]\nbalance = 10\n", to: shell.config)
    shell.send(.settings(.edited(.ended(0))))
    try await shell.wait(for: "the balance") { $0.sound.balance == 0.1 }
    #expect(shell.app.sound.isMono)
    #expect(
      try String(contentsOfFile: shell.config.path.text, encoding: .utf8)
        == "[sound]\nbalance = 10\nmono = true\n")
    shell.runner.finish()
  }

  @Test("a file that was saved between the start's reading and its watch is read again")
  func savedAtStart() async throws {
    let shell = try await Shell(tracks: 1)
    shell.send(.settings(.started(SettingsFile(), fixed: [])))
    try write("[sound]\nmono = true\n", to: shell.config)
    shell.runner.followSettings(since: FileVersion())
    try await shell.wait(for: "mono") { $0.sound.isMono }
    shell.runner.finish()
  }

  @Test("settings of an earlier version move into the file once, below what it says")
  func earlier() async throws {
    let library = try Library(at: folder.path("library.db"))
    try await library.setSetting("theme", "Vinyl")
    try await library.setSetting("sound", #"{"replayGain":"album","preamp":3,"speed":1.5}"#)
    try await library.setSetting("watch", "off")
    try await library.setSession(
      "place",
      #"{"art":"none","accent":"cover","layout":{"form":"column","right":40},"#
        + #""columns":{"songs":["title","smell","bpm"]},"rows":"strange","hasMotion":false}"#)
    try write("[sound]\npreamp = 1\n")
    #expect(try await EarlierSettings(library, file).move() == nil)
    let values: [Setting: SettingValue] = [
      .themeName: .text("Vinyl"), .soundReplayGain: .text("album"), .soundPreamp: .number(1),
      .libraryWatch: .flag(false), .screenArt: .text("none"), .themeAccent: .text("cover"),
      .screenLayout: .text("column"), .columnsSongs: .names(["title", "bpm"]),
      .screenMotion: .flag(false),
    ]
    // The folder of this test has no skins.
    #expect(try ConfigReader.read(path: file.path.text).values == values)
    #expect(try await library.setting("speed") == "1.5")
    try write("")
    #expect(try await EarlierSettings(library, file).move() == nil)
    #expect(try text.isEmpty)
  }

  @Test("a file that is written whole has the settings of an earlier version, which then stay")
  func earlierWhole() async throws {
    let library = try Library(at: folder.path("library.db"))
    try await library.setSetting("watch", "off")
    let earlier = EarlierSettings(library, file)
    let values = try #require(try await earlier.unmoved())
    #expect(values == [.libraryWatch: .flag(false)])
    try file.writeWhole(values, replaces: false)
    await earlier.mark()
    #expect(try file.read().values[.libraryWatch] == .flag(false))
    #expect(try file.read().mistakes == [])
    try file.set([.libraryWatch: SettingValue?.none])
    #expect(try await earlier.move() == nil)
    #expect(try file.read().values[.libraryWatch] == nil)
  }

  @Test("a library that is opened by its name leaves the user's settings alone")
  func otherLibrary() throws {
    let directories = Directories(
      environment: ["HOME": folder.url.path], current: FilePath(folder.url.path))
    let other = folder.path("other.db")
    #expect(EarlierSettings.areMoved(from: directories.database, directories))
    #expect(EarlierSettings.areMoved(from: other, directories))
    ConfigFile(directories).makeFolder()
    try Data("# mine\n".utf8).write(to: URL(fileURLWithPath: directories.settings.text))
    #expect(!EarlierSettings.areMoved(from: other, directories))
    #expect(EarlierSettings.areMoved(from: directories.database, directories))
  }

  @Test("the speed stays in the library, and is taken once")
  func speed() async throws {
    let library = try Library(at: folder.path("library.db"))
    try await library.setSetting("sound", #"{"speed":1.5}"#)
    let earlier = EarlierSettings(library, file)
    try await earlier.keepSpeed()
    #expect(try await library.setting("speed") == "1.5")
    try await library.setSetting("speed", nil)
    try await earlier.keepSpeed()
    #expect(try await library.setting("speed") == nil)
    #expect(!file.isThere)
  }

  @Test("where the file cannot be written, earlier settings hold and wait for the next start")
  func waiting() async throws {
    let library = try Library(at: folder.path("library.db"))
    try await library.setSetting("watch", "off")
    file.makeFolder()
    #expect(mkdir(file.path.text, 0o700) == 0)
    let left = try await EarlierSettings(library, file).move()
    #expect(left?.values == [.libraryWatch: .flag(false)])
    try await library.setSetting("watch", nil)
    #expect(rmdir(file.path.text) == 0)
    #expect(try await EarlierSettings(library, file).move() == nil)
    #expect(try text == "[library]\nwatch = false\n")
  }
}
