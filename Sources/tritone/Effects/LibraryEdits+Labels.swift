import Builder
import Interface
import Library
import Music

/// The edits of variations and comments.
extension LibraryEdits {
  func perform(_ edit: VariationEdit) async throws -> Event? {
    switch edit {
    case .gather(let selection, let primary):
      let tracks = try await library.trackIDs(of: selection)
      return .done(
        .variations(.gathered(try await library.gatherVariations(tracks, under: primary))))
    case .accept(let groups):
      return .done(.variations(.accepted(try await library.gatherVariations(groups))))
    case .makePrimary(let track):
      try await library.makePrimary(track)
      return .done(.variations(.primaryChanged))
    case .separate(let selection):
      let tracks = try await library.trackIDs(of: selection)
      return .done(.variations(.separated(try await library.separateVariations(tracks))))
    }
  }

  func perform(_ edit: CommentEdit) async throws -> Event? {
    switch edit {
    case .add(let text, let track, let place):
      return .comments(.added(try await library.addComment(text, to: track, at: place)))
    case .change(let id, let text):
      _ = try await library.editComment(id, text: text)
      return .done(.comments(.changed))
    case .remove(let ids):
      return .done(.comments(.removed(try await library.removeComments(ids))))
    }
  }
}

/// Labels, variations and comments for the screen.
extension Library {
  /// The tracks whose labels are to be edited; those beyond the limit of the form are not read.
  func labelled(_ selection: Selection) async throws -> Event {
    let ids = try await trackIDs(of: selection)
    return .labels(.tracksLoaded(try await tracks(Array(ids.prefix(App.maximumEdited + 1)))))
  }

  func labelValues() async throws -> Event {
    var values: [LabelField: [LabelValue]] = [:]
    for field in LabelField.allCases { values[field] = try await labelValues(field) }
    return .labels(.valuesLoaded(values))
  }

  func loadedVariations(of track: TrackID) async throws -> Event {
    .variations(.loaded(track, try await tracks(try await variations(of: track))))
  }

  func variationProposals(among selection: Selection?) async throws -> Event {
    var among: [TrackID]?
    if let selection { among = try await trackIDs(of: selection) }
    let proposals = try await proposedVariations(among: among) { title in
      TitleNormalisation.normalised(VariationTitle.withoutVersion(title))
    }
    let tracks = try await tracks(proposals.flatMap(\.tracks))
    return .variations(
      .proposed(proposals, Dictionary(tracks.map { ($0.id, $0) }) { first, _ in first }))
  }
}
