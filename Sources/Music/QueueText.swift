import FoundationEssentials

/// The stored queue as text: a line of JSON, then the tracks, their entries and the order of a
/// shuffled queue as packed numbers. Texts of earlier versions are JSON alone.
package enum QueueText {
  /// The first line.
  fileprivate struct Head: Codable {
    var count: Int
    /// The digits of each number; 0 for none.
    var trackDigits = 0
    var entryDigits = 0
    var orderDigits = 0
    var current: Int?
    var gap: Int?
    var position: Int?
    var repeating: PlayQueue.Repeat
    var shuffleSeed: UInt64?

    init(_ record: QueueRecord) {
      count = record.queued.count
      current = record.current
      gap = record.gap
      position = record.position
      repeating = record.repeating
      shuffleSeed = record.shuffleSeed
    }
  }

  /// Begins a text of this format, which no JSON does.
  private static let mark = Array("2 ".utf8)
  private static let lineEnd = UInt8(ascii: "\n")

  package static func encode(_ queue: PlayQueue) throws -> String {
    let record = QueueRecord(queue)
    let (tracks, entries) = (record.queued.tracks, record.queued.entries)
    var head = Head(record)
    head.trackDigits = PackedNumbers.digits(
      for: tracks.lazy.map { UInt64(bitPattern: $0.rawValue) })
    if !entries.isEmpty {
      head.entryDigits = PackedNumbers.digits(
        for: entries.lazy.map { UInt64(bitPattern: $0?.rawValue ?? 0) })
    }
    if let order = record.order {
      head.orderDigits = PackedNumbers.digits(for: order.lazy.map { UInt64($0) })
    }
    var text = mark + (try JSONEncoder().encode(head))
    text.append(lineEnd)
    text.reserveCapacity(
      text.count + head.count * (head.trackDigits + head.entryDigits + head.orderDigits))
    PackedNumbers.append(
      tracks.lazy.map { UInt64(bitPattern: $0.rawValue) }, digits: head.trackDigits, to: &text)
    PackedNumbers.append(
      entries.lazy.map { $0.map { UInt64(bitPattern: $0.rawValue) } }, digits: head.entryDigits,
      to: &text)
    PackedNumbers.append(
      (record.order ?? []).lazy.map { UInt64($0) }, digits: head.orderDigits, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil if missing or in another format: the queue is empty then.
  package static func decode(_ text: String?) -> PlayQueue? {
    guard var text else { return nil }
    return text.withUTF8 { decode(bytes: $0) }
  }

  /// The same of a text where it lies.
  package static func decode(bytes text: UnsafeBufferPointer<UInt8>) -> PlayQueue? {
    read(text).map { PlayQueue($0) }
  }

  /// More tracks than a library has, so that a strange text takes no memory without end.
  private static let maximumCount = 10_000_000

  private static func read(_ text: UnsafeBufferPointer<UInt8>) -> QueueRecord? {
    guard text.starts(with: mark) else {
      return try? JSONDecoder().decode(QueueRecord.self, from: Data(buffer: text))
    }
    guard let end = text.firstIndex(of: lineEnd),
      let head = try? JSONDecoder().decode(
        Head.self, from: Data(buffer: UnsafeBufferPointer(rebasing: text[mark.count..<end])))
    else { return nil }
    let digits = [head.trackDigits, head.entryDigits, head.orderDigits]
    // Multiplied only once it is known that nothing overflows.
    guard digits.allSatisfy({ (0...PackedNumbers.mostDigits).contains($0) }),
      (0...min(text.count, maximumCount)).contains(head.count),
      text.count - end - 1 == head.count * digits.reduce(0, +)
    else { return nil }
    var start = end + 1
    /// The bytes of the next array.
    func bytes(_ digits: Int) -> UnsafeBufferPointer<UInt8> {
      defer { start += head.count * digits }
      return UnsafeBufferPointer(rebasing: text[start..<start + head.count * digits])
    }
    guard
      let tracks = PackedNumbers.read(
        bytes(head.trackDigits), digits: head.trackDigits,
        { $0.map { TrackID(Int64(bitPattern: $0)) } })
    else { return nil }
    var (entries, order) = ([EntryID?](), [UInt32]?.none)
    if head.entryDigits > 0 {
      guard
        let read = PackedNumbers.read(
          bytes(head.entryDigits), digits: head.entryDigits,
          { number -> EntryID?? in .some(number.map { EntryID(Int64(bitPattern: $0)) }) })
      else { return nil }
      entries = read
    }
    if head.orderDigits > 0 {
      guard
        let read = PackedNumbers.read(
          bytes(head.orderDigits), digits: head.orderDigits, { $0.flatMap { UInt32(exactly: $0) } })
      else { return nil }
      order = read
    }
    return QueueRecord(head, QueuedTracks(tracks, entries: entries), order: order)
  }
}

extension QueueRecord {
  fileprivate init(_ head: QueueText.Head, _ queued: QueuedTracks, order: [UInt32]?) {
    self.queued = queued
    self.order = order
    current = head.current
    gap = head.gap
    position = head.position
    repeating = head.repeating
    shuffleSeed = head.shuffleSeed
  }
}
