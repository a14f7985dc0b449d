package import Music

/// A list of choices, filtered by typing.
package struct Picker: Equatable, Sendable {
  package enum Purpose: Equatable, Sendable {
    case skin(previous: String)
    case addTo(Selection)
    case slot(MixSlot)
    case template(TemplateTarget)
    /// The items to move into a folder.
    case folder(PlaylistItems)
    case merge([PlaylistID])
    case help
    case outputs
    case queues
    case sleep
    case crossfade
    case speed
    case firstRun
    case recovery
    case exchange
    case addFiles
    case lyrics
    /// The value of a setting.
    case setting
    case buildPresets
    case spotifyPlaylists
  }

  package enum Value: Equatable, Sendable {
    case skin(String)
    case playlist(PlaylistID)
    /// The field's text becomes the name of a new playlist.
    case newPlaylist
    /// nil is the top level.
    case folder(PlaylistFolderID?)
    case template(GroupTemplate)
    case savedTemplate(SavedTemplate)
    case ownTemplate
    case command(Command)
    /// The beginning of a command line that needs an argument.
    case typed(String)
    /// A sink by its name; nil follows the default.
    case device(String?)
    /// A queue that was replaced.
    case queue(Int64)
    case scan(FilePath)
    case otherFolder
    case demo(FilePath)
    case setting(Setting, SettingValue)
    /// Options of builds by their name.
    case preset(String)
    /// Only closes the window.
    case nothing
    /// A line to read; choosing it does nothing.
    case note
    /// A heading among the choices, which cannot be chosen.
    case heading
  }

  package struct Choice: Equatable, Sendable {
    package var text: String
    package var detail: String
    package var value: Value
    /// A hidden second name for the filter.
    var name: String

    package init(_ text: String, detail: String = "", name: String = "", _ value: Value) {
      self.text = text
      self.detail = detail
      self.name = name
      self.value = value
    }
  }

  package var purpose: Purpose
  package var title: String
  package var lines: [String]
  package var field: TextField
  package var choices: [Choice]
  package var cursor = ListCursor()

  package init(_ purpose: Purpose, title: String, lines: [String] = [], choices: [Choice]) {
    self.purpose = purpose
    self.title = title
    self.lines = lines
    self.choices = choices
    field = TextField()
    selectFirst()
  }

  /// Whether typing filters the choices.
  package var hasField: Bool {
    switch purpose {
    case .firstRun, .outputs, .queues, .sleep, .crossfade, .speed, .recovery, .exchange, .addFiles,
      .lyrics,
      .setting:
      false
    case .skin, .addTo, .slot, .template, .folder, .merge, .help, .buildPresets,
      .spotifyPlaylists:
      true
    }
  }

  /// Whether the typed text may name something new.
  package var allowsNew: Bool {
    switch purpose {
    case .addTo, .slot, .folder, .merge: true
    case .skin, .template, .help, .outputs, .queues, .sleep, .crossfade, .speed, .firstRun,
      .recovery,
      .exchange, .addFiles, .lyrics, .setting, .buildPresets, .spotifyPlaylists:
      false
    }
  }

  /// The choices that contain all the typed words.
  package var shown: [Choice] {
    let words = SortKey.folded(field.text).split(separator: " ")
    var shown = choices.filter { choice in
      if words.isEmpty { return true }
      if choice.value == .heading { return false }
      let text = SortKey.folded([choice.text, choice.detail, choice.name].joined(separator: " "))
      return words.allSatisfy { text.contains($0) }
    }
    // The key that was typed comes before texts that contain its letter.
    if purpose == .help, !words.isEmpty {
      let typed = field.text
      let isKey = { (choice: Choice) in
        choice.detail.split(separator: "  ").contains { $0 == typed }
      }
      shown = shown.filter(isKey) + shown.filter { !isKey($0) }
    }
    if allowsNew, !words.isEmpty, !shown.contains(where: { isNamedLikeField($0.text) }) {
      let noun = if case .folder = purpose { "folder" } else { "playlist" }
      shown.append(
        Choice("New \(noun) “\(field.text.trimmingSpaces())”", .newPlaylist))
    }
    return shown
  }

  private func isNamedLikeField(_ name: String) -> Bool {
    SortKey.folded(name) == SortKey.folded(field.text.trimmingSpaces())
  }

  package var choice: Choice? {
    let shown = shown
    return shown.indices.contains(cursor.selected) ? shown[cursor.selected] : nil
  }

  mutating func selectFirst() {
    cursor = ListCursor()
    move(by: 0)
  }

  mutating func move(by step: Int) {
    let shown = shown
    cursor.move(by: step, of: shown.count) { shown[$0].value == .heading }
  }

  mutating func scroll(height: Int) {
    cursor.scroll(height: height, of: shown.count)
    // The heading above the first choice shows with it.
    if cursor.selected == 1, height > 1 { cursor.scrollToTop() }
  }
}
