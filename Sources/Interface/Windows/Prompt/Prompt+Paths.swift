import Music
import Screen

// Completion of paths in prompts: the folder is read by an effect, and its names come back as an
// event.
extension Prompt {
  /// Commands whose argument is a path.
  private static let commands: Set<String> = [
    "import", "export", "import-cues", "scan", "open", "sync-folder", "relocate",
    "add-copy", "add-move", "bookmarks-export",
  ]

  /// The path in the text; nil for none.
  var pathText: String? {
    switch purpose {
    case .importFile, .exportFile, .musicFolder, .exportPreset, .importPreset: return field.text
    case .command:
      guard let space = field.text.firstIndex(of: " "),
        Prompt.commands.contains(field.text[..<space].lowercased())
      else { return nil }
      return String(field.text[space...].drop { $0 == " " })
    case .filter, .jump, .newPlaylist, .saveQueue, .renamePlaylist, .newFolder, .renameFolder,
      .note, .renameTemplate, .resetLibrary, .setting, .presetName, .spotifyAddress,
      .bookmark, .comment, .shared:
      return nil
    }
  }

  /// Completes the path by the common prefix of the matching names, and lists them where they
  /// differ.
  mutating func complete(with names: [PathName]) {
    guard let path = pathText else { return }
    (mistake, listing) = (nil, [])
    guard let completed = names.completing(path) else {
      mistake = "Nothing there begins like that"
      return
    }
    field = TextField(field.text.dropLast(path.count) + completed)
    if names.count > 1 { listing = names }
  }
}

extension [PathName] {
  /// The path as far as these names of its folder agree; nil for no names.
  func completing(_ path: String) -> String? {
    guard var common = first?.shown else { return nil }
    for name in self { while !name.shown.hasPrefix(common) { common.removeLast() } }
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    // The common prefix of names in another case may be shorter than the typed text.
    let partial = path[cut...]
    return path[..<cut] + (common.count >= partial.count ? common : String(partial))
  }
}

extension App {
  /// Tab in a prompt for a path.
  mutating func completePath(_ prompt: Prompt, _ path: String) -> [Effect] {
    var prompt = prompt
    loadSerial += 1
    prompt.pendingListing = loadSerial
    windows.replaceTop(.prompt(prompt))
    return [.exchange(.listPaths(path, serial: loadSerial))]
  }

  /// Enter in a prompt for a path to read or to write.
  mutating func finishPath(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    let text = prompt.field.text.trimmingSpaces()
    guard !text.isEmpty else {
      prompt.mistake = "Type the path of a file; \(key(.line(.complete), in: .line)) completes it"
      windows.replaceTop(.prompt(prompt))
      return []
    }
    windows.closeTop()
    if let effects = finishPresetPath(prompt.purpose, text) { return effects }
    guard case .exportFile(let id, let format) = prompt.purpose else {
      return [.exchange(.importFile(FilePath(text)))]
    }
    // The text is always a path here, even without a slash or a dot in it.
    let path = text.contains("/") ? text : "./" + text
    windows.expect(.export)
    return [.exchange(.exportPlaylist(id, to: path, format: format, replaces: false))]
  }

  mutating func receive(_ names: [PathName], serial: Int) {
    completeBuildPath(names, serial)
    completeDevicePath(names, serial)
    guard case .prompt(var prompt) = overlays.last, prompt.pendingListing == serial else { return }
    prompt.pendingListing = nil
    prompt.complete(with: names)
    windows.replaceTop(.prompt(prompt))
  }
}
