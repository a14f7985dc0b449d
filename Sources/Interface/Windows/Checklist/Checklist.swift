package import Music

/// A window that lists planned changes, each of which can be switched off.
package struct Checklist: Equatable, Sendable {
  package enum Purpose: Equatable, Sendable {
    /// The tracks of each item.
    case addAgain(PlaylistID, [[QueuedTrack]])
    case relocate([Relocation])
    /// Folders of the library that can be removed.
    case roots([FilePath])
    case caches([StoredPart.Kind])
    /// Parts of the library for a device; none may be marked.
    case deviceContents([DeviceContent])
    /// Proposed groups of variations.
    case variations([[TrackID]])
  }

  /// One of several alternatives of an item.
  package struct Choice: Equatable, Sendable {
    package var text: String
    /// Details below the list while the item is selected.
    package var lines: [String]

    package init(text: String = "", lines: [String] = []) {
      self.text = text
      self.lines = lines
    }
  }

  package struct Item: Equatable, Sendable {
    package var text: String
    package var choices: [Choice]
    package var chosen = 0
    package var isOn: Bool

    package init(text: String, choices: [Choice] = [Choice()], isOn: Bool = true) {
      self.text = text
      self.choices = choices
      self.isOn = isOn
    }

    var choice: Choice? { choices.indices.contains(chosen) ? choices[chosen] : nil }
  }

  package var purpose: Purpose
  package var title: String
  package var lines: [String]
  package var items: [Item]
  /// The action of Enter, as a verb: "adds".
  package var verb: String
  package internal(set) var cursor = ListCursor()

  package init(
    _ purpose: Purpose, title: String, lines: [String], items: [Item], verb: String
  ) {
    self.purpose = purpose
    self.title = title
    self.lines = lines
    self.items = items
    self.verb = verb
  }

  package var countOn: Int { items.count(where: \.isOn) }

  /// Whether Enter means something with no row marked.
  var mayBeEmpty: Bool { if case .deviceContents = purpose { true } else { false } }

  mutating func move(by step: Int, height: Int) {
    cursor.move(by: step, of: items.count)
    cursor.scroll(height: height, of: items.count)
  }

  mutating func toggle() {
    guard items.indices.contains(cursor.selected) else { return }
    items[cursor.selected].isOn.toggle()
  }

  /// Chooses another alternative, which also switches the item on.
  mutating func choose(by step: Int) {
    guard items.indices.contains(cursor.selected), items[cursor.selected].choices.count > 1 else {
      return
    }
    let count = items[cursor.selected].choices.count
    items[cursor.selected].chosen = (items[cursor.selected].chosen + step + count) % count
    items[cursor.selected].isOn = true
  }

  mutating func toggleAll() {
    let isOn = countOn < items.count
    for index in items.indices { items[index].isOn = isOn }
  }
}
