/// The gains from each channel to each side.
struct StereoMatrix: BitwiseCopyable, Equatable, Sendable {
  var leftToLeft = 1.0
  var rightToLeft = 0.0
  var leftToRight = 0.0
  var rightToRight = 1.0

  /// `balance` -1...1 keeps the near side as it is and lowers the far one linearly; mono gives half
  /// of both channels to both sides. `gain` is a factor of all.
  init(balance: Double, isMono: Bool, gain: Double) {
    let (left, right) = (gain * (1 - max(0, balance)), gain * (1 + min(0, balance)))
    if isMono {
      (leftToLeft, rightToLeft) = (left / 2, left / 2)
      (leftToRight, rightToRight) = (right / 2, right / 2)
    } else {
      (leftToLeft, rightToRight) = (left, right)
    }
  }

  /// Whether the matrix leaves every sample unchanged: centre, stereo, no gain.
  var isIdentity: Bool {
    @_noLocks @_noAllocation get {
      leftToLeft == 1 && rightToRight == 1 && rightToLeft == 0 && leftToRight == 0
    }
  }

  @_noLocks @_noAllocation
  static func == (one: Self, other: Self) -> Bool {
    one.leftToLeft == other.leftToLeft && one.rightToLeft == other.rightToLeft
      && one.leftToRight == other.leftToRight && one.rightToRight == other.rightToRight
  }
}
