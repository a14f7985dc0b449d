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

  package let purpose: Purpose
  package var title: String
  package var lines: [String]
  package var field: TextField {
    didSet { if field.text != oldValue.text { filter() } }
  }
  package var choices: [Choice] { didSet { choicesChanged() } }
  /// The choices that contain all the typed words. There may be thousands, and each frame and key
  /// asks for them.
  package private(set) var shown: [Choice] = []
  /// The columns of the widest choice.
  private(set) var columns = 0
  /// The texts that are filtered, folded; of the choices once something is typed.
  private var foldedTexts: [String]?
  package var cursor = ListCursor()

  package init(_ purpose: Purpose, title: String, lines: [String] = [], choices: [Choice]) {
    self.purpose = purpose
    self.title = title
    self.lines = lines
    self.choices = choices
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
    columns =
      choices.map { TextWidth.columns(of: $0.text) + TextWidth.columns(of: $0.detail) + 4 }.max()
      ?? 0
    foldedTexts = nil
    filter()
  }

  private mutating func filter() {
    let words = SortKey.folded(field.text).split(separator: " ").map(String.init)
    guard !words.isEmpty else { return shown = choices }
    let texts =
      foldedTexts
      ?? choices.map { SortKey.folded([$0.text, $0.detail, $0.name].joined(separator: " ")) }
    foldedTexts = texts
    shown = choices.indices.filter { index in
      choices[index].value != .heading && words.allSatisfy { texts[index].contains(bytesOf: $0) }
    }.map { choices[$0] }
    // The key that was typed comes before texts that contain its letter.
    if purpose == .help {
      let typed = field.text
      let isKey = { (choice: Choice) in
        choice.detail.split(separator: "  ").contains { $0 == typed }
      }
      shown = shown.filter(isKey) + shown.filter { !isKey($0) }
    }
    let name = SortKey.folded(field.text.trimmingSpaces())
    if allowsNew, !shown.contains(where: { SortKey.folded($0.text) == name }) {
      let noun = if case .folder = purpose { "folder" } else { "playlist" }
      shown.append(
        Choice("New \(noun) “\(field.text.trimmingSpaces())”", .newPlaylist))
    }
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
