/// Folded words that must all occur in what a track says of itself.
extension Catalog {
  /// The tracks whose title, names or path hold every word; all that are there for none.
  package func matching(_ words: [String]) -> TrackSet {
    var found = columns.present
    for word in words { found.formIntersection(holding(Array(word.utf8))) }
    return found
  }

  private func holding(_ word: [UInt8]) -> TrackSet {
    let names = [
      columns.artist, columns.credit, columns.albumArtist, columns.album, columns.genre,
      columns.folder,
    ].map { names in
      (names.index.values, (0..<names.count).map { Occurrence.of(word, in: names.folded[$0]) })
    }
    let crossing = word.lastIndex(of: UInt8(ascii: "/")).map { slash in
      (folder: Array(word[..<slash]), name: Array(word[(slash + 1)...]))
    }
    let endings = crossing.map { crossing in
      (0..<columns.folder.count).map {
        columns.folder.folded[$0].suffix(crossing.folder.count).elementsEqual(crossing.folder)
      }
    }
    return TrackSet(capacity: count) { track in
      for (index, holds) in names where holds[Int(index[track])] { return true }
      if Occurrence.of(word, in: columns.text[track]) { return true }
      guard let crossing, let endings, endings[Int(columns.folder.index[track])] else {
        return false
      }
      return columns.name(track).starts(with: crossing.name)
    }
  }
}
