/// Numbers as people and programs write them into tags.
enum TagNumber {
  /// The leading digits, 1 to 999,999.
  static func whole(_ text: some Collection<UInt8>) -> Int? {
    var number = 0
    var digits = 0
    for byte in text {
      if digits == 0, byte == 0x20 { continue }
      guard byte >= 0x30, byte <= 0x39 else { break }
      number = number * 10 + Int(byte - 0x30)
      digits += 1
      guard number <= 999_999 else { return nil }
    }
    return digits > 0 && number > 0 ? number : nil
  }

  /// Beats per minute.
  static func tempo(_ text: String) -> Double? {
    guard let bpm = plain(text, suffix: "bpm"), bpm >= 1, bpm <= 1_000 else { return nil }
    return bpm
  }

  /// dB.
  static func gain(_ text: String) -> Double? { plain(text, suffix: "db").flatMap(gain) }

  static func gain(_ number: Double) -> Double? { (-60...30).contains(number) ? number : nil }

  static func peak(_ text: String) -> Double? { plain(text, suffix: "").flatMap(peak) }

  static func peak(_ number: Double) -> Double? { (0...16).contains(number) ? number : nil }

  /// ReplayGain in dB from 1/256 dB relative to -23 LUFS, which is 5 dB less (RFC 7845, section
  /// 5.2.1).
  static func broadcastGain(_ text: String) -> Double? {
    guard let number = plain(text, suffix: ""), number == number.rounded() else { return nil }
    return gain(number / 256 + 5)
  }

  static func isTrue(_ text: String) -> Bool {
    text == "1" || ["true", "yes"].contains(text.lowercased())
  }

  /// "-6.54 dB"; some taggers write a comma. Nil for any other text.
  ///
  /// Parsed here, since the C library's decimal point depends on the locale.
  private static func plain(_ text: String, suffix: StaticString) -> Double? {
    var whole = 0.0
    var scale = 1.0
    var (isNegative, isFraction, digits, ending) = (false, false, 0, 0)
    for byte in text.utf8 {
      switch byte {
      case 0x20: continue
      case 0x2B, 0x2D:
        guard digits == 0, !isFraction, !isNegative else { return nil }
        isNegative = byte == 0x2D
      case 0x2E, 0x2C:
        guard !isFraction, ending == 0 else { return nil }
        isFraction = true
      case 0x30...0x39:
        // Digits beyond the precision of a Double are ignored.
        if digits >= 17, isFraction, ending == 0 { continue }
        guard ending == 0, digits < 17 else { return nil }
        whole = whole * 10 + Double(byte - 0x30)
        if isFraction { scale *= 10 }
        digits += 1
      default:
        guard digits > 0, ending < suffix.utf8CodeUnitCount,
          byte | 0x20 == suffix.utf8Start[ending]
        else { return nil }
        ending += 1
      }
    }
    guard digits > 0, ending == 0 || ending == suffix.utf8CodeUnitCount else { return nil }
    return (isNegative ? -whole : whole) / scale
  }
}
