import Music
import Synchronization
import Testing

@testable import Playback

@Suite("Items shorter than the server's buffer", .serialized)
struct ShortItemTests {
  /// One frame, 10 ms, 50 ms.
  private static let lengths = [1, 441, 2205]

  /// Plays items, naming each as soon as the player asks for it.
  private func play(_ items: [PlayItem], _ player: Player, _ log: ReportLog) async throws {
    let start = log.reports.count
    await player.play(items[0], from: .zero, paused: false)
    await player.setNext(items.count > 1 ? items[1] : nil)
    for (index, item) in items.enumerated().dropFirst() {
      try await log.wait(for: "question", from: start) { $0 == .wantsNext(after: item.id) }
      await player.setNext(index + 1 < items.count ? items[index + 1] : nil, after: item.id)
    }
    try await log.waitForState("end", from: start) { $0.isStopped }
  }

  /// Plays items that are all named in advance: a late answer would be a legitimate gap.
  private func playKnown(_ items: [PlayItem], _ player: Player, _ log: ReportLog) async throws {
    let start = log.reports.count
    await player.play(items[0], from: .zero, paused: false)
    for (item, next) in zip(items, items.dropFirst()) { await player.setNext(next, after: item.id) }
    await player.setNext(nil, after: items[items.count - 1].id)
    try await log.waitForState("end", from: start) { $0.isStopped }
  }

  /// Items of `lengths` in turn, and the total number of their frames.
  private func row(_ sound: CodedSound) async throws -> (items: [PlayItem], frames: Int) {
    var items: [PlayItem] = []
    var end = 0
    for id in 0..<9 {
      let start = end
      end += Self.lengths[id % 3]
      items.append(try await sound.item(Int64(100 + id), start..<end))
    }
    return (items, end)
  }

  @Test("are heard whole without a device, alone and in a row")
  func unheard() async throws {
    let sound = try CodedSound()
    let witness = FrameWitness()
    let player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
    let log = ReportLog(player)
    var frames = 0
    for (id, length) in Self.lengths.enumerated() {
      try await play([try await sound.item(Int64(id), 0..<length)], player, log)
      frames += length
      try await eventually("last frame") { witness.frames == frames }
    }
    let row = try await row(sound)
    try await play(row.items, player, log)
    try await eventually("last frame") { witness.frames == frames + row.frames }
    #expect(witness.silent == 0 && witness.breaks.isEmpty)
    #expect(log.finished.count == 12)
    #expect(
      log.reports.filter { if case .finished(_, 1, true) = $0 { true } else { false } }.count == 12)
    await player.shutDown()
  }

  @Test("are heard on a server to their last frame when they are alone")
  func heard() async throws {
    let scene = try PulseScene()
    try await scene.server.start()
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    var expected: [Int] = []
    for (id, length) in Self.lengths.enumerated() {
      let item = try await scene.sound.item(Int64(id), 0..<length)
      try await play([item], scene.player, scene.log)
      expected += 0..<length
      try await eventually("frames") { recording.frames.count >= expected.count }
    }
    #expect(recording.frames == expected)
    await scene.player.shutDown()
  }

  @Test("in a row on a server are heard whole and without a gap", arguments: [1, 9])
  func row(count: Int) async throws {
    let scene = try PulseScene()
    try await scene.server.start()
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    let short = try await row(scene.sound).items.prefix(count)
    let long = try await scene.sound.item(300, 50_000..<120_000)
    let last = try await scene.sound.item(301, 120_000..<150_000)
    try await playKnown(short + [long, last], scene.player, scene.log)
    try await eventually("last frame") { recording.frames.last == 149_999 }
    let numbers = recording.numbers
    let start = try #require(numbers.firstIndex(of: 0))
    let end = numbers.lastIndex(of: 149_999) ?? 0
    let heard = numbers[start...end]
    #expect(scene.isUnbroken(heard))
    let ends = count == 1 ? Array(0..<1) : Array(0..<7941)
    let isWhole = heard.compactMap { $0 } == ends + Array(50_000..<150_000)
    #expect(isWhole)
    #expect(scene.log.finished == (short + [long, last]).map(\.id))
    await scene.player.shutDown()
  }

  @Test("twenty of a tenth of a second are heard without a gap, and each boundary is told in turn")
  func twenty() async throws {
    let scene = try PulseScene()
    try await scene.server.start()
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    var items: [PlayItem] = []
    for id in 0..<20 {
      items.append(try await scene.sound.item(Int64(id), id * 4410..<(id + 1) * 4410))
    }
    try await playKnown(items, scene.player, scene.log)
    try await eventually("last frame") { recording.frames.last == 88_199 }
    let numbers = recording.numbers
    let start = try #require(numbers.firstIndex(of: 0))
    let heard = numbers[start...(numbers.lastIndex(of: 88_199) ?? start)]
    #expect(scene.isUnbroken(heard))
    let isWhole = heard.compactMap { $0 } == Array(0..<88_200)
    #expect(isWhole)
    #expect(scene.log.finished == items.map(\.id))
    var told: [PlayID] = []
    for case .playing(let id, let clock) in scene.log.states where told.last != id {
      told.append(id)
      #expect(clock.position <= .milliseconds(100))
    }
    #expect(told == items.map(\.id))
    await scene.player.shutDown()
  }

  @Test("what follows short ones is changed as long as it is not heard")
  func changed() async throws {
    let sound = try CodedSound()
    let witness = FrameWitness()
    let player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
    let log = ReportLog(player)
    let first = try await sound.item(1, 0..<66_150)
    var short: [PlayItem] = []
    for id in 0..<3 {
      short.append(
        try await sound.item(Int64(10 + id), 66_150 + id * 4410..<66_150 + (id + 1) * 4410))
    }
    let other = try await sound.item(20, 70_560..<120_000)
    await player.play(first, from: .zero, paused: false)
    await player.setNext(short[0])
    for (item, next) in [(short[0], short[1]), (short[1], short[2])] {
      try await log.wait(for: "look ahead") { $0 == .wantsNext(after: item.id) }
      await player.setNext(next, after: item.id)
    }
    try await log.wait(for: "look ahead") { $0 == .wantsNext(after: short[2].id) }
    // Everything is decoded when the item in the middle is replaced.
    await player.setNext(other, after: short[0].id)
    await player.setNext(nil, after: short[1].id)
    try await log.wait(for: "question") { $0 == .wantsNext(after: other.id) }
    await player.setNext(nil, after: other.id)
    try await log.waitForState("end") { $0.isStopped }
    #expect(log.finished == [first.id, short[0].id, other.id])
    #expect(witness.last == 119_999 && witness.breaks.isEmpty && witness.silent == 0)
    await player.shutDown()
  }
}

extension PulseScene {
  /// Whether the sound is free of silence, unless a busy machine kept the server from its processor
  /// and caused an underrun while the player had more sound.
  fileprivate func isUnbroken(_ heard: ArraySlice<Int?>) -> Bool {
    heard.allSatisfy { $0 != nil } || output.tally.underruns.load(ordering: .relaxed) > 0
  }
}
