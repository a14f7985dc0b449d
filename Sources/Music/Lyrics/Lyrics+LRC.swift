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

  package static func timestamp(_ time: Duration) -> String {
    let (seconds, attoseconds) = min(max(time, .zero), maximumTime).components
    let rest = (attoseconds + 5_000_000_000_000_000) / 10_000_000_000_000_000
    let (minutes, hundredths) = (seconds * 100 + rest).quotientAndRemainder(dividingBy: 6_000)
    return minutes.zeroPadded() + ":" + (hundredths / 100).zeroPadded() + "."
      + (hundredths % 100).zeroPadded()
  }

  /// Adds the ID tags of a track that are missing.
  package mutating func addTags(of track: Tags, duration: Duration?) {
    let length = duration.map { String(Self.timestamp($0).prefix { $0 != "." }) }
    let values = [
      ("ar", track.artist), ("ti", track.title), ("al", track.album), ("length", length),
    ]
    let missing = values.compactMap { name, value -> Tag? in
      let text = LRC.text(Array((value ?? "").utf8)[...]).trimmed()
      return text.isEmpty || tags.contains { $0.name == name } ? nil : Tag(name: name, value: text)
    }
    tags = missing + tags
  }
}
