import Music
import Screen

// Completion of paths in lines that name files: the folder is read elsewhere, and its names come
// back as an event.
extension Prompt {
  /// Commands whose argument is a path.
  private static let commands: Set<String> = [
    "import", "export", "import-cues", "scan", "open", "sync-folder", "relocate",
  ]

  /// The part of the text that is a path; nil where there is none.
  var pathText: String? {
    switch purpose {
    case .importFile, .exportFile, .musicFolder: return field.text
    case .command:
      guard let space = field.text.firstIndex(of: " "),
        Prompt.commands.contains(field.text[..<space].lowercased())
      else { return nil }
      return String(field.text[space...].drop { $0 == " " })
    case .filter, .newPlaylist, .saveQueue, .renamePlaylist, .newFolder, .renameFolder, .note,
      .renameTemplate:
      return nil
    }
  }

  /// Takes the names that begin like the last part of the path: as far as they agree it is
  /// completed, and where they differ they are shown.
  mutating func complete(with names: [PathName]) {
    guard let path = pathText else { return }
    (mistake, listing) = (nil, [])
    guard let first = names.first else {
      mistake = "Nothing there begins like that"
      return
    }
    var common = first.shown
    for name in names { while !name.shown.hasPrefix(common) { common.removeLast() } }
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    // Names that differ in case from what was typed may agree in less than that.
    let partial = path[cut...]
    let kept = common.count >= partial.count ? common : String(partial)
    field = TextField(field.text.dropLast(path.count) + path[..<cut] + kept)
    if names.count > 1 { listing = names }
  }
}

extension App {
  /// Tab in a line that names a file.
  mutating func completePath(_ prompt: Prompt, _ path: String) -> [Effect] {
    var prompt = prompt
    loadSerial += 1
    prompt.pendingListing = loadSerial
    windows.replaceTop(.prompt(prompt))
    return [.exchange(.listPaths(path, serial: loadSerial))]
  }

  /// Enter in a line that names a file to read or to write.
  mutating func finishPath(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    let text = prompt.field.text.trimmingSpaces()
    guard !text.isEmpty else {
      prompt.mistake = "Type the path of a file; \(key(.line(.complete), in: .line)) completes it"
      windows.replaceTop(.prompt(prompt))
      return []
    }
    windows.closeTop()
    guard case .exportFile(let id, let format) = prompt.purpose else {
      return [.exchange(.importFile(FilePath(text)))]
    }
    // What is asked for here is a path, even without a slash or a dot in it.
    let path = text.contains("/") ? text : "./" + text
    windows.expect(.export)
    return [.exchange(.exportPlaylist(id, to: path, format: format, replaces: false))]
  }

  mutating func receive(_ names: [PathName], serial: Int) {
    guard case .prompt(var prompt) = overlays.last, prompt.pendingListing == serial else { return }
    prompt.pendingListing = nil
    prompt.complete(with: names)
    windows.replaceTop(.prompt(prompt))
  }
}
