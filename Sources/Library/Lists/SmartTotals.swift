internal import GRDB
internal import Music
import Synchronization

/// The totals of a smart playlist.
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

/// Totals of smart playlists, as far as known: counted once for every change of the library, on a
/// background thread.
struct SmartTotals: Sendable {
  private var totals: [PlaylistID: (smart: SmartQuery, total: SmartTotal)] = [:]
  /// The revision of all counts.
  private var counted: Revision?
  private var isCounting = false
  /// Raised whenever a total changes.
  private(set) var edition = 0

  /// Whether the caller has to count and then call `ended`.
  mutating func begins(at revision: Revision) -> Bool {
    guard !isCounting, counted != revision else { return false }
    isCounting = true
    return true
  }

  /// - Parameter revision: The revision that was counted; nil where that failed.
  mutating func ended(at revision: Revision?) {
    isCounting = false
    if let revision { counted = revision }
  }

  /// The last total counted for a playlist's query.
  func total(of playlist: Playlist) -> SmartTotal? {
    guard let known = totals[playlist.id], known.smart == playlist.smart else { return nil }
    return known.total
  }

  /// - Returns: Whether the total changed.
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
  /// Counts smart playlists in the background after a change of the library, and reloads lists when
  /// a total changed.
  func countSmartPlaylists(at revision: Revision) {
    guard smartTotals.withLock({ $0.begins(at: revision) }) else { return }
    Task.detached(priority: .utility) { [weak self] in
      let clock = ContinuousClock()
      let start = clock.now
      let counted = await self?.countSmartPlaylists()
      // During a scan counting takes only a part of the time.
      let pause = min(.seconds(5), max(.milliseconds(100), (clock.now - start) * 4))
      do { try await Task.sleep(for: pause) } catch {}
      guard let self else { return }
      self.smartTotals.withLock { $0.ended(at: counted) }
      // A view of playlists asks again, if something changed meanwhile.
      if let counted, let now = await self.revision(), now != counted { self.notifier.signal() }
    }
  }

  private func revision() async -> Revision? {
    do { return try await read { try Revision.current($0) } } catch { return nil }
  }

  /// - Returns: The revision that was counted; nil where that failed, and is tried again later.
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
        // Others get the catalog between two counts.
        let total = try await read { db in
          do { return try ListBuilder(db, self).total(of: playlist) } catch is LibraryError {
            // A playlist that is invalid or refers to itself reports so when it is opened.
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
