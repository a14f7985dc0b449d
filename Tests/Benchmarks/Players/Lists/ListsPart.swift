import BenchHarness
import Foundation

/// One kind of long list.
protocol ListsPart: Sendable {
  var name: String { get }
  /// How many rows the list has.
  var count: Int { get }
  /// The same in a quick run.
  var quickCount: Int { get }
  /// - Parameter home: of a player of its own.
  func read(_ home: PlayerHome, _ workplace: Workplace, count: Int, isQuick: Bool) throws -> [Row]
}

extension ListsPart {
  var quickCount: Int { count / 10 }

  func row(_ count: Int, _ measure: Measure, _ values: [Double]) -> Row {
    Row(
      gate: name, tracks: count, measure: measure,
      readings: [.ours: values.isEmpty ? .absent : .values(values)])
  }

  /// A player that shows all tracks of a new library without files.
  func player(_ home: PlayerHome, tracks: Int, _ shape: LibraryShape = LibraryShape()) throws
    -> Ours
  {
    let library = home.path("library.db")
    try LibraryMaker.make(library, tracks: tracks, shape)
    let player = Ours(home, music: "", library: library)
    try player.arrange()
    return player
  }
}

extension ScreenedPlayer {
  /// Presses keys one after the other.
  ///
  /// - Returns: milliseconds of those that changed the screen.
  func times(_ keys: [String], within limit: Double = 30) throws -> [Double] {
    try keys.compactMap { key in
      guard let last = try stroke(key, within: limit).last else { return nil }
      return last * 1e3
    }
  }

  /// Presses keys whose time does not count.
  func press(_ keys: [String], quiet: Double = 0.4) throws {
    for key in keys { _ = try stroke(key, quiet: quiet, within: 120) }
  }

  /// Types a text into the line that filters the list, letter by letter, and clears the line.
  func lettersOfFilter(_ texts: [String]) throws -> [Double] {
    try texts.flatMap { text in
      try press(["/"], quiet: 0.3)
      let times = try times(text.map(String.init))
      try press(["\u{1B}", "\u{1B}"], quiet: 0.3)
      return times
    }
  }
}

extension PlayerKeys {
  /// Pages down and up, the ends in between.
  static func paging(_ count: Int) -> [String] {
    let keys = PlayerKeys()
    return Array(repeating: keys.pageDown, count: count) + [keys.end]
      + Array(repeating: keys.pageUp, count: count) + [keys.top]
  }
}
