import FoundationEssentials
import Glibc
package import Screen

// Saving of the user's own skins. The skins that come with the program are never written.
extension ThemeFolder {
  /// Saves a skin in the user's folder, over its own file if it has the name of `old` still.
  ///
  /// - Returns: The skin as it reads back, and the path of its file.
  package func save(
    _ theme: Theme, over old: String
  ) throws(SettingsError) -> (theme: Theme, path: String) {
    var theme = theme
    theme.name = TextWidth.truncated(theme.name, to: 40)
    guard let user else { throw .unwritable(file: theme.name, code: ENOENT) }
    let path: String
    if let own = files().first(where: { Self.isSame($0.name, theme.name) }),
      own.path.hasPrefix(user + "/")
    {
      guard Self.isSame(theme.name, old) else { throw .nameTaken(name: theme.name) }
      path = own.path
    } else {
      guard !builtIn.names.contains(where: { Self.isSame($0, theme.name) }) else {
        throw .nameOfBuiltIn(name: theme.name)
      }
      path = Self.freePath(for: theme.name, in: user)
    }
    let text = ThemeFile.text(of: theme)
    let file = SettingsText.fileName(path)
    // A skin that cannot be read again from its text is not written.
    guard try ThemeFile.read(text, file: file) == theme else {
      throw .unwritable(file: file, code: EINVAL)
    }
    // A file behind a link stays where it is.
    let target = Self.resolved(path)
    for folder in builtIn.folders where target.hasPrefix(Self.resolved(folder) + "/") {
      throw .nameOfBuiltIn(name: theme.name)
    }
    // Without the folder, writing fails with the reason.
    try? FileManager.default.createDirectory(atPath: user, withIntermediateDirectories: true)
    try Self.write(text, to: target)
    return (theme, path)
  }

  private var builtIn: ThemeFolder { ThemeFolder(folders: folders.filter { $0 != user }) }

  /// A file name made of the skin's name that no file has.
  private static func freePath(for name: String, in folder: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let stem = words.isEmpty ? "skin" : words.joined(separator: "-")
    var path = "\(folder)/\(stem).toml"
    var status = stat()
    var number = 2
    while lstat(path, &status) == 0 {
      path = "\(folder)/\(stem)-\(number).toml"
      number += 1
    }
    return path
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Writes a file under another name, hidden from lists, and renames it.
  private static func write(_ text: String, to path: String) throws(SettingsError) {
    let name = SettingsText.fileName(path)
    let new = path.dropLast(name.count) + ".\(name).\(UInt32.random(in: .min ... .max))"
    var old = stat()
    let mode = stat(path, &old) == 0 ? old.st_mode & 0o777 : 0o644
    let descriptor = open(String(new), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .unwritable(file: name, code: errno) }
    let isWritten = write(Array(text.utf8)[...], to: descriptor) && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten else {
      unlink(String(new))
      throw .unwritable(file: name, code: code)
    }
    guard rename(String(new), path) == 0 else {
      let code = errno
      unlink(String(new))
      throw .unwritable(file: name, code: code)
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var bytes = bytes
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
