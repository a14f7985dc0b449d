internal import HTTP

/// Answers that hold for a while, bounded in number and size.
struct AnswerCache {
  private struct Entry {
    let response: HTTPResponse
    let end: ContinuousClock.Instant
  }

  static let mostEntries = 128
  /// Bytes of all bodies together.
  static let mostBytes = 4 << 20
  static let life: Duration = .seconds(600)

  private var entries: [HTTPURL: Entry] = [:]
  /// The oldest first.
  private var order: [HTTPURL] = []
  private var bytes = 0

  mutating func response(_ url: HTTPURL) -> HTTPResponse? {
    guard let entry = entries[url] else { return nil }
    guard entry.end > .now else {
      remove(url)
      return nil
    }
    return entry.response
  }

  mutating func insert(_ response: HTTPResponse, for url: HTTPURL) {
    remove(url)
    guard response.body.count <= Self.mostBytes / 8 else { return }
    while order.count >= Self.mostEntries || bytes + response.body.count > Self.mostBytes {
      remove(order[0])
    }
    entries[url] = Entry(response: response, end: .now + Self.life)
    order.append(url)
    bytes += response.body.count
  }

  private mutating func remove(_ url: HTTPURL) {
    guard let entry = entries.removeValue(forKey: url) else { return }
    bytes -= entry.response.body.count
    order.removeAll { $0 == url }
  }
}
