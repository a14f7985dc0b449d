internal import Music

/// A text, or a number in its place.
struct LooseText: Decodable {
  let value: String?

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let text = try? single.decode(String.self) {
      value = text
    } else if let number = try? single.decode(Int64.self) {
      value = String(number)
    } else if let number = try? single.decode(Double.self) {
      value = String(number)
    } else {
      value = nil
    }
  }
}

/// A number, or a text with one in its place; never infinite.
struct LooseNumber: Decodable {
  let value: Double?

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let number = try? single.decode(Double.self) {
      value = number.isFinite ? number : nil
    } else if let text = try? single.decode(String.self), text.utf8.count <= 40,
      let number = Double(text), number.isFinite
    {
      value = number
    } else {
      value = nil
    }
  }
}

/// A truth value, or 0 and 1 in its place.
struct LooseFlag: Decodable {
  let value: Bool

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if let flag = try? single.decode(Bool.self) {
      value = flag
    } else if let number = try? single.decode(Double.self) {
      value = number != 0
    } else {
      value = (try? single.decode(String.self)) == "true"
    }
  }
}

/// An array without those of its elements that are something else; empty for anything else.
struct LooseList<Element: Decodable>: Decodable {
  /// Elements that are read.
  private static var most: Int { 50_000 }

  var values: [Element] = []
  /// Elements that there were, within `most`.
  var sent = 0
  /// Whether it is an array of which every element is read.
  var isWhole = false

  init(from decoder: any Decoder) throws {
    guard var list = try? decoder.unkeyedContainer() else { return }
    defer { isWhole = list.isAtEnd && sent == values.count }
    while !list.isAtEnd, sent < Self.most {
      let before = list.currentIndex
      if let element = try? list.decode(Element.self) {
        values.append(element)
      } else {
        _ = try? list.decode(Anything.self)
      }
      guard list.currentIndex > before else { return }
      sent += 1
    }
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

/// An array, or one element in its place.
struct OneOrMany<Element: Decodable>: Decodable {
  let values: [Element]

  init(from decoder: any Decoder) throws {
    let list = try LooseList<Element>(from: decoder)
    if list.sent == 0, let one = try? Element(from: decoder) {
      values = [one]
    } else {
      values = list.values
    }
  }
}

/// Texts of the server, which are not trusted.
enum ServerWords {
  static let longestName = 1_000
  static let longestDescription = 20_000
  /// Names of a book's authors, narrators, genres, series.
  static let mostNames = 100

  /// A text on one line, bounded; nil for an empty one.
  static func name(_ text: LooseText?, longest: Int = longestName) -> String? {
    guard let text = text?.value else { return nil }
    let name = ServerText.line(text, longest: longest)
    return name.isEmpty ? nil : name
  }

  static func names(_ list: [LooseText]) -> [String] {
    list.prefix(mostNames).compactMap { name($0) }
  }

  /// A text of several lines, bounded.
  static func description(_ text: LooseText?) -> String? {
    guard let text = text?.value else { return nil }
    let description = ServerText.lines(text, longest: longestDescription)
    return description.isEmpty ? nil : description
  }
}

extension Optional where Wrapped == LooseNumber {
  /// Seconds of audio, from 0 to what a book can last.
  var audioTime: Duration {
    guard let seconds = self?.value, seconds > 0 else { return .zero }
    return .microseconds(Int64((min(seconds, 10_000_000) * 1_000_000).rounded()))
  }

  /// A whole number within what is exact; nil for anything else.
  var whole: Int64? {
    guard let number = self?.value, abs(number) < 9e15 else { return nil }
    return Int64(number)
  }

  /// Unix time in milliseconds; 0 for none.
  var time: Int64 { max(0, whole ?? 0) }
}
