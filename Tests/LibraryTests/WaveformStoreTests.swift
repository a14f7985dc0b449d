import Foundation
import Music
import Testing

@testable import Library

@Suite("Waveforms that are kept")
struct WaveformStoreTests {
  private let folder = TemporaryFolder()
  private var library: FilePath { folder["library.db"] }
  private var store: FilePath { folder["library.db-waveforms"] }

  private func key(_ number: Int64) -> WaveformStore.Key {
    WaveformStore.Key(
      AnalysisTask(
        track: TrackID(number), path: FilePath("/x"), parts: [], duration: .seconds(3),
        audioHash: number))
  }

  /// A waveform that moves as sound does.
  private func natural(_ seed: Int, columns: Int) -> Waveform {
    var random = SeededGenerator(seed: UInt64(seed))
    var level = 90.0
    return Waveform(
      rate: 150,
      columns: (0..<columns).map { _ in
        level = min(180, max(0, level + .random(in: -9...9, using: &random)))
        let rms = UInt8(level)
        func around(_ center: Double, _ most: Double) -> Double {
          min(most, max(0, center + .random(in: -12...12, using: &random)))
        }
        return WaveformColumn(
          low: -Int8(around(level * 0.7, 127)), high: Int8(around(level * 0.7, 127)), rms: rms,
          bass: UInt8(around(level, 255)), middle: UInt8(around(level / 2, 255)),
          treble: UInt8(around(level / 4, 255)))
      })
  }

  @Test("a waveform is unpacked as it was packed", arguments: [0, 1, 2, 3, 150, 20_000])
  func roundTrip(columns: Int) throws {
    for waveform in [Analyses.waveform(columns, columns: columns), natural(7, columns: columns)] {
      let packed = WaveformPacking.pack(waveform)
      #expect(WaveformPacking.unpack(packed) == waveform)
    }
    let extremes = (0..<columns).map { index in
      let odd = index % 2 == 1
      return WaveformColumn(
        low: odd ? -127 : 127, high: odd ? 127 : -127, rms: odd ? 255 : 0, bass: odd ? 0 : 255,
        middle: odd ? 255 : 0, treble: odd ? 1 : 254)
    }
    let waveform = Waveform(rate: 37.25, columns: extremes)
    #expect(WaveformPacking.unpack(WaveformPacking.pack(waveform)) == waveform)
  }

  @Test("silence takes next to nothing, and sound far less than its columns")
  func sizes() {
    let silence = Waveform(
      columns: Array(
        repeating: WaveformColumn(low: 0, high: 0, rms: 0, bass: 0, middle: 0, treble: 0),
        count: 36_000))
    #expect(WaveformPacking.pack(silence).count < 36_000 * 6 / 7)
    #expect(WaveformPacking.pack(natural(1, columns: 36_000)).count < 36_000 * 5)
  }

  @Test("a packed waveform that is damaged anywhere is none")
  func damaged() {
    let packed = WaveformPacking.pack(natural(3, columns: 400))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      var bytes = [UInt8](packed)
      bytes[Int.random(in: bytes.indices, using: &random)] ^=
        1 << UInt8(Int.random(in: 0..<8, using: &random))
      #expect(WaveformPacking.unpack(Data(bytes)) == nil)
      let short = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
      #expect(WaveformPacking.unpack(Data(short)) == nil)
      let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(WaveformPacking.unpack(Data([1] + noise)) == nil)
    }
  }

  @Test("waveforms are found by their audio, and the oldest make room for new ones")
  func bounded() throws {
    let kept = WaveformStore(beside: library, maximumBytes: 600_000)
    for number in 0..<60 as Range<Int64> {
      try kept.keep([(key(number), Analyses.waveform(Int(number), columns: 6_000))])
    }
    #expect(try kept.waveform(key(59)) == Analyses.waveform(59, columns: 6_000))
    #expect(try !kept.has(key(0)) && kept.waveform(key(0)) == nil)
    let there = try (0..<60 as Range<Int64>).filter { try kept.has(key($0)) }
    #expect(!there.isEmpty && there == Array((60 - Int64(there.count))..<60))
    let pages = try RawDatabase(path: store).run(
      "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, "
        + "pragma_freelist_count, pragma_page_size")
    #expect(pages.allSatisfy { (Int($0) ?? .max) <= 600_000 })
  }

  @Test("a file that is damaged or of another version is made anew")
  func madeAnew() throws {
    try WaveformStore(beside: library).keep([(key(1), natural(1, columns: 10))])
    #expect(try WaveformStore(beside: library).waveform(key(1)) == natural(1, columns: 10))
    try RawDatabase(path: store).run("PRAGMA user_version = 99")
    #expect(try WaveformStore(beside: library).waveform(key(1)) == nil)
    try WaveformStore(beside: library).keep([(key(2), natural(2, columns: 10))])
    #expect(try WaveformStore(beside: library).waveform(key(2)) == natural(2, columns: 10))
    folder.write("library.db-waveforms", [UInt8](repeating: 0x5A, count: 70_000))
    let again = WaveformStore(beside: library)
    #expect(try again.waveform(key(2)) == nil)
    try again.keep([(key(3), natural(3, columns: 10))])
    #expect(try again.waveform(key(3)) == natural(3, columns: 10))
  }

  @Test("a file whose contents were overwritten is made anew")
  func damagedInUse() throws {
    let kept = WaveformStore(beside: library)
    for number in 0..<40 as Range<Int64> {
      try kept.keep([(key(number), Analyses.waveform(Int(number), columns: 2_000))])
    }
    try RawDatabase(path: store).emptyLog()
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: store.text)))
    for index in 100..<bytes.count { bytes[index] = 0xEE }
    folder.write("library.db-waveforms", bytes)
    let again = WaveformStore(beside: library)
    #expect(try again.waveform(key(3)) == nil)
    try again.keep([(key(3), natural(3, columns: 10))])
    #expect(try again.waveform(key(3)) == natural(3, columns: 10))
  }

  @Test("what plays has its waveform made again when it is no longer kept")
  func askedAgain() async throws {
    let test = try TestLibrary()
    let track = try await test.withTracks(1)[0]
    let task = try #require(try await test.library.analysisTasks(limit: 1).first)
    try await test.library.saveAnalyses([(task, .found(Analyses.found(1)))])
    #expect(try await test.library.analysisTasks(limit: 1, first: [track]).isEmpty)
    try RawDatabase(path: test.folder["library.db-waveforms"]).run("DELETE FROM waveforms")
    let library = test.library
    #expect(try await library.analysisTasks(limit: 1).isEmpty)
    #expect(
      try await library.analysisTasks(limit: 1, first: [track]).map(\.parts) == [[.waveform]])
    #expect(try await library.waveform(of: track) == nil)
  }
}
