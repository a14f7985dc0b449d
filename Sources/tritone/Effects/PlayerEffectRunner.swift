import Interface
import Library
import Music
import Playback

/// Sends commands to the player, with facts from the library.
struct PlayerEffectRunner: Sendable {
  let player: Player
  let library: Library
  let mailbox: Mailbox
  let passwords: StreamPasswords
  var scrobbling: Scrobbling?
  var servers: PlayerServers?

  func carryOut(_ order: PlayerEffect) async {
    switch order {
    case .play(let request, let position, let isPaused):
      guard let item = await item(request) else {
        return mailbox.post(.player(.failed(request.id, reason: "it is no longer in the library")))
      }
      // Restored sound of the net waits for the user: no server is contacted before.
      if isPaused, isFetched(item.source) { return }
      // A stream of unknown length is joined live.
      let isLive = item.source.isStream && item.duration == nil
      let asked = isPaused ? nil : await servers?.askedPlace(of: item, at: position)
      switch asked {
      case .moved(let start)?: await player.play(item, from: start, paused: false)
      case .elsewhere(let book, let progress)?:
        await player.play(item, from: position, paused: true)
        servers?.post(book, progress)
      case .unchanged?, nil:
        let start = await servers?.start(of: item, at: position) ?? position
        await player.play(item, from: isLive ? .zero : start, paused: isPaused)
      }
    case .prepareNext(let request, let id), .prepareLater(let request, let id):
      guard let request else { return await player.setNext(nil, after: id) }
      let next = await item(request)
      if let next { await servers?.prepare(next) }
      await player.setNext(next, after: id)
    case .adjust(let request):
      guard let item = await item(request), await !player.adjust(item) else { return }
      mailbox.post(.done(.playing(.adjustedLater)))
    case .pause: await player.pause()
    case .resume:
      switch await servers?.askedPlaceOfResting() {
      case .moved(let start)?:
        await player.seek(to: start)
        await player.resume()
      case .elsewhere(let book, let progress)?: servers?.post(book, progress)
      case .unchanged?, nil: await player.resume()
      }
    case .stop: await player.stop()
    case .seek(let position): await player.seek(to: position)
    case .setVolume(let volume): await player.setVolume(volume)
    case .setMuted(let isMuted): await player.setMuted(isMuted)
    case .setSound(let settings, _): await player.setSound(settings)
    case .chooseDevice(let name): await player.chooseDevice(named: name)
    case .setUnplugging(let unplugging): await player.setUnplugging(unplugging)
    case .sleep(let timer): await player.sleep(timer)
    }
  }

  /// Whether its bytes come over the net.
  private func isFetched(_ source: MediaSource) -> Bool {
    switch source {
    case .file: false
    case .stream: true
    case .server(let address): servers?.isLocal(address) != true
    }
  }

  private func item(_ request: PlayRequest) async -> PlayItem? {
    let queued = QueuedTrack(request.id.track, entry: request.entry)
    // Absence and failure are the same here: nothing to play, or no library.
    guard let facts = try? await library.playerFacts(of: queued, neighbors: request.neighbors)
    else { return nil }
    if request.entry != nil {
      mailbox.post(.track(.entryPlaybackLoaded(request.id, facts.sound)))
    }
    var item = PlayItem(
      id: request.id, track: facts.track, entry: facts.sound, neighbors: facts.neighbors,
      measured: facts.measured)
    item.gain += request.gain
    mailbox.log.note(item, of: facts.track)
    await noteListen(of: item, facts)
    if case .stream(let address) = item.source {
      item.source = .stream(passwords.completing(address))
    }
    return item
  }

  /// Notes the names by which services know the item: those of the entry that is a virtual track.
  private func noteListen(of item: PlayItem, _ facts: PlayerFacts) async {
    guard let scrobbling else { return }
    let named = facts.named ?? facts.track
    await servers?.note(item, named)
    var file: FilePath?
    // The identifiers in the tags are those of the whole file.
    if case .file(let path) = facts.track.source, named == facts.track { file = path }
    let subject = ListenSubject(named, isPartOfBook: facts.isPartOfBook)
    scrobbling.note(subject, of: item.id, in: file)
  }

  /// The playback settings of an entry; a deleted entry plays like any other track.
  static func sound(of request: PlayRequest, _ library: Library) async throws -> EntryPlayback? {
    guard let entry = request.entry else { return nil }
    return try await library.sound(of: entry)
  }
}
