import Foundation
import Library
import Media
import Music
import Synchronization
import Testing

@testable import tritone

/// The notices of the analysis, in order.
final class NoticeLog: Sendable {
  private let notices = Mutex<[BackgroundAnalysis.Notice]>([])

  func add(_ notice: BackgroundAnalysis.Notice) { notices.withLock { $0.append(notice) } }

  var all: [BackgroundAnalysis.Notice] { notices.withLock { $0 } }

  var progress: AnalysisProgress? {
    all.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }.last
  }
}

@Suite("Analysis in the background", .serialized)
struct BackgroundAnalysisTests {
  private func library(_ folder: Folder) async throws -> Library {
    let library = try Library(at: folder.path("library.db"))
    _ = try await library.scan([FilePath(folder.url.path)]) { _ in }
    return library
  }

  /// Polls until a condition holds; fails after a minute.
  private func wait(
    _ what: String, _ condition: () async throws -> Bool,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while try await !condition() {
      guard ContinuousClock.now < end else {
        Issue.record("waited too long for \(what)", sourceLocation: location)
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func analysis(
    _ library: Library, _ log: NoticeLog, mode: AnalysisMode = .on, isPaused: Bool = false,
    power: PowerSupply = PowerSupply(folder: "/nonexistent"), work: AnalysisWork = AnalysisWork()
  ) -> BackgroundAnalysis {
    BackgroundAnalysis(
      library: library, mode: mode, isPaused: isPaused, power: power, threadCount: 2, work: work,
      report: log.add)
  }

  private func bpms(_ library: Library) async throws -> [Double?] {
    let ids = try await library.trackIDs(ListQuery(.songs))
    return try await library.tracks(ids).map(\.findings.bpm)
  }

  @Test("a library is analysed from the moment it is known, and again when something is added")
  func byItself() async throws {
    let folder = try Folder()
    for index in 1...5 { try folder.clicks("\(index).wav") }
    let library = try await library(folder)
    let log = NoticeLog()
    let analysis = analysis(library, log)
    analysis.begin()
    try await wait("five tempos") { try await bpms(library).allSatisfy { $0 != nil } }
    try await wait("the end") { log.progress?.waiting == 0 }
    #expect(log.progress?.done == 5 && log.progress?.failed == 0)
    for bpm in try await bpms(library) { #expect(abs((bpm ?? 0) - 120) < 1) }
    try folder.clicks("6.wav", bpm: 96)
    _ = try await library.scan(nil) { _ in }
    analysis.libraryChanged()
    try await wait("the sixth") { try await bpms(library).allSatisfy { $0 != nil } }
    await analysis.finish()
  }

  @Test("a truncated file and a text are marked as failed, and not tried again")
  func failures() async throws {
    let folder = try Folder()
    try folder.clicks("whole.wav")
    for name in ["one.mp3", "two.mp3"] { try folder.clicks(name, seconds: 1) }
    let library = try await library(folder)
    // The files had sound when they were scanned, and have none now.
    let tries = Mutex<[FilePath: Int]>([:])
    let work = AnalysisWork { path, parts, cancellation throws(MediaError) in
      tries.withLock { $0[path, default: 0] += 1 }
      if path.name.hasSuffix(".mp3") { throw MediaError.undecodable(.file(path), code: 0) }
      return try AnalysisWork().look(path, parts, cancellation)
    }
    let log = NoticeLog()
    for _ in 1...2 {
      let analysis = analysis(library, log, work: work)
      analysis.begin()
      try await wait("all of it") { try await library.analysisCounts().waiting == 0 }
      analysis.libraryChanged()
      try await Task.sleep(for: .milliseconds(300))
      await analysis.finish()
    }
    #expect(try await library.analysisCounts().failed == 2)
    #expect(tries.withLock { $0.values.sorted() } == [1, 1, 1])
    let ids = try await library.trackIDs(ListQuery(.songs))
    let faults = try await library.tracks(ids).compactMap(\.findings.fault)
    #expect(faults == Array(repeating: "damaged: no sound can be read from it", count: 2))
  }

  @Test("a pause in the middle of a run does not make its count begin anew")
  func countOverPause() async throws {
    let folder = try Folder()
    for index in 1...12 { try folder.clicks("\(index).wav", seconds: 4) }
    let library = try await library(folder)
    let begun = Mutex(0)
    let mayGoOn = Mutex(false)
    let work = AnalysisWork { path, parts, cancellation throws(MediaError) in
      let number = begun.withLock { count in
        count += 1
        return count
      }
      // The fourth and later ones run until they are cancelled.
      while number > 3, !mayGoOn.withLock({ $0 }) {
        if cancellation.isCancelled { throw .cancelled }
        usleep(1000)
      }
      return try AnalysisWork().look(path, parts, cancellation)
    }
    let log = NoticeLog()
    let analysis = analysis(library, log, work: work)
    analysis.begin()
    try await wait("three tempos") { try await library.analysisCounts().waiting == 9 }
    analysis.setPaused(true)
    try await wait("the pause to be said") { log.progress?.pause == .user }
    mayGoOn.withLock { $0 = true }
    analysis.setPaused(false)
    try await wait("the end") { log.progress?.waiting == 0 && log.progress?.pause == nil }
    #expect(log.progress?.done == 12)
    await analysis.finish()
  }

  @Test("paused by the user nothing is begun, and what goes on is given up at once")
  func paused() async throws {
    let folder = try Folder()
    for index in 1...3 { try folder.clicks("\(index).wav") }
    let library = try await library(folder)
    let log = NoticeLog()
    let analysis = analysis(library, log, isPaused: true)
    analysis.begin()
    try await wait("the pause") { log.progress?.pause == .user && log.progress?.waiting == 3 }
    #expect(try await library.analysisCounts().waiting == 3)
    // Requested tracks are analysed all the same.
    let first = try await library.trackIDs(ListQuery(.songs))[0]
    analysis.analyze(try await library.analysisTasks(of: [first], isAgain: true))
    try await wait("the one") { log.all.contains(.asked(RequestedSum(done: 1))) }
    #expect(try await library.analysisCounts().waiting == 2)
    analysis.setPaused(false)
    try await wait("the others") { try await library.analysisCounts().waiting == 0 }
    await analysis.finish()
  }

  @Test("on battery it waits for the charger, unless it is told not to")
  func battery() async throws {
    let folder = try Folder()
    try folder.clicks("1.wav")
    let library = try await library(folder)
    let supplies = try PowerSupplyTests.folder(PowerSupplyTests.unplugged)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: supplies) } }
    let log = NoticeLog()
    let analysis = analysis(library, log, mode: .ac, power: PowerSupply(folder: supplies))
    analysis.begin()
    try await wait("the pause") { log.progress?.pause == .battery }
    #expect(try await library.analysisCounts().waiting == 1)
    try Data("1\n".utf8).write(to: URL(fileURLWithPath: supplies + "/AC/online"))
    // The power supply is read once a minute, and at once when a mode is chosen.
    analysis.setMode(.ac)
    try await wait("the track") { try await library.analysisCounts().waiting == 0 }
    await analysis.finish()
  }

  @Test("the end gives up what was begun within moments and keeps what was found")
  func quitting() async throws {
    let folder = try Folder()
    try folder.clicks("1.wav")
    try folder.clicks("2.wav")
    let library = try await library(folder)
    let isStuck = Atomic(false)
    let work = AnalysisWork { path, parts, cancellation throws(MediaError) in
      guard path.name == "2.wav" else {
        return try AnalysisWork().look(path, parts, cancellation)
      }
      isStuck.store(true, ordering: .relaxed)
      while !cancellation.isOver { usleep(1_000) }
      throw .cancelled
    }
    let log = NoticeLog()
    let analysis = analysis(library, log, work: work)
    analysis.begin()
    try await wait("both") {
      isStuck.load(ordering: .relaxed) && analysis.progress.done == 1
    }
    await analysis.finish()
    #expect(try await library.analysisCounts().waiting == 1)
    #expect(try await bpms(library).count { $0 != nil } == 1)
  }

  @Test("what takes much longer than it should is given up as failed; what is away is not")
  func limits() throws {
    let folder = try Folder()
    let path = try folder.clicks("1.wav", seconds: 1)
    let task = AnalysisTask(track: TrackID(1), path: path, parts: [.tempo], duration: .seconds(1))
    let endless = AnalysisWork { path, _, cancellation throws(MediaError) in
      while !cancellation.isOver { usleep(1_000) }
      throw .timedOut(.file(path))
    }
    let late = endless.end(of: task, limit: .milliseconds(20), Cancellation())
    #expect(late == .found(.failed("no end of it in 0 minutes")))
    var gone = task
    gone.path = folder.path("gone.wav")
    #expect(AnalysisWork().end(of: gone, Cancellation()) == .passed("no such file"))
    let cancelled = Cancellation()
    cancelled.cancel()
    #expect(AnalysisWork().end(of: task, cancelled) == .cancelled)
    #expect(AnalysisWork.limit(for: .seconds(300)) == .seconds(960))
  }

  @Test("two with the same library share the work and do nothing twice")
  func two() async throws {
    let folder = try Folder()
    for index in 1...12 { try folder.clicks("\(index).wav", seconds: 8) }
    let library = try await library(folder)
    let other = try Library(at: folder.path("library.db"))
    let tries = Mutex<[FilePath: Int]>([:])
    let work = AnalysisWork { path, parts, cancellation throws(MediaError) in
      tries.withLock { $0[path, default: 0] += 1 }
      return try AnalysisWork().look(path, parts, cancellation)
    }
    let log = NoticeLog()
    let both = [library, other].map { analysis($0, log, work: work) }
    for analysis in both { analysis.begin() }
    try await wait("all") { try await library.analysisCounts().waiting == 0 }
    for analysis in both { await analysis.finish() }
    #expect(tries.withLock { $0.count } == 12)
    #expect(tries.withLock { $0.values.reduce(0, +) } == 12)
  }

  @Test("what is heard is first, also behind a boundary that nobody asked for")
  func boundary() async throws {
    let folder = try Folder()
    for index in 1...6 { try folder.clicks("\(index).wav", seconds: 2, title: "\(index)") }
    let library = try await library(folder)
    let ids = try await library.trackIDs(ListQuery(.songs, sort: .title))
    let looked = Mutex<[String]>([])
    let mayGoOn = Mutex(false)
    let work = AnalysisWork { path, parts, cancellation throws(MediaError) in
      let number = looked.withLock {
        $0.append(path.name)
        return $0.count
      }
      while !mayGoOn.withLock({ $0 }), !cancellation.isOver { usleep(1000) }
      // The third waits for the fourth, whose thread a busy machine may resume late.
      while number == 3, looked.withLock({ $0.count < 4 }), !cancellation.isOver { usleep(1000) }
      return try AnalysisWork().look(path, parts, cancellation)
    }
    let log = NoticeLog()
    let analysis = analysis(library, log, work: work)
    analysis.note(playing: ids[0])
    analysis.note(next: ids[1])
    analysis.begin()
    try await wait("the two") { looked.withLock { $0.count } == 2 }
    #expect(looked.withLock { Set($0) } == ["1.wav", "2.wav"])
    // The player goes on to the prepared item, without a request to play.
    let clock = PlayClock(position: .zero, at: .now, isAdvancing: true, duration: nil)
    analysis.note(.state(.playing(PlayID(track: ids[2], serial: 3), clock)))
    analysis.note(next: ids[3])
    analysis.note(.state(.stopped))
    mayGoOn.withLock { $0 = true }
    try await wait("four") { looked.withLock { $0.count } >= 4 }
    #expect(looked.withLock { Set($0[2..<4]) } == ["3.wav", "4.wav"])
    try await wait("the rest") { try await library.analysisCounts().waiting == 0 }
    await analysis.finish()
  }
}
