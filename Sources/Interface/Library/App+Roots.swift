import Music

// The window of the library's folders.
extension App {
  mutating func offer(_ roots: [LibraryRoot]) {
    let request = windows.answered(.roots)
    guard !roots.isEmpty else { return say("The library has no folder yet; :add-folder adds one") }
    let items = roots.map { root in
      let tracks = root.tracks.counted("track")
      return Checklist.Item(
        text: root.path.text,
        choices: [Checklist.Choice(text: root.isOffline ? "offline · " + tracks : tracks)],
        isOn: false)
    }
    open(
      .checklist(
        Checklist(
          .roots(roots.map(\.path)), title: "Folders of the library",
          lines: [
            "What is taken out leaves with its tracks, marks and entries.",
            "No file is touched.",
          ], items: items, verb: "takes out")), askedFor: request,
      orSay: "The folders of the library are ready: \(key(.library(.listRoots))) lists them")
  }

  /// Removes the folder under the cursor from the library.
  mutating func removeRoot(in list: Checklist) -> [Effect] {
    guard case .roots(let paths) = list.purpose, paths.indices.contains(list.cursor.selected) else {
      return []
    }
    windows.closeTop()
    return [.edit(.library(.removeRoots([paths[list.cursor.selected]])))]
  }
}
