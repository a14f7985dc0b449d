import Analysis
import Foundation
import Music
import Testing

@Suite("Waveform")
struct WaveformTests {
  private func waveform(
    _ signal: Signal, maximumColumns: Int = Waveform.maximumColumns, bands: [SIMD3<Float>] = [],
    bandsPerSecond: Double = 86
  ) -> Waveform? {
    let builder = WaveformBuilder(rate: signal.rate, maximumColumns: maximumColumns)
    signal.inBlocks { builder.consume(UnsafeBufferPointer(start: $0[0], count: $1)) }
    return builder.waveform(bands: bands, bandsPerSecond: bandsPerSecond)
  }

  @Test(
    "there are 150 columns a second at every rate",
    arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
  func columns(rate: Int) throws {
    let found = try #require(waveform(Signal(rate: rate, sine: 300, [(2.5, [-6.0206])])))
    #expect(found.rate == 150)
    #expect(found.columns.count == 375)
    // Each column covers two periods of the sine.
    for column in found.columns {
      #expect((-64 ... -60).contains(column.low))
      #expect((60...64).contains(column.high))
      #expect((88...92).contains(column.rms))
    }
  }

  @Test("a step is in the column that it happens in, and what is above full scale is full")
  func step() throws {
    let plane = (0..<44_100).map { Float($0 < 294 * 40 ? 0.25 : -1.7) }
    let found = try #require(waveform(Signal(rate: 44_100, planes: [plane])))
    #expect(
      found.columns[39] == WaveformColumn(low: 32, high: 32, rms: 64, bass: 0, middle: 0, treble: 0)
    )
    #expect(found.columns[40].low == -127)
    #expect(found.columns[40].rms == 255)
  }

  @Test("what is too long for so many columns gets wider ones, and nothing of it is lost")
  func long() throws {
    // One peak in each tenth of a second.
    let plane = (0..<441_000).map { Float($0 % 4410 == 100 ? 0.9 : 0.1) }
    let found = try #require(waveform(Signal(rate: 44_100, planes: [plane]), maximumColumns: 400))
    #expect(found.rate == 37.5)
    #expect(found.columns.count == 375)
    #expect(found.columns.count(where: { $0.high == 114 }) == 100)
    #expect(found.columns.allSatisfy { $0.low == 13 && $0.rms >= 25 })
  }

  @Test("the bands are those of the time of the column, 255 for the loudest of all")
  func bands() throws {
    let bands = (0..<172).map { frame in
      frame < 86 ? SIMD3<Float>(4, 1, 0) : SIMD3<Float>(0, 2, 0.5)
    }
    let plane = [Float](repeating: 0.1, count: 88_200)
    let found = try #require(waveform(Signal(rate: 44_100, planes: [plane]), bands: bands))
    #expect(found.columns[20].bass == 255)
    #expect(found.columns[20].middle == 64)
    #expect(found.columns[280].bass == 0)
    #expect(found.columns[280].middle == 128)
    #expect(found.columns[280].treble == 32)
    let wide = try #require(
      waveform(Signal(rate: 44_100, planes: [plane]), maximumColumns: 10, bands: bands))
    #expect(wide.columns.first?.bass == 255)
    #expect(wide.columns.last?.treble == 32)
  }

  @Test("nothing has no waveform, and less than a column has one")
  func short() throws {
    #expect(waveform(Signal(rate: 44_100, planes: [[]])) == nil)
    #expect(waveform(Signal(rate: 44_100, planes: [[0.5]]))?.columns.count == 1)
  }
}
