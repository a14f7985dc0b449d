import Music

/// One entry of a mix, or neighbours of one kind, in fractions of columns.
struct MixSpan {
  var start: Double
  var end: Double
  var entries: Range<Int>
  var kind: MixStrip.Kind

  /// The spans of all entries, each up to the start of the next.
  static func spans(of timeline: MixTimeline, _ scale: MixScale) -> [MixSpan] {
    let entries = timeline.entries
    var spans: [MixSpan] = []
    spans.reserveCapacity(entries.count + 1)
    for (index, entry) in entries.enumerated() {
      let end =
        index + 1 < entries.count
        ? scale.position(of: entries[index + 1].start)
        : min(
          Double(scale.columns),
          scale.position(of: entry.start) + scale.position(of: entry.length))
      let start = spans.last?.end ?? 0
      spans.append(
        MixSpan(
          start: start, end: max(start, end), entries: index..<index + 1,
          kind: kind(of: entry)))
    }
    let rest = timeline.count - entries.count
    if rest > 0 {
      let start = spans.last?.end ?? 0
      spans.append(
        MixSpan(
          start: start, end: max(start, scale.position(of: timeline.duration)),
          entries: entries.count..<timeline.count, kind: .rest(rest)))
    }
    return spans
  }

  private static func kind(of entry: MixTimeline.Entry) -> MixStrip.Kind {
    if entry.isMissing { return .missingFile }
    return entry.point.key.map { .key($0) } ?? .unknownKey
  }

  /// Neighbours of one kind as one span.
  static func joined(_ spans: [MixSpan]) -> [MixSpan] {
    var joined: [MixSpan] = []
    for span in spans {
      guard let last = joined.last, last.kind == span.kind else {
        joined.append(span)
        continue
      }
      joined[joined.count - 1].end = span.end
      joined[joined.count - 1].entries = last.entries.lowerBound..<span.entries.upperBound
    }
    return joined
  }

  /// The spans in the middles of so many columns.
  static func sampled(_ spans: [MixSpan], columns: Int) -> [MixSpan] {
    var index = 0
    let sampled = (0..<columns).map { column in
      while index + 1 < spans.count, spans[index].end <= Double(column) + 0.5 { index += 1 }
      var span = spans[index]
      (span.start, span.end) = (Double(column), Double(column + 1))
      return span
    }
    return joined(sampled)
  }
}
