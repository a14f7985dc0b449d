/// A clash between two neighbours of a playlist to be mixed.
package struct MixClash: Equatable, Sendable {
  /// The relative jump of the tempo, where it is more than `maximumJump`.
  package var jump: Double?
  /// The clashing keys.
  package var from: MusicalKey?
  package var to: MusicalKey?

  /// Tempos may differ by 6 %, also from the double and the half.
  package static let maximumJump = 0.06

  /// Nil without a clash, or without known values.
  package init?(from: MixPoint, to: MixPoint) {
    let fit = MixFit(from: from, to: to)
    // As heard without a correction: the new track is faster by the amount it would be slowed by.
    let jump = fit.pitch.map { 1 / (1 + $0) - 1 } ?? 0
    if abs(jump) > MixClash.maximumJump { self.jump = jump }
    if fit.relation == .clash { (self.from, self.to) = (fit.keyFrom, fit.keyTo) }
    guard self.jump != nil || self.from != nil else { return nil }
  }

  /// "tempo +9.3 %, 8A to 3B fight".
  ///
  /// - Parameter name: The notation of keys.
  package func text(name: (MusicalKey) -> String = { $0.camelot }) -> String {
    var parts: [String] = []
    if let jump { parts.append("tempo \(MixFit.percent(jump))") }
    if let from, let to { parts.append("\(name(from)) to \(name(to)) fight") }
    return parts.joined(separator: ", ")
  }
}
