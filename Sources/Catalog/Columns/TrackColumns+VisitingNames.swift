extension TrackColumns {
  /// Visits the columns of names in file order, each defined here alone: a new one is a line here,
  /// one in `TrackColumns` and one in `CatalogBatch.Texts`.
  ///
  /// Inlined, so that the visitor is specialised for each column.
  @inline(__always)
  mutating func visitNames(_ visitor: inout some NameVisitor) {
    visitor.visit(&artist, .init(.places, hasSortNames: true)) {
      .init($0.texts.artist, sortedBy: $0.sortTexts.artist)
    }
    visitor.visit(&albumCredit, .init(.places, hasSortNames: true)) {
      .init($0.texts.albumCredit, sortedBy: $0.sortTexts.albumCredit)
    }
    visitor.visit(&albumArtist, .init(.lists)) { .init($0.texts.albumArtist) }
    visitor.visit(&album, .init(.places, hasSortNames: true)) {
      .init($0.texts.album, sortedBy: $0.sortTexts.album)
    }
    visitor.visit(&genre, .init(.lists)) { .init($0.texts.genre) }
    visitor.visit(&folder, .init(.places)) {
      .init($0.texts.folder, searchedAs: $0.texts.searchedFolder)
    }
    visitor.visit(&format, .init(.lists)) { .init($0.texts.format) }
  }

  // MARK: A track's names

  /// Appends the names of a track.
  mutating func appendNames(_ track: BatchedTrack, _ intake: TextOffsets) {
    var appending = Appending(track: track, intake: intake)
    visitNames(&appending)
  }

  private struct Appending: NameVisitor {
    let track: BatchedTrack
    let intake: TextOffsets

    @inline(__always)
    mutating func visit(
      _ names: inout Names, _: NameColumn, _ texts: (BatchedTrack) -> NameColumn.Texts
    ) {
      let own = texts(track)
      let last = names.index.count > 0 ? names.index[names.index.count - 1] : nil
      // Tracks come album by album: most names equal the last track's.
      if let last, intake.last.map(texts) == own || names.has(own, of: track, at: last) {
        return names.index.append(last)
      }
      names.index.append(intake.find(own, of: track, in: &names))
    }
  }

  /// - Returns: The dependents of the changed names.
  mutating func setNames(
    of track: BatchedTrack, at ordinal: Int, _ intake: TextOffsets
  ) -> NumberColumn.Dependents {
    var setting = Setting(track: track, ordinal: ordinal, intake: intake)
    visitNames(&setting)
    return setting.outdated
  }

  private struct Setting: NameVisitor {
    let track: BatchedTrack
    let ordinal: Int
    let intake: TextOffsets
    var outdated: NumberColumn.Dependents = []

    mutating func visit(
      _ names: inout Names, _ column: NameColumn, _ texts: (BatchedTrack) -> NameColumn.Texts
    ) {
      let name = intake.find(texts(track), of: track, in: &names)
      if names.index[ordinal] != name { outdated.formUnion(column.dependents) }
      names.index[ordinal] = name
    }
  }

  // MARK: All tracks

  /// Unused capacity is free: the system provides pages when they are written to.
  mutating func reserveNames(_ tracks: Int) {
    var reserving = Reserving(tracks: tracks)
    visitNames(&reserving)
  }

  private struct Reserving: NameVisitor {
    let tracks: Int

    mutating func visit(
      _ names: inout Names, _: NameColumn, _: (BatchedTrack) -> NameColumn.Texts
    ) {
      names.index.reserve(tracks)
    }
  }

  /// All columns of names, in the order of `visitNames`.
  var names: [Names] {
    get {
      var (columns, gathering) = (self, Gathering())
      columns.visitNames(&gathering)
      return gathering.names
    }
    set {
      var putting = Putting(rest: newValue[...])
      visitNames(&putting)
    }
  }

  private struct Gathering: NameVisitor {
    var names: [Names] = []

    mutating func visit(
      _ names: inout Names, _: NameColumn, _: (BatchedTrack) -> NameColumn.Texts
    ) {
      self.names.append(names)
    }
  }

  private struct Putting: NameVisitor {
    var rest: ArraySlice<Names>

    mutating func visit(
      _ names: inout Names, _: NameColumn, _: (BatchedTrack) -> NameColumn.Texts
    ) {
      names = rest.removeFirst()
    }
  }
}

extension TrackColumns.Names {
  /// Whether a stored name equals the track's texts for the column.
  @inline(__always)
  fileprivate func has(_ texts: NameColumn.Texts, of track: BatchedTrack, at index: UInt32) -> Bool
  {
    // A different searched text has to be detected.
    guard texts.searched == nil else { return false }
    let name = track[texts.name]
    let sortName = SortNames.sortName(track[texts.sortName], of: name)
    return sortNames.isSortName(sortName, of: Int(index))
      && Occurrence.isEqual(shown[Int(index)], name)
  }
}
