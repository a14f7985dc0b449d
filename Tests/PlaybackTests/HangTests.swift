import Glibc
import Music
import Testing

@testable import Playback

/// Disks that hang or report an error.
@Suite("Player and its disk", .serialized)
struct HangTests {
  let sound: CodedSound
  let witness = FrameWitness()

  init() throws { sound = try CodedSound() }

  private func player(_ access: FileAccess = FileAccess()) -> (player: Player, log: ReportLog) {
    let witness = witness
    let player = Player(access: access) {
      NullOutput(ring: $0, report: $1, listener: { witness.hear($0) })
    }
    return (player, ReportLog(player))
  }

  /// Checks that no command of the listener waits for the disk.
  private func expectAnswers(_ player: Player) async {
    let time = await ContinuousClock().measure {
      await player.setVolume(0.5)
      await player.setSound(SoundSettings())
      await player.chooseDevice(named: nil)
      await player.setVolume(1)
    }
    // A command that waits would do so until the gate is opened.
    #expect(time < .seconds(60))
  }

  @Test("a disk that hangs while a file is written: the item is given up, the rest is written")
  func writing() async throws {
    let sound = try CodedSound()
    let stuck = try await sound.item(1, 0..<441_000, format: "wav")
    let gate = Gate(stuck.path, from: 400_000, .hanging)
    defer { gate.set(.open) }
    let path = sound.path("out.wav")
    let player = Player(access: gate.access(patience: .seconds(3))) {
      FileOutput(path, ring: $0, report: $1)
    }
    let log = ReportLog(player)
    await player.play(stuck, from: .zero, paused: false)
    let failed = try await log.wait(for: "failure") {
      if case .failed(stuck.id, _) = $0 { true } else { false }
    }
    try await log.waitForState("stop", from: failed) { $0.isStopped }
    let whole = try await sound.item(2, 600_000..<630_000)
    let start = log.reports.count
    await player.play(whole, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("end", from: start) { $0.isStopped }
    await player.shutDown()
    let numbers = try sound.numbers(inWave: "out.wav").compactMap { $0 }
    #expect(Array(numbers.suffix(30_000)) == Array(600_000..<630_000))
    let rest = numbers.dropLast(30_000)
    #expect(rest.count > 10_000 && Array(rest) == Array(0..<rest.count))
  }

  /// Checks that an item plays to its end without a gap.
  private func expectWhole(
    _ item: PlayItem, frames: Int, _ player: Player, _ log: ReportLog
  ) async throws {
    let start = log.reports.count
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("end", from: start) { $0.isStopped }
    #expect(log.reports[start...].contains(.finished(item.id, heard: 1, reachedEnd: true)))
    try await eventually("last frame") { witness.framesSinceJump == frames }
    #expect(witness.breaks.isEmpty && witness.silent == 0)
  }

  @Test("what is no file fails at once and says why")
  func noFiles() async throws {
    let (player, log) = player()
    let pipe = sound.path("pipe.flac")
    #expect(mkfifo(pipe.text, 0o600) == 0)
    for path in [pipe, sound.path("."), FilePath("/dev/zero"), FilePath("/dev/null")] {
      let start = log.reports.count
      let item = sound.item(7, at: path)
      await player.play(item, from: .zero, paused: false)
      await expectAnswers(player)
      let failed = try await log.wait(for: "failure", from: start) {
        $0 == .failed(item.id, reason: "not a file but a folder, a pipe or a device")
      }
      try await log.waitForState("stop", from: failed) { $0.isStopped }
    }
    try await expectWhole(sound.item(8, 0..<5_000), frames: 5_000, player, log)
    await player.shutDown()
  }

  @Test("a read that hangs: what is decoded is heard, then the item is given up, and others play")
  func reading() async throws {
    let stuck = try await sound.item(1, 0..<441_000, format: "wav")
    let gate = Gate(stuck.path, from: 400_000, .hanging)
    let (player, log) = player(gate.access(patience: .seconds(3)))
    await player.play(stuck, from: .zero, paused: false)
    let dry = try await log.wait(for: "buffering") { $0 == .buffering(stuck.id) }
    // Two blocks may be in flight.
    #expect(witness.frames > (400_000 - 2 * 65_536) / 4)
    #expect(gate.reads == 1)
    await expectAnswers(player)
    let failed = try await log.wait(for: "giving up", from: dry) {
      $0 == .failed(stuck.id, reason: "the disk does not answer")
    }
    try await log.waitForState("stop", from: failed) { $0.isStopped }
    let whole = try await sound.item(2, 600_000..<630_000)
    try await expectWhole(whole, frames: 30_000, player, log)
    gate.set(.open)
    // Several chances for the abandoned read to do harm.
    for _ in 0..<3 {
      try await Task.sleep(for: .milliseconds(100))
      try await expectWhole(whole, frames: 30_000, player, log)
    }
    try await expectWhole(stuck, frames: 441_000, player, log, from: .seconds(9))
    await player.shutDown()
  }

  private func expectWhole(
    _ item: PlayItem, frames: Int, _ player: Player, _ log: ReportLog, from position: Duration
  ) async throws {
    let start = log.reports.count
    await player.play(item, from: position, paused: false)
    await player.setNext(nil)
    try await log.waitForState("end", from: start) { $0.isStopped }
    #expect(witness.framesSinceJump == frames - Int(position.seconds * 44100))
    #expect(witness.breaks.isEmpty)
  }

  @Test("who plays something else while a read hangs hears it, long before the patience is over")
  func impatient() async throws {
    let stuck = try await sound.item(1, 0..<441_000, format: "wav")
    let gate = Gate(stuck.path, from: 400_000, .hanging)
    let (player, log) = player(gate.access(patience: .seconds(600)))
    for number in 1...2 {
      await player.play(stuck, from: .zero, paused: false)
      try await log.wait(for: "hanging") { _ in
        gate.reads == number
      }
      try await expectWhole(sound.item(2, 0..<20_000), frames: 20_000, player, log)
    }
    gate.set(.open)
    try await expectWhole(sound.item(3, 0..<20_000), frames: 20_000, player, log)
    await player.shutDown()
  }

  @Test("opening that hangs is given up, and the next item plays")
  func opening() async throws {
    let stuck = try await sound.item(1, 0..<44_100)
    let gate = Gate(stuck.path, .hanging)
    let (player, log) = player(gate.access(patience: .seconds(3)))
    await player.play(stuck, from: .zero, paused: false)
    await expectAnswers(player)
    let failed = try await log.wait(for: "giving up") {
      $0 == .failed(stuck.id, reason: "the disk does not answer")
    }
    try await log.waitForState("stop", from: failed) { $0.isStopped }
    try await expectWhole(sound.item(2, 0..<20_000), frames: 20_000, player, log)
    gate.set(.open)
    try await expectWhole(stuck, frames: 44_100, player, log)
    #expect(log.finished.count == 2)
    await player.shutDown()
  }

  @Test("a next item whose opening hangs is waited for, then given up; the player still plays")
  func openingNext() async throws {
    let (one, stuck) = (
      try await sound.item(1, 0..<30_000), try await sound.item(2, 30_000..<60_000)
    )
    let gate = Gate(stuck.path, .hanging)
    let (player, log) = player(gate.access(patience: .seconds(3)))
    await player.play(one, from: .zero, paused: false)
    await player.setNext(stuck)
    let dry = try await log.wait(for: "buffering") { $0 == .buffering(one.id) }
    let over = try await log.wait(for: "end", from: dry) {
      $0 == .finished(one.id, heard: 1, reachedEnd: true)
    }
    let failed = try await log.wait(for: "giving up", from: over) {
      $0 == .failed(stuck.id, reason: "the disk does not answer")
    }
    try await log.waitForState("stop", from: failed) { $0.isStopped }
    // A second time, with a disk that answers late.
    let start = log.reports.count
    await player.play(one, from: .zero, paused: false)
    await player.setNext(stuck)
    try await log.wait(for: "buffering", from: start) { $0 == .buffering(one.id) }
    gate.set(.open)
    try await log.waitForState("next", from: start) { $0.isPlaying && $0.item == stuck.id }
    await player.setNext(nil)
    try await log.waitForState("end", from: start) { $0.isStopped }
    #expect(witness.frames == 90_000 && witness.breaks.isEmpty)
    await player.shutDown()
  }

  @Test("a drive that is pulled ends the item with what the disk said, and the next one follows")
  func pulled() async throws {
    let (one, two) = (
      try await sound.item(1, 0..<441_000, format: "wav"),
      try await sound.item(2, 500_000..<530_000)
    )
    let gate = Gate(one.path, from: 400_000, .pulled)
    let (player, log) = player(gate.access(patience: .seconds(5)))
    await player.play(one, from: .zero, paused: false)
    await player.setNext(two)
    let failed = try await log.wait(for: "fault") {
      $0 == .failed(one.id, reason: "the disk reports an error")
    }
    try await log.waitForState("next", from: failed) { $0.isPlaying && $0.item == two.id }
    await player.setNext(nil)
    try await log.waitForState("end", from: failed) { $0.isStopped }
    #expect(gate.reads <= 3)
    #expect(log.finished == [one.id, two.id])
    #expect(log.reports.filter { if case .failed = $0 { true } else { false } }.count == 1)
    // All readable frames of the first item, then all of the second.
    #expect(witness.breaks.count == 1 && witness.breaks.first?.to == 500_000)
    let last = try #require(witness.breaks.first?.from)
    #expect(last > (400_000 - 2 * 65_536) / 4 && last <= 100_000)
    #expect(witness.frames == last + 1 + 30_000)
    await player.shutDown()
  }
}
