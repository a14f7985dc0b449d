/// Collects the header lines of a response, bounded; interim responses and trailers are left out.
struct HeadParser {
  private(set) var status = 0
  private(set) var headers: [HTTPHeader] = []
  /// Whether the head of the final response is complete.
  private(set) var isComplete = false
  private var isStatusNext = true
  private var total = 0
  private let limits: HTTPLimits

  enum Fault: Error { case tooLarge, garbage }

  init(_ limits: HTTPLimits) { self.limits = limits }

  /// One line, its end included; returns whether it completes the head.
  mutating func add(_ line: some BidirectionalCollection<UInt8>) throws(Fault) -> Bool {
    let count = line.count
    total += count
    guard count <= limits.headerLineBytes, total <= limits.headerBytes else { throw .tooLarge }
    guard !isComplete else { return false }
    let end = line.lastIndex { $0 != 13 && $0 != 10 }
    guard let end else {
      guard !isStatusNext else { throw .garbage }
      if (100...199).contains(status) {
        guard status != 101 else { throw .garbage }
        isStatusNext = true
        return false
      }
      isComplete = true
      return true
    }
    let text = line[...end]
    if isStatusNext {
      guard text.starts(with: "HTTP/".utf8) else { throw .garbage }
      let word = text.drop { $0 != 32 }.drop { $0 == 32 }.prefix { $0 != 32 }
      guard let number = ASCII.number(String(decoding: word, as: UTF8.self), digits: 3),
        (100...599).contains(number)
      else { throw .garbage }
      status = Int(number)
      headers = []
      isStatusNext = false
      return false
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), headers.count < 512 else {
      return false
    }
    // Bytes that a terminal or another request would take for more than text.
    let value = text[text.index(after: colon)...].filter { $0 == 9 || ($0 >= 0x20 && $0 != 0x7F) }
    headers.append(
      HTTPHeader(
        String(decoding: text[..<colon], as: UTF8.self),
        ASCII.trimmed(String(decoding: value, as: UTF8.self))))
    return false
  }
}
