package import Music

/// Prefetch of a part of what lists need: begun with the catalog, performed on any thread, adopted
/// with the catalog.
package struct CatalogPrefetch: @unchecked Sendable {
  // because its memory is its own, or belongs to columns that nothing writes to.

  fileprivate enum Work {
    case order(SortColumn, Column<UInt32>, keys: Column<UInt32>, isSorted: Bool)
    case titles(Column<UInt32>, starts: TrackSet, known: Int)
    case folders(FilePath, FolderCounts)
    /// The work was so small that it is done.
    case nothing
  }

  fileprivate enum Outcome {
    case order(SortColumn, SortedOrder)
    case folders(FilePath, FolderList)
  }

  fileprivate var work: Work
  fileprivate var outcome: Outcome?
  /// The catalog's edit count when the work was begun.
  fileprivate let edits: Int

  /// Whether it reads columns of every track.
  package var isLarge: Bool { outcome != nil }

  /// Performs the expensive part, without the catalog.
  package mutating func perform() {
    switch work {
    case .order(let sort, let base, let keys, let isSorted):
      let tracks = isSorted ? base : RadixSort.sorted(base, by: keys)
      outcome = .order(sort, SortedOrder(tracks, keys: keys))
    case .titles(let order, let starts, let known):
      outcome = .order(.title, SortedOrder(order, starts: starts, known: known))
    case .folders(let path, let counts):
      let folders = counts.folders(in: path)
      folders.prepareNames()
      outcome = .folders(path, folders)
    case .nothing: break
    }
    work = .nothing
  }
}

extension Catalog {
  private static let prefetchedSorts = [.album] + TrackColumns.numberSorts + [.artist, .title]

  private static let letters = "abcdefghijklmnopqrstuvwxyz0123456789".map { String($0) }

  /// Whether there is anything left to prefetch.
  package func hasPrefetch(_ folders: [FilePath]) -> Bool {
    derived.groups.albums == nil || derived.groups.genres == nil || derived.nameStarts == nil
      || Catalog.prefetchedSorts.contains { derived.ahead[$0] == nil }
      || derived.builtIn.count < BuiltInList.allCases.count
      || folders.contains { derived.groups.inFolders[$0] == nil }
      || derived.letters.count < Catalog.letters.count || isTypedOn
  }

  /// Whether somebody has typed a letter and is about to type the next one.
  package var isTypedOn: Bool { derived.continuations.map { !$0.isDone } ?? false }

  /// Begins the next part of the prefetch; nil when all is there.
  ///
  /// - Parameter folders: those likely to be opened next.
  package func prefetch(_ folders: [FilePath]) -> CatalogPrefetch? {
    func begun(_ work: CatalogPrefetch.Work) -> CatalogPrefetch {
      CatalogPrefetch(work: work, edits: edits)
    }
    if isTypedOn {
      let (starts, visible) = (nameStarts, visible)
      derived.continuations?.advance(in: columns, nameStarts: starts, visible: visible)
      return begun(.nothing)
    }
    if let folder = folders.first(where: { derived.groups.inFolders[$0] == nil }) {
      return begun(.folders(folder, counts(nil)))
    }
    if derived.groups.albums == nil {
      _ = albumNumbers(nil)
      return begun(.nothing)
    }
    if derived.groups.genres == nil {
      _ = genreNumbers(nil)
      return begun(.nothing)
    }
    if derived.nameStarts == nil {
      _ = nameStarts
      return begun(.nothing)
    }
    if let list = BuiltInList.allCases.first(where: { derived.builtIn[$0] == nil }) {
      _ = total(of: list)
      return begun(.nothing)
    }
    guard let sort = Catalog.prefetchedSorts.first(where: { derived.ahead[$0] == nil }) else {
      guard let letter = Catalog.letters.first(where: { derived.letters[$0] == nil }) else {
        return nil
      }
      let tracks = tracks(with: letter)
      derived.letters[letter] = tracks
      derived.letterTotals[letter] = SearchTotal(
        of: tracks, shown: visible, durations: columns.duration)
      return begun(.nothing)
    }
    if sort == .title {
      let titles = orders.title
      return begun(.titles(titles, starts: orders.titleStarts, known: titled))
    }
    let keys = keys(sort, isDescending: false)
    return switch sort {
    case .artist: begun(.order(sort, orders.artist, keys: keys, isSorted: true))
    case .album: begun(.order(sort, orders.album, keys: keys, isSorted: true))
    default: begun(.order(sort, orders.artist, keys: keys, isSorted: false))
    }
  }

  private func tracks(with letter: String) -> TrackSet {
    var names = NamesSearch()
    return columns.matching(
      .word(letter), now: 0, playlist: { _ in [] }, notes: { _ in [] },
      comments: { _ in [] }, among: nil, names: &names,
      nameStarts: nameStarts)
  }

  /// Adopts a result, unless the catalog has changed since it was begun.
  package func adopt(_ work: CatalogPrefetch) {
    guard work.edits == edits else { return }
    switch work.outcome {
    case .order(let sort, let order): derived.setPrefetched(order, for: sort)
    case .folders(let path, let folders): keep(folders, in: path)
    case nil: break
    }
  }

  /// The tracks that do not share all of their names with the one before: albums are contiguous, so
  /// that a name is matched once for several tracks.
  var nameStarts: TrackSet {
    if let known = derived.nameStarts { return known }
    let starts = columns.nameStarts
    derived.nameStarts = starts
    return starts
  }
}

extension TrackColumns {
  fileprivate var nameStarts: TrackSet {
    let names = [folder.index, album.index, artist.index, albumCredit.index, albumArtist.index]
    let (first, second, third, fourth, fifth) = (
      names[0].values, names[1].values, names[2].values, names[3].values, names[4].values
    )
    return withExtendedLifetime(names) {
      TrackSet(capacity: count) { track in
        guard track > 0 else { return true }
        let last = track - 1
        return (first[track] ^ first[last]) | (second[track] ^ second[last])
          | (third[track] ^ third[last]) | (fourth[track] ^ fourth[last])
          | (fifth[track] ^ fifth[last]) != 0
      }
    }
  }
}
