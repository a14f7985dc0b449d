/// The hints for new users that are left.
enum Tour: Equatable, Sendable {
  /// Never begun: the library is older than the tour.
  case none
  case underway(left: [TourHint])
  /// All hints were used, and the last line says so.
  case ending
  case over

  /// The tour with the hints of a stored session, which may be any texts.
  init(restored names: [String]?) {
    guard let names else {
      self = .none
      return
    }
    let left = TourHint.allCases.filter { names.contains($0.rawValue) }
    self = left.isEmpty ? .over : .underway(left: left)
  }

  /// The names of the hints for the session; none of a tour that is over, nil of none.
  var stored: [String]? {
    switch self {
    case .none: nil
    case .underway(let left): left.map(\.rawValue)
    case .ending, .over: []
    }
  }

  var left: [TourHint] { if case .underway(let left) = self { left } else { [] } }

  mutating func begin() { self = .underway(left: TourHint.allCases) }

  mutating func end() { self = .over }

  /// The hint was used, also before its turn.
  mutating func use(_ hint: TourHint) {
    let rest = left.filter { $0 != hint }
    guard rest.count < left.count else { return }
    self = rest.isEmpty ? .ending : .underway(left: rest)
  }
}
