import Music

// Commands about labels, and their completion.
extension App {
  mutating func performLabel(_ command: LabelCommand) -> [Effect] {
    guard let selection else {
      say("Select a track, or mark some, to label them")
      return []
    }
    guard let change = command.change else {
      windows.expect(.labelForm)
      return [.load(.labelled(selection))] + labels.missing()
    }
    return [.edit(.tracks(.change(change, selection)))]
  }

  mutating func receive(_ event: LabelEvent) -> [Effect] {
    switch event {
    case .valuesLoaded(let values): receive(values)
    case .tracksLoaded(let tracks): editLabels(of: tracks)
    }
    return []
  }

  /// Offers loaded values in a form that is open already.
  private mutating func receive(_ values: [LabelField: [LabelValue]]) {
    labels.receive(values)
    let labels = labels
    windows.update { overlay in
      guard case .form(var form) = overlay, case .labels = form.purpose else { return }
      form.offerLabels(labels)
      overlay = .form(form)
    }
  }

  /// The values of labels that a typed line needs for its completion.
  mutating func missingLabels(for line: String) -> [Effect] {
    App.needsLabels(line) ? labels.missing() : []
  }

  /// Whether the labels that complete the typed line are still being read.
  package var awaitsCompletions: Bool {
    guard labels.isLoading, case .prompt(let prompt) = overlays.last else { return false }
    return prompt.purpose == .command && App.needsLabels(prompt.field.text)
  }

  private static func needsLabels(_ line: String) -> Bool {
    line.contains(" ") && labelFields[line.prefix { $0 != " " }.lowercased()] != nil
  }

  private static let labelFields: [String: LabelField] = [
    "category": .category, "tag": .tag, "collection": .collection, "mood": .mood,
  ]

  /// The completions of an argument that is a label; empty for other commands.
  func labelCompletions(of command: String, _ argument: String) -> [String] {
    switch App.labelFields[command] {
    case nil: []
    case .category: TrackCategory.known.map(\.rawValue) + ["none"]
    case .tag:
      [TagLine.ending(of: argument, among: labels[.tag])].flatMap { line in
        line.offers.map { line.before + $0 }
      }
    case .collection: labels[.collection] + ["none"]
    case .mood: labels[.mood] + ["none"]
    }
  }
}
