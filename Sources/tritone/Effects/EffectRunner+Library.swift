import Interface
import Library
import Log
import Music

// The library as a whole: its folders, its storage, and documents of other programs.
extension EffectRunner {
  func perform(_ order: LibraryEffect, for asker: Asker) {
    switch order {
    case .scan(let folders): scan(folders, for: asker)
    case .countMusic(let folders): countMusic(folders)
    case .writeDemo(let folder):
      writeDemo(folder.bytes.isEmpty ? directories.demoFolder : folder, for: asker)
    case .findRelocations(let selection, let folder):
      findRelocations(of: selection, in: folder, for: asker)
    case .setWatching(let isOn): watching.set(isOn)
    case .hidePrivate(let hides): mailbox.log.log.hidePrivate(hides)
    case .clear(let kind):
      let storage = Storage(library: library.path, directories)
      afterEdits(refusing: .library(order), for: asker) { library in
        .library(.storageCleared(kind, bytes: try await storage.clear(kind, of: library)))
      }
    case .addFiles(let path, let mode, let folder):
      adding.add(path, mode, into: folder, for: asker)
    case .cancelAdding: adding.cancel()
    case .reset: reset(for: asker)
    case .listens(let order):
      let scrobbling = scrobbling
      afterEdits(refusing: .library(.listens(order)), for: asker) { _ in
        let services = try await scrobbling.perform(order)
        return .done(.library(.listens(order, services, now: ListenSending.now)))
      }
    case .pollExternalChanges:
      answer {
        try await $0.detectExternalChanges()
        return nil
      }
    }
  }

  /// Writes files after all pending edits.
  func perform(_ order: ExchangeEffect, for asker: Asker) {
    switch order {
    case .importFile(let path): exchanging.importFile(path, for: asker)
    case .cancelImport: exchanging.cancel()
    case .listPaths(let text, let serial): exchanging.listPaths(text, serial: serial)
    case .importCues(let path, let track):
      afterEdits(refusing: .exchange(order), for: asker) { [exchanging] _ in
        try await exchanging.importCues(path, into: track)
      }
    case .exportPlaylist(let id, let text, let format, let replaces):
      afterEdits(refusing: .exchange(order), for: asker) { [exchanging] _ in
        try await exchanging.export(id, text, format: format, replaces: replaces)
      }
    case .setSyncAuto(let isOn):
      afterEdits { [exchanging] _ in
        await exchanging.setTakesOver(isOn)
        return nil
      }
    case .setSyncFolder(let folder):
      afterEdits(refusing: .exchange(order), for: asker) { [exchanging] _ in
        try await exchanging.follow(folder)
      }
    }
  }
}
