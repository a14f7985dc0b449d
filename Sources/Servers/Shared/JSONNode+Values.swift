internal import JSON
internal import Music

/// Values of answers whose types servers do not agree on; nil for those that make no sense.
extension JSONNode {
  var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// The elements of an array; an object alone stands for an array of one.
  var elements: [JSONNode] {
    switch value {
    case .array(let elements): elements
    case .object: [self]
    case .null, .bool, .number, .text: []
    }
  }
}

extension JSONNode? {
  subscript(name: String) -> JSONNode? { self?[name] }

  var list: [JSONNode] { self?.elements ?? [] }

  var flag: Bool {
    switch self?.value {
    case .bool(let flag): flag
    case .text(let text): text == "true"
    case .number, .array, .object, .null, nil: false
    }
  }

  /// Also of a number in quotes; finite.
  var real: Double? {
    switch self?.value {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .bool, .array, .object, .null, nil: nil
    }
  }

  var whole: Int64? { real.flatMap { Int64(exactly: $0.rounded(.towardZero)) } }

  func whole(_ range: ClosedRange<Int64>) -> Int? {
    whole.flatMap { range.contains($0) ? Int($0) : nil }
  }

  /// A cleaned text; nil for an empty one.
  func name(longest: Int = ServerText.longestName) -> String? {
    guard let text = self?.text else { return nil }
    let name = ServerText.line(text, longest: longest)
    return name.isEmpty ? nil : name
  }

  /// An id, which some servers write as a number.
  var id: String? {
    switch self?.value {
    case .text(let text): ServerText.id(text)
    case .number: whole.map { String($0) }
    case .bool, .array, .object, .null, nil: nil
    }
  }

  /// Unix time in milliseconds of a date as in ISO 8601, of UTC where it has no time zone; also of
  /// such a number.
  var milliseconds: Int64? {
    if case .number = self?.value { return whole.flatMap { $0 > 0 ? $0 : nil } }
    return self?.text.flatMap { InternetDate.milliseconds($0) }
  }

  var seconds: Int64? { milliseconds.map { $0 / 1000 } }
}

/// Dates as in RFC 3339.
enum InternetDate {
  static func milliseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8.prefix(40))
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count,
        bytes[range].allSatisfy({ (48...57).contains($0) })
      else { return nil }
      return Int64(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let year = number(0..<4), year >= 1970, let month = number(5..<7),
      (1...12).contains(month), let day = number(8..<10), (1...31).contains(day)
    else { return nil }
    let date = CalendarDay(year: Int(year), month: Int(month), day: Int(day))
    var result = Int64(date.daysSince1970) * 86_400_000
    guard bytes.count >= 19, let hour = number(11..<13), let minute = number(14..<16),
      let second = number(17..<19), hour < 24, minute < 60, second <= 60
    else { return result }
    result += ((hour * 60 + minute) * 60 + second) * 1000
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      var unit: Int64 = 100
      while let digit = rest.first, (48...57).contains(digit) {
        result += Int64(digit - 48) * unit
        unit /= 10
        rest = rest.dropFirst()
      }
    }
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return result
    }
    let digits = rest.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count >= 4, digits.prefix(4).allSatisfy({ (48...57).contains($0) }) else {
      return result
    }
    let hours = Int64(digits[0] - 48) * 10 + Int64(digits[1] - 48)
    let minutes = Int64(digits[2] - 48) * 10 + Int64(digits[3] - 48)
    let offset = (hours * 60 + minutes) * 60_000
    return sign == UInt8(ascii: "+") ? result - offset : result + offset
  }
}
