import Foundation
import Glibc
import Music
import Testing

@testable import Media

@Suite("Positions and lengths at their limits")
struct FileCursorTests {
  private let folder = MediaFolder()
  static let numbers: [Int64] = [
    .min, .min + 1, -1, 0, 1, 7, 8, 9, 1 << 31, 1 << 32, 1 << 62, .max - 8, .max - 1, .max,
  ]

  /// Calls `body` with a file of these bytes.
  private func read(_ bytes: [UInt8], _ body: (HeaderFile) throws -> Void) throws {
    let descriptor = open(folder.write("bytes", bytes).text, O_RDONLY)
    defer { close(descriptor) }
    let file = HeaderFile()
    file.use(descriptor, size: Int64(bytes.count))
    try body(file)
  }

  @Test("a cursor stays in its part of the file, whatever is asked of it")
  func cursor() throws {
    try read(Array(0..<20)) { file in
      for start in Self.numbers {
        for end in Self.numbers {
          var cursor = FileCursor(file, from: start, to: end)
          #expect(cursor.left >= 0 && cursor.offset >= 0 && cursor.end <= 20)
          for count in Self.numbers.map({ Int($0) }) {
            let (offset, left) = (cursor.offset, cursor.left)
            let isSkipped = cursor.skip(count)
            #expect(isSkipped == (count >= 0 && count <= left))
            #expect(cursor.offset == (isSkipped ? offset + Int64(count) : offset))
            let bytes = cursor.read(count)
            #expect(bytes == nil || bytes?.count == count && cursor.offset <= cursor.end)
          }
          #expect(file.bytes(at: start, Int(end)) == nil || (start >= 0 && start + end <= 20))
          #expect(file.copy(at: start, Int(end)) == nil || (start >= 0 && start + end <= 20))
          #expect(file.hash(from: start, to: end) == nil || start >= 0)
        }
      }
      var cursor = FileCursor(file, from: 4, to: 8)
      let (beyond, whole, next) = (cursor.peek(5), cursor.read(4), cursor.read(1))
      #expect(whole.map { Array($0.buffer) } == [4, 5, 6, 7])
      #expect(beyond == nil && next == nil && cursor.left == 0)
    }
  }

  @Test("a window has no bytes beyond the file")
  func window() throws {
    let input = try FileInput(
      folder.write("window", Array(0..<200)), cancellation: Cancellation())
    let window = FileWindow(input, capacity: 64)
    for offset in Self.numbers {
      for count in [1, 64] {
        guard case .bytes(let bytes) = window.look(at: offset, count) else { continue }
        #expect(offset >= 0 && offset + Int64(count) <= 200 && bytes.count == count)
        #expect(bytes[0] == UInt8(offset))
      }
    }
  }

  private func box(_ size: UInt32, large: UInt64? = nil) -> [UInt8] {
    TagBytes.big(Int(size)) + Array("free".utf8)
      + (large.map { TagBytes.big(Int(bitPattern: UInt($0)), 8) } ?? [])
  }

  @Test("a box that does not fit ends the boxes, and one of 64 bits that does not")
  func boxes() throws {
    let limits: [UInt64] = [
      0, 1, 15, 16, 23, 24, 25, 40, 41, 1 << 56, 1 << 62, 1 << 63 - 1, 1 << 63, .max - 7, .max,
    ]
    for size in limits {
      let bytes = box(8) + box(1, large: size) + [UInt8](repeating: 0, count: 8) + box(8)
      try read(bytes) { file in
        var boxes = MP4Boxes(file, from: 0, to: file.size)
        var places: [Range<Int64>] = []
        while let box = boxes.next() { places.append(box.start..<box.end) }
        #expect(places.allSatisfy { $0.upperBound <= file.size })
        #expect(boxes.isDamaged == (size < 16 || size > 32), "\(size)")
      }
    }
    for size in [2, 7, 9, 0x7FFF_FFFF, UInt32.max] {
      try read(box(size)) { file in
        var boxes = MP4Boxes(file, from: 0, to: file.size)
        let box = boxes.next()
        #expect(box == nil && boxes.isDamaged)
      }
    }
    try read(Array(repeating: box(8), count: 50).flatMap { $0 }) { file in
      var boxes = MP4Boxes(file, from: 0, to: file.size, most: 49)
      var count = 0
      while boxes.next() != nil { count += 1 }
      #expect(count == 49 && boxes.isDamaged)
    }
  }

  @Test("a chunk that says to be longer than the file ends with it, and is the last")
  func chunks() throws {
    for size in [9, 0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF] {
      for isBig in [true, false] {
        let number = isBig ? TagBytes.big(size) : TagBytes.little(size)
        let bytes = [UInt8](repeating: 0, count: 12) + Array("data".utf8) + number
        try read(bytes + [UInt8](repeating: 1, count: 8)) { file in
          var chunks = Chunks(file, isBig: isBig, most: 5)
          let (first, second) = (chunks.next(), chunks.next())
          let chunk = try #require(first)
          #expect(chunk.isCut && chunk.start == 20 && chunk.end == 28)
          #expect(second == nil)
        }
      }
    }
  }

  @Test("frames of a tag stay in it", arguments: [2, 3, 4])
  func frames(_ version: Int) throws {
    for size in [0, 1, 127, 128, 0x7F_FFFF, 0xFF_FFFF, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      let name = Array((version == 2 ? "TT2" : "TIT2").utf8)
      let frame =
        name + TagBytes.big(size, version == 2 ? 3 : 4) + (version == 2 ? [] : [0, 0])
      let tag = TagBytes.id3([frame, [UInt8](repeating: 3, count: 20)], version: version)
      try read(tag) { file in
        let bytes = try #require(file.bytes(at: 0, ID3Header.length))
        let header = try #require(ID3Header(bytes))
        for (offset, end) in zip(Self.numbers, Self.numbers.reversed()) where offset >= 0 {
          let frame = header.frame(at: offset, to: min(max(0, end), file.size), file.bytes(at:_:))
          #expect(frame.map { $0.end <= file.size } ?? true)
        }
        var tags = TagFields()
        ID3Tag(file, at: 0)?.read(file, into: &tags)
      }
    }
  }

  @Test("the header of an ADTS frame is read whole at the edge of a window")
  func windowEdge() throws {
    let file = try folder.encode("edge.aac", ["-b:a", "64k"], tags: [:])
    let whole = try #require(try SeekIndex.scan(file))
    for capacity in 1_000..<1_060 {
      var walker = FrameWalker(
        try FileInput(file, cancellation: Cancellation()), capacity: capacity)
      let index = try walker.walk()
      #expect(index == whole)
    }
  }
}
