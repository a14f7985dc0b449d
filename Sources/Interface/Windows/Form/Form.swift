package import Music

/// A window with several fields that are edited together and written in one step.
package struct Form: Equatable, Sendable {
  /// The subject of the fields; each purpose parses them in a file of its own.
  package enum Purpose: Equatable, Sendable {
    case playlist(PlaylistID)
    /// nil for a new one, in a folder.
    case smart(PlaylistID?, in: PlaylistFolderID?)
    /// The cue when the form was opened; the length is its track's, where known.
    case cue(Cue, length: Duration?)
    case entries([EntryFacts])
    /// The labels of tracks, and the tags that all of these have.
    case labels([TrackID], tags: [String])
  }

  package struct Field: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      case text(TextField)
      /// One of several choices, by its index.
      case choice([String], Int)
    }

    package var label: String
    package var content: Content
    /// The accepted input, shown while the field is focused.
    package var hint: String
    /// The text at opening; nil where it differs among the edited items.
    package var original: String?
    package var isTouched = false
    /// Shown instead of a text until the field is touched.
    package var placeholder = ""
    /// The choices that a typed text replaces, where it may.
    var replacedChoices: [String] = []
    /// The sign that begins a text of the user's own in place of a choice.
    package var ownSign: Character?
    /// Texts to put in without typing.
    package var offers: [String] = []
    /// Texts of which those that begin as the typed one are offered.
    var words: [String] = [] { didSet { findOffers() } }
    /// Whether it is a line of tags, of which the last is completed.
    var isTagList = false
    /// The reason why the value is invalid.
    package var mistake: String?

    package init(_ label: String, text: String, hint: String = "") {
      self.label = label
      content = .text(TextField(text))
      self.hint = hint
    }

    package init(_ label: String, choice: String?, of choices: [String], hint: String = "") {
      self.label = label
      content = .choice(choices, choice.flatMap { choices.firstIndex(of: $0) } ?? 0)
      self.hint = hint
    }

    /// A choice among colours, or one of the user's own.
    package init(_ label: String, color: String?) {
      let names = [App.noColor] + TrackColor.allCases.map(\.rawValue)
      self.init(label, choice: color, of: names)
      ownSign = "#"
      guard let color, case .rgb = MarkedColor(color) else { return }
      replaceChoices(with: color)
    }

    /// Begins a text in place of the choices.
    mutating func replaceChoices(with text: String) {
      guard case .choice(let choices, _) = content else { return }
      replacedChoices = choices
      content = .text(TextField(text))
    }

    /// The typed text without spaces around it, or the choice.
    package var value: String {
      switch content {
      case .text(let field): field.text.trimmingSpaces()
      case .choice(let choices, let index): choices[index]
      }
    }

    mutating func choose(by step: Int) {
      offer(by: step)
      guard case .choice(let choices, let index) = content else { return }
      content = .choice(choices, (index + step + choices.count) % choices.count)
    }

    /// Puts the next offered text into the field.
    mutating func offer(by step: Int) {
      guard case .text(let field) = content, !offers.isEmpty else { return }
      let (before, last, _) = ending(of: field.text)
      let next = offers.firstIndex(of: last).map { $0 + step + offers.count }
      let offer = offers[(next ?? (step < 0 ? -1 : 0) + offers.count) % offers.count]
      content = .text(TextField(before + offer))
      isTouched = true
      mistake = nil
    }

    /// Offers the words that begin as the text that is being typed, and are not in the field.
    mutating func findOffers() {
      guard case .text(let field) = content, !words.isEmpty else { return }
      offers = ending(of: field.text).offers
    }

    /// The part of a text that is being typed, what stands before it, and the words that go on
    /// with it.
    private func ending(of text: String) -> (before: String, last: String, offers: [String]) {
      guard !isTagList else {
        let ending = TagLine.ending(of: text, among: words)
        return (ending.before, ending.typed, ending.offers)
      }
      let typed = SortKey.folded(text)
      let offers = words.filter { word in
        let word = SortKey.folded(word)
        return word.hasPrefix(typed) && word != typed
      }
      return ("", text, offers)
    }

    /// Whether offers are shown in place of the hint.
    var showsOffers: Bool {
      guard case .text(let field) = content, !words.isEmpty, !offers.isEmpty else { return false }
      return isTouched || field.text.isEmpty
    }
  }

  package var purpose: Purpose
  package var title: String
  package var fields: [Field]
  package internal(set) var cursor = ListCursor()
  /// The tracks of the smart playlist, as far as they were asked for.
  package internal(set) var matches: SmartMatches?

  package init(_ purpose: Purpose, title: String, fields: [Field]) {
    self.purpose = purpose
    self.title = title
    self.fields = fields
  }

  package subscript(label: String) -> String {
    fields.first { $0.label == label }?.value ?? ""
  }

  /// Marks a field as invalid and goes to the first invalid one.
  package mutating func refuse(_ label: String, _ reason: String) {
    guard let index = fields.firstIndex(where: { $0.label == label }) else { return }
    if !hasMistake { cursor.select(index) }
    fields[index].mistake = reason
  }

  package var hasMistake: Bool { fields.contains { $0.mistake != nil } }

  /// The focused field.
  package var focused: Int { cursor.selected }

  mutating func focus(_ index: Int) { cursor.move(to: index, of: fields.count) }

  /// Wraps from the last field to the first, and back.
  mutating func move(by step: Int) { focus((focused + step + fields.count) % fields.count) }

  mutating func scroll(height: Int) { cursor.scroll(height: height, of: fields.count) }
}

// Parsing of fields: nil for an empty one, a mistake for invalid text.
extension Form {
  /// A time as "1:23.5" or "83.5".
  package mutating func time(_ label: String) -> Duration? {
    let text = self[label]
    if text.isEmpty { return nil }
    if let time = CommandLineReader.time(text) { return time }
    refuse(label, "A time is written 1:23 or 83.5")
    return nil
  }

  /// The text of a colour; nil for none.
  package mutating func color(_ label: String) -> String? {
    let text = self[label]
    guard text != App.noColor, !text.isEmpty else { return nil }
    if let color = MarkedColor(text) { return color.text }
    refuse(label, "A colour is a name, or six digits as in #ff8800")
    return nil
  }

  package mutating func number(_ label: String, in range: ClosedRange<Double>) -> Double? {
    let text = self[label].replacing(",", with: ".")
    if text.isEmpty { return nil }
    if let number = Double(text), number.isFinite, range.contains(number) { return number }
    refuse(label, "A number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)")
    return nil
  }
}
