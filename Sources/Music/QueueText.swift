import FoundationEssentials

/// The stored queue as JSON text. Its arrays, of a million numbers each, are read and written here:
/// decoders take half a microsecond for each number.
package enum QueueText {
  package static func encode(_ queue: PlayQueue) throws -> String {
    let encoder = JSONEncoder()
    encoder.userInfo[.queueArrays] = QueueArrays()
    let rest = try encoder.encode(queue)
    var text: [UInt8] = Array("{\"tracks\":[".utf8)
    text.reserveCapacity(queue.tracks.count * 16)
    for track in queue.tracks { text.append(track.rawValue) }
    text.endArray()
    if !queue.entries.isEmpty {
      text += ",\"entries\":[".utf8
      for entry in queue.entries { text.append(entry?.rawValue) }
      text.endArray()
    }
    text += ",\"order\":[".utf8
    for index in queue.order { text.append(Int64(index)) }
    text.endArray()
    // The repetition is always among the rest.
    text.append(UInt8(ascii: ","))
    text += rest.dropFirst()
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil if missing or in an older format: the queue is empty then.
  package static func decode(_ text: String?) -> PlayQueue? {
    guard var text else { return nil }
    let split = text.withUTF8 { QueueArrays.split($0) }
    let decoder = JSONDecoder()
    guard let split else { return try? decoder.decode(PlayQueue.self, from: Data(text.utf8)) }
    decoder.userInfo[.queueArrays] = split.arrays
    return try? decoder.decode(PlayQueue.self, from: Data(split.rest))
  }
}

extension CodingUserInfoKey {
  // because the name is not empty
  static let queueArrays = CodingUserInfoKey(rawValue: "queueArrays")!
}

/// The arrays of a stored queue by name; without any while a queue is encoded without them.
struct QueueArrays: Sendable {
  private var arrays: [String: [Int64?]] = [:]

  subscript(name: String) -> [Int64?]? { arrays[name] }

  /// The arrays of a text, and the text with empty ones in their place; nil for a text that is
  /// written otherwise than ours.
  static func split(_ text: UnsafeBufferPointer<UInt8>) -> (rest: [UInt8], arrays: QueueArrays)? {
    var (arrays, rest) = (QueueArrays(), [UInt8]())
    var index = 0
    while index < text.count {
      rest.append(text[index])
      index += 1
      guard rest.last == UInt8(ascii: "[") else { continue }
      // No other array is looked for, and none twice, so that this ends after three.
      guard
        let name = names.first(where: { arrays[$0] == nil && ends(rest, with: "\"\($0)\":[") }),
        let numbers = numbers(text, &index)
      else { return nil }
      arrays.arrays[name] = numbers
    }
    return (rest, arrays)
  }

  private static let names = ["tracks", "entries", "order"]

  private static func ends(_ bytes: [UInt8], with text: String) -> Bool {
    bytes.suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// - Parameter index: behind the opening bracket; at the closing one afterwards.
  private static func numbers(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> [Int64?]? {
    var numbers: [Int64?] = []
    var isFirst = true
    while index < text.count, text[index] != UInt8(ascii: "]") {
      if !isFirst {
        guard text[index] == UInt8(ascii: ",") else { return nil }
        index += 1
      }
      isFirst = false
      let word = text[index...].prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "]") }
      index = word.endIndex
      if word.elementsEqual("null".utf8) {
        numbers.append(nil)
        continue
      }
      let isNegative = word.first == UInt8(ascii: "-")
      let digits = isNegative ? word.dropFirst() : word
      // Eighteen digits do not overflow.
      guard (1...18).contains(digits.count) else { return nil }
      var value: Int64 = 0
      for digit in digits {
        guard (0x30...0x39).contains(digit) else { return nil }
        value = value * 10 + Int64(digit - 0x30)
      }
      numbers.append(isNegative ? -value : value)
    }
    return index < text.count ? numbers : nil
  }
}

extension [UInt8] {
  /// Appends a number and a comma, in decimal digits.
  fileprivate mutating func append(_ number: Int64?) {
    guard let number else {
      self += "null,".utf8
      return
    }
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = count
    repeat {
      append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
    append(UInt8(ascii: ","))
  }

  /// Closes an array behind its last comma.
  fileprivate mutating func endArray() {
    if last == UInt8(ascii: ",") { removeLast() }
    append(UInt8(ascii: "]"))
  }
}
