import Music

/// The labels of the fields of the form.
private enum LabelForm {
  static let (category, tags, collection) = ("Category", "Tags", "Collection")
  static let (mood, timeSignature) = ("Mood", "Time signature")
}

// The form of the labels of one track or many; of many only the changed fields are written.
extension App {
  private static let noCategory = "none"
  private static let various = "various"

  mutating func editLabels(of tracks: [Track]) {
    let request = windows.answered(.labelForm)
    guard let first = tracks.first else { return say("There is no track in what is selected") }
    guard tracks.count <= App.maximumEdited else {
      return say("Mark at most \(App.maximumEdited.grouped) tracks to label them together", .bad)
    }
    func field(_ label: String, hint: String, _ value: (TrackLabels) -> String?) -> Form.Field {
      let own = value(first.labels)
      let isSame = tracks.allSatisfy { value($0.labels) == own }
      var field = Form.Field(label, text: isSame ? own ?? "" : "", hint: hint)
      field.original = isSame ? own ?? "" : nil
      field.placeholder = isSame ? "" : App.various
      return field
    }
    let (common, others) = App.tags(of: tracks)
    var tags = Form.Field(
      LabelForm.tags, text: TagLine.text(common),
      hint: others.isEmpty
        ? "words of your own, with commas between them; in quotes with commas"
        : "some have also " + TagLine.text(others) + "; -TAG takes one off")
    tags.original = tags.value
    tags.placeholder = others.isEmpty ? "" : App.various
    tags.isTagList = true
    var form = Form(
      .labels(tracks.map(\.id), tags: common),
      title: tracks.count == 1
        ? "Labels of \(first.title)" : "Labels of " + tracks.count.counted("track", .plain),
      fields: [
        App.categoryField(of: tracks), tags,
        field(LabelForm.collection, hint: "what it is made for, as a demo tape or an album") {
          $0.collection
        },
        field(LabelForm.mood, hint: "a word, as calm or driving") { $0.mood },
        field(LabelForm.timeSignature, hint: TimeSignature.accepted) { $0.timeSignature },
      ])
    form.offerLabels(labels)
    open(.form(form), askedFor: request, orSay: "The form is ready: :labels opens it")
  }

  private static func categoryField(of tracks: [Track]) -> Form.Field {
    let own = tracks[0].labels.category
    let isSame = tracks.allSatisfy { $0.labels.category == own }
    // A word of another program is kept as long as nobody chooses another one.
    let foreign = isSame ? own.map { TrackCategory.known.contains($0) ? [] : [$0.title] } ?? [] : []
    let choices =
      (isSame ? [] : [various]) + [noCategory] + TrackCategory.known.map(\.title) + foreign
    let chosen = isSame ? own?.title ?? noCategory : various
    var field = Form.Field(LabelForm.category, choice: chosen, of: choices)
    field.original = chosen
    return field
  }

  /// The tags that all tracks have, and those that only some have.
  private static func tags(of tracks: [Track]) -> (common: [String], others: [String]) {
    var counts: [String: Int] = [:]
    var names: [(key: String, name: String)] = []
    for track in tracks {
      for tag in track.labels.tags {
        let key = SortKey.folded(tag)
        counts[key, default: 0] += 1
        if counts[key] == 1 { names.append((key, tag)) }
      }
    }
    let common = names.filter { counts[$0.key] == tracks.count }
    return (common.map(\.name), names.filter { counts[$0.key] != tracks.count }.map(\.name))
  }

  // MARK: Reading

  func readLabels(of tracks: [TrackID], tags common: [String], _ form: inout Form) -> [Effect] {
    var change = MarkChange()
    if let category = form.changed(LabelForm.category), category != App.various {
      change.category = .set(TrackCategory.known.first { $0.title == category })
    }
    if let text = form.changed(LabelForm.tags) {
      change.tags = App.tags(text, from: common)
    }
    change.collection = form.label(LabelForm.collection)
    change.mood = form.label(LabelForm.mood)
    change.timeSignature = form.label(LabelForm.timeSignature)
    do {
      let tidied = try change.tidied()
      guard !tidied.isEmpty else { return [] }
      return [.edit(.tracks(.change(tidied, .tracks(tracks.map { QueuedTrack($0) }))))]
    } catch {
      form.refuse(App.label(of: error), error.message)
      return []
    }
  }

  /// The change from the tags that all tracks have to those of a line. A tag that only some have
  /// is taken off by its sign.
  private static func tags(_ line: String, from common: [String]) -> MarkChange.TagChange {
    let wanted = SignedTags(line)
    func keys(_ tags: [String]) -> Set<String> { Set(tags.map(SortKey.folded)) }
    let (new, old) = (keys(wanted.adding), keys(common))
    let left = common.filter { !new.contains(SortKey.folded($0)) }
    return .edit(
      adding: wanted.adding.filter { !old.contains(SortKey.folded($0)) },
      removing: left + wanted.removing.filter { !old.contains(SortKey.folded($0)) })
  }

  /// The field that a fault is about.
  private static func label(of fault: LabelFault) -> String {
    switch fault {
    case .empty(let label), .tooLong(let label):
      switch label {
      case .category: LabelForm.category
      case .tag, .comment, .author: LabelForm.tags
      case .collection: LabelForm.collection
      case .mood: LabelForm.mood
      case .timeSignature: LabelForm.timeSignature
      }
    case .unknownCategory: LabelForm.category
    case .noTimeSignature: LabelForm.timeSignature
    case .tooManyTags, .tooManyComments, .outside, .noSuchComment, .notYours, .ownVariation,
      .tooFewVariations:
      LabelForm.tags
    }
  }
}

extension Form {
  /// The value of a field that differs from its original; nil for an untouched one.
  fileprivate func changed(_ label: String) -> String? {
    fields.first { $0.label == label }.flatMap { field in
      guard field.value != field.original else { return nil }
      // An empty field of various values was not touched, unless it was emptied by hand.
      return field.original == nil && !field.isTouched ? nil : field.value
    }
  }

  fileprivate func label(_ label: String) -> EntryDetails.Change<String?> {
    changed(label).map { .set($0.isEmpty ? nil : $0) } ?? .keep
  }

  /// Offers the values that labels have elsewhere.
  mutating func offerLabels(_ labels: Labels) {
    for index in fields.indices {
      switch fields[index].label {
      case LabelForm.tags: fields[index].words = labels[.tag]
      case LabelForm.collection: fields[index].words = labels[.collection]
      case LabelForm.mood: fields[index].words = labels[.mood]
      default: break
      }
    }
  }
}
