@testable import Playback

/// Reads frame numbers from coded sound as it arrives, also through entry and exit ramps, in which
/// each frame has to be its coded value times the exact gain of the ramp. Any other sound reads as
/// numbers without an order.
struct CodedReader {
  private let rising: [Float]
  private let falling: [Float]
  /// Frames not read yet: a ramp is recognised at its end.
  private var waiting: [SIMD2<Float>] = []
  private var last: Int?
  /// Ramps read so far.
  private(set) var entries = 0
  private(set) var exits = 0

  init(rate: Int = 44100) {
    let count = RenderState.entryFrames(rate: rate)
    var ramp = GainRamp()
    ramp.ramp(to: 0, over: 0)
    ramp.ramp(to: 1, over: count)
    rising = (0..<count).map { _ in ramp.next() }
    falling = (0..<count).map { Float(count - $0) / Float(count + 1) }
  }

  /// The numbers of the frames that can be decided so far; nil is silence.
  mutating func read(_ frames: some Sequence<SIMD2<Float>>) -> [Int?] {
    waiting += frames
    var numbers: [Int?] = []
    var position = 0
    while position < waiting.count {
      let frame = waiting[position]
      if frame == .zero || Self.isCoded(frame) {
        last = frame == .zero ? nil : Self.number(frame)
        numbers.append(last)
        position += 1
        continue
      }
      guard waiting.count - position >= rising.count else { break }
      let end = Self.number(waiting[position + rising.count - 1])
      if isRamp(rising, from: end - rising.count + 1, at: position) {
        entries += 1
        numbers += (end - rising.count + 1...end).map { $0 }
        last = end
        position += rising.count
      } else if let next = last.map({ $0 + 1 }), isRamp(falling, from: next, at: position) {
        exits += 1
        numbers += (next..<next + falling.count).map { $0 }
        last = nil
        position += falling.count
      } else {
        numbers.append(Self.number(frame))
        last = nil
        position += 1
      }
    }
    waiting.removeFirst(position)
    return numbers
  }

  /// The numbers of the remaining frames, at the end of the sound.
  mutating func finish() -> [Int?] {
    defer { waiting = [] }
    return waiting.map { $0 == .zero ? nil : Self.number($0) }
  }

  private func isRamp(_ gains: [Float], from number: Int, at position: Int) -> Bool {
    number >= 0
      && gains.indices.allSatisfy {
        waiting[position + $0] == Self.frame(number + $0) * gains[$0]
      }
  }

  static func frame(_ number: Int) -> SIMD2<Float> {
    SIMD2(Float(number & 0x7fff), Float((number >> 15) + 1)) / 32768
  }

  private static func isCoded(_ frame: SIMD2<Float>) -> Bool {
    frame.y > 0 && frame * 32768 == (frame * 32768).rounded(.toNearestOrEven)
  }

  private static func number(_ frame: SIMD2<Float>) -> Int {
    (Int((frame.y * 32768).rounded()) - 1) << 15 | Int((frame.x * 32768).rounded())
  }
}
