extension Lyrics {
  /// The text of an LRC file, with times to a hundredth of a second, which all players read.
  ///
  /// Lines without a start are written as they are.
  package var lrc: String {
    var text = tags.map { "[\($0.name):\($0.value)]\n" }.joined()
    for line in lines {
      if let start = line.start {
        text += "[\(Self.timestamp(start))]"
        text += line.words.map { "<\(Self.timestamp(start + $0.delay))>\($0.text)" }.joined()
      }
      if line.start == nil || line.words.isEmpty { text += line.text }
      text += "\n"
    }
    return text
  }

  private static func timestamp(_ time: Duration) -> String {
    let (seconds, attoseconds) = min(max(time, .zero), maximumTime).components
    let rest = (attoseconds + 5_000_000_000_000_000) / 10_000_000_000_000_000
    let (minutes, hundredths) = (seconds * 100 + rest).quotientAndRemainder(dividingBy: 6_000)
    return minutes.zeroPadded() + ":" + (hundredths / 100).zeroPadded() + "."
      + (hundredths % 100).zeroPadded()
  }
}
