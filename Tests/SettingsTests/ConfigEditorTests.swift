import Interface
import Testing

@testable import Settings

@Suite struct ConfigEditorTests {
  private func set(
    _ text: String, _ setting: Setting, _ value: SettingValue?
  ) throws -> String {
    var editor = ConfigEditor(Array(text.utf8), file: "config.toml")
    try editor.set(setting, value)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  @Test(
    "a value changes in its place, and nothing else",
    arguments: [
      ("[theme]\nname = \"A\"  # mine\n", "[theme]\nname = \"B\"  # mine\n"),
      ("theme.name='A'", "theme.name=\"B\""),
      ("theme = { light = \"x\", name = \"A\" }", "theme = { light = \"x\", name = \"B\" }"),
      ("theme = { light = \"x\" }\n", "theme = { light = \"x\", name = \"B\" }\n"),
      ("theme = {}\n", "theme = { name = \"B\" }\n"),
      ("", "[theme]\nname = \"B\"\n"),
      ("# mine", "# mine\n\n[theme]\nname = \"B\"\n"),
      (
        "[theme]\r\nlight = \"x\" # l\r\n\r\n# s\r\n[sound]\r\n",
        "[theme]\r\nlight = \"x\" # l\r\nname = \"B\"\r\n\r\n# s\r\n[sound]\r\n"
      ),
      ("[theme] # t\n\n[sound]\n", "[theme] # t\nname = \"B\"\n\n[sound]\n"),
      ("theme.light = \"x\"\n[sound]\n", "theme.light = \"x\"\ntheme.name = \"B\"\n[sound]\n"),
      ("[theme]\nname = \"\"\"\nA\"\"\" # mine\n", "[theme]\nname = \"B\" # mine\n"),
      ("theme.name = '''\n[theme]\nname = 1'''", "theme.name = \"B\""),
      ("[theme]\nname = nothing # faulty\n", "[theme]\nname = \"B\" # faulty\n"),
      ("[theme]\nname = 3\nname = \"A\"\n", "[theme]\nname = 3\nname = \"B\"\n"),
      ("[other]\nx = 1\n[theme]\ny = 2\n", "[other]\nx = 1\n[theme]\ny = 2\nname = \"B\"\n"),
    ])
  func sets(before: String, after: String) throws {
    #expect(try set(before, .themeName, .text("B")) == after)
  }

  @Test(
    "a setting is taken out with its line",
    arguments: [
      (
        "# a\n[theme]\n# b\nname = \"A\" # c\nlight = \"x\"\n", "# a\n[theme]\n# b\nlight = \"x\"\n"
      ),
      ("theme = { name = \"A\", light = \"x\" }", "theme = { light = \"x\" }"),
      ("theme = { light = \"x\", name = \"A\" }", "theme = { light = \"x\" }"),
      ("[theme]\nname = \"A\"\nname = \"B\"", "[theme]\n"),
      (
        "[theme]\nname = [\n  \"A\",\n\n# s\n[sound]\nmono = true\n",
        "[theme]\n\n# s\n[sound]\nmono = true\n"
      ),
      ("[theme]\nname = \"\"\"\nA\"\"\"", "[theme]\n"),
      ("[theme]\nname = oops\n", "[theme]\n"), ("[sound]\nmono = true", "[sound]\nmono = true"),
    ])
  func unsets(before: String, after: String) throws {
    #expect(try set(before, .themeName, nil) == after)
  }

  @Test("comments, order, unknown names and all other values stay, in files of any form")
  func property() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let text = SampleConfig.text(using: &random)
      let before = try ConfigReader.read(Array(text.utf8), file: "config.toml")
      var editor = ConfigEditor(Array(text.utf8), file: "config.toml")
      var wanted = before.values
      for _ in 0..<6 {
        guard let entry = SettingsTable.entries.randomElement(using: &random) else { continue }
        let value: SettingValue? =
          Bool.random(using: &random)
          ? SampleConfig.value(of: entry, using: &random) : nil
        try editor.set(entry.setting, value)
        wanted[entry.setting] = value
      }
      let after = String(decoding: editor.bytes, as: UTF8.self)
      #expect(try ConfigReader.read(editor.bytes, file: "config.toml").values == wanted, "\(text)")
      let comments = text.split(whereSeparator: \.isNewline).filter {
        $0.hasPrefix("#") || $0.hasPrefix("unknown-")
      }
      let kept = after.split(whereSeparator: \.isNewline).filter {
        $0.hasPrefix("#") || $0.hasPrefix("unknown-")
      }
      #expect(comments == kept)
    }
  }
}

/// Files of settings that are made up.
enum SampleConfig {
  static func text(using random: inout some RandomNumberGenerator) -> String {
    let ending = Bool.random(using: &random) ? "\n" : "\r\n"
    var lines: [String] = []
    for group in Setting.groups.shuffled(using: &random).prefix(5) {
      let entries = SettingsTable.entries.filter { $0.setting.path.group == group }
        .shuffled(using: &random).prefix(4)
      if Bool.random(using: &random) { lines.append("# about \(group)") }
      lines.append(["[\(group)]", " [ \(group) ]  # \(group)"].randomElement(using: &random) ?? "")
      for entry in entries {
        let value = value(of: entry, using: &random).toml
        let comment = Bool.random(using: &random) ? " # of \(entry.setting.name)" : ""
        switch Int.random(in: 0..<6, using: &random) {
        case 0: lines.append("\(entry.setting.path.key) = ?\(comment)")
        case 1: lines.append("")
        case 2: lines.append("unknown-\(lines.count) = [1, \"a\"] # of nobody")
        default: lines.append("\(entry.setting.path.key)=\(value)\(comment)")
        }
      }
    }
    return lines.joined(separator: ending) + (Bool.random(using: &random) ? ending : "")
  }

  static func value(
    of entry: SettingEntry, using random: inout some RandomNumberGenerator
  ) -> SettingValue {
    switch entry.type {
    case .flag: .flag(Bool.random(using: &random))
    case .choice(let choices): .text(choices.randomElement(using: &random) ?? "")
    case .skin, .text: .text(["Vinyl", "a \"b\" # c", "ü\\"].randomElement(using: &random) ?? "")
    case .number(let range, _): .number(Double.random(in: range, using: &random))
    case .integer(let range, _): .number(Double.random(in: range, using: &random).rounded())
    case .numbers(let count, let range, _):
      .numbers((0..<count).map { _ in Double.random(in: range, using: &random) })
    case .rewinds: .text(["10:2", "60:5 3600:20"].randomElement(using: &random) ?? "")
    case .oneOf(let values, _): .number(values.randomElement(using: &random) ?? 0)
    case .columns:
      .names([["title", "artist:20"], [], ["bpm"]].randomElement(using: &random) ?? [])
    }
  }
}
