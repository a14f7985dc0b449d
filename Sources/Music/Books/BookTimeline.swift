/// The parts of a book one behind the other, and what a place on them means.
///
/// A part of unknown duration takes no room on the timeline until its duration is found out.
package struct BookTimeline: Equatable, Sendable {
  package private(set) var parts: [BookPart] = []

  /// Lays out tracks in the order in which they play; a negative duration counts as unknown.
  package init(_ tracks: [(track: TrackID, duration: Duration)]) {
    var start = Duration.zero
    for (track, duration) in tracks {
      let part = BookPart(track: track, start: start, duration: max(.zero, duration))
      parts.append(part)
      start = part.end
    }
  }

  package init(_ parts: [BookPart]) {
    self.init(parts.map { ($0.track, $0.duration) })
  }

  package var total: Duration { parts.last?.end ?? .zero }

  /// Whether the total is only that of the known durations.
  package var hasUnknownParts: Bool { parts.contains { $0.duration == .zero } }

  /// Where a place is heard; nil without parts.
  ///
  /// A place at a border is the start of the later part. Places before the start and behind the end
  /// are those ends, except in a last part of unknown duration.
  package func location(at place: Duration) -> BookLocation? {
    guard !parts.isEmpty else { return nil }
    let place = max(.zero, place)
    // The first part that ends behind the place.
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].end > place { high = middle } else { low = middle + 1 }
    }
    // Parts of unknown duration at this very place come before it.
    while low > 0, parts[low - 1].duration == .zero, parts[low - 1].start == place { low -= 1 }
    let index = min(low, parts.count - 1)
    let part = parts[index]
    let time = place - part.start
    return BookLocation(
      part: index, track: part.track,
      time: part.duration == .zero ? time : min(time, part.duration))
  }

  /// The place of a time in a track; nil where the track is no part.
  ///
  /// A time behind the end of a part of known duration is its end; in one of unknown duration only
  /// the last part goes on behind its start.
  package func place(of track: TrackID, at time: Duration) -> Duration? {
    guard let index = parts.firstIndex(where: { $0.track == track }) else { return nil }
    return place(ofPart: index, at: time)
  }

  package func place(ofPart index: Int, at time: Duration) -> Duration {
    guard parts.indices.contains(index) else { return .zero }
    let part = parts[index]
    let isOpen = part.duration == .zero && index == parts.count - 1
    return part.start + (isOpen ? max(.zero, time) : min(max(.zero, time), part.duration))
  }

  /// The timeline once the duration of a track is better known: the parts behind it move.
  package func with(duration: Duration, of track: TrackID) -> BookTimeline {
    BookTimeline(parts.map { ($0.track, $0.track == track ? duration : $0.duration) })
  }

  /// What a place of this timeline is on another one: the same sound, where its track is there.
  package func place(_ place: Duration, on other: BookTimeline) -> Duration {
    guard let location = location(at: place),
      let moved = other.place(of: location.track, at: location.time)
    else { return min(max(.zero, place), other.total) }
    return moved
  }
}

/// A time in a part of a book.
package struct BookLocation: Equatable, Sendable {
  /// The index of the part.
  package var part: Int
  package var track: TrackID
  /// From the start of the part.
  package var time: Duration

  package init(part: Int, track: TrackID, time: Duration) {
    self.part = part
    self.track = track
    self.time = time
  }
}

extension Book {
  package var timeline: BookTimeline { BookTimeline(parts) }

  /// The time that is left at a playback speed.
  package func remaining(at speed: Double) -> Duration {
    BookProgress.remaining(from: progress.place, of: duration, at: speed)
  }
}

extension BookProgress {
  /// The time from a place to the end at a playback speed; a speed that is none counts as 1.
  package static func remaining(
    from place: Duration, of total: Duration, at speed: Double
  ) -> Duration {
    let left = max(.zero, total - max(.zero, place))
    return speed.isFinite && speed > 0 ? left / speed : left
  }

  /// From 0 to 1; 0 where the duration is unknown.
  package func fraction(of total: Duration) -> Double {
    guard total > .zero else { return isFinished ? 1 : 0 }
    return min(1, max(0, place / total))
  }
}
