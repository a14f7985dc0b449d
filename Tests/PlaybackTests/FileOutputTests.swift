import Foundation
import Glibc
import Music
import Testing

@testable import Playback

@Suite("Player with a file as its output")
struct FileOutputTests {
  let sound: CodedSound
  let player: Player
  let log: ReportLog

  init() throws {
    sound = try CodedSound()
    player = Player(output: .file(sound.path("out.wav")))
    log = ReportLog(player)
  }

  /// Plays the items to their end, naming each when asked; returns the frames written.
  private func play(_ items: [PlayItem]) async throws -> [Int] {
    await player.play(items[0], from: .zero, paused: false)
    for (index, item) in items.enumerated() {
      try await log.wait(for: "question") { $0 == .wantsNext(after: item.id) }
      await player.setNext(index + 1 < items.count ? items[index + 1] : nil)
    }
    return try await written()
  }

  private func written() async throws -> [Int] {
    try await log.waitForState("end") { $0.isStopped }
    await player.shutDown()
    let numbers = try sound.numbers(inWave: "out.wav")
    #expect(!numbers.contains(nil))
    return numbers.compactMap { $0 }
  }

  @Test("three items follow each other without a frame lost or added")
  func gapless() async throws {
    let items = [
      try await sound.item(1, 0..<65003), try await sound.item(2, 65003..<129_999),
      try await sound.item(3, 129_999..<193_800),
    ]
    let numbers = try await play(items)
    #expect(numbers == Array(0..<193_800))
    #expect(log.finished == items.map(\.id))
    #expect(
      log.story.filter { if case .finished(_, 1, true) = $0 { true } else { false } }.count == 3)
  }

  @Test("items shorter than any buffer are played whole")
  func short() async throws {
    let ends = [0, 1, 18, 459, 2459, 2460, 9000]
    var items: [PlayItem] = []
    for (start, end) in zip(ends, ends.dropFirst()) {
      items.append(try await sound.item(Int64(items.count + 1), start..<end))
    }
    #expect(try await play(items) == Array(0..<9000))
  }

  @Test("the file has the rate of the first item, and others are converted to it")
  func rates() async throws {
    let items = [
      try await sound.item(1, 0..<48000, rate: 48000),
      try await sound.item(2, 0..<44100, rate: 44100),
    ]
    let numbers = try await play(items)
    #expect(Array(numbers.prefix(47990)) == Array(0..<47990))
    #expect(abs(numbers.count - 96000) <= 1)
  }

  @Test("the next item can be changed when it has been decoded already")
  func changedNext() async throws {
    let first = try await sound.item(1, 0..<50001)
    await player.play(first, from: .zero, paused: true)
    try await log.waitForState("paused") { $0.isPaused }
    for id in Int64(2)...4 {
      await player.setNext(try await sound.item(id, 900_000..<950_000))
      try await eventually("next decoded") {
        await player.timeline.segments.last?.item.id.track == TrackID(id)
      }
    }
    let last = try await sound.item(5, 50001..<80000)
    await player.setNext(last)
    try await eventually("change") { await player.timeline.segments.last?.item == last }
    await player.resume()
    try await log.wait(for: "question") { $0 == .wantsNext(after: last.id) }
    await player.setNext(nil)
    #expect(try await written() == Array(0..<80000))
    #expect(log.finished == [first.id, last.id])
  }

  @Test("the current item ends exactly when its next is taken away")
  func removedNext() async throws {
    let first = try await sound.item(1, 0..<50001)
    await player.play(first, from: .zero, paused: true)
    try await log.waitForState("paused") { $0.isPaused }
    await player.setNext(try await sound.item(2, 900_000..<950_000))
    try await eventually("next decoded") { await player.timeline.hasNext }
    await player.setNext(nil)
    try await eventually("taken back") { await !player.timeline.hasNext }
    await player.resume()
    #expect(try await written() == Array(0..<50001))
  }

  @Test("seeking lands on the frame, in both directions, and keeps the next item")
  func seek() async throws {
    let first = try await sound.item(1, 0..<300_000)
    await player.play(first, from: .seconds(2), paused: true)
    try await log.waitForState("paused") { $0.clock?.position == .seconds(2) }
    await player.setNext(try await sound.item(2, 300_000..<310_000))
    await player.seek(to: .seconds(5))
    await player.seek(to: .seconds(1))
    try await log.waitForState("sought") { $0.clock?.position == .seconds(1) }
    await player.resume()
    try await log.wait(for: "question") {
      $0 == .wantsNext(after: PlayID(track: TrackID(2), serial: 2))
    }
    await player.setNext(nil)
    #expect(try await written() == Array(44100..<310_000))
  }

  @Test("a seek behind the end goes on with the next item")
  func seekBehindEnd() async throws {
    let second = try await sound.item(2, 300_000..<310_000)
    await player.play(try await sound.item(1, 0..<44100), from: .zero, paused: true)
    try await log.waitForState("paused") { $0.isPaused }
    await player.setNext(second)
    await player.seek(to: .seconds(100))
    await player.resume()
    try await log.wait(for: "question") { $0 == .wantsNext(after: second.id) }
    await player.setNext(nil)
    #expect(try await written() == Array(300_000..<310_000))
  }

  @Test("pausing and going on loses nothing")
  func pause() async throws {
    let item = try await sound.item(1, 0..<700_000)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    for _ in 0..<20 {
      await player.pause()
      await Task.yield()
      await player.resume()
    }
    let numbers = try await written()
    #expect(numbers.count == 700_000)
    #expect(breaks(in: numbers).isEmpty)
  }

  @Test("a next item that cannot be played is reported, and another one is asked for")
  func failedNext() async throws {
    let (first, bad) = (try await sound.item(1, 0..<50001), sound.missing(2))
    await player.play(first, from: .zero, paused: false)
    let asked = try await log.wait(for: "question") { $0 == .wantsNext(after: first.id) }
    await player.setNext(bad)
    let failed = try await log.wait(for: "failure") {
      $0 == .failed(bad.id, reason: "no such file")
    }
    try await log.wait(for: "question", from: max(asked, failed)) {
      $0 == .wantsNext(after: first.id)
    }
    let last = try await sound.item(3, 50001..<60000)
    await player.setNext(last)
    try await log.wait(for: "question") { $0 == .wantsNext(after: last.id) }
    await player.setNext(nil)
    #expect(try await written() == Array(0..<60000))
  }

  @Test("an item that cannot be played stops the player, and the next one plays")
  func failedCurrent() async throws {
    let pipe = sound.path("pipe.flac")
    #expect(mkfifo(pipe.text, 0o600) == 0)
    let faults = [
      (Int64(1), sound.path("missing.flac"), "no such file"),
      (2, pipe, "not a file but a folder, a pipe or a device"),
    ]
    for (id, path, reason) in faults {
      let item = PlayItem(id: PlayID(track: TrackID(id), serial: 1), source: .file(path))
      let start = log.reports.count
      await player.play(item, from: .zero, paused: false)
      let failed = try await log.wait(for: "failure", from: start) {
        $0 == .failed(item.id, reason: reason)
      }
      try await log.waitForState("stop", from: failed) { $0.isStopped }
    }
    #expect(log.finished.isEmpty)
    let start = log.reports.count
    await player.play(try await sound.item(3, 0..<5000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("end", from: start) { $0.isStopped }
    await player.shutDown()
    #expect(try sound.numbers(inWave: "out.wav").count == 5000)
  }

  @Test("what was skipped does not count as heard")
  func heardPart() async throws {
    await player.play(try await sound.item(1, 0..<441_000), from: .seconds(7.5), paused: true)
    try await log.waitForState("paused") { $0.isPaused }
    await player.setNext(nil)
    await player.resume()
    _ = try await written()
    let heard = log.reports.compactMap {
      if case .finished(_, let heard, true) = $0 { heard } else { nil }
    }
    #expect(heard.count == 1)
    #expect(abs(heard[0] - 0.25) < 0.001)
  }

  @Test("a file that cannot be written is said to be unavailable")
  func unwritable() async throws {
    let player = Player(output: .file(FilePath("/proc/nowhere/out.wav")))
    let log = ReportLog(player)
    try await log.wait(for: "unavailable") {
      if case .output(.unavailable) = $0 { true } else { false }
    }
    await player.shutDown()
  }
}
