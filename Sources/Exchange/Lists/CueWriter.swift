import Music

/// Builds the lines of a CUE sheet.
struct CueWriter {
  private(set) var bytes: [UInt8] = []
  private var tracks = 0
  private var index = 0
  private var lastFrame: Int64 = 0

  private static let maximumIndexes = 99

  /// A text in quotes; nothing where it is nil.
  mutating func text(_ name: String, _ text: String?) {
    guard let text = text.flatMap({ OneLine.text($0) }) else { return }
    add("\(name) \(CueWriter.quoted(text))")
  }

  /// - Parameter name: a path, or the address of a stream.
  mutating func file(_ name: [UInt8]) {
    let kind =
      switch FilePath(bytes: name).fileExtension {
      case "mp3": "MP3"
      case "aif", "aiff": "AIFF"
      // Other formats have no keyword; readers examine the file.
      default: "WAVE"
      }
    bytes += Array("FILE \"".utf8)
    bytes += name.map { byte in
      switch byte {
      case UInt8(ascii: "\""): UInt8(ascii: "'")
      case 10, 13: 0x20
      default: byte
      }
    }
    add("\" \(kind)")
  }

  mutating func track(title: String?, performer: String?) {
    tracks += 1
    (index, lastFrame) = (0, -1)
    add("  TRACK \(tracks.zeroPadded()) AUDIO")
    indented("TITLE", title)
    indented("PERFORMER", performer)
  }

  /// To the nearest of the 75 frames of a second.
  mutating func index(_ number: Int, at time: Duration) {
    let frame = CueWriter.frame(time)
    (index, lastFrame) = (number, frame)
    let seconds = frame / 75
    let timecode = [seconds / 60, seconds % 60, frame % 75].map { $0.zeroPadded() }
    add("    INDEX \(number.zeroPadded()) \(timecode.joined(separator: ":"))")
  }

  /// A cue of the current track, as its next index; its name alone where no index is left, since
  /// they rise and end with 99.
  mutating func cue(_ kind: Cue.Kind, name: String, at time: Duration) {
    let called = [kind.rawValue.uppercased(), OneLine.text(name).map(CueWriter.quoted)]
      .compactMap(\.self).joined(separator: " ")
    let isIndex = index > 0 && index < CueWriter.maximumIndexes && CueWriter.frame(time) > lastFrame
    if isIndex { index(index + 1, at: time) }
    add("    REM CUE \(index.zeroPadded()) \(called)")
  }

  private mutating func indented(_ name: String, _ text: String?) {
    guard let text = text.flatMap({ OneLine.text($0) }) else { return }
    add("    \(name) \(CueWriter.quoted(text))")
  }

  /// Sheets cannot escape a quote.
  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\"", with: "'"))\""
  }

  private static func frame(_ time: Duration) -> Int64 {
    max(0, Int64((time / .seconds(1) * 75).rounded()))
  }

  private mutating func add(_ line: String) {
    bytes += Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
