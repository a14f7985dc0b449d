import Interface
import Music
import Settings
import Synchronization

/// Stores changed settings in config.toml, and reads it when it was saved: one after the other, on
/// a line of its own. Changes that come while one is written are written together.
final class SettingsStore: Sendable {
  private let file: ConfigFile
  private let watch: FileWatch
  private let mailbox: Mailbox
  private let line = SerialTaskQueue()
  private let pending = Mutex(Pending())

  private struct Pending {
    /// Nil takes a setting out.
    var changes: [Setting: SettingValue?] = [:]
    /// The number of the newest change.
    var serial = 0
    /// A failure is reported once.
    var hasFailed = false
  }

  init(_ file: ConfigFile, watch: FileWatch, mailbox: Mailbox) {
    (self.file, self.watch, self.mailbox) = (file, watch, mailbox)
  }

  func perform(_ order: SettingsEffect) {
    if case .prepare(let values) = order {
      return line.add { [self] in prepare(values) }
    }
    pending.withLock { pending in
      switch order {
      case .prepare: break
      case .store(let values, let serial):
        for (setting, value) in values { pending.changes[setting] = .some(value) }
        pending.serial = serial
      case .unset(let setting, let serial):
        pending.changes[setting] = .some(nil)
        pending.serial = serial
      }
    }
    line.add { [self] in write() }
  }

  /// The file was saved by somebody.
  func readSaved() {
    line.add { [self] in
      // The file is read after the changes that are on their way.
      let serial = pending.withLock { $0.changes.isEmpty ? $0.serial : nil }
      if let serial { read(after: serial) }
    }
  }

  func finish() async { await line.finish() }

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

  private func write() {
    let (changes, serial) = pending.withLock { pending in
      defer { pending.changes = [:] }
      return (pending.changes, pending.serial)
    }
    guard !changes.isEmpty else { return }
    do {
      try file.keep(changes)
      pending.withLock { $0.hasFailed = false }
      // The folder may be new.
      watch.follow(file.path.text, as: .settings)
      read(after: serial)
    } catch {
      let isFirst = pending.withLock { pending in
        defer { pending.hasFailed = true }
        return !pending.hasFailed
      }
      if isFirst { mailbox.post(.settings(.notStored(UserText.of(error)))) }
    }
  }

  /// - Parameter serial: that of the newest change that the file has.
  private func read(after serial: Int) {
    do {
      // Editors take the file away for a moment.
      guard let reading = try file.readIfThere() else { return }
      mailbox.post(.settings(.read(SettingsFile(reading), after: serial)))
    } catch {
      mailbox.post(.settings(.unreadable(UserText.of(error))))
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
