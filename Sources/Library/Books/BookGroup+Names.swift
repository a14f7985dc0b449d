internal import Music

extension BookGroup {
  /// The facts in those tags of its tracks that the library has.
  var tags: BookFileFacts {
    func first(_ value: (BookCandidate) -> String?) -> String? {
      for track in tracks {
        if let line = value(track).flatMap({ FactText.line($0) }) { return line }
      }
      return nil
    }
    var facts = BookFileFacts()
    let album = tracks[0].discOfFolder == nil ? \.album : \BookCandidate.albumWithoutDisc
    facts.title = first { $0[keyPath: album] } ?? (tracks.count == 1 ? first(\.title) : nil)
    facts.authors = (first(\.albumArtist) ?? first(\.artist)).map { [$0] } ?? []
    facts.genres = first(\.genre).map { [$0] } ?? []
    facts.date = first(\.date)
    return facts
  }

  /// The name that may say more: of its folder, or of its only file beside others.
  var name: String {
    tracks.count == 1 && folder == nil ? tracks[0].path.stem : tracks[0].home.name
  }
}

extension BookCandidate {
  fileprivate var albumWithoutDisc: String? { album.map { DiscName.without(in: $0) } }
}
