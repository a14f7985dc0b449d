import Foundation
import Music
import Testing

@testable import Playback

/// Crossfades, offsets and gains of entries, checked on samples.
@Suite("Mixing")
struct MixingTests {
  let sound: CodedSound
  let player: Player
  let log: ReportLog

  init() throws {
    sound = try CodedSound()
    player = Player(output: .file(sound.path("out.wav")))
    log = ReportLog(player)
  }

  private func play(_ items: [PlayItem]) async throws -> [Float] {
    await player.play(items[0], from: .zero, paused: false)
    for (index, item) in items.enumerated() {
      try await log.wait(for: "question") { $0 == .wantsNext(after: item.id) }
      await player.setNext(index + 1 < items.count ? items[index + 1] : nil, after: item.id)
    }
    try await log.waitForState("end") { $0.isStopped }
    await player.shutDown()
    let sides = try sound.sides(inWave: "out.wav")
    #expect(zip(sides.left, sides.right).allSatisfy { $0 == -$1 })
    return sides.left
  }

  @Test("an entry fades into the next with equal power, and nothing else is touched")
  func equalPower() async throws {
    let (old, new) = (wholeNoise(130_000, seed: 1), wholeNoise(120_000, seed: 2))
    var first = try sound.wave(1, old)
    first.crossfade = .seconds(1)
    let heard = try await play([first, try sound.wave(2, new)])
    expectEqual(heard, mixed(floats(old), floats(new), fade: 44100))
    #expect(Array(heard[..<85900]) == Array(floats(old)[..<85900]))
    #expect(Array(heard[130_000...]) == Array(floats(new)[44100...]))
    #expect(log.finished.count == 2)
  }

  @Test("tracks that follow each other on an album fade linearly")
  func linear() async throws {
    let (old, new) = (wholeNoise(130_000, seed: 1), wholeNoise(120_000, seed: 2))
    var (first, second) = (try sound.wave(1, old), try sound.wave(2, new))
    first.crossfade = .seconds(0.5)
    first.album = .init(key: "album", track: 3)
    second.album = .init(key: "album", track: 4)
    let heard = try await play([first, second])
    expectEqual(heard, mixed(floats(old), floats(new), fade: 22050, isLinear: true))
  }

  @Test("a fade takes no more than half of either item, however short they are")
  func shortItems() async throws {
    let (old, new) = (wholeNoise(90_000, seed: 1), wholeNoise(8_820, seed: 2))
    var first = try sound.wave(1, old)
    first.crossfade = .seconds(10)
    let heard = try await play([first, try sound.wave(2, new)])
    expectEqual(heard, mixed(floats(old), floats(new), fade: 4_410))
  }

  @Test("an item that is shorter than its file says fades as it can")
  func lyingLength() async throws {
    let (old, new) = (wholeNoise(90_000, seed: 1), wholeNoise(8_820, seed: 2))
    var first = try sound.wave(1, old)
    first.crossfade = .seconds(1)
    let heard = try await play([first, try sound.wave(2, new, claimed: 200_000)])
    expectEqual(heard, mixed(floats(old), floats(new), fade: 4_410))
  }

  @Test("an item whose file claims to be longer than frames can be counted fades as it can")
  func absurdLength() async throws {
    let old = wholeNoise(90_000, seed: 1)
    var first = try sound.wave(1, old)
    first.crossfade = .seconds(1)
    try sound.write("2.w64", sonyWave(claiming: 1 << 62, samples: 40_000))
    let heard = try await play([first, sound.item(2, at: sound.path("2.w64"))])
    #expect(Array(heard[..<45_900]) == Array(floats(old)[..<45_900]))
    // 5 s at 8 kHz.
    #expect(abs(heard.count - 45_900 - 220_500) <= 1)
  }

