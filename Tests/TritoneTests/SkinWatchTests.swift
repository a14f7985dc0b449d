import Foundation
import Glibc
import Interface
import Library
import Music
import Screen
import Testing

@testable import tritone

@Suite("The file of the current skin")
struct SkinWatchTests {
  private let folder: Folder
  private let watch = SkinWatch()

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
    watch.follow(path("themes/mine.toml"))
    #expect(!wakes)
    try write("two", "themes/mine.toml")
    #expect(wakes && watch.takeChange() == path("themes/mine.toml") && !wakes)
    try write("three", "themes/.mine.toml.swp")
    #expect(watch.takeChange() == nil)
    #expect(rename(path("themes/.mine.toml.swp"), path("themes/mine.toml")) == 0)
    #expect(watch.takeChange() == path("themes/mine.toml"))
    #expect(!wakes)
  }

  @Test("is not read again while it is written, nor when another file or the last skin is saved")
  func others() throws {
    try write("one", "themes/mine.toml")
    watch.follow(path("themes/mine.toml"))
    let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("themes/mine.toml"))
    try file.write(contentsOf: Data("half".utf8))
    #expect(!wakes)
    try file.close()
    #expect(watch.takeChange() != nil)
    try write("other", "themes/other.toml")
    #expect(watch.takeChange() == nil)
    watch.follow(path("dotfiles/new.toml"))
    _ = watch.takeChange()
    try write("again", "themes/mine.toml")
    #expect(!wakes)
    watch.follow(nil)
    try write("new", "dotfiles/new.toml")
    #expect(watch.takeChange() == nil)
  }

  @Test("is watched where a link leads, and a folder that is missing is no fault")
  func links() throws {
    try write("one", "dotfiles/real.toml")
    #expect(symlink(path("dotfiles/real.toml"), path("themes/mine.toml")) == 0)
    watch.follow(path("themes/mine.toml"))
    try write("two", "dotfiles/real.toml")
    #expect(watch.takeChange() == path("themes/mine.toml"))
    watch.follow(path("gone/mine.toml"))
    #expect(watch.path == path("gone/mine.toml"))
    #expect(watch.takeChange() == nil)
  }

  @Test("skins for backgrounds are stored, and a skin that is chosen by hand is not followed")
  func stored() async throws {
    let shell = try await Shell(tracks: 1)
    func stored() async throws -> [String?] {
      var values: [String?] = []
      for key in ["theme", "theme.light", "theme.dark", "theme.follow", "theme.background"] {
        values.append(try await shell.library.setting(key))
      }
      return values
    }
    shell.runner.perform(.theme(.storeFor(.dark, "obsidian")))
    shell.send(.backgroundFound(.dark))
    try await shell.wait(for: "the message") {
      $0.message?.text == "Skin on a dark background: Obsidian"
    }
    shell.runner.perform(.theme(.storeFor(.light, "no such skin")))
    try await shell.wait(for: "a reason") { $0.message?.text.contains("no such skin") == true }
    #expect(try await stored() == [nil, nil, "Obsidian", "on", "dark"])
    shell.press("Esc")
    shell.runner.perform(.theme(.load("Obsidian", isPreview: false)))
    try await shell.wait(for: "the skin") { $0.message?.text.hasPrefix("Skin: Obsidian") == true }
    #expect(try await stored() == ["Obsidian", nil, "Obsidian", nil, "dark"])
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
      shell.runner.readSavedSkin()
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
