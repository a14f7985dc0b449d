/// Characters for drawing the waveform.
package enum WaveformStyle: String, Sendable, CaseIterable, Codable {
  /// Block characters in eighths of a line.
  case blocks
  /// Characters of every terminal and font.
  case ascii
  /// No waveform: the plain bar shows.
  case off

  /// The characters of a cell by filled eighths, 0 to 8, for several lines.
  var columns: [Character] {
    self == .ascii
      ? [" ", ".", ".", ":", ":", ":", "|", "|", "#"]
      : [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  }

  /// The same for a single line.
  var line: [Character] {
    self == .ascii ? [" ", ".", ":", "-", "=", "+", "*", "#", "@"] : columns
  }

  var playhead: Character { self == .ascii ? "|" : "┃" }
  var beat: Character { self == .ascii ? "'" : "╷" }
}

extension WaveformStyle {
  /// The style that a terminal supports, by its environment variables.
  package static func fitting(_ environment: [String: String]) -> WaveformStyle {
    // The console font of Linux has 512 characters, without the eighths.
    if environment["TERM"] == "linux" { return .ascii }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let charset = locale?.split(separator: ".").dropFirst().first else { return .blocks }
    return charset.lowercased().hasPrefix("utf") ? .blocks : .ascii
  }
}
