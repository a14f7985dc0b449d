package import Music

extension Library {
  /// Tracks in an order with better transitions (`MixOrder`); those that have left the library come
  /// last, in their order.
  ///
  /// - Parameter progress: Called from another thread with the fraction done, 0 to 1.
  /// - Throws: `.cancelled` soon after the task was.
  package func arranged(
    _ tracks: [QueuedTrack], keepingFirst: Bool = false, rules: MixRules = MixRules(),
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(LibraryError) -> [QueuedTrack] {
    let found = try await read { try $0.resolved(tracks).mapValues(\.track.mixPoint) }
    let there = tracks.filter { found[$0] != nil }
    let order = await Library.order(
      of: there.compactMap { found[$0] }, keepingFirst: keepingFirst, rules: rules, progress)
    guard let order else { throw .cancelled }
    return order.map { there[$0] } + tracks.filter { found[$0] == nil }
  }
}
