/// What the waveform is drawn with.
package enum WaveformStyle: String, Sendable, CaseIterable, Codable {
  /// Blocks of eighths of a line.
  case blocks
  /// Characters that every terminal and font has.
  case ascii
  /// Not at all: the plain bar shows.
  case off

  /// What fills a cell of several lines by so many eighths, 0 to 8.
  var columns: [Character] {
    self == .ascii
      ? [" ", ".", ".", ":", ":", ":", "|", "|", "#"]
      : [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  }

  /// The same where one line is all there is.
  var line: [Character] {
    self == .ascii ? [" ", ".", ":", "-", "=", "+", "*", "#", "@"] : columns
  }

  var playhead: Character { self == .ascii ? "|" : "┃" }
  var beat: Character { self == .ascii ? "'" : "╷" }
}

extension WaveformStyle {
  /// What a terminal can show, by the variables that say what it is.
  package static func fitting(_ environment: [String: String]) -> WaveformStyle {
    // The kernel's console has a font of 512 characters, which the eighths are not among.
    if environment["TERM"] == "linux" { return .ascii }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let charset = locale?.split(separator: ".").dropFirst().first else { return .blocks }
    return charset.lowercased().hasPrefix("utf") ? .blocks : .ascii
  }
}
