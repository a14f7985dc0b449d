internal import GRDB
internal import Music
import Synchronization

/// What is in a smart playlist.
struct SmartTotal: Equatable, Sendable {
  var tracks: Int
  var milliseconds: UInt64
}

extension Playlist {
  mutating func add(_ total: SmartTotal) {
    trackCount = total.tracks
    duration = .milliseconds(Int64(clamping: total.milliseconds))
    isCounted = true
  }
}

/// How many tracks smart playlists have, as far as that is known: counted once for every change of
/// the library, on no thread that anybody waits for.
struct SmartTotals: Sendable {
  private var totals: [PlaylistID: (smart: SmartQuery, total: SmartTotal)] = [:]
  /// The state that all was counted in.
  private var counted: Revision?
  private var isCounting = false
  /// Another number whenever a total is not what it was.
  private(set) var edition = 0

  /// Whether somebody has to count, who then says `ended`.
  mutating func begins(at revision: Revision) -> Bool {
    guard !isCounting, counted != revision else { return false }
    isCounting = true
    return true
  }

  /// - Parameter revision: The state that was counted; nil where that failed.
  mutating func ended(at revision: Revision?) {
    isCounting = false
    if let revision { counted = revision }
  }

  /// The total of a playlist, if it was counted for its query, be it a while ago.
  func total(of playlist: Playlist) -> SmartTotal? {
    guard let known = totals[playlist.id], known.smart == playlist.smart else { return nil }
    return known.total
  }

  /// - Returns: Whether that is news.
  mutating func update(_ total: SmartTotal, of playlist: Playlist) -> Bool {
    guard let smart = playlist.smart, self.total(of: playlist) != total else { return false }
    totals[playlist.id] = (smart, total)
    edition += 1
    return true
  }

  mutating func keep(_ playlists: [Playlist]) {
    let there = Set(playlists.map(\.id))
    totals = totals.filter { there.contains($0.key) }
  }
}

extension Library {
  /// Counts smart playlists in the background where the library is not what it was, and has lists
  /// asked for again when a total is another.
  func countSmartPlaylists(at revision: Revision) {
    guard smartTotals.withLock({ $0.begins(at: revision) }) else { return }
    Task.detached(priority: .utility) { [weak self] in
      let clock = ContinuousClock()
      let start = clock.now
      let counted = await self?.countSmartPlaylists()
      // While a scan goes on that takes no more than a part of the time.
      let pause = min(.seconds(5), max(.milliseconds(100), (clock.now - start) * 4))
      do { try await Task.sleep(for: pause) } catch {}
      guard let self else { return }
      self.smartTotals.withLock { $0.ended(at: counted) }
      // Whoever looks at the playlists asks again, if something changed meanwhile.
      if let counted, let now = await self.revision(), now != counted { self.notifier.signal() }
    }
  }

  private func revision() async -> Revision? {
    do { return try await read { try Revision.current($0) } } catch { return nil }
  }

  /// - Returns: The state that was counted; nil where that failed, and is tried again later.
  private func countSmartPlaylists() async -> Revision? {
    do {
      let (revision, playlists) = try await read { db in
        (try Revision.current(db), try db.smartPlaylistRows())
      }
      smartTotals.withLock { $0.keep(playlists) }
      guard !playlists.isEmpty else { return revision }
      await catalog.ready()
      let clock = ContinuousClock()
      var said = clock.now
      var hasNews = false
      for playlist in playlists {
        // Others have the catalog between two of them.
        let total = try await read { db in
          do { return try ListBuilder(db, self).total(of: playlist) } catch is LibraryError {
            // One that cannot be read or asks for itself says so when it is opened.
            return nil
          }
        }
        guard let total else { continue }
        if smartTotals.withLock({ $0.update(total, of: playlist) }) { hasNews = true }
        if hasNews, clock.now - said > .milliseconds(300) {
          notifier.signal()
          (said, hasNews) = (clock.now, false)
        }
      }
      if hasNews { notifier.signal() }
      return revision
    } catch {
      return nil
    }
  }
}
