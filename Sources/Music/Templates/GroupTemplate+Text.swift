extension GroupTemplate {
  /// The header of a group, from its first track and the years of all of them.
  ///
  /// Missing values take their brackets and separators along; a group without any value is called
  /// "Unknown".
  package func text(
    for track: Track, years: ClosedRange<Int>? = nil, zone: LocalZone = .current
  ) -> String {
    var header = HeaderText(years: years, zone: zone)
    header.append(pieces, track)
    return header.finished ?? "Unknown"
  }
}

/// A header under construction, from left to right.
///
/// A text joins two values. The one before a missing value is dropped with it, or the one after it
/// where no value came before; nothing begins or ends with a separator.
private struct HeaderText {
  private let years: ClosedRange<Int>?
  private let zone: LocalZone
  private var text = ""
  /// The text after the last value, until the next one comes.
  private var joint = ""
  private var hasValue = false
  private var isAfterMissing = false
  /// Whether an optional part was left out since the last value.
  private var isAfterGap = false

  init(years: ClosedRange<Int>?, zone: LocalZone) {
    self.years = years
    self.zone = zone
  }

  private func value(_ field: TemplateField, _ track: Track) -> String? {
    for choice in field.choices {
      let text = TemplateValues.text(of: choice, in: track, years: years, zone: zone)
      if let text, !text.isEmpty { return text }
    }
    return nil
  }

  mutating func append(_ pieces: [TemplatePart], _ track: Track) {
    for piece in pieces {
      switch piece {
      case .literal(let literal): join(literal)
      case .field(let field): append(value(field, track))
      case .bracket(let bracket, let inner):
        var content = HeaderText(years: years, zone: zone)
        content.append(inner, track)
        append(content.finished.map { bracket.signs.open + $0 + bracket.signs.close })
      case .optional(let inner):
        if inner.contains(where: { $0.fields.contains { value($0, track) != nil } }) {
          append(inner, track)
        } else {
          isAfterGap = true
        }
      }
    }
  }

  private mutating func join(_ literal: String) {
    guard !isAfterMissing || hasValue else { return }
    let begin = literal.first.map(HeaderText.isSeparator) ?? false
    // The separators on both sides of a gap become one, and none before the first value.
    if isAfterGap, begin, hasValue {
      while let last = joint.last, HeaderText.isSeparator(last) { joint.removeLast() }
    }
    joint += isAfterGap && !hasValue ? literal.drop(while: HeaderText.isSeparator) : literal[...]
    isAfterGap = false
  }

  private mutating func append(_ value: String?) {
    guard let value else {
      if hasValue { joint = "" }
      isAfterMissing = true
      return
    }
    var joint = HeaderText.narrowed(joint)[...]
    if !hasValue { joint = joint.drop(while: HeaderText.isSeparator) }
    text += joint + value
    (self.joint, hasValue, isAfterMissing, isAfterGap) = ("", true, false, false)
  }

  /// Nil without any value.
  var finished: String? {
    guard hasValue else { return nil }
    var joint = isAfterMissing ? "" : HeaderText.narrowed(joint)
    while let last = joint.last, HeaderText.isSeparator(last) { joint.removeLast() }
    return text + joint
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || "-–—−·•|/,;:".contains(character)
  }

  /// The text with runs of spaces narrowed to one.
  private static func narrowed(_ text: String) -> String {
    if TemplateValues.isPlain(text) { return text }
    var narrow = ""
    for character in text where !(character.isWhitespace && narrow.last == " ") {
      narrow.append(character.isWhitespace ? " " : character)
    }
    return narrow
  }
}
