import Music
import Screen

// Playlists that people share: commands, and what the program tells of them.
extension App {
  mutating func performShared(_ command: SharedCommand) -> [Effect] {
    switch command {
    case .list:
      browsing.browse(.shared)
      browsing.scrollToCursors()
      // The list of servers tells the time.
      return [.servers(.shared(.list)), .servers(.list)]
    case .open(let name): return openShared(named: name)
    case .row(let index): return press(onShared: index)
    case .comments: return openSharedComments()
    case .shares:
      guard let playlist = chosenShared else {
        say("Select a shared playlist; \(key(.shared(.list))) lists them")
        return []
      }
      return showShares(of: playlist)
    case .send:
      say("Sending what waits")
      return [.servers(.shared(.focused))]
    case .changes: return showSharedChanges()
    case .askForEmail(let id):
      open(.email(id))
      return []
    case .share(let id, let email, let rights):
      return [.servers(.shared(.share(id, email: email, rights)))]
    case .askToRevoke(let id, let email):
      askToRevoke(id, email)
      return []
    case .revoke(let id, let email): return [.servers(.shared(.revoke(id, email: email)))]
    case .accept(let id): return [.servers(.shared(.accept(id)))]
    case .deleteComment(let id, let comment):
      return [.servers(.shared(.deleteComment(id, id: comment)))]
    case .discard(let id): return [.servers(.shared(.discard(id: id)))]
    }
  }

  mutating func receive(_ event: SharedEvent) -> [Effect] {
    switch event {
    case .listed(let playlists): return list(playlists)
    case .moved(let id, let reading): shared.stored(id, reading: reading)
    case .opened(let contents, let reading):
      shared.receive(contents, reading: reading)
      let opened = shared.opened
      windows.update { overlay in
        guard case .sharedComments(var panel) = overlay, panel.id == contents.playlist.id else {
          return
        }
        panel.receive(opened[panel.id]?[panel.track]?.comments ?? [])
        overlay = .sharedComments(panel)
      }
    case .shares(let id, let shares): receive(shares, of: id)
    case .changes(let changes): list(changes)
    case .refused(let change):
      let words =
        change.words == nil ? "" : "; \(key(.shared(.changes))) has the words"
      say(
        "\(TextWidth.truncated(change.subject, to: 40)) was refused: \(change.refusal ?? "")"
          + words, .bad)
    }
    return []
  }

  /// An effect could not be carried out: its words are kept, and what showed early is asked for.
  mutating func refusedShared(_ effect: SharedEffect) -> [Effect] {
    if let (draft, text) = effect.typed { shared.keep(text, for: draft) }
    guard case .move(let id, _, _) = effect else { return [] }
    shared.endMove(in: id)
    return [.servers(.shared(.open(id)))]
  }

  // MARK: Lists

  private mutating func list(_ playlists: [SharedPlaylist]) -> [Effect] {
    browsing.sharedShelf.receive(playlists, height: browsing.shelfHeight)
    guard let wanted = shared.wanted, wanted.terminal == terminal.number else { return [] }
    shared.wanted = nil
    // Another key came before the answer.
    guard wanted.inputs == inputs, let playlist = findShared(named: wanted.name) else { return [] }
    return open(playlist)
  }

  private mutating func openShared(named name: String) -> [Effect] {
    guard browsing.sharedShelf.playlists != nil else {
      shared.wanted = .init(name: name, terminal: terminal.number, inputs: inputs)
      return performShared(.list)
    }
    return open(findShared(named: name))
  }

  /// The playlist of a typed name; nil after it was said that there is none.
  private mutating func findShared(named name: String) -> SharedPlaylist? {
    if let playlist = browsing.sharedShelf.playlists?.named(name, by: \.name) { return playlist }
    say(
      "There is no shared playlist \(TextWidth.truncated(name, to: 40));"
        + " \(key(.shared(.list))) lists those that there are", .bad)
    return nil
  }

  /// The servers were listed: the shared playlists of projects among them are a view of the library.
  mutating func knowSharing() -> [Effect] {
    browsing.knowSharing((servers.items ?? []).contains { $0.server.kind == .coretet })
    guard browsing.hasSharing, browsing.sharedShelf.playlists == nil else { return [] }
    return [.servers(.shared(.list))]
  }

