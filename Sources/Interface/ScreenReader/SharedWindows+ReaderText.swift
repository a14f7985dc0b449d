import Music
import Screen

// The windows of shared playlists in words.

extension SharedListPanel {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText("Shared playlists")
    let rows = rows(in: app)
    if search.isOpen { text.add(search.field, label: "Search") }
    if rows.isEmpty {
      text.add(SharedListView(panel: self, app: app).emptyText, isSelected: !search.isOpen)
    }
    for (index, row) in rows.enumerated() {
      let isSelected = index == cursor.selected && !search.isOpen
      switch row {
      case .heading(let title): text.add("Heading " + title)
      case .playlist(let playlist):
        text.add(
          ReaderText.joined([
            playlist.name, playlist.tracks.counted("track"), playlist.stateSentence,
          ]), isSelected: isSelected)
        if isSelected { for fact in SharedListView.facts(of: playlist, in: app) { text.add(fact) } }
      }
    }
    return text
  }
}

extension SharedPlaylistPanel {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText(contents?.playlist.name ?? name)
    if search.isOpen { text.add(search.field, label: "Search") }
    let isInEntries = part == .entries && !search.isOpen
    guard let contents, !shown.isEmpty else {
      text.add(SharedPlaylistView.emptyText(self), isSelected: !search.isOpen)
      return text
    }
    if part == .comments, let entry {
      text.add("Comments on \(entry.title)")
      addComments(on: entry, to: &text, app)
      return text
    }
    text.add(SharedPlaylistView.facts(of: self, in: app))
    for (row, index) in shown.enumerated() {
      let entry = contents.entries[index]
      let isSelected = row == cursor.selected
      text.add(
        ReaderText.joined([
          "\((index + 1).grouped) \(entry.title)", entry.artist, entry.duration?.clockText,
          entry.reaction.name, entry.isWaiting ? "waits to be sent" : nil,
          entry.comments.isEmpty ? nil : entry.comments.count.counted("comment"),
        ]), isSelected: isSelected && isInEntries)
      if isSelected { text.add(entry.ratings.map(\.text).joined(separator: ", ")) }
    }
    return text
  }

  private func addComments(on entry: SharedEntry, to text: inout ReaderText, _ app: App) {
    if entry.comments.isEmpty { text.add("No comments yet", isSelected: true) }
    for (index, comment) in entry.comments.enumerated() {
      text.add(
        ReaderText.joined([
          comment.author, comment.place.map { "at " + $0.clockText },
          comment.timeText(at: app.servers.unixTime(at: app.now)), comment.stateText,
          comment.text.replacing("\n", with: " "),
        ]), isSelected: index == commentCursor.selected)
    }
  }
}

extension SharedChangesPanel {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText("What waits or was refused")
    let changes = app.shared.changes ?? []
    if changes.isEmpty { text.add(SharedChangesView.emptyText(app), isSelected: true) }
    for (index, change) in changes.enumerated() {
      let isSelected = index == cursor.selected
      text.add(
        ReaderText.joined([change.subject, SharedChangesView.state(of: change, in: app)]),
        isSelected: isSelected)
      guard isSelected else { continue }
      text.add(change.refusal)
      text.add(change.words?.replacing("\n", with: " "))
    }
    return text
  }
}
