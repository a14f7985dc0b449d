package import Music
package import Screen

// Access of other parts to panes and lists, and answers about lists.
extension App {
  package var size: Size { browsing.size }
  package var focus: Pane {
    get { browsing.focus }
    set { browsing.focus = newValue }
  }
  package var mode: BrowseMode { browsing.mode }
  package var library: ListState { browsing.library }
  package var playlistsList: ListState { browsing.playlistsList }
  package var queueList: ListState { browsing.queueList }
  package var showsQueue: Bool { browsing.showsQueue }
  package var focusedList: ListState? { browsing.focusedList }
  package var openPlaylist: PlaylistID? { browsing.openPlaylist }
  package var openPlaylistName: String? { browsing.openPlaylistName }
  package var awaitsChange: Bool { browsing.awaitsChange || playing.awaitsChange }
  var layout: Layout { browsing.layout }
  var drag: Browsing.Drag? { browsing.drag }

  /// The item under the cursor of the queue.
  var queueCursor: QueueItemID? { queueList.cursor(in: queue) }
  /// The indices in the queue of the selected items.
  var chosenOfQueue: [Int] { queueList.chosen(in: queue) }

  /// The tracks that commands are about: the selection of the focused pane.
  var selection: Selection? { focus.content.selection(in: self) }

  func selection(in slot: ListID) -> Selection? {
    let list = browsing[slot]
    if list.content == .queue {
      let indices = chosenOfQueue
      return indices.isEmpty ? nil : .tracks(indices.map { queue[$0] })
    }
    if list.marks.isInverted {
      return .all(list.query, except: list.marks.rows.sorted { "\($0)" < "\($1)" })
    }
    let rows = list.chosen
    return rows.isEmpty ? nil : .rows(rows, list.query)
  }
}

extension App {
  /// A frame has waited for the player's report and for tracks, which others do not do again.
  package mutating func stopAwaitingItem() { playing.stopAwaiting() }

  mutating func receive(_ event: ListEvent) -> [Effect] {
    switch event {
    case .loaded(let slot, let window, let serial):
      if slot != .queue { tasks.readingEnded() }
      return apply(
        browsing.receive(
          window, for: slot, serial: serial, inputs: inputs, isScanning: tasks.scan != nil))
    case .tracksToAddFound(let window, let serial):
      return receiveTracksToAdd(window, serial: serial)
    case .albumLoaded(let key, let rows):
      browsing.receive(rows, of: key)
      return []
    case .failed(let slot, let serial, let text):
      browsing.loadFailed(slot, serial: serial)
      say(text, .bad)
      return []
    case .readingStarted:
      tasks.readingStarted(hasRows: library.hasLoaded)
      return []
    case .readingEnded:
      tasks.readingEnded()
      return []
    }
  }
}
