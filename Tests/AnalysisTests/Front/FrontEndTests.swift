import Foundation
import Testing

@testable import Analysis

@Suite("Front end")
struct FrontEndTests {
  private func run(_ signal: Signal) throws -> (rhythm: [Float], harmony: [Float]) {
    var (rhythm, harmony): ([Float], [Float]) = ([], [])
    let front = try #require(
      FrontEnd(rate: signal.rate, rhythm: { rhythm += $0 }, harmony: { harmony += $0 }))
    signal.inBlocks { front.consume(UnsafeBufferPointer(start: $0[0], count: $1)) }
    front.finish()
    return (rhythm, harmony)
  }

  /// Largest difference from a sine of half of full scale, without the ends.
  private func difference(_ samples: [Float], _ frequency: Double, rate: Double) -> Double {
    samples.indices.dropFirst(200).dropLast(200).map { index in
      abs(Double(samples[index]) - 0.5 * sin(2 * .pi * frequency * Double(index) / rate))
    }.max() ?? 1
  }

  @Test(
    "a sine keeps its height and its place at every rate",
    arguments: [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000])
  func sine(rate: Int) throws {
    let found = try run(Signal(rate: rate, sine: 1000, [(2, [-6.0206])]))
    #expect(abs(found.rhythm.count - 44_100) < 40)
    #expect(difference(found.rhythm, 1000, rate: 22_050) < 0.01)
    #expect(abs(found.harmony.count - 11_025) < 12)
    // Half a sample of 22 050 Hz of delay.
    let height = found.harmony.dropFirst(200).dropLast(200).map(abs).max() ?? 0
    #expect(abs(height - 0.5) < 0.01)
  }

  @Test("what would be heard as something else does not come through")
  func aliases() throws {
    for frequency in [13_500.0, 16_000, 21_000] {
      let found = try run(Signal(rate: 44_100, sine: frequency, [(1, [-6.0206])]))
      #expect(found.rhythm.dropFirst(200).dropLast(200).map(abs).max() ?? 1 < 0.02)
    }
    for frequency in [3_500.0, 5_000, 9_000] {
      let found = try run(Signal(rate: 44_100, sine: frequency, [(1, [-6.0206])]))
      #expect(found.harmony.dropFirst(200).dropLast(200).map(abs).max() ?? 1 < 0.005)
    }
  }

  @Test("how the sound is cut into blocks does not matter", arguments: [22_050, 44_100, 48_000])
  func blocks(rate: Int) throws {
    var noise = Noise()
    let plane = (0..<60_001).map { _ in noise.next() }
    let cut = try run(Signal(rate: rate, planes: [plane]))
    var whole: [Float] = []
    let front = try #require(FrontEnd(rate: rate, rhythm: { whole += $0 }, harmony: nil))
    plane.withUnsafeBufferPointer { front.consume($0) }
    front.finish()
    #expect(whole.count == cut.rhythm.count)
    #expect(zip(whole, cut.rhythm).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test("every sample counts, however few there are", arguments: [1, 2, 3, 30, 31, 32, 33])
  func few(count: Int) throws {
    let found = try run(
      Signal(rate: 44_100, planes: [[Float](repeating: 0.5, count: count)]))
    #expect(found.rhythm.count == (count + 1) / 2)
  }

  @Test("rates that nobody records are refused")
  func refused() {
    for rate in [0, 1, 999, 2_000_000_000] {
      #expect(FrontEnd(rate: rate, rhythm: { _ in }, harmony: nil) == nil)
    }
  }

  @Test("the mean leaves out the channel of low frequencies, and takes all where there is no other")
  func mean() {
    let planes: [[Float]] = (0..<6).map { channel in
      (0..<101).map { Float(channel) + Float($0) / 100 }
    }
    func mean(_ weights: [Double]) -> [Float] {
      let mean = ChannelMean(weights: weights)
      var found: [Float] = []
      Signal(rate: 1, planes: Array(planes.prefix(weights.count))).inBlocks {
        found += mean.of($0, frames: $1)
      }
      return found
    }
    #expect(mean([1, 1]).first == 0.5)
    #expect(mean([1, 1]).last == 1.5)
    #expect(abs((mean([1, 1, 1, 0, 1.41, 1.41]).first ?? 0) - 2.4) < 1e-5)
    #expect(mean([0]).last == 1)
  }
}
