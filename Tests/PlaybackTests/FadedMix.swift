import Foundation
import Testing

/// 16-bit samples as the engine's floats.
func floats(_ samples: [Int16]) -> [Float] { samples.map { Float($0) / 32768 } }

/// The mix of two items that overlap by `fade` frames.
func mixed(_ old: [Float], _ new: [Float], fade: Int, isLinear: Bool = false) -> [Float] {
  let start = old.count - fade
  let both = (0..<fade).map { index -> Float in
    let position = (Double(index) + 0.5) / Double(fade)
    let rising = isLinear ? position : sin(position * .pi / 2)
    let falling = isLinear ? 1 - position : cos(position * .pi / 2)
    return Float(Double(old[start + index]) * falling + Double(new[index]) * rising)
  }
  return old[..<start] + both + new[fade...]
}

func expectEqual(
  _ heard: [Float], _ expected: [Float], within error: Float = 1e-6,
  _ position: SourceLocation = #_sourceLocation
) {
  #expect(heard.count == expected.count, sourceLocation: position)
  let worst = zip(heard, expected).map { abs($0 - $1) }.max() ?? 0
  #expect(worst <= error, sourceLocation: position)
}
