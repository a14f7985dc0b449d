import Music
import Screen

/// Now Playing's texts about a track, besides its title and artist.
struct NowPlayingText {
  let track: Track
  private let findings: FindingsText
  /// "on Home and this disk"; nil for tracks that are on no server.
  private let server: String?

  init(_ app: App, _ track: Track) {
    self.track = track
    server = app.serverWords(of: track)
    findings = FindingsText(track: track, notation: app.keyNotation)
  }

  /// Lines below the names: format, tempo and key, loudness, and the server.
  func details(columns: Int) -> [String] {
    let lines = [
      format, music(columns: columns), findings.sound, server.map { [$0] } ?? [],
    ]
    return lines.map { NowPlayingText.joined($0, columns: columns) }.filter { !$0.isEmpty }
  }

  /// Alternatives are left out where tempo and key would not fit beside them.
  private func music(columns: Int) -> [String] {
    let texts = FindingsText.Alternatives.allCases.map { findings.music($0) }
    let fitting = texts.first {
      TextWidth.columns(of: $0.prefix(2).joined(separator: " · ")) <= columns
    }
    return fitting ?? texts.last ?? []
  }

  /// The parts joined, as many of the first ones as fit.
  private static func joined(_ parts: [String], columns: Int) -> String {
    var parts = parts
    while parts.count > 1, TextWidth.columns(of: parts.joined(separator: " · ")) > columns {
      parts.removeLast()
    }
    return parts.joined(separator: " · ")
  }

  private var format: [String] {
    track.isStream
      ? ["Stream · \(track.source.text)"] : NowPlayingText.formatParts(track.audio)
  }

  /// "FLAC · 44.1 kHz · 16 bit · stereo".
  static func format(_ audio: AudioProperties) -> String {
    formatParts(audio).joined(separator: " · ")
  }

  /// "FLAC 44.1/16", or "MP3 320".
  static func shortFormat(_ audio: AudioProperties) -> String {
    let rate = rateText(audio)
    let detail =
      audio.bitDepth.map { rate.isEmpty ? "" : "\(rate)/\($0)" }
      ?? audio.bitRate.map { "\($0 / 1000)" } ?? rate
    return detail.isEmpty ? audio.formatName : "\(audio.formatName) \(detail)"
  }

  /// "44.1", in kHz.
  private static func rateText(_ audio: AudioProperties) -> String {
    guard audio.sampleRate > 0 else { return "" }
    let tenths = (audio.sampleRate + 50) / 100
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func formatParts(_ audio: AudioProperties) -> [String] {
    var parts = [audio.formatName]
    if audio.sampleRate > 0 { parts.append(rateText(audio) + " kHz") }
    if let depth = audio.bitDepth {
      parts.append("\(depth) bit")
    } else if let rate = audio.bitRate {
      parts.append("\(rate / 1000) kbit/s")
    }
    switch audio.channels {
    case ...0: break
    case 1: parts.append("mono")
    case 2: parts.append("stereo")
    default: parts.append("\(audio.channels) channels")
    }
    return parts
  }
}
