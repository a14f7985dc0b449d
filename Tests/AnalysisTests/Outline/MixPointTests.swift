import Analysis
import Foundation
import Music
import Testing

@Suite("Mix points")
struct MixPointTests {
  private static let period = 60 / 128.0
  private static let anchor = 0.2
  private static let bandsPerSecond = 86.0

  /// A track of 128 BPM with bass on the first beat of every bar of `meter`, loud after `quiet`
  /// beats; the first beat of a bar is beat number `downbeat`.
  private func points(
    beats: Int, quiet: Int = 0, downbeat: Int = 0, meter: Int = 4, fade: Double? = nil,
    grid: BeatGrid = .constant(anchor: anchor, period: period), start: Double = 0
  ) -> MixPoints? {
    let length = Self.anchor + Double(beats) * Self.period
    let rise = Self.anchor + Double(quiet) * Self.period
    let tenths = (0..<Int(length * 10)).map { Double($0) / 10 < rise - 0.05 ? 1e-4 : 0.1 }
    var bands = [SIMD3<Float>](repeating: [0.1, 1, 1], count: Int(length * Self.bandsPerSecond))
    for beat in 0..<beats {
      let index = Int((Self.anchor + Double(beat) * Self.period) * Self.bandsPerSecond)
      for frame in index..<min(index + 6, bands.count) {
        bands[frame].x = beat % meter == downbeat ? 10 : 4
      }
    }
    let edges = SoundEdges(
      start: .seconds(start), end: .seconds(length), audibleStart: .seconds(start),
      audibleEnd: .seconds(length), fadeOut: fade.map { .seconds($0) })
    return MixPoints(
      grid: grid, edges: edges, tenths: tenths, integrated: LoudnessMeter.loudness(of: 0.1),
      bands: bands, bandsPerSecond: Self.bandsPerSecond)
  }

  private func beat(_ time: Duration?) -> Double? {
    time.map { ($0 / .seconds(1) - Self.anchor) / Self.period }
  }

  private func isBeat(_ time: Duration?, _ number: Int) -> Bool {
    beat(time).map { abs($0 - Double(number)) < 0.001 } ?? false
  }

  @Test("it is mixed in on the first beat of the first loud bar", arguments: 0..<4)
  func mixIn(downbeat: Int) throws {
    #expect(isBeat(try #require(points(beats: 200, downbeat: downbeat)).mixIn, downbeat))
    let later = try #require(points(beats: 200, quiet: 32, downbeat: downbeat))
    #expect(isBeat(later.mixIn, 32 + downbeat))
  }

  @Test("it is mixed out where a phrase of 32 beats ends that leaves room, before the fade")
  func mixOut() throws {
    #expect(isBeat(try #require(points(beats: 200)).mixOut, 192))
    #expect(isBeat(try #require(points(beats: 199)).mixOut, 160))
    let fading = try #require(points(beats: 200, fade: 150 * Self.period))
    #expect(isBeat(fading.mixOut, 128))
  }

  @Test("in a short track phrases have 16 beats, and in a shorter one there is no way out")
  func short() throws {
    #expect(isBeat(try #require(points(beats: 60)).mixOut, 48))
    #expect(isBeat(try #require(points(beats: 25)).mixOut, 16))
    #expect(try #require(points(beats: 20)).mixOut == nil)
    #expect(points(beats: 6) == nil)
  }

  @Test("bars of three beats are told from bars of four")
  func waltz() throws {
    let found = try #require(points(beats: 150, downbeat: 2, meter: 3))
    #expect(isBeat(found.mixIn, 2))
    #expect(isBeat(found.mixOut, 2 + 5 * 24))
  }

  @Test("beats that are not even are counted like others")
  func uneven() throws {
    let beats = (0..<200).map { Self.anchor + Double($0) * Self.period }
    let found = try #require(points(beats: 200, quiet: 8, grid: .beats(beats)))
    #expect(isBeat(found.mixIn, 8))
    #expect(isBeat(found.mixOut, 168))
  }

  @Test("beats that are no times, or in no order, end nothing")
  func hostile() {
    for grid in [
      BeatGrid.constant(anchor: .nan, period: 0.5), .constant(anchor: 0, period: 0),
      .beats([]), .beats([1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ] { _ = points(beats: 100, grid: grid) }
    #expect(points(beats: 100, grid: .beats([])) == nil)
  }

  @Test("louder, busier, brighter and faster is more energy")
  func energy() throws {
    func value(_ loudness: Double, _ onsets: Double, _ tilt: Double, _ bpm: Double?) -> Double {
      EnergyMeasurement(loudness: loudness, onsetRate: onsets, tilt: tilt, bpm: bpm).value
    }
    let middle = value(-12, 5, -12, 120)
    #expect(abs(middle) < 1e-9)
    #expect(value(-8, 5, -12, 120) > middle)
    #expect(value(-12, 8, -12, 120) > middle)
    #expect(value(-12, 5, -4, 120) > middle)
    #expect(value(-12, 5, -12, 150) > middle)
    #expect(value(-12, 5, -12, nil) == middle)
    let tilt = try #require(EnergyMeasurement.tilt(of: [[10, 1, 1], [10, 1, 1]]))
    #expect(abs(tilt + 20) < 0.001)
    #expect(EnergyMeasurement.tilt(of: [[0, 0, 0]]) == nil)
    #expect(EnergyMeasurement.tilt(of: [[0, 0, 1]]) == 40)
  }
}
