/// What is wrong between two neighbours of a playlist that is to be mixed.
package struct MixClash: Equatable, Sendable {
  /// By which part the tempo jumps, where that is more than `mostJump`.
  package var jump: Double?
  /// The keys that fight.
  package var from: MusicalKey?
  package var to: MusicalKey?

  /// A tempo may be 6 % away, also from the double and the half.
  package static let maximumJump = 0.06

  /// Nil where nothing is wrong, or nothing is known.
  package init?(from: MixPoint, to: MixPoint) {
    let fit = MixFit(from: from, to: to)
    // What is heard unless it is changed: the new track is faster by what it would be slowed by.
    let jump = fit.pitch.map { 1 / (1 + $0) - 1 } ?? 0
    if abs(jump) > MixClash.maximumJump { self.jump = jump }
    if fit.relation == .clash { (self.from, self.to) = (fit.keyFrom, fit.keyTo) }
    guard self.jump != nil || self.from != nil else { return nil }
  }

  /// "tempo +9.3 %, 8A to 3B fight".
  ///
  /// - Parameter name: How keys are called.
  package func text(name: (MusicalKey) -> String = { $0.camelot }) -> String {
    var parts: [String] = []
    if let jump { parts.append("tempo \(MixFit.percent(jump))") }
    if let from, let to { parts.append("\(name(from)) to \(name(to)) fight") }
    return parts.joined(separator: ", ")
  }
}
