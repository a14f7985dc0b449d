internal import Music

/// A frame of ID3v2 with lyrics (id3.org/id3v2.4.0-frames, sections 4.2.6, 4.8 and 4.9), its texts
/// as bytes to be read as UTF-8.
enum LyricsFrame {
  /// As LRC.
  case synced([UInt8], isTranscription: Bool)
  case unsynced([UInt8])
  case userText(name: [UInt8], [UInt8])

  private static let synced: Set = [UInt32(letters: "SYLT"), UInt32(letters: "SLT")]
  private static let unsynced: Set = [UInt32(letters: "USLT"), UInt32(letters: "ULT")]
  private static let userText: Set = [UInt32(letters: "TXXX"), UInt32(letters: "TXX")]
  static let names = synced.union(unsynced).union(userText)

  /// Nil for other names, times in MPEG frames and other contents than lyrics or text.
  init?(_ content: ByteView, name: UInt32) {
    let encoding = content[0]
    if Self.synced.contains(name) {
      // Language, format of the times, type of the content.
      guard content[4] == 2, content[5] == 1 || content[5] == 2 else { return nil }
      let (description, entries) = WideText.split(content.from(6), encoding)
      self = .synced(
        SyncedEntries(entries, encoding, after: Self.order(of: description, encoding)).lrc,
        isTranscription: content[5] == 2)
      return
    }
    let isUserText = Self.userText.contains(name)
    guard isUserText || Self.unsynced.contains(name) else { return nil }
    let (description, rest) = WideText.split(content.from(isUserText ? 1 : 4), encoding)
    let order = Self.order(of: description, encoding)
    let text = WideText.split(rest, encoding).0
    let bytes = WideText.bytes(text, WideText.Order(of: text, encoding, after: order))
    self =
      isUserText
      ? .userText(
        name: WideText.bytes(description, WideText.Order(of: description, encoding)), bytes)
      : .unsynced(bytes)
  }

  /// The order of bytes in a description; nil for an empty one, which says nothing about the text.
  private static func order(of description: ByteView, _ encoding: UInt8) -> WideText.Order? {
    description.count < 2 ? nil : WideText.Order(of: description, encoding)
  }
}

extension WideText {
  fileprivate static func bytes(_ text: ByteView, _ order: Order) -> [UInt8] {
    var bytes: [UInt8] = []
    narrow(text, order) { bytes = Array($0.buffer) }
    return bytes
  }
}

/// The entries of a SYLT frame: syllables, words or whole lines.
private struct SyncedEntries {
  private var entries: [(milliseconds: Int, text: [UInt8])] = []

  init(_ bytes: ByteView, _ encoding: UInt8, after before: WideText.Order?) {
    var (rest, order) = (bytes, before)
    while rest.count > 0 {
      let (text, others) = WideText.split(rest, encoding)
      guard others.count >= 4 else { break }
      let textOrder = WideText.Order(of: text, encoding, after: order)
      if text.count >= 2 { order = textOrder }
      entries.append((others.big(0, 4), WideText.bytes(text, textOrder)))
      rest = others.from(4)
    }
  }

  /// The entries as LRC, up to the size of an LRC file.
  ///
  /// Line ends are in front of the syllable that begins a line, or behind the one that ends it;
  /// without any, each entry is a line.
  var lrc: [UInt8] {
    let hasLineEnds = entries.contains { $0.text.contains(where: Self.isLineEnd) }
    var lrc: [UInt8] = []
    var isInLine = false
    for (milliseconds, text) in entries {
      let time = Self.timestamp(milliseconds)
      guard lrc.count + text.count + 64 < Lyrics.maximumBytes else { break }
      guard hasLineEnds else {
        lrc += Array("[\(time)]".utf8) + text + [0x0A]
        continue
      }
      let parts = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isLineEnd)
      for (index, part) in parts.enumerated() {
        if index > 0 {
          lrc.append(0x0A)
          isInLine = false
        }
        // An empty entry ends the syllable before it.
        guard !part.isEmpty || isInLine && parts.count == 1 else { continue }
        if !isInLine { lrc += Array("[\(time)]".utf8) }
        isInLine = true
        lrc += Array("<\(time)>".utf8) + part
      }
    }
    return lrc
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private static func timestamp(_ milliseconds: Int) -> String {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return "\(seconds / 60):\(seconds % 60).\(rest.zeroPadded(to: 3))"
  }
}
