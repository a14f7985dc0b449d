import Glibc
package import Interface
import Screen

/// Reads the user's key bindings: the preset of another program, the name of a command or of a window's action, and the key or
/// keys that replace the default ones.
///
/// ```toml
/// play-pause = "P"
/// keys = "vim"
/// slot-1 = ["m 1", "Alt-1"]
/// window-close = ["Esc", "F10"]
/// ```
package enum KeysFile {
  /// The key bindings of a file, or the defaults where there is none.
  package static func load(_ path: String) throws(SettingsError) -> Keymap {
    do {
      return try read(try SettingsText.read(path), file: SettingsText.fileName(path))
    } catch .unreadable(_, ENOENT), .unreadable(_, ENOTDIR) {
      return .standard
    }
  }

  package static func read(_ text: String, file: String) throws(SettingsError) -> Keymap {
    var keys: [String: [KeySequence]] = [:]
    var bound: [(name: String, keys: KeySequence)] = []
    var preset = KeyPreset.own
    for entry in try TOMLReader.read(text, file: file).entries {
      func mistake(_ reason: String) -> SettingsError {
        .mistake(file: file, line: entry.value.line, reason: reason)
      }
      if entry.key == "keys" {
        let names = KeyPreset.all.map(\.name).joined(separator: ", ")
        guard let named = entry.value.string.flatMap({ KeyPreset(named: $0) }) else {
          throw mistake("keys is one of \(names)")
        }
        preset = named
        continue
      }
      let isOfWindows = WindowTable.entries.contains { $0.name == entry.key }
      guard isOfWindows || CommandTable.entries.contains(where: { $0.name == entry.key }) else {
        throw mistake("there is no command “\(quoted(entry.key))”: see tritone keys")
      }
      keys[entry.key] = try (entry.value.array ?? [entry.value]).map {
        value throws(SettingsError) in
        guard let text = value.string else {
          throw mistake("a key is a text such as \"Ctrl-P\", or a list of them")
        }
        guard let sequence = KeySequence(text) else {
          let isShifted = text.lowercased().contains("shift-")
          throw mistake(
            "“\(quoted(text))” is no key"
              + (isShifted ? ": write what shift makes of it, as in \"M\" or \"!\"" : ""))
        }
        guard !isOfWindows || sequence.keys.count == 1 else {
          throw mistake("“\(quoted(text))” is more than one key: windows take them one by one")
        }
        bound.append((entry.key, sequence))
        if let conflict = Keymap.conflict(in: bound) { throw mistake(reason(conflict)) }
        return sequence
      }
    }
    return Keymap(preset: preset, replacing: keys)
  }

  /// The two commands whose keys conflict.
  private static func reason(_ conflict: Keymap.Conflict) -> String {
    let (keys, other) = (quoted(conflict.keys.text), quoted(conflict.otherKeys.text))
    if keys == other {
      return "“\(keys)” is the key of both \(conflict.otherCommand) and \(conflict.command)"
    }
    return
      "“\(keys)” of \(conflict.command) and “\(other)” of \(conflict.otherCommand) begin alike: "
      + "one of them could not be typed"
  }

  private static func quoted(_ text: String) -> String { TextWidth.truncated(text, to: 40) }
}
