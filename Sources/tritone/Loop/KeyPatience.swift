/// How long keys wait for the rows that they are meant for. All keys together wait so long for rows
/// that do not come: each by itself would be ever later where a key is held.
struct KeyPatience {
  static let limit: Duration = .milliseconds(500)

  private var left = KeyPatience.limit

  /// How long the next key may wait.
  mutating func allowance(isAwaited: Bool) -> Duration {
    if !isAwaited { left = KeyPatience.limit }
    return isAwaited ? left : .zero
  }

  /// - Parameter isOver: Whether what was waited for is there.
  mutating func waited(_ time: Duration, isOver: Bool) {
    left = isOver ? KeyPatience.limit : max(.zero, left - time)
  }
}
