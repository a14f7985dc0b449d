import Foundation
import Media
import Testing

@Suite struct RealTransformTests {
  @Test("a sine is found in its bin, and comes back as it was")
  func sineAndBack() throws {
    let length = 256
    let forward = try #require(RealTransform(length: length))
    let inverse = try #require(RealTransform(length: length, isInverse: true))
    let sine = (0..<length).map { Float(sin(2 * .pi * 5 * Double($0) / Double(length) + 0.3)) }
    for (index, sample) in sine.enumerated() { forward.input[index] = sample }
    forward.forward()
    for bin in 0...(length / 2) {
      let (real, imaginary) = (forward.output[2 * bin], forward.output[2 * bin + 1])
      let magnitude = (real * real + imaginary * imaginary).squareRoot()
      #expect(abs(magnitude - (bin == 5 ? Float(length) / 2 : 0)) < 1e-3)
      (inverse.output[2 * bin], inverse.output[2 * bin + 1]) = (real, imaginary)
    }
    inverse.inverse()
    for (index, sample) in sine.enumerated() {
      #expect(abs(inverse.input[index] / Float(length) - sample) < 1e-4)
    }
  }

  @Test("lengths that are no power of two are refused")
  func refusesOddLengths() {
    #expect(RealTransform(length: 1000) == nil)
    #expect(RealTransform(length: 0) == nil)
  }
}
