import Music

// Commands about the selected rows and tracks.
extension App {
  mutating func performRow(_ command: RowCommand) -> [Effect] {
    switch command {
    case .addToPlaylist: return chooseList(toAdd: selection)
    case .remove: return focus.content.remove(in: &self)
    case .moveDown: return move(.by(1))
    case .moveUp: return move(.by(-1))
    case .moveToTop: return move(.top)
    case .moveToBottom: return move(.bottom)
    case .addAgain: return addAgain()
    case .relocate(let folder): return findRelocations(in: folder)
    case .edit: return edit()
    }
  }

  private mutating func move(_ position: EntryPosition) -> [Effect] {
    moveShared(position) ?? moveEntries(position)
  }

  mutating func performTrack(_ command: TrackCommand) -> [Effect] {
    switch command {
    case .cycleRating: return cycleRating()
    case .rate(let stars):
      return withSelection { [.edit(.tracks(.setRating(Rating(stars: stars), $0)))] }
    case .cycleReaction: return react(focusedReaction.next)
    case .toggle(let reaction):
      return react(focusedReaction == reaction ? .none : reaction)
    case .editNote: editNote()
    case .writeNote(let text): return withSelection { [.edit(.tracks(.setNotes(text, $0)))] }
    case .color(let name): return withSelection { [.edit(.tracks(.setColor(name, $0)))] }
    }
    return []
  }

  private mutating func react(_ reaction: Reaction) -> [Effect] {
    if let reason = refusesSharedRating {
      say(reason, .bad)
      return []
    }
    if let playlist = ownReactions {
      return withSelection { [.servers(.shared(.rate(playlist, $0, reaction)))] }
    }
    return withSelection { [.edit(.tracks(.setReaction(reaction, $0)))] }
  }

  private mutating func cycleRating() -> [Effect] {
    let stars = focusedTrack?.rating.stars ?? 0
    return perform(.track(.rate(stars == 5 ? 0 : stars + 1)))
  }
}
