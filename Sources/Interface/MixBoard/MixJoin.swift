import Music

/// The join of two neighbouring entries of a mix.
struct MixJoin: Equatable {
  let out: ListRow.Entry
  let into: ListRow.Entry

  /// The first position behind the outgoing part, in its file.
  var end: Duration { partStart(of: out) + length(of: out) }
  /// The first position of the incoming part, in its file.
  var start: Duration { partStart(of: into) }
  /// How long both sound together.
  var fade: Duration {
    min(out.sound.crossfade ?? .zero, min(length(of: out), length(of: into)))
  }

  /// The time from the start of the overlap, and how much of it shows.
  var span: (start: Double, length: Double) {
    let length = min(48, max(16, 3 * fade.seconds))
    return (-(length - fade.seconds) / 2, length)
  }

  private func partStart(of entry: ListRow.Entry) -> Duration {
    max(.zero, entry.sound.start ?? .zero)
  }

  /// A row has the length of its part.
  private func length(of entry: ListRow.Entry) -> Duration {
    entry.track.audio.duration ?? .zero
  }

  /// Seconds of a beat; half a second where the tempo is unknown.
  private func beat(of entry: ListRow.Entry) -> Duration {
    entry.track.mixPoint.bpm.map { .milliseconds((60_000 / $0).rounded()) } ?? .milliseconds(500)
  }

  func beat(of mark: JoinMark) -> Duration { beat(of: mark == .out ? out : into) }

  /// Where listening to it begins, in the outgoing part.
  var previewStart: Duration { max(.zero, length(of: out) - fade - .seconds(8)) }

  // MARK: Edits

  /// The shortest part that a trim leaves.
  private static let minimumPart: Duration = .seconds(1)

  /// Moves Out or In; nil where it cannot move.
  ///
  /// - Parameter file: The length of the outgoing file, where it is known.
  func moving(_ mark: JoinMark, by step: Duration, file: Duration?) -> (EntryID, EntryChange)? {
    switch mark {
    case .out:
      // A part without an end of its own reaches to that of its file.
      let whole = out.sound.end == nil ? end : file ?? EntryPlayback.latest
      let least = partStart(of: out) + max(fade, Self.minimumPart)
      let new = max(least, min(whole, end + step))
      guard new != end, least <= whole else { return nil }
      return (out.id, .end(new >= whole ? nil : new))
    case .into:
      let most = start + length(of: into) - max(fade, Self.minimumPart)
      let new = min(max(start, most), max(.zero, start + step))
      guard new != start else { return nil }
      return (into.id, .start(new == .zero ? nil : new))
    }
  }

  /// Makes the crossfade longer or shorter; nil where it cannot be.
  func fading(by step: Duration) -> (EntryID, EntryChange)? {
    let most = min(EntryPlayback.maximumCrossfade, min(length(of: out), length(of: into)))
    let new = max(.zero, min(most, (out.sound.crossfade ?? .zero) + step))
    guard new != out.sound.crossfade ?? .zero else { return nil }
    // A cut is a choice too: without one, the crossfade of all tracks would count.
    return (out.id, .crossfade(new))
  }

  // MARK: Text

  /// "8 bars", "5.2 s", "cut".
  static func fadeText(_ fade: Duration?, bpm: Double?) -> String {
    guard let fade, fade > .zero else { return "cut" }
    if let bpm {
      let bars = fade.seconds * bpm / 240
      let whole = bars.rounded()
      if whole >= 1, abs(bars - whole) < 0.05 { return "\(Int(whole)) bar\(whole == 1 ? "" : "s")" }
    }
    return "\(fade.seconds.tenths) s"
  }
}

extension App {
  /// The join in front of the entry at the cursor, behind the first one.
  var mixJoin: MixJoin? {
    guard browsing.showsLargeList, focus == .mix else { return nil }
    let list = browsing.playlistsList
    guard case .entry(let entry) = list.selectedRow else { return nil }
    if let before = list.entry(before: list.selected) {
      guard before.position + 1 == entry.position else { return nil }
      return MixJoin(out: before, into: entry)
    }
    guard entry.position == 1, let next = list.entry(behind: list.selected),
      next.position == 2
    else { return nil }
    return MixJoin(out: entry, into: next)
  }

  /// Requests the waveforms of the join that shows.
  mutating func missingJoinAnalyses() -> [Effect] {
    guard layout.join != nil || isEditingJoin, let join = mixJoin else { return [] }
    let tracks = [join.out.track, join.into.track]
    let kept = playing.currentTracks.union(tracks.map(\.id))
    return tracks.filter { waveforms[$0.id] == nil }
      .flatMap { waveforms.missing(of: $0, besides: kept) }
  }

  var isEditingJoin: Bool { if case .join = overlays.last { true } else { false } }

  /// The length of the outgoing file, where its waveform is known.
  func fileLength(of track: TrackID) -> Duration? { waveforms[track]?.waveform?.length }
}

extension ListState {
  /// The entry in front of a row; a header may be between them.
  func entry(before index: Int) -> ListRow.Entry? { entry([index - 1, index - 2]) }

  func entry(behind index: Int) -> ListRow.Entry? { entry([index + 1, index + 2]) }

  private func entry(_ indices: [Int]) -> ListRow.Entry? {
    for index in indices {
      switch window[index] {
      case .entry(let entry): return entry
      case .group: continue
      case nil, .track, .folder, .artist, .album, .genre, .category, .list, .playlist,
        .playlistFolder, .queueItem:
        return nil
      }
    }
    return nil
  }
}
