import Music

// The cursors of lists, the filter and the marks of the focused one.
extension Browsing {
  mutating func move(_ slot: ListID, by step: Int) {
    move(slot, toRow: self[slot].selected + step)
  }

  mutating func move(_ slot: ListID, toRow index: Int) {
    self[slot].move(to: index, height: height(of: slot))
  }

  /// Moves the cursor of the focused list.
  mutating func move(toRow index: Int) {
    if let slot = focusedSlot { move(slot, toRow: index) }
  }

  var pageHeight: Int {
    isShelfFocused || isSharedShelfFocused ? max(1, shelfHeight - 1) : pageHeightOfList
  }

  private var pageHeightOfList: Int { focusedSlot.map { max(1, height(of: $0) - 1) } ?? 3 }

  // MARK: The filter

  var isFiltered: Bool {
    isShelfFocused
      ? !shelf.filter.isEmpty : isSharedShelfFocused ? !sharedShelf.filter.isEmpty : isListFiltered
  }

  private var isListFiltered: Bool { !(focusedList?.query.filter.isEmpty ?? true) }

  mutating func changeQuery(_ change: (inout ListQuery) -> Void) {
    if let slot = focusedSlot { self[slot].changeQuery(change) }
  }

  /// Filters the list by a query; an invalid one leaves the list unchanged.
  ///
  /// - Returns: The error of an invalid query.
  @discardableResult
  mutating func setFilter(_ text: String) -> QueryError? {
    if isShelfFocused {
      shelf.setFilter(text)
      return nil
    }
    if isSharedShelfFocused {
      sharedShelf.setFilter(text, height: shelfHeight)
      return nil
    }
    do throws(QueryError) {
      _ = try TrackQuery(parsing: text)
    } catch {
      return error
    }
    filterList(by: text)
    return nil
  }

  private mutating func filterList(by text: String) {
    guard let slot = focusedSlot else { return }
    let wasFiltered = isFiltered
    // The row stays where nothing was typed.
    guard wasFiltered || !text.isEmpty else { return }
    changeQuery { $0.filter = text }
    // While typing the first match is the best; without a filter the cursor's row stays.
    if !text.isEmpty || !wasFiltered {
      self[slot].anchor = nil
      self[slot].selected = 0
      self[slot].top = 0
    }
    clearMarks()
  }

  // MARK: Marks

  mutating func toggleMark(in queue: PlayQueue) {
    guard let slot = focusedSlot,
      let row = slot == .queue
        ? queueList.cursor(in: queue).map(RowID.queueItem) : self[slot].selectedRow?.id
    else { return }
    self[slot].marks.toggle(row)
    move(slot, by: 1)
  }

  mutating func toggleAllMarks() -> Response {
    guard let slot = focusedSlot, self[slot].count > 0 else { return [] }
    self[slot].marks = self[slot].marks.isInverted ? Marks() : .all
    return .saying(
      self[slot].marks.isEmpty
        ? "Nothing is marked" : "All \(self[slot].count.counted("row")) are marked")
  }

  mutating func keepMarks(in queue: PlayQueue, after before: QueueItemIDs) {
    queueList.keepMarks(in: queue, after: before)
  }

  mutating func clearMarks() {
    if let slot = focusedSlot { self[slot].marks = Marks() }
  }

  /// Clears the marks, else the filter.
  /// Whether there is a filter or a mark to clear.
  var cancels: Bool { isFiltered || focusedList?.marks.isEmpty == false }

  mutating func cancel() {
    if focusedList?.marks.isEmpty == false { clearMarks() } else if isFiltered { setFilter("") }
  }
}
