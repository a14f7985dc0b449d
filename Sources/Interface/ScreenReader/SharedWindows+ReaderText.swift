import Music
import Screen

// Shared playlists and their windows in words.

extension SharedShelf {
  func readerText(in app: App) -> ReaderText {
    let title = ReaderText.joined([
      "Shared", rows.count { !$0.isHeading }.counted("playlist"),
      filter.isEmpty ? nil : "filter " + filter,
    ])
    guard count > 0 else {
      let empty = SharedShelfView(app: app, layout: app.layout).emptyPane
      return ReaderText(
        title, [empty.sentence] + empty.keys.map { "\($0.keys) \($0.text)" }, selected: 0)
    }
    let time = app.servers.unixTime(at: app.now)
    return ReaderText(
      title,
      rows.map { row in
        switch row {
        case .heading(let title): "Heading " + title
        case .playlist(let playlist):
          ReaderText.joined([
            playlist.name, playlist.stateSentence, playlist.tracks.counted("track"),
            playlist.rightsSentence, playlist.updatedSentence(at: time), playlist.details,
          ])
        }
      }, selected: cursor.selected)
  }
}

extension SharedEntry {
  /// The words and reactions of others about the track, for its row.
  var readerWords: [String?] {
    [
      isWaiting ? "waits to be sent" : nil, ratings.map(\.text).joined(separator: " and "),
      comments.isEmpty ? nil : comments.count.counted("comment"),
    ]
  }
}

extension SharedCommentsPanel {
  func readerText(in app: App) -> ReaderText {
    guard let entry = entry(in: app) else {
      return ReaderText("Comments", [SharedCommentsWindow.goneText], selected: 0)
    }
    var text = ReaderText("Comments on \(entry.title)")
    text.add(entry.ratings.map(\.text).joined(separator: ", "))
    if entry.comments.isEmpty { text.add("No comments yet", isSelected: true) }
    for (index, comment) in entry.comments.enumerated() {
      text.add(
        ReaderText.joined([
          comment.author, comment.place.map { "at " + $0.clockText },
          comment.timeText(at: app.servers.unixTime(at: app.now)), comment.stateText,
          comment.text.replacing("\n", with: " "),
        ]), isSelected: index == cursor.selected)
    }
    return text
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
