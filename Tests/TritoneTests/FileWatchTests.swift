import Foundation
import Glibc
import Interface
import Library
import Music
import Screen
import Settings
import Testing

@testable import tritone

@Suite("The file of the current skin")
struct FileWatchTests {
  private let folder: Folder
  private let watch = FileWatch()

  init() throws {
    folder = try Folder()
    for name in ["themes", "dotfiles"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
  }

  private func path(_ name: String) -> String { folder.path(name).text }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
  }

  /// Whether the run loop would wake up.
  private var wakes: Bool {
    var descriptor = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  @Test("is read again when it was written, or replaced by another")
  func saved() throws {
    try write("one", "themes/mine.toml")
    watch.follow(path("themes/mine.toml"), as: .skin(0))
    #expect(!wakes)
    try write("two", "themes/mine.toml")
    #expect(wakes && watch.takeChanges()[.skin(0)] == path("themes/mine.toml") && !wakes)
    try write("three", "themes/.mine.toml.swp")
    #expect(watch.takeChanges()[.skin(0)] == nil)
    #expect(rename(path("themes/.mine.toml.swp"), path("themes/mine.toml")) == 0)
    #expect(watch.takeChanges()[.skin(0)] == path("themes/mine.toml"))
    #expect(!wakes)
  }

  @Test("is not read again while it is written, nor when another file or the last skin is saved")
  func others() throws {
    try write("one", "themes/mine.toml")
    watch.follow(path("themes/mine.toml"), as: .skin(0))
    let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("themes/mine.toml"))
    try file.write(contentsOf: Data("half".utf8))
    #expect(!wakes)
    try file.close()
    #expect(watch.takeChanges()[.skin(0)] != nil)
    try write("other", "themes/other.toml")
    #expect(watch.takeChanges()[.skin(0)] == nil)
    watch.follow(path("dotfiles/new.toml"), as: .skin(0))
    _ = watch.takeChanges()[.skin(0)]
    try write("again", "themes/mine.toml")
    #expect(!wakes)
    watch.follow(nil, as: .skin(0))
    try write("new", "dotfiles/new.toml")
    #expect(watch.takeChanges()[.skin(0)] == nil)
  }

  @Test("is read once it is there, also where it is linked into its folder as a whole")
  func made() throws {
    watch.follow(path("themes/mine.toml"), as: .skin(0))
    try write("one", "themes/.new")
    #expect(watch.takeChanges()[.skin(0)] == nil)
    #expect(link(path("themes/.new"), path("themes/mine.toml")) == 0)
    #expect(unlink(path("themes/.new")) == 0)
    #expect(wakes && watch.takeChanges()[.skin(0)] == path("themes/mine.toml"))
    #expect(unlink(path("themes/mine.toml")) == 0)
    _ = watch.takeChanges()
    watch.follow(path("themes/next.toml"), as: .skin(0))
    let file = open(path("themes/next.toml"), O_WRONLY | O_CREAT, 0o600)
    #expect(watch.takeChanges()[.skin(0)] == nil)
    #expect(Glibc.write(file, "two", 3) == 3 && close(file) == 0)
    #expect(watch.takeChanges()[.skin(0)] == path("themes/next.toml"))
  }

  @Test("is watched where a link leads, and a folder that is missing is no fault")
  func links() throws {
    try write("one", "dotfiles/real.toml")
    #expect(symlink(path("dotfiles/real.toml"), path("themes/mine.toml")) == 0)
    watch.follow(path("themes/mine.toml"), as: .skin(0))
    try write("two", "dotfiles/real.toml")
    #expect(watch.takeChanges()[.skin(0)] == path("themes/mine.toml"))
    watch.follow(path("gone/mine.toml"), as: .skin(0))
    #expect(watch.path(of: .skin(0)) == path("gone/mine.toml"))
    #expect(watch.takeChanges()[.skin(0)] == nil)
  }

  @Test("skins for backgrounds are stored, and a skin that is chosen by hand is not followed")
  func stored() async throws {
    let shell = try await Shell(tracks: 1)
    shell.send(.settings(.started(SettingsFile(), fixed: [])))
    func see(_ values: [Setting: SettingValue]) async throws {
      try await shell.wait(for: "the file") { _ in (try? shell.config.read())?.values == values }
    }
    shell.runner.perform(.theme(.storeFor(.dark, "obsidian")))
    shell.send(.backgroundFound(.dark))
    try await shell.wait(for: "the message") {
      $0.message?.text == "Skin on a dark background: Obsidian"
    }
    shell.runner.perform(.theme(.storeFor(.light, "no such skin")))
    try await shell.wait(for: "a reason") { $0.message?.text.contains("no such skin") == true }
    try await see([.themeDark: .text("Obsidian"), .themeFollow: .flag(true)])
    #expect(try await shell.library.setting("theme.background") == "dark")
    shell.press("Esc")
    shell.runner.perform(.theme(.load("Obsidian", isPreview: false)))
    try await shell.wait(for: "the skin") { $0.message?.text.hasPrefix("Skin: Obsidian") == true }
    try await see([.themeDark: .text("Obsidian"), .themeFollow: .flag(false)])
    shell.runner.finish()
  }

  @Test("shows as soon as it was saved; a mistake in it is told and keeps the last good one")
  func shown() async throws {
    let shell = try await Shell(tracks: 1)
    let themes = shell.folder.url.appendingPathComponent(".config/tritone/themes")
    try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
    func save(_ text: String) throws {
      try Data(("name = \"Mine\"\n[faces]\n" + text).utf8)
        .write(to: themes.appendingPathComponent("mine.toml"), options: .atomic)
      shell.runner.readSavedFiles()
    }
    try save("text = \"#111111\"\n")
    shell.runner.perform(.theme(.load("Mine", isPreview: false)))
    try await shell.wait(for: "the skin") { $0.skins.theme.name == "Mine" }
    try save("text = \"#222222\"\n")
    try await shell.wait(for: "the saved one") {
      $0.skins.theme.style(of: .text).foreground.hex == "#222222"
    }
    try save("text = \"#33\"\n")
    try await shell.wait(for: "the mistake") {
      $0.message?.text.hasPrefix("mine.toml:3: ") == true
    }
    #expect(shell.app.skins.theme.style(of: .text).foreground.hex == "#222222")
    try save("text = \"#222222\"\n")
    try await shell.wait(for: "no mistake") { $0.message?.text == "Skin: Mine, as saved" }
    shell.runner.finish()
  }
}
