import Music

// Commands about variations.
extension App {
  mutating func performVariation(_ command: VariationCommand) -> [Effect] {
    switch command {
    case .gather: return gatherVariations()
    case .propose:
      windows.expect(.variationProposals)
      return [.load(.variationProposals(markedTracks))]
    case .separate: return withSelection { [.edit(.variations(.separate($0)))] }
    case .makePrimary:
      guard let track = focusedTrack, track.variation != nil else {
        return refuseWithoutVariations()
      }
      return [.edit(.variations(.makePrimary(track.id)))]
    case .toggle: return toggleVariations()
    case .compare: return compare(withNext: false)
    case .compareNext: return compare(withNext: true)
    }
  }

  mutating func receive(_ event: VariationEvent) -> [Effect] {
    switch event {
    case .loaded(let track, let variations):
      return comparison.receive(variations, of: track).map { compare(withNext: $0) } ?? []
    case .proposed(let proposals, let tracks):
      show(proposals, tracks)
      return []
    }
  }

  private mutating func refuseWithoutVariations() -> [Effect] {
    say("There are no variations of this; \(key(.variation(.gather))) gathers the marked tracks")
    return []
  }

  /// The marked tracks of the focused list; nil where nothing is marked.
  private var markedTracks: Selection? { focusedList?.marks.isEmpty == false ? selection : nil }

  private mutating func gatherVariations() -> [Effect] {
    guard let primary = focusedList?.selectedRow?.track, let markedTracks else {
      say("Mark the variations, then put the cursor on the one that is to stand for them")
      return []
    }
    return [.edit(.variations(.gather(markedTracks, under: primary.id)))]
  }

  // MARK: In place

  /// The primary one of the variation at the cursor, in a list that folds variations, or of what
  /// plays, where the focus is on that.
  var primaryAtCursor: TrackID? {
    var shown = actsOnPlaying ? playing.track : nil
    if let list = focusedList, list.content != .queue, list.query.variations != .listed {
      shown = list.selectedRow?.track
    }
    guard let track = shown else { return nil }
    switch track.variation {
    case .primary: return track.id
    case .variation(let primary): return primary
    case nil: return nil
    }
  }

  mutating func toggleVariations() -> [Effect] {
    guard let primary = primaryAtCursor else { return refuseWithoutVariations() }
    browsing.toggleVariations(of: primary)
    if actsOnPlaying {
      let isOpen = browsing.groups.isOpen(primary)
      say(isOpen ? "Lists show the variations of what plays" : "Lists hide its variations")
    }
    return []
  }

  // MARK: Proposals

  private mutating func show(_ proposals: [VariationProposal], _ tracks: [TrackID: Track]) {
    let request = windows.answered(.variationProposals)
    guard !proposals.isEmpty else {
      return say("No tracks look like variations of each other")
    }
    let items = proposals.map { proposal in
      let titles = proposal.tracks.compactMap { tracks[$0] }
      let reason =
        switch proposal.reason {
        case .sameAudio: "the same audio"
        case .sameTitle: "the same title"
        case .several: "the same audio or title"
        }
      return Checklist.Item(
        text: (titles.first?.title ?? "?") + "  ×\(proposal.tracks.count)",
        choices: [Checklist.Choice(text: reason, lines: App.lines(of: titles))])
    }
    open(
      .checklist(
        Checklist(
          .variations(proposals.map(\.tracks)), title: "Variations",
          lines: ["Tracks that may be variations of one piece; the first stands for the others"],
          items: items, verb: "gathers")),
      askedFor: request,
      orSay: "Variations were found: \(key(.variation(.propose))) shows them")
  }

  /// As many lines for every proposal.
  private static func lines(of tracks: [Track]) -> [String] {
    let shown = 3
    var lines = tracks.prefix(shown).map {
      $0.source.text + ($0.audio.duration.map { "  " + $0.clockText } ?? "")
    }
    if tracks.count > shown { lines[shown - 1] = "and \(tracks.count - shown + 1) more" }
    return lines + Array(repeating: "", count: shown - lines.count)
  }
}

extension Browsing {
  /// Shows the variations behind their primary one in all lists, or hides them.
  mutating func toggleVariations(of primary: TrackID) {
    groups.toggleVariations(of: primary)
    let variations = groups.variations
    changeLists { list in
      list.changeQuery { if $0.variations != .listed { $0.variations = variations } }
    }
    // The cursor would be lost with a variation that is hidden.
    if let slot = focusedSlot, groups.isOpen(primary) == false {
      self[slot].select(.track(primary))
    }
  }
}
