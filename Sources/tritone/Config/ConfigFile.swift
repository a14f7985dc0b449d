import CLinux
import Glibc
import Interface
import Library
import Music
import Settings

/// config.toml on the disk. Each change reads the file anew and writes it as a whole under another
/// name, so that neither an editor's change nor a full disk costs a line of it.
struct ConfigFile: Sendable {
  let path: FilePath
  private let themes: ThemeFolder

  /// Attempts at a change while other programs write the file.
  private static let attempts = 5

  init(_ directories: Directories) {
    self.init(path: directories.settings, themes: directories.themeFolder)
  }

  init(path: FilePath, themes: ThemeFolder) {
    self.path = path
    self.themes = themes
  }

  /// The settings of the file; none where it is missing.
  ///
  /// - Parameter checksSkins: whether skins are looked for by their names, which reads all of them.
  func read(checksSkins: Bool = true) throws(SettingsError) -> ConfigReading {
    guard checksSkins else { return try ConfigReader.read(path: path.text) }
    return try ConfigReader.read(path: path.text, isSkin: isSkin)
  }

  /// The same; nil where the file is missing.
  func readIfThere() throws(SettingsError) -> ConfigReading? {
    guard let bytes = try ConfigReader.bytes(path: path.text) else { return nil }
    return try ConfigReader.read(bytes, file: name, isSkin: isSkin)
  }

  var isThere: Bool { path.withCString { access($0, F_OK) == 0 } }

  /// Whether there is a skin of a name, which may have mistakes.
  func isSkin(_ name: String) -> Bool {
    do throws(SettingsError) {
      _ = try themes.find(name)
      return true
    } catch {
      if case .noTheme = error { return false }
      return true
    }
  }

  /// Sets values, or takes settings out where there is none.
  func set(_ changes: [Setting: SettingValue?]) throws {
    try edit { editor throws(SettingsError) in
      for setting in Setting.allCases {
        if let change = changes[setting] { try editor.set(setting, change) }
      }
    }
  }

  /// Keeps values that the player has, and takes settings out where there is none. A default is not
  /// written where the file says nothing.
  ///
  /// - Returns: The changes that the text does not allow, with the reasons.
  @discardableResult
  func keep(_ changes: [Setting: SettingValue?]) throws -> [Setting: SettingsError] {
    let file = name
    var refused: [Setting: SettingsError] = [:]
    try edit { editor throws(SettingsError) in
      refused = [:]
      let present = try ConfigReader.read(editor.bytes, file: file)
      for setting in Setting.allCases {
        guard let change = changes[setting] else { continue }
        let isSaid = present.values[setting] != nil || present.faulty.contains(setting)
        guard isSaid || change != SettingsTable.entry(setting).standard else { continue }
        do throws(SettingsError) {
          try editor.set(setting, change)
        } catch {
          guard case .uneditable = error else { throw error }
          refused[setting] = error
        }
      }
    }
    return refused
  }

  /// Writes every setting with its comment. Valid values of the file stay.
  ///
  /// - Parameter values: Values of settings that the file does not have.
  func writeWhole(_ values: [Setting: SettingValue] = [:], replaces: Bool) throws {
    makeFolder()
    let lock = FolderLock(path)
    defer { lock.release() }
    let present = replaces ? try read(checksSkins: false).values : [:]
    let values = present.merging(values) { present, _ in present }
    try AtomicFile.write(
      Array(SettingsTable.file(values).utf8), to: path, replaces: replaces)
  }

  private func edit(_ change: (inout ConfigEditor) throws(SettingsError) -> Void) throws {
    makeFolder()
    let lock = FolderLock(path)
    defer { lock.release() }
    for _ in 0..<ConfigFile.attempts {
      let version = FileVersion(of: path)
      let bytes = try ConfigReader.bytes(path: path.text)
      var editor = ConfigEditor(bytes ?? [], file: name)
      try change(&editor)
      guard editor.bytes != bytes ?? [] else { return }
      let text = editor.bytes
      do throws(LibraryError) {
        try AtomicFile.write(
          text, to: path, replaces: bytes != nil, if: { FileVersion(of: path) == version })
        return
      } catch {
        // Else an editor saved the file meanwhile, and its text counts.
        guard case .fileExists = error else { throw error }
      }
    }
    throw Failure(reason: "\(name): another program goes on writing it")
  }

  private var name: String { path.text.split(separator: "/").last.map(String.init) ?? path.text }

  /// Makes the folder of the file; without one, writing fails with the reason.
  func makeFolder() {
    if let folder = path.parent { _ = PrivateFiles.makeFolders(folder) }
  }
}

/// The marks by which a written file differs from the one before.
struct FileVersion: Equatable, Sendable {
  private var node: ino_t = 0
  private var size: off_t = 0
  private var seconds = 0
  private var nanoseconds = 0

  /// The version of a missing file.
  init() {}

  init(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return }
    (node, size) = (status.st_ino, status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

/// A lock among processes of this program on the folder of a file.
private struct FolderLock {
  private let descriptor: Int32

  /// Waits two seconds at most: a folder that cannot be locked is not.
  init(_ path: FilePath) {
    descriptor =
      path.parent.map { $0.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) } } ?? -1
    guard descriptor >= 0 else { return }
    for _ in 0..<200 {
      guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
      usleep(10_000)
    }
  }

  func release() { if descriptor >= 0 { close(descriptor) } }
}
