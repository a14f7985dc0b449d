import Music

// The form of one entry or several; of several only the changed fields are written.
extension App {
  private enum Label {
    static let (title, artist, crossfade) = ("Title", "Artist", "Crossfade s")
    static let (start, end, gain, note) = ("Start", "End", "Gain dB", "Note")
  }

  /// A larger selection could not be checked entry by entry.
  package static let maximumEdited = 5_000

  /// The entries that the form is for; nil where another form is meant.
  var editedEntries: Selection? {
    switch selection {
    case .tracks(let queued)?:
      let entries = queued.filter { $0.entry != nil }
      return entries.isEmpty ? nil : .tracks(entries)
    case .rows?, .all?: return focusedPlaylist == nil ? nil : selection
    case nil: return nil
    }
  }

  mutating func editEntries(_ facts: [EntryFacts]) {
    let request = windows.answered(.entryForm)
    guard let first = facts.first else { return say("Select an entry of a playlist to edit it") }
    guard facts.count <= App.maximumEdited else {
      return say("Mark at most \(App.maximumEdited.grouped) entries to edit them together", .bad)
    }
    func field(
      _ label: String, hint: String = "", offers: [String] = [],
      _ text: (EntryFacts) -> String
    ) -> Form.Field {
      let own = text(first)
      let isSame = facts.allSatisfy { text($0) == own }
      var field = Form.Field(label, text: isSame ? own : "", hint: hint)
      field.original = isSame ? own : nil
      field.placeholder = isSame ? "" : "various"
      field.offers = offers
      return field
    }
    var fields: [Form.Field] = []
    if facts.allSatisfy(\.sound.isVirtualTrack) {
      fields.append(field(Label.title) { $0.title ?? "" })
      fields.append(field(Label.artist) { $0.artist ?? "" })
    }
    let lengths = facts.compactMap(\.track.audio.duration)
    let length = lengths.min().map { ", up to \($0.clockText)" } ?? ""
    let offers = (offers(for: facts, .mixIn), offers(for: facts, .mixOut))
    fields += [
      field(Label.crossfade, hint: "seconds into what follows, 0 to 12") {
        $0.sound.crossfade?.seconds.shortText ?? ""
      },
      field(Label.start, hint: hint("1:23.5" + length, offers.0), offers: offers.0) {
        $0.sound.start?.preciseText ?? ""
      },
      field(Label.end, hint: hint("1:23.5" + length, offers.1), offers: offers.1) {
        $0.sound.end?.preciseText ?? ""
      },
      field(Label.gain, hint: "dB, -24 to 12") { $0.sound.gain?.shortText ?? "" },
      field(Label.note, hint: "of this place in the playlist, not of the track") { $0.notes },
    ]
    let title =
      facts.count == 1
      ? "Entry: \(first.title ?? first.track.title)" : facts.count.counted("entry", .plain)
    open(
      .form(Form(.entries(facts), title: title, fields: fields)), askedFor: request,
      orSay: "The form of the entry is ready: \(key(.row(.edit))) opens it")
  }

  /// Keywords offered instead of a time: the audible position, or the entry's cue.
  private func offers(for facts: [EntryFacts], _ kind: Cue.Kind) -> [String] {
    guard facts.count == 1, let only = facts.first else {
      return facts.contains { $0.cue(kind) != nil } ? [kind.rawValue] : []
    }
    return (isAudible(only) ? ["here"] : [])
      + [kind, kind == .mixIn ? .mixOut : .mixIn].compactMap { kind in
        only.cue(kind).map { kind.rawValue + " " + $0.preciseText }
      }
  }

  private func hint(_ usage: String, _ offers: [String]) -> String {
    offers.isEmpty ? usage : "PgDn: " + offers.joined(separator: ", ") + " · " + usage
  }

  private func isAudible(_ facts: EntryFacts) -> Bool {
    player.clock != nil && audibleItem?.entry == facts.id
  }

  // MARK: Reading

  func readEntries(_ facts: [EntryFacts], _ form: inout Form) -> [Effect] {
    var details = EntryDetails()
    if form.isChanged(Label.title) {
      if form[Label.title].isEmpty { form.refuse(Label.title, "A piece needs a title") }
      details.title = .set(form[Label.title])
    }
    if form.isChanged(Label.artist) {
      details.artist = .set(form[Label.artist].isEmpty ? nil : form[Label.artist])
    }
    if form.isChanged(Label.crossfade) {
      let range = 0...EntryPlayback.maximumCrossfade.seconds
      details.crossfade = .set(
        form.isOff(Label.crossfade)
          ? nil
          : form.number(Label.crossfade, in: range).map { .milliseconds(($0 * 1000).rounded()) })
    }
    details.start = bound(Label.start, facts, &form)
    details.end = bound(Label.end, facts, &form)
    if form.isChanged(Label.gain) {
      details.gain = .set(
        form.isOff(Label.gain) ? nil : form.number(Label.gain, in: EntryPlayback.gains))
    }
    if form.isChanged(Label.note) { details.notes = .set(form[Label.note]) }
    for entry in facts where !form.hasMistake { check(entry, details, &form) }
    return details.isEmpty ? [] : [.edit(.entries(.changeDetails(facts.map(\.id), details)))]
  }

