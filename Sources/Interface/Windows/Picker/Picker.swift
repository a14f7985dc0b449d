package import Music
import Screen

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

  private struct Found: Equatable, Sendable {
    /// Folded.
    var text: String
    var indices: [Int]
  }

  package let purpose: Purpose
  package var title: String
  package var lines: [String]
  package var field: TextField {
    didSet { if field.text != oldValue.text { filter() } }
  }
  package var choices: PickerChoices {
    get { stored }
    set {
      stored = newValue
      choicesChanged()
    }
  }
  /// The choices, which fold their texts when they are filtered first.
  private var stored: PickerChoices
  /// The choices that contain all the typed words. There may be thousands, and each frame and key
  /// asks for them.
  package private(set) var shown: PickerMatches
  /// The columns of the widest choice.
  private(set) var columns = 0
  /// The indices of the choices that contain the words of a text; nil while nothing is typed.
  private var found: Found?
  package var cursor = ListCursor()

  package init(_ purpose: Purpose, title: String, lines: [String] = [], choices: [Choice]) {
    self.purpose = purpose
    self.title = title
    self.lines = lines
    stored = PickerChoices(choices)
    shown = PickerMatches(stored)
    field = TextField()
    choicesChanged()
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

  private mutating func choicesChanged() {
    columns = choices.columns
    found = nil
    filter()
  }

  private mutating func filter() {
    let text = SortKey.folded(field.text)
    let words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty else {
      found = nil
      return shown = PickerMatches(choices)
    }
    // A longer text finds no more than its beginning.
    let known = found.flatMap { text.hasPrefix($0.text) ? $0.indices : nil }
    var indices = stored.indices(of: words, among: known)
    found = Found(text: text, indices: indices)
    // The key that was typed comes before texts that contain its letter.
    if purpose == .help {
      let (typed, choices) = (field.text, choices)
      let isKey = { (index: Int) in
        choices[index].detail.split(separator: "  ").contains { $0 == typed }
      }
      indices = indices.filter(isKey) + indices.filter { !isKey($0) }
    }
    let name = field.text.trimmingSpaces()
    let folded = SortKey.folded(name)
    var new: Choice?
    if allowsNew, !indices.contains(where: { choices.isNamed(folded, at: $0) }) {
      let noun = if case .folder = purpose { "folder" } else { "playlist" }
      new = Choice("New \(noun) “\(name)”", .newPlaylist)
    }
    shown = PickerMatches(choices, at: indices, new: new)
  }

  package var choice: Choice? {
    shown.indices.contains(cursor.selected) ? shown[cursor.selected] : nil
  }

  mutating func selectFirst() {
    cursor = ListCursor()
    move(by: 0)
  }

  mutating func move(by step: Int) {
    cursor.move(by: step, of: shown.count) { shown[$0].value == .heading }
  }

  mutating func scroll(height: Int) {
    cursor.scroll(height: height, of: shown.count)
    // The heading above the first choice shows with it.
    if cursor.selected == 1, height > 1 { cursor.scrollToTop() }
  }
}