  /// Tells what screens show of shared playlists, when that has changed.
  mutating func missingShared(after event: Event) -> [Effect] {
    // Rows are answered one terminal after the other.
    if case .list = event { return [] }
    let shown = terminal.sharedShown.union(shared.elsewhere)
    guard let new = shared.show(shown) else { return [] }
    return new.sorted { $0.id < $1.id }.map { .servers(.shared(.open($0))) }
      + [.servers(.shared(.show(shown)))]
  }

  /// The terminal got the focus: projects are asked what is new.
  mutating func sharedFocused() -> [Effect] {
    browsing.hasSharing ? [.servers(.shared(.focused))] : []
  }

  // MARK: Sharing

  mutating func accept(_ playlist: SharedPlaylist?) -> [Effect] {
    guard let playlist else { return [] }
    guard playlist.standing == .invited else {
      say("\(playlist.shortName) is no invitation")
      return []
    }
    windows.open(
      .picker(
        Picker(
          .exchange, title: "Accept \(playlist.shortName)?",
          lines: ["\(TextWidth.truncated(playlist.owner.shownName, to: 40)) shares it with you."],
          choices: [
            .init("Accept it", .command(.shared(.accept(playlist.id)))), .init("Not now", .nothing),
          ])))
    return []
  }

  /// Asks with whom a playlist is shared.
  mutating func showShares(of playlist: SharedPlaylist?) -> [Effect] {
    guard let playlist else { return [] }
    if let reason = playlist.refusesSharing {
      say(reason, .bad)
      return []
    }
    windows.expect(.shares)
    return [.servers(.shared(.shares(playlist.id)))]
  }

  private mutating func receive(_ shares: [SharedShare], of id: SharedPlaylistID) {
    let name = browsing.sharedShelf[id]?.shortName ?? "the playlist"
    let choices =
      [Picker.Choice("Share it with somebody…", .command(.shared(.askForEmail(id))))]
      + shares.map { share in
        Picker.Choice(
          share.email, detail: share.text,
          share.status == .revoked ? .note : .command(.shared(.askToRevoke(id, email: share.email)))
        )
      }
    open(
      .picker(
        Picker(
          .exchange, title: "Who has \(name)?",
          lines: [
            shares.isEmpty
              ? "Nobody but you." : "\(key(.accept, in: .picker)) on an address ends its share."
          ],
          choices: choices)), askedFor: windows.answered(.shares),
      orSay: "It is known now who has \(name); \(key(.shared(.list))) asks again")
  }

  private mutating func askToRevoke(_ id: SharedPlaylistID, _ email: String) {
    windows.open(
      .picker(
        Picker(
          .exchange, title: "Share it no more with \(TextWidth.truncated(email, to: 40))?",
          lines: ["Their ratings and comments stay."],
          choices: [
            .init("Leave it as it is", .nothing),
            .init("Share it no more", .command(.shared(.revoke(id, email: email)))),
          ])))
  }

  /// Asks for the rights of somebody.
  private mutating func askForRights(_ id: SharedPlaylistID, _ email: String) {
    func choice(_ text: String, canEdit: Bool, canRate: Bool) -> Picker.Choice {
      let rights = SharedRights(canEdit: canEdit, canRate: canRate)
      return Picker.Choice(text, .command(.shared(.share(id, email: email, rights))))
    }
    windows.open(
      .picker(
        Picker(
          .exchange, title: "What may \(TextWidth.truncated(email, to: 40)) do?",
          choices: [
            choice("Listen and rate", canEdit: false, canRate: true),
            choice("Listen, rate and reorder", canEdit: true, canRate: true),
            choice("Listen only", canEdit: false, canRate: false),
          ])))
  }

  // MARK: Lines

  /// Opens a line, with the words that could not be stored the last time.
  mutating func open(_ draft: SharedDraft, text: String = "") {
    windows.open(.prompt(Prompt(.shared(draft), text: shared.takeWords(for: draft) ?? text)))
  }

  /// A line was left with Enter.
  mutating func finish(_ draft: SharedDraft, _ typed: String) -> [Effect] {
    let text = CommentDraft.text(ofLine: typed)
    switch draft {
    case .comment(let id, let track, let place):
      return [.servers(.shared(.addComment(id, track, text, at: place)))]
    case .edit(let id, let comment, let place):
      return [.servers(.shared(.editComment(id, id: comment, text, at: place)))]
    case .words(let change): return [.servers(.shared(.retry(id: change, words: text)))]
    case .email(let id):
      askForRights(id, text)
      return []
    }
  }
}
