import Interface
import Music
import Settings
import Synchronization

/// Stores changed settings in config.toml, and reads the file when it was saved, one after the
/// other. Changes that come while others are written are written together. Those that cannot be
/// written hold, and are tried again with the next ones, when the file is saved, and at the end.
final class SettingsStore: Sendable {
  private let file: ConfigFile
  private let watch: FileWatch
  private let mailbox: Mailbox
  private let earlier: EarlierSettings
  private let line = SerialTaskQueue()
  private let state: Mutex<State>

  private struct State {
    /// Changes that are not in the file yet. Nil takes a setting out.
    var changes: [Setting: SettingValue?] = [:]
    /// The number of the newest change.
    var serial = 0
    /// The reason why the last changes were not written; told once.
    var fault: String?
    /// The version of the file that was read last.
    var version: FileVersion?
    /// Whether settings of an earlier version are among the changes.
    var hasUnmoved = false
  }

  init(
    _ file: ConfigFile, watch: FileWatch, mailbox: Mailbox, earlier: EarlierSettings,
    unmoved: UnmovedSettings? = nil
  ) {
    (self.file, self.watch, self.mailbox, self.earlier) = (file, watch, mailbox, earlier)
    var start = State()
    if let unmoved {
      start.changes = unmoved.values.mapValues { .some($0) }
      start.fault = unmoved.fault
      start.hasUnmoved = true
    }
    state = Mutex(start)
  }

  func perform(_ order: SettingsEffect) {
    switch order {
    case .store(let values, let serial): add(values.mapValues { .some($0) }, serial)
    case .unset(let setting, let serial): add([setting: SettingValue?.none], serial)
    case .prepare(let values): line.add { [self] in prepare(values) }
    case .read:
      // The folder may have been made by the editor.
      line.add { [self] in watch.follow(file.path.text, as: .settings) }
      readSaved()
    }
  }

  /// Watches the file, and reads it if it is not of this version.
  func follow(since version: FileVersion) {
    state.withLock { $0.version = version }
    watch.follow(file.path.text, as: .settings)
    readSaved()
  }

  /// The file was saved by somebody. The answer to our own changes is not read twice.
  func readSaved() {
    line.add { [self] in
      guard await !write() else { return }
      // Changes that came just now are written next, and the file is read after them.
      let last: (Int, FileVersion?)? = state.withLock {
        $0.changes.isEmpty ? ($0.serial, $0.version) : nil
      }
      guard let (serial, version) = last, FileVersion(of: file.path) != version else { return }
      read(after: serial)
    }
  }

  func finish() async {
    line.add { [self] in _ = await write() }
    await line.finish()
  }

  private func add(_ changes: [Setting: SettingValue?], _ serial: Int) {
    state.withLock { state in
      state.changes.merge(changes) { _, newer in newer }
      state.serial = serial
    }
    line.add { [self] in _ = await write() }
  }

  /// Sees to it that the editor has a file.
  private func prepare(_ values: [Setting: SettingValue]) {
    do {
      if try file.readIfThere() == nil { try file.writeWhole(values, replaces: false) }
      watch.follow(file.path.text, as: .settings)
    } catch {
      // A file that is there is edited, whatever is wrong with it.
      if !file.isThere { return mailbox.post(.settings(.unreadable(UserText.of(error)))) }
    }
    mailbox.post(.settings(.prepared(file.path)))
  }

  /// Writes the changes, and reads the file after them.
  ///
  /// - Returns: False where there are none.
  private func write() async -> Bool {
    let (changes, serial) = state.withLock { state in
      defer { state.changes = [:] }
      return (state.changes, state.serial)
    }
    guard !changes.isEmpty else { return false }
    let (left, fault) = keep(changes)
    let (isNew, isMoved) = state.withLock { state in
      defer {
        // Changes that came meanwhile are newer.
        state.changes.merge(left) { newer, _ in newer }
        state.fault = fault
        if left.isEmpty { state.hasUnmoved = false }
      }
      return (state.fault != fault, left.isEmpty && state.hasUnmoved)
    }
    if isNew, let fault { mailbox.post(.settings(.notStored(fault))) }
    if isMoved { await earlier.mark() }
    // The folder may be new.
    watch.follow(file.path.text, as: .settings)
    read(after: serial)
    return true
  }

  /// - Returns: The changes that could not be written, and why.
  private func keep(
    _ changes: [Setting: SettingValue?]
  ) -> (left: [Setting: SettingValue?], fault: String?) {
    do {
      let refused = try file.keep(changes)
      let first = Setting.allCases.compactMap { refused[$0] }.first
      return (changes.filter { refused[$0.key] != nil }, first?.description)
    } catch {
      return (changes, UserText.of(error))
    }
  }

  /// - Parameter serial: that of the newest change that was written, or could not be.
  private func read(after serial: Int) {
    let version = FileVersion(of: file.path)
    do {
      // Editors take the file away for a moment.
      guard let reading = try file.readIfThere() else { return }
      let unwritten = state.withLock { state in
        state.version = version
        return state.changes
      }
      var saved = SettingsFile(reading)
      for (setting, change) in unwritten {
        saved.values[setting] = change
        saved.faulty.remove(setting)
      }
      mailbox.post(.settings(.read(saved, after: serial)))
    } catch {
      let reason = UserText.of(error)
      guard reason != state.withLock({ $0.fault }) else { return }
      mailbox.post(.settings(.unreadable(reason)))
    }
  }
}

extension SettingsFile {
  init(_ reading: ConfigReading) {
    self.init(
      values: reading.values, faulty: reading.faulty,
      mistakes: reading.mistakes.map(\.description))
  }
}
