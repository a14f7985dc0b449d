import Music
import Testing

@Suite("Timelines of mixes")
struct MixTimelineTests {
  private func timeline(
    _ points: [(bpm: Double?, key: String?)], missing: Set<Int> = [], count: Int? = nil
  ) -> MixTimeline {
    let entries = points.enumerated().map { index, point in
      MixTimeline.Entry(
        id: EntryID(Int64(index + 1)), track: TrackID(Int64(index + 101)),
        start: .seconds(index * 200), length: .seconds(200),
        point: self.point(point.bpm, point.key),
        isMissing: missing.contains(index))
    }
    return MixTimeline(
      entries: entries, count: count ?? entries.count, duration: .seconds(200 * entries.count))
  }

  private func point(_ bpm: Double?, _ key: String?) -> MixPoint {
    MixPoint(bpm: bpm, key: key.flatMap { MusicalKey($0) })
  }

  @Test("a track goes between the neighbours that it fits best")
  func places() {
    let mix = timeline([(120, "8A"), (122, "8A"), (126, "10A"), (128, "10A")])
    #expect(mix.bestPlace(for: point(124, "9A")) == 2)
    #expect(mix.bestPlace(for: point(118, "7A")) == 0)
    #expect(mix.bestPlace(for: point(130, "11A")) == 4)
  }

  @Test("a track that clashes everywhere, or of which nothing is known, has no place")
  func none() {
    let mix = timeline([(120, "8A"), (122, "8A")])
    #expect(mix.bestPlace(for: point(121, "2B")) == nil)
    #expect(mix.bestPlace(for: point(170, "8A")) == nil)
    #expect(mix.bestPlace(for: point(nil, nil)) == nil)
    #expect(timeline([]).bestPlace(for: point(120, "8A")) == nil)
    #expect(timeline([(nil, nil)]).bestPlace(for: point(120, "8A")) == nil)
  }

  @Test("missing files are no neighbours, and what follows unknown entries is no place")
  func neighbours() {
    let mix = timeline([(120, "8A"), (170, "2B"), (120, "8A")], missing: [1])
    #expect(mix.bestPlace(for: point(120, "8A")) != nil)
    let long = timeline([(120, "8A"), (128, "10A")], count: 9)
    #expect(long.bestPlace(for: point(130, "11A")) == nil)
  }

  @Test("the entry that plays is the one it was queued from, else the first of its track")
  func playing() {
    var entries = timeline([(120, "8A"), (121, "8A"), (122, "8A"), (123, "8A")]).entries
    entries[2].track = entries[1].track
    entries[3].isVirtualTrack = true
    let mix = MixTimeline(entries: entries, count: 4, duration: .zero)
    #expect(mix.index(of: QueuedTrack(TrackID(102))) == 1)
    #expect(mix.index(of: QueuedTrack(TrackID(102), entry: EntryID(3))) == 2)
    #expect(mix.index(of: QueuedTrack(TrackID(102), entry: EntryID(99))) == 1)
    #expect(mix.index(of: QueuedTrack(TrackID(104))) == nil)
    #expect(mix.index(of: QueuedTrack(TrackID(104), entry: EntryID(4))) == 3)
    #expect(mix.index(of: QueuedTrack(TrackID(999))) == nil)
    #expect(mix.tempos == 120...123 && timeline([(nil, "8A")]).tempos == nil)
  }
}
