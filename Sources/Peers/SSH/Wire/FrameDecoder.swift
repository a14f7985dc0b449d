/// A stream of bytes that is none of frames.
enum FrameFault: Error, Equatable, Sendable {
  case tooShort
  case tooLong
  case unknownKind
}

/// Finds frames in bytes as they arrive, in pieces of any size.
struct FrameDecoder {
  private var bytes: [UInt8] = []
  private var start = 0

  mutating func append(_ buffer: UnsafeBufferPointer<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      start = 0
    } else if start > Frame.maximumPayload {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes.append(contentsOf: buffer)
  }

  /// The next frame, or nil until more bytes arrive.
  mutating func next() throws(FrameFault) -> Frame? {
    while bytes.count - start >= 4 {
      let length = Int(word(at: start))
      guard length >= Frame.headerSize - 4 else { throw .tooShort }
      guard length <= Frame.maximumPayload + Frame.headerSize - 4 else { throw .tooLong }
      guard bytes.count - start >= 5 else { return nil }
      let number = bytes[start + 4]
      let kind = Frame.Kind(rawValue: number)
      guard kind != nil || number >= Frame.firstOptionalKind else { throw .unknownKind }
      guard bytes.count - start >= 4 + length else { return nil }
      defer { start += 4 + length }
      guard let kind else { continue }
      return Frame(
        kind: kind, call: word(at: start + 5),
        payload: Array(bytes[start + Frame.headerSize..<start + 4 + length]))
    }
    return nil
  }

  private func word(at index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }
}
