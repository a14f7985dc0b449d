import Music

// Relocating missing files.
extension App {
  /// Searches for the marked files, else for those of the open playlist, else for all missing ones.
  mutating func findRelocations(in folder: String?) -> [Effect] {
    if folder == nil, windows.reopen(.relocations) {
      messages.clear()
      return []
    }
    windows.keep(nil, for: .relocations)
    say("Looking for missing files…")
    windows.expect(.relocations)
    return [.library(.findRelocations(relocated, folder: folder.map { FilePath($0) }))]
  }

  private var relocated: Selection? {
    guard let list = focusedList, list.content != .queue else { return nil }
    if !list.marks.isEmpty { return selection }
    if let focusedPlaylist { return .all(ListQuery(.playlist(focusedPlaylist)), except: []) }
    return list.selectedRow?.track?.isMissing == true ? selection : nil
  }

  mutating func receive(_ plan: RelocationPlan) {
    let request = windows.answered(.relocations)
    let missing = plan.relocations.count + plan.unfound.count
    guard missing > 0 else { return say("No file is missing there", .good) }
    guard !plan.relocations.isEmpty else {
      let what = missing == 1 ? "The missing file was" : "\(missing.grouped) missing files were"
      return say("\(what) not found; :relocate FOLDER looks in a folder, too", .bad)
    }
    messages.clear()
    let items = plan.relocations.map { relocation in
      let count = relocation.candidates.count
      return Checklist.Item(
        text: relocation.path.name,
        choices: relocation.candidates.enumerated().map { index, candidate in
          Checklist.Choice(
            text: candidate.evidence.text + (count > 1 ? "  \(index + 1)/\(count)" : ""),
            lines: ["was  " + relocation.path.text, "now  " + candidate.path.text])
        }, isOn: relocation.isSure)
    }
    let unsure = plan.relocations.count { !$0.isSure }
    var lines = [
      "Found \(plan.relocations.count.grouped) of \(missing.counted("missing file"))."
        + " Entries, cues and marks go over."
    ]
    if unsure > 0 {
      lines.append(
        "Not sure of \(unsure.grouped): \(key(.checklist(.left), in: .checklist)) "
          + "\(key(.checklist(.right), in: .checklist)) choose, \(key(.checklist(.mark), in: .checklist)) marks them."
      )
    }
    let list = Checklist(
      .relocate(plan.relocations), title: "Relocate", lines: lines, items: items,
      verb: "relocates")
    let isOpen = open(
      .checklist(list), askedFor: request,
      orSay: "Found \(plan.relocations.count.grouped) of \(missing.counted("missing file"))"
        + ": :relocate shows them")
    // The search may have taken minutes.
    windows.keep(isOpen ? nil : .checklist(list), for: .relocations)
  }

  /// Queued tracks that were merged into others continue under the others' ids.
  mutating func relocated(_ moves: [Relocation.Move]) -> [Effect] {
    let count = moves.count
    say(
      count == 1
        ? "Found the file again; \(key(.undo)) takes it back"
        : "Found \(count.grouped) files again; \(key(.undo)) takes it back", .good)
    let renamed = Dictionary(moves.map { ($0.from, $0.to) }) { first, _ in first }
    return apply(playing.rename(renamed))
  }
}