  /// A Sony Wave64 file of silence at 8 kHz, 8 bits and one channel, with a false length.
  private func sonyWave(claiming frames: UInt64, samples: Int) -> [UInt8] {
    let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + tail + little(UInt64(content.count + 24)) + content
    }
    let format = little(UInt16(1)) + little(UInt16(1)) + little(UInt32(8000)) + little(UInt32(8000))
    let body =
      Array("wave".utf8) + tail + chunk("fmt ", format + little(UInt16(1)) + little(UInt16(8)))
      + chunk("fact", little(frames)) + chunk("data", [UInt8](repeating: 128, count: samples))
    let riff: [UInt8] = [
      0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
    ]
    return riff + little(UInt64(body.count + 24)) + body
  }

  @Test("three entries fade one into another, each as long as it says")
  func threeFades() async throws {
    let parts = (1...3).map { wholeNoise(100_000, seed: $0) }
    var items = try parts.indices.map { try sound.wave(Int64($0 + 1), parts[$0]) }
    items[0].crossfade = .seconds(1)
    items[1].crossfade = .milliseconds(500)
    let heard = try await play(items)
    let two = mixed(floats(parts[0]), floats(parts[1]), fade: 44100)
    expectEqual(heard, mixed(two, floats(parts[2]), fade: 22050))
  }

  @Test("items of different rates fade into each other as well")
  func rates() async throws {
    var first = try sound.wave(1, wholeNoise(88_200, seed: 1))
    first.crossfade = .seconds(1)
    let heard = try await play([first, try sound.wave(2, wholeNoise(96_000, seed: 2), rate: 48000)])
    #expect(abs(heard.count - 3 * 44100) <= 1)
    #expect(!heard.contains { !$0.isFinite })
  }

  @Test("an entry is played from its start to its end offset, exact to the frame, and no more")
  func offsets() async throws {
    let samples = wholeNoise(400_000, seed: 3)
    var item = try sound.wave(1, samples)
    item.start = .milliseconds(1_500)
    item.end = .seconds(Double(200_001) / 44100)
    let other = try sound.wave(2, wholeNoise(1_000, seed: 4))
    let heard = try await play([item, other])
    #expect(heard == Array(floats(samples)[66_150..<200_001]) + floats(wholeNoise(1_000, seed: 4)))
  }

  @Test("an entry with offsets fades at its end offset into the start offset of the next")
  func offsetsAndFade() async throws {
    let samples = wholeNoise(400_000, seed: 3)
    var (first, second) = (try sound.wave(1, samples), try sound.wave(2, samples))
    first.end = .seconds(4)
    first.crossfade = .seconds(1)
    second.start = .seconds(5)
    let heard = try await play([first, second])
    let all = floats(samples)
    expectEqual(heard, mixed(Array(all[..<176_400]), Array(all[220_500...]), fade: 44100))
  }

  @Test("an entry's gain is applied as it is said, and ramps where another one follows")
  func gain() async throws {
    var item = try sound.wave(1, [Int16](repeating: 16384, count: 50_000))
    item.gain = -6
    let heard = try await play([item, try sound.wave(2, [Int16](repeating: 16384, count: 50_000))])
    let quiet = Float(0.5 * pow(10, -0.3))
    #expect(heard.count == 100_000)
    #expect(heard[..<50_000].allSatisfy { abs($0 - quiet) < 1e-6 })
    #expect(heard[50_441...].allSatisfy { $0 == 0.5 })
    let steps = zip(heard[49_999..<50_442], heard[50_000..<50_443]).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 >= -1e-6 && $0 < 0.25 / 400 })
  }

  @Test("the tracks of a CUE sheet are one file without a seam")
  func cueTracks() async throws {
    let whole = try await sound.item(1, 0..<57 * 44100)
    var items: [PlayItem] = []
    for number in 0..<57 {
      var item = whole
      item.id = PlayID(track: TrackID(1), serial: UInt64(100 + number))
      // Times of a cue sheet: 75ths of a second, here not on whole seconds.
      item.start = .seconds(1) * Double(number * 75 + (number > 0 ? 7 : 0)) / 75
      item.end = number == 56 ? nil : .seconds(1) * Double((number + 1) * 75 + 7) / 75
      items.append(item)
    }
    await player.play(items[0], from: .zero, paused: false)
    for (index, item) in items.enumerated() {
      try await log.wait(for: "question") { $0 == .wantsNext(after: item.id) }
      await player.setNext(index + 1 < items.count ? items[index + 1] : nil, after: item.id)
    }
    try await log.waitForState("end") { $0.isStopped }
    await player.shutDown()
    #expect(try sound.numbers(inWave: "out.wav").compactMap { $0 } == Array(0..<57 * 44100))
    #expect(log.finished == items.map(\.id))
  }

  @Test("a next item that was to fade in can be changed, and the end before it is whole")
  func changedNext() async throws {
    let (old, new) = (wholeNoise(200_000, seed: 1), wholeNoise(100_000, seed: 2))
    var first = try sound.wave(1, old)
    first.crossfade = .seconds(2)
    await player.play(first, from: .zero, paused: true)
    try await log.waitForState("paused") { $0.isPaused }
    await player.setNext(try sound.wave(2, wholeNoise(90_000, seed: 9)))
    try await eventually("next decoded") { await player.timeline.hasNext }
    await player.setNext(nil)
    try await eventually("taken back") { await !player.timeline.hasNext }
    let second = try sound.wave(3, new)
    await player.setNext(second)
    try await eventually("other next") { await player.timeline.hasNext }
    await player.resume()
    try await log.wait(for: "question") { $0 == .wantsNext(after: second.id) }
    await player.setNext(nil)
    try await log.waitForState("end") { $0.isStopped }
    await player.shutDown()
    let heard = try sound.sides(inWave: "out.wav").left
    expectEqual(heard, mixed(floats(old), floats(new), fade: 50_000))
  }

  @Test("a fade can be sought into and out of")
  func seekIntoFade() async throws {
    let (old, new) = (wholeNoise(200_000, seed: 1), wholeNoise(100_000, seed: 2))
    var first = try sound.wave(1, old)
    first.crossfade = .seconds(2)
    await player.play(first, from: .zero, paused: true)
    try await log.waitForState("paused") { $0.isPaused }
    let second = try sound.wave(2, new)
    await player.setNext(second)
    try await eventually("next decoded") { await player.timeline.hasNext }
    await player.seek(to: .seconds(Double(150_000) / 44100))
    try await log.waitForState("sought") { ($0.clock?.position ?? .zero) > .seconds(3) }
    await player.resume()
    try await log.wait(for: "question") { $0 == .wantsNext(after: second.id) }
    await player.setNext(nil)
    try await log.waitForState("end") { $0.isStopped }
    await player.shutDown()
    let heard = try sound.sides(inWave: "out.wav").left
    let whole = mixed(floats(old), floats(new), fade: 50_000)
    // Only half of the item's remainder fades; the total length shows the start of the fade.
    #expect(heard.count <= whole.count - 150_000 + 38_200 && heard.count >= 100_000)
    #expect(heard.suffix(50_000) == floats(new).suffix(50_000))
  }

  @Test("a FLAC file holds what 16-bit files say, bit for bit")
  func flac() async throws {
    let coded = try CodedSound()
    let player = Player(output: .file(coded.path("out.flac")))
    let log = ReportLog(player)
    let item = try await coded.item(1, 0..<100_000)
    await player.play(item, from: .zero, paused: false)
    try await log.wait(for: "question") { $0 == .wantsNext(after: item.id) }
    await player.setNext(nil)
    try await log.waitForState("end") { $0.isStopped }
    await player.shutDown()
    try await run(
      "/usr/bin/ffmpeg",
      [
        "-v", "error", "-i", coded.path("out.flac").text, "-f", "f32le",
        coded.path("back.raw").text,
      ])
    let back = try Data(contentsOf: coded.folder.appendingPathComponent("back.raw"))
    #expect(CodedSound.numbers(in: back).compactMap { $0 } == Array(0..<100_000))
  }
}
