/// How long keys wait for the rows that they refer to. All keys share one allowance for rows that
/// do not arrive: else a held key would lag ever further behind.
struct KeyPatience {
  static let limit: Duration = .milliseconds(500)

  private var left = KeyPatience.limit

  /// How long the next key may wait.
  mutating func allowance(isAwaited: Bool) -> Duration {
    if !isAwaited { left = KeyPatience.limit }
    return isAwaited ? left : .zero
  }

  /// - Parameter isOver: whether the rows arrived.
  mutating func waited(_ time: Duration, isOver: Bool) {
    left = isOver ? KeyPatience.limit : max(.zero, left - time)
  }
}
