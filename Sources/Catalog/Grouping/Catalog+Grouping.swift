package import Music

extension Catalog {
  /// Groups the tracks of a list by a template.
  ///
  /// - Parameters:
  ///   - tracks: The ordinals of the list's tracks, in its order; duplicates are allowed.
  ///   - duration: The duration that counts for an index of the list.
  ///   - zone: The time zone of days.
  package func groups(
    of tracks: [UInt32], by template: GroupTemplate, zone: LocalZone = .current,
    duration: (Int) -> Int64
  ) -> TrackGroups {
    let coding = GroupKeyEncoder(self, template, zone)
    var (groupOf, groupCount) = ([UInt32](repeating: 0, count: tracks.count), 1)
    for field in coding.fields {
      (groupOf, groupCount) = Self.refined(groupOf, groupCount, tracks, field)
    }
    return gathered(groupOf, groupCount, tracks, coding, duration)
  }

  /// Groups tracks, with their durations in microseconds.
  package func groups(of tracks: [UInt32], by template: GroupTemplate) -> TrackGroups {
    let durations = columns.duration
    return groups(of: tracks, by: template) { Int64(durations[Int(tracks[$0])]) * 1_000 }
  }

  /// The ordinals of a list's tracks, nil when one of them is not in this catalog.
  package func ordinals(of list: TrackList) -> [UInt32]? {
    if let known = list.ordinals(among: columns.id) { return known }
    return ordinals(of: list.ids(0..<list.count))
  }

  /// The ordinals of tracks by id.
  package func ordinals(of ids: [Int64]) -> [UInt32]? {
    var ordinals: [UInt32] = []
    ordinals.reserveCapacity(ids.count)
    for id in ids {
      guard let index = rowIndex(of: id) else { return nil }
      ordinals.append(UInt32(index))
    }
    return ordinals
  }

  /// Splits groups by one more field, numbered in order of first appearance.
  private static func refined(
    _ groupOf: [UInt32], _ groupCount: Int, _ tracks: [UInt32], _ code: (Int) -> UInt64
  ) -> ([UInt32], Int) {
    var table = PairTable()
    var (lastGroup, lastCode, lastFound) = (UInt32.max, UInt64(0), UInt32(0))
    let refined = [UInt32](unsafeUninitializedCapacity: tracks.count) { buffer, count in
      for index in tracks.indices {
        let (group, code) = (groupOf[index], code(Int(tracks[index])))
        // Tracks of one group are mostly adjacent.
        if group != lastGroup || code != lastCode {
          (lastGroup, lastCode, lastFound) = (group, code, table.find(group, code))
        }
        buffer[index] = lastFound
      }
      count = tracks.count
    }
    return (refined, table.count)
  }

  private func gathered(
    _ groupOf: [UInt32], _ groupCount: Int, _ tracks: [UInt32], _ coding: GroupKeyEncoder,
    _ duration: (Int) -> Int64
  ) -> TrackGroups {
    var made = TrackGroups()
    guard !tracks.isEmpty else { return made }
    var groups = [TrackGroups.Group](repeating: .init(key: 0), count: groupCount)
    let (years, bpms) = (columns.year.values, columns.bpm.values)
    for index in tracks.indices {
      let (group, track) = (Int(groupOf[index]), Int(tracks[index]))
      if groups[group].count == 0 { groups[group].key = coding.key(of: track) }
      groups[group].count += 1
      groups[group].duration &+= duration(index)
      if bpms[track] > 0, bpms[track] < 1e6 {
        groups[group].bpmSum += Double(bpms[track])
        groups[group].bpmCount += 1
      }
      if years[track] > 0 {
        let first = groups[group].firstYear
        groups[group].firstYear = first == 0 ? years[track] : min(first, years[track])
        groups[group].lastYear = max(groups[group].lastYear, years[track])
      }
    }
    var next = 0
    for group in groups.indices {
      groups[group].start = next
      next += groups[group].count
    }
    var ends = groups.map(\.start)
    made.order = [UInt32](unsafeUninitializedCapacity: tracks.count) { order, count in
      for index in tracks.indices {
        let group = Int(groupOf[index])
        order[ends[group]] = UInt32(index)
        ends[group] += 1
      }
      count = tracks.count
    }
    made.groups = groups
    return made
  }
}

/// Numbers for pairs, in order of first lookup.
struct PairTable {
  private var groups: [UInt32] = []
  private var codes: [UInt64] = []
  /// Open addressing: one more than a pair's number; 0 for a free slot.
  private var slots = [UInt32](repeating: 0, count: 1_024)

  var count: Int { groups.count }

  mutating func find(_ group: UInt32, _ code: UInt64) -> UInt32 {
    var slot = hashSlot(group, code)
    while slots[slot] != 0 {
      let known = Int(slots[slot] - 1)
      if codes[known] == code, groups[known] == group { return UInt32(known) }
      slot = (slot + 1) & (slots.count - 1)
    }
    groups.append(group)
    codes.append(code)
    slots[slot] = UInt32(count)
    if count * 2 > slots.count { grow() }
    return UInt32(groups.count - 1)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for known in groups.indices {
      var slot = hashSlot(groups[known], codes[known])
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(known + 1)
    }
  }

  private func hashSlot(_ group: UInt32, _ code: UInt64) -> Int {
    let hash = (code ^ UInt64(group) << 32 ^ UInt64(group)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (hash ^ hash >> 29) >> 16) & (slots.count - 1)
  }
}
