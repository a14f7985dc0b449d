internal import GRDB
internal import Media
package import Music
internal import Threads

extension Library {
  /// An order of a playlist's entries with better transitions.
  ///
  /// - Parameter progress: Called from another thread with the fraction done, 0 to 1, with each
  ///   further hundredth.
  /// - Throws: `smart` for a playlist that has no entries of its own; `cancelled` soon after the
  ///   task was.
  package func arrangement(
    of playlist: PlaylistID, keepingFirst: Bool = true, rules: MixRules = MixRules(),
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(LibraryError) -> Arrangement {
    let (name, entries) = try await read { db in
      let name = try db.editable(playlist).name
      let queued = try db.entries(of: playlist).map {
        QueuedTrack(TrackID($0.track), entry: EntryID($0.id))
      }
      let found = try db.resolved(queued)
      let entries = queued.compactMap { queued in
        queued.entry.flatMap { id in
          found[queued].map { Arrangement.Entry(id, $0.track) }
        }
      }
      return (name, entries)
    }
    let order = await Library.order(
      of: entries.map(\.track.mixPoint), keepingFirst: keepingFirst, rules: rules, progress)
    guard let order else { throw .cancelled }
    return Arrangement(
      playlist: playlist, name: name, entries: entries, order: order, isFirstKept: keepingFirst)
  }

  /// Nil when the task was cancelled. Runs outside of the database, so that others read on
  /// meanwhile, and on none of the few cooperative threads.
  static func order(
    of points: [MixPoint], keepingFirst: Bool, rules: MixRules,
    _ progress: @escaping @Sendable (Double) -> Void
  ) async -> [Int]? {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        OwnThread.start(named: "arrange") {
          var told = 0.0
          let order = MixOrder.arrange(points, keepingFirst: keepingFirst, rules: rules) { part in
            if part >= told + 0.01 {
              told = part
              progress(part)
            }
            return !cancellation.isCancelled
          }
          continuation.resume(returning: order)
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Reorders the entries of a playlist, as one step; entries not named follow in their order.
  package func arrange(_ entries: [EntryID], of playlist: PlaylistID) async throws(LibraryError) {
    _ = try await edit(name: { (name: String) in "arranged \(name)" }) { db in
      let name = try db.editable(playlist).name
      let all = try db.entryIDs(of: playlist)
      let present = Set(all)
      var named: Set<Int64> = []
      var order = entries.map(\.rawValue).filter {
        present.contains($0) && named.insert($0).inserted
      }
      order += all.filter { !named.contains($0) }
      if order != all {
        try db.setOrder(order, of: playlist)
        try db.touch(playlist)
      }
      return name
    }
  }
}
