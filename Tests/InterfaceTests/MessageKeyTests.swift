import Foundation
import Interface
import Music
import Screen
import Testing

@Suite("Keys in messages")
struct MessageKeyTests {
  private func stage(_ keys: [String: String]) -> Stage {
    var stage = Stage()
    stage.app.keymap = Keymap(
      replacing: keys.mapValues { [KeySequence($0)].compactMap(\.self) })
    return stage
  }

  @Test("a message names the key that a command has now")
  func rebound() {
    var stage = stage(["group": "F5", "undo": "F6"])
    stage.press("y")
    #expect(stage.app.message?.text == "There is no group here; F5 groups the list")
    stage.send(.done(.entries(.removed(1))))
    #expect(stage.app.message?.text == "Removed; F6 brings it back")
    stage.app.keymap = .standard
    stage.send(.done(.entries(.removed(1))))
    #expect(stage.app.message?.text == "Removed; Ctrl-Z brings it back")
  }

  @Test("a command that has no key is named as it is typed")
  func unbound() {
    var stage = stage([:])
    stage.app.keymap = Keymap(replacing: ["group": []])
    stage.press("y")
    #expect(stage.app.message?.text == "There is no group here; :group groups the list")
  }

  @Test("no text of the program holds a key as a letter where the keymap knows the key")
  func sources() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    // "; w groups", "— m \(slot) gives", "Ctrl-Z takes": a key and a verb.
    let named = try Regex(
      #"(Ctrl-[A-Z]|(^|[;:,.(—] )([A-Zb-z/*?^$]( \\\(.*?\))?|[0-9]( [0-9])+)) [a-z]+s( |$|\\)"#)
    #expect(#"empty — m \(slot.rawValue) gives it a playlist"#.contains(named))
    var places: [String] = []
    let folders =
      ["Interface"] + ["Analysis", "Effects", "Exchange", "Loop", "System"].map { "tritone/" + $0 }
    for folder in folders {
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        // The tables of commands define the keys, and describe the command lines.
        guard !file.lastPathComponent.contains("Command") else { continue }
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        where !line.drop(while: { $0 == " " }).hasPrefix("//") {
          for (number, part) in line.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated()
          where number % 2 == 1 && String(part).firstMatch(of: named) != nil {
            places.append("\(file.lastPathComponent): \(part)")
          }
        }
      }
    }
    #expect(places.isEmpty)
  }
}
