/// The tokens of a server's user, which several processes of the program share.
package protocol TokenStore: Sendable {
  /// Nil where the user has signed out.
  func tokens() async throws(ServerError) -> AudiobookshelfTokens?

  /// Stores `new` in one step, if the store has `old` by then.
  ///
  /// - Returns: False where it has others, or none: they stay.
  func replace(
    _ old: AudiobookshelfTokens, with new: AudiobookshelfTokens
  ) async throws(ServerError) -> Bool
}
