import Glibc
package import Interface
import TOMLKit

/// Reads the user's own keys: a command's name, and the key or keys it gets instead of its own.
///
/// ```toml
/// play-pause = "P"
/// slot-1 = ["m 1", "Alt-1"]
/// ```
package enum KeysFile {
  /// The keys of a file, or the defaults where there is none.
  package static func load(_ path: String) throws(SettingsError) -> Keymap {
    do {
      return try read(try SettingsText.read(path), file: SettingsText.fileName(path))
    } catch .unreadable(_, ENOENT), .unreadable(_, ENOTDIR) {
      return .standard
    }
  }

  package static func read(_ text: String, file: String) throws(SettingsError) -> Keymap {
    let document = try TOMLDocument(text, file: file)
    var keys: [String: [KeySequence]] = [:]
    for name in document.top.keys {
      guard CommandTable.entries.contains(where: { $0.name == name }) else {
        throw document.mistake(
          name, in: "", "there is no command “\(TOMLDocument.quoted(name))”: see tritone keys")
      }
      let value = document.top[name]
      let texts =
        value?.string.map { [$0] } ?? value?.array?.compactMap { $0.string } ?? []
      guard !texts.isEmpty, texts.count == value?.array?.count ?? 1 else {
        throw document.mistake(
          name, in: "", "a key is a text such as \"Ctrl-P\", or a list of them")
      }
      keys[name] = try texts.map { text throws(SettingsError) in
        guard let sequence = KeySequence(text) else {
          throw document.mistake(name, in: "", "“\(TOMLDocument.quoted(text))” is no key")
        }
        return sequence
      }
    }
    return Keymap(replacing: keys)
  }
}