  /// Reads "1:23.5", "here", "mix in" and an empty field.
  private func bound(_ label: String, _ facts: [EntryFacts], _ form: inout Form)
    -> EntryDetails.Change<EntryBound?>
  {
    guard form.isChanged(label) else { return .keep }
    if form.isOff(label) { return .set(nil) }
    let text = form[label].lowercased()
    if text == "here" {
      if facts.count == 1, isAudible(facts[0]) { return .set(.at(positionInFile)) }
      form.refuse(label, "“here” is where the entry is heard: play it first")
      return .keep
    }
    for kind in [Cue.Kind.mixIn, .mixOut] where text.hasPrefix(kind.rawValue) {
      let position = text.dropFirst(kind.rawValue.count).trimmingSpaces()
      let cues = facts.compactMap { $0.cue(kind) }
      guard let cue = cues.first else {
        form.refuse(label, "There is no \(kind.rawValue) cue")
        return .keep
      }
      if facts.count > 1, position.isEmpty { return .set(.cue(kind)) }
      if facts.count == 1, position.isEmpty || position == cue.preciseText { return .set(.at(cue)) }
    }
    return form.time(label).map { .set(.at($0)) } ?? .keep
  }

  /// Checks that the changed entry has a length, and room for its crossfade.
  private func check(_ entry: EntryFacts, _ details: EntryDetails, _ form: inout Form) {
    let sound = entry.sound(after: details)
    let name = form.fields.isEmpty ? "" : "“\(entry.title ?? entry.track.title)”"
    let (start, length) = (sound.start ?? .zero, entry.track.audio.duration)
    let label = details.end == .keep ? Label.start : Label.end
    if let end = sound.end, details.start != .keep || details.end != .keep, start >= end {
      let rule =
        label == Label.end
        ? "\(name) starts at \(start.preciseText): it has to end after that"
        : "\(name) ends at \(end.preciseText): it has to start before that"
      return form.refuse(label, rule)
    }
    if let length, details.start != .keep, start >= length, start > .zero {
      return form.refuse(Label.start, "\(name) is only \(length.preciseText) long")
    }
    // The field shows milliseconds: a length typed as shown is not longer than the file.
    if let length, let end = sound.end, details.end != .keep, end > length + .milliseconds(1) {
      return form.refuse(Label.end, "\(name) is only \(length.preciseText) long")
    }
    let touches = details.crossfade != .keep || details.start != .keep || details.end != .keep
    guard touches, let length, let crossfade = sound.crossfade else { return }
    let part = sound.length(of: length)
    if crossfade > part {
      form.refuse(Label.crossfade, "No longer than the part: \(name) plays \(part.preciseText)")
    }
  }
}

extension EntryFacts {
  /// The playback of the entry after the change.
  fileprivate func sound(after details: EntryDetails) -> EntryPlayback {
    func position(_ change: EntryDetails.Change<EntryBound?>, _ now: Duration?) -> Duration? {
      switch change {
      case .keep: now
      case .set(nil): nil
      case .set(.at(let time)): time
      case .set(.cue(let kind)): cue(kind) ?? now
      }
    }
    var new = sound
    if case .set(let length) = details.crossfade { new.crossfade = length }
    new.start = position(details.start, sound.start)
    new.end = position(details.end, sound.end)
    return new
  }
}

extension Form {
  /// Whether a field was touched and differs from its original text.
  fileprivate func isChanged(_ label: String) -> Bool {
    fields.first { $0.label == label }.map { $0.isTouched && $0.value != $0.original } ?? false
  }

  fileprivate func isOff(_ label: String) -> Bool {
    ["", "off", "none"].contains(self[label].lowercased())
  }
}

extension Duration {
  /// The time as typed, to the millisecond: "0:32.1".
  var preciseText: String {
    let milliseconds = Int((seconds * 1000).rounded())
    let whole = Duration.milliseconds(milliseconds).clockText
    let rest = milliseconds % 1000
    guard rest > 0 else { return whole }
    var digits = String(String(1000 + rest).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return whole + "." + digits
  }
}
