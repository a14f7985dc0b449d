import Foundation
import Media
import Testing

@Suite("Resampler")
struct ResamplerTests {
  /// A tone on the left and noise on the right.
  private func makeFile(_ fixture: DecoderFixture, frames: Int = 100_000) throws -> Decoder {
    var random = SystemRandomNumberGenerator()
    let samples = (0..<frames).flatMap { (frame: Int) -> [Float] in
      let phase = Float(frame % 441) * 2 * .pi * 10 / 441
      return [0.5 * sin(phase), .random(in: -0.5...0.5, using: &random)]
    }
    try fixture.write("a.wav", floatWave(samples, rate: 44100, channels: 2))
    return try Decoder(fixture.path("a.wav"))
  }

  private func side(_ side: Int, _ sound: [Float]) -> [Float] {
    stride(from: side, to: sound.count, by: 2).map { sound[$0] }
  }

  @Test("after a seek it gives what it gives on the way, from the first frame on")
  func seeks() throws {
    let decoder = try makeFile(try DecoderFixture())
    let whole = try decodeAll(decoder, rate: 48000)
    for second in [3, 57, 301, 676] {
      try decoder.seek(to: Int64(147 * second))
      let heard = try decodeAll(decoder, rate: 48000)
      let wanted = Array(whole[(2 * 160 * second)...])
      #expect(heard.count == wanted.count)
      #expect(largestDifference(side(0, heard), side(0, wanted)) < 1e-5)
      // Noise before the seek and after the end is unknown, so the edges differ.
      let inner = 300..<max(300, heard.count / 2 - 300)
      let (ours, whole) = (side(1, heard)[inner], side(1, wanted)[inner])
      #expect(largestDifference(Array(ours), Array(whole)) < 1e-5)
    }
  }

  @Test("blocks of few frames make no difference")
  func tinyBlocks() throws {
    let decoder = try makeFile(try DecoderFixture(), frames: 9_001)
    let whole = try decodeAll(decoder, rate: 48000)
    try decoder.seek(to: 0)
    let resampler = Resampler(rate: 48000)
    var heard: [Float] = []
    for block in 0... {
      decoder.endFrame = decoder.position + Int64(1 + block % 5)
      while try decoder.decode(into: resampler) {}
      if decoder.isAtEnd { resampler.finish() }
      heard += resampler.pending
      resampler.consume(resampler.pendingFrames)
      if decoder.isAtEnd { break }
      #expect(resampler.endOfInput == (decoder.position * 320 + 147) / 294)
      #expect(resampler.isHolding == (heard.count / 2 < resampler.endOfInput))
    }
    #expect(heard.count == whole.count)
    #expect(largestDifference(heard, whole) < 1e-6)
  }

  @Test("what it holds counts before it comes out, and is forgotten at a reset")
  func holding() throws {
    let decoder = try makeFile(try DecoderFixture())
    decoder.endFrame = 147
    let resampler = Resampler(rate: 48000)
    while try decoder.decode(into: resampler) {}
    #expect(resampler.endOfInput == 160 && resampler.pendingFrames == 0 && resampler.isHolding)
    resampler.finish()
    #expect(resampler.endOfInput == 160 && resampler.pendingFrames == 160 && !resampler.isHolding)
    decoder.endFrame = 294
    while try decoder.decode(into: resampler) {}
    #expect(resampler.endOfInput == 320 && resampler.pendingFrames == 160 && resampler.isHolding)
    resampler.reset()
    #expect(resampler.endOfInput == 0 && resampler.pendingFrames == 0 && !resampler.isHolding)
    resampler.finish()
    #expect(resampler.pendingFrames == 0)
  }
}
