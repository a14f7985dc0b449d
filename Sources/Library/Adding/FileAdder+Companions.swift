internal import Media
internal import Music

// Covers, lyrics and CUE sheets, which come along with the music beside them.
extension FileAdder {
  /// All audio of a folder has had its turn: its covers and sheets follow.
  func accompany(_ folder: AddingFolder) {
    let targets = Set(arrivals.map(\.folder))
    if targets.count == 1, let target = targets.first {
      for name in folder.covers {
        let path = folder.path.appending(name)
        accompany(path, as: path.stem, in: target, of: folder)
      }
    }
    for sheet in folder.sheets {
      let path = folder.path.appending(sheet.name)
      let named = Set(arrivals.filter { sheet.names($0.name) }.map(\.folder))
      for target in named.sorted() { accompany(path, as: path.stem, in: target, of: folder) }
    }
    // The cover of one album must not become that of another.
    guard targets.count > 1 else { return }
    for name in folder.covers {
      report.files.append(
        AddedFile(
          from: folder.path.appending(name),
          .skipped(reason: "the music beside it went to several folders")))
    }
  }

  func accompany(_ from: FilePath, as stem: String, in target: FilePath, of folder: AddingFolder) {
    guard report.stop == nil else { return }
    let place = targets.path(stem, fileExtension: from.writtenExtension, in: target)
    do throws(TransferError) {
      let source = try TransferSource(from)
      var copied = Copied(source: source.file)
      if place.isTaken {
        switch try source.comparison(with: place.path, cancellation: cancellation) {
        case .equal(let copy): (copied.copy, copied.wasFound) = (copy, true)
        // Another cover is in the album's folder already, or this one.
        case .oneFile, .different:
          return report.files.append(
            AddedFile(from: from, .skipped(reason: "\(place.path.text) is there")))
        }
      } else {
        if !request.isDryRun { copied.copy = try transfers.copy(source, to: place.path) }
        targets.reserve(place.path)
        report.files.append(AddedFile(from: from, to: place.path, .accompanied))
      }
      companions.append((folder.path, copied))
    } catch {
      fail(from, error, at: place.path)
    }
  }
}
