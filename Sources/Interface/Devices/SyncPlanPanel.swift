package import Music

/// A plan with the choice of what is taken in.
///
/// The plan itself never changes, and neither do its sections' indices: copies of the panel share
/// them, and a row is made when it shows.
package struct SyncPlanPanel: Equatable, Sendable {
  enum Row: Equatable, Sendable {
    /// By its index among the sections.
    case section(Int)
    /// An index in the plan's items, conflicts or notes.
    case item(Int)
    case conflict(Int)
    case note(Int)
  }

  package let plan: SyncPlan
  package private(set) var sections: [SyncPlanSection]
  /// By the index of the item.
  private var isIncluded: [Bool]
  package internal(set) var cursor = ListCursor()
  /// Bytes that the included items take on the device; negative where they free some.
  private var growth: Int64 = 0
  /// The count of the rows that show.
  private(set) var count = 0

  /// Sections with more rows begin closed.
  private static let openRows = 8

  init(_ plan: SyncPlan) {
    self.plan = plan
    isIncluded = plan.items.map(\.isIncluded)
    var indices: [SyncPlanSection.Kind: [Int]] = [:]
    for (index, item) in plan.items.enumerated() {
      indices[SyncPlanSection.Kind(item.action), default: []].append(index)
    }
    indices[.conflicts] = Array(plan.conflicts.indices)
    indices[.notes] = Array(plan.notes.indices)
    sections = SyncPlanSection.Kind.allCases.compactMap { kind in
      guard let found = indices[kind], !found.isEmpty else { return nil }
      let isOpen = found.count <= SyncPlanPanel.openRows
      return SyncPlanSection(kind: kind, indices: found, isOpen: isOpen)
    }
    for section in sections.indices where sections[section].isChoice {
      for index in sections[section].indices where isIncluded[index] {
        count(index, in: section, isIncluded: true)
      }
    }
    countRows()
  }

  /// The plan with the choices made.
  package var chosen: SyncPlan {
    var chosen = plan
    for index in chosen.items.indices { chosen.items[index].isIncluded = isIncluded[index] }
    return chosen
  }

  package func isIncluded(_ index: Int) -> Bool { isIncluded[index] }

  // MARK: Totals

  /// The count of what is taken in.
  var included: Int { sections.reduce(0) { $0 + $1.included } }
  /// Bytes to copy to the device.
  var bytes: Int64 {
    sections.filter { $0.kind == .new || $0.kind == .replaced }.reduce(0) {
      SyncPlanPanel.sum($0, $1.bytes)
    }
  }
  /// Files that are removed from the device.
  var removed: Int { sections.first { $0.kind == .removed }?.included ?? 0 }
  /// Bytes free on the device afterwards; nil where unknown.
  var freeAfter: Int64? { plan.free.map { SyncPlanPanel.sum($0, -growth) } }

  /// Whether both sides are the same.
  package var isEmpty: Bool { plan.items.isEmpty && !plan.repairsDatabase }

  var changesSomething: Bool { included > 0 || plan.repairsDatabase }

  /// Adds sizes, which another machine tells, without a trap.
  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let sum = left.addingReportingOverflow(right)
    return sum.overflow ? (right < 0 ? -.max : .max) : max(-.max, sum.partialValue)
  }

  private mutating func count(_ index: Int, in section: Int, isIncluded: Bool) {
    let item = plan.items[index]
    let bytes = max(0, item.bytes)
    let growth: Int64 =
      switch item.action {
      case .copy: bytes
      case .replace(_, let file, _): bytes - max(0, file.size)
      case .remove(_, let file): -max(0, file.size)
      case .move, .exclude, .take, .adopt, .marks, .playlist: 0
      }
    sections[section].included += isIncluded ? 1 : -1
    sections[section].bytes = SyncPlanPanel.sum(
      sections[section].bytes, isIncluded ? bytes : -bytes)
    self.growth = SyncPlanPanel.sum(self.growth, isIncluded ? growth : -growth)
  }

  // MARK: Rows

  private mutating func countRows() {
    count = sections.reduce(0) { $0 + 1 + ($1.isOpen ? $1.count : 0) }
  }

  /// The row at an index; nil outside.
  func row(_ index: Int) -> Row? {
    place(of: index).map { place in
      guard let offset = place.offset else { return .section(place.section) }
      let section = sections[place.section]
      return switch section.kind {
      case .conflicts: .conflict(section.indices[offset])
      case .notes: .note(section.indices[offset])
      case .new, .replaced, .moved, .removed, .taken, .known, .leftOut, .marks, .playlists:
        .item(section.indices[offset])
      }
    }
  }

  /// The section of a row, and the row's offset in it; no offset for the heading.
  private func place(of row: Int) -> (section: Int, offset: Int?)? {
    var rest = row
    guard rest >= 0 else { return nil }
    for (index, section) in sections.enumerated() {
      if rest == 0 { return (index, nil) }
      rest -= 1
      guard section.isOpen else { continue }
      if rest < section.count { return (index, rest) }
      rest -= section.count
    }
    return nil
  }

  /// The row of a section's heading.
  private func heading(of section: Int) -> Int {
    sections[..<section].reduce(0) { $0 + 1 + ($1.isOpen ? $1.count : 0) }
  }

  mutating func move(by step: Int, height: Int) {
    cursor.move(by: step, of: count)
    cursor.scroll(height: height, of: count)
  }

  /// Opens or closes the section at the cursor, which closing leads to its heading.
  mutating func setOpen(_ isOpen: Bool?, height: Int) {
    guard let place = place(of: cursor.selected) else { return }
    let wanted = isOpen ?? !sections[place.section].isOpen
    if !wanted { cursor.select(heading(of: place.section)) }
    sections[place.section].isOpen = wanted
    countRows()
    cursor.scroll(height: height, of: count)
  }

  /// Leaves the row at the cursor out, or takes it in; all of the section at its heading.
  ///
  /// - Returns: Whether the row is such a choice.
  mutating func toggle() -> Bool {
    guard let place = place(of: cursor.selected), sections[place.section].isChoice else {
      return false
    }
    let section = sections[place.section]
    if let offset = place.offset {
      set(section.indices[offset], in: place.section, to: !isIncluded[section.indices[offset]])
    } else {
      let isIncluded = section.included < section.count
      for index in section.indices { set(index, in: place.section, to: isIncluded) }
    }
    return true
  }

  private mutating func set(_ index: Int, in section: Int, to isIncluded: Bool) {
    guard self.isIncluded[index] != isIncluded else { return }
    self.isIncluded[index] = isIncluded
    count(index, in: section, isIncluded: isIncluded)
  }
}
