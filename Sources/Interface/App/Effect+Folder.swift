import Music

// Paths that are typed in a terminal are relative to the folder of its shell, which the player does
// not share.
extension Effect {
  /// The effect with typed paths that do not depend on the player's own folder.
  ///
  /// - Parameter folder: that of the terminal; nil where it is the player's own.
  func resolved(in folder: FilePath?) -> Effect {
    guard let folder else { return self }
    return switch self {
    case .find(.path(let path, let serial)): .find(.path(path.resolved(in: folder), serial: serial))
    case .exchange(let order): .exchange(order.resolved(in: folder))
    case .library(let order): .library(order.resolved(in: folder))
    case .build(let order): .build(order.resolved(in: folder))
    case .device(.add(let draft, let makesFolders)):
      .device(.add(draft.resolved(in: folder), makesFolders: makesFolders))
    case .device(.edit(let id, let draft, let makesFolders)):
      .device(.edit(id, draft.resolved(in: folder), makesFolders: makesFolders))
    case .books(.exportBookmarks(let id, let text)):
      .books(.exportBookmarks(id, to: text.resolved(in: folder)))
    case .control(.carryOut(let effects, let ticket, let said)):
      .control(.carryOut(effects.map { $0.resolved(in: folder) }, for: ticket, said: said))
    case .terminal, .list, .load, .find, .player, .monitor, .edit, .history, .replacedQueues,
      .session, .settings, .analysis, .lyrics, .arrangement, .theme, .device, .books, .servers,
      .control:
      self
    }
  }
}

extension ExchangeEffect {
  fileprivate func resolved(in folder: FilePath) -> ExchangeEffect {
    switch self {
    case .importFile(let path): .importFile(path.resolved(in: folder))
    case .importCues(let path, let track): .importCues(path.resolved(in: folder), track)
    case .exportPlaylist(let id, let text, let format, let replaces):
      // A text without either is the name of a format.
      text.contains("/") || text.contains(".")
        ? .exportPlaylist(
          id, to: text.resolved(in: folder), format: format, replaces: replaces)
        : self
    case .listPaths(let text, let serial):
      .listPaths(text.resolved(in: folder), serial: serial)
    case .setSyncFolder(let path): .setSyncFolder(path?.resolved(in: folder))
    case .cancelImport, .setSyncAuto: self
    }
  }
}

extension LibraryEffect {
  fileprivate func resolved(in folder: FilePath) -> LibraryEffect {
    switch self {
    case .scan(let folders): .scan(folders?.map { $0.resolved(in: folder) })
    case .writeDemo(let path): path.bytes.isEmpty ? self : .writeDemo(path.resolved(in: folder))
    case .addFiles(let path, let mode, let target):
      .addFiles(path.resolved(in: folder), mode, into: target?.resolved(in: folder))
    case .findRelocations(let selection, let path):
      .findRelocations(selection, folder: path?.resolved(in: folder))
    case .countMusic, .cancelAdding, .setWatching, .hidePrivate, .clear, .reset, .listens,
      .pollExternalChanges:
      self
    }
  }
}

extension BuildEffect {
  fileprivate func resolved(in folder: FilePath) -> BuildEffect {
    switch self {
    case .start(let options, let serial): .start(options.resolved(in: folder), serial: serial)
    case .write(let result, let options, let serial):
      .write(result, options.resolved(in: folder), serial: serial)
    case .preset(.export(let preset, let text, let replaces)):
      .preset(.export(preset, to: text.resolved(in: folder), replaces: replaces))
    case .preset(.importFile(let path)): .preset(.importFile(path.resolved(in: folder)))
    case .resume, .cancel, .completeArtists, .preset, .account, .openLink: self
    }
  }
}

extension BuildOptions {
  fileprivate func resolved(in folder: FilePath) -> BuildOptions {
    var options = self
    options.artistsFile = artistsFile?.resolved(in: folder)
    if case .file(let path) = service { options.service = .file(path: path.resolved(in: folder)) }
    return options
  }
}

extension DeviceDraft {
  fileprivate func resolved(in folder: FilePath) -> DeviceDraft {
    var draft = self
    if case .folder(let path) = address { draft.address = .folder(path.resolved(in: folder)) }
    return draft
  }
}

extension FilePath {
  fileprivate func resolved(in folder: FilePath) -> FilePath {
    let isWhole = [UInt8(ascii: "/"), UInt8(ascii: "~")].contains(bytes.first)
    return isWhole || StreamAddress(text) != nil ? self : folder.appending(bytes)
  }
}

extension String {
  fileprivate func resolved(in folder: FilePath) -> String {
    FilePath(self).resolved(in: folder).text
  }
}
