import Interface
import Music
import Screen
import Testing

@Suite("The window of the log")
struct LogWindowTests {
  private static let records: [LogRecord] = (0..<60).map { record($0) }

  private static func record(_ index: Int) -> LogRecord {
    let fails = index % 10 == 9
    let time = 1_800_000_000_000 + Int64(index) * 1_000
    return LogRecord(
      milliseconds: time, level: fails ? .error : .info, part: "playback", process: 1,
      message: fails ? "cannot be played" : "playing",
      fields: [LogRecord.Field(name: "file", value: "/music/song \(index).flac")])
  }

  private func stage(_ line: String, _ records: [LogRecord] = records) -> (Stage, [Effect]) {
    var stage = Stage()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    let effects = stage.receive()
    stage.send(.library(.logRead(records)))
    return (stage, effects)
  }

  private func report(_ stage: Stage) throws -> ReportPanel {
    guard case .report(let report) = stage.app.overlays.last else {
      throw LogWindowFault.noWindow
    }
    return report
  }

  private enum LogWindowFault: Error { case noWindow }

  @Test(":log opens a window with the newest entries in sight, their values below them")
  func window() throws {
    let (stage, effects) = stage("log")
    #expect(effects == [.load(.log(nil))])
    let report = try report(stage)
    #expect(report.title == "Log")
    #expect(report.rows.last == .below("file: /music/song 59.flac"))
    #expect(
      report.rows.contains {
        if case .entry(_, .error, "playback: cannot be played") = $0 { true } else { false }
      })
    let shown = stage.text
    #expect(shown.contains("song 59.flac") && !shown.contains("song 0.flac"))
    #expect(shown.contains("error    playback: cannot be played"))
  }

  @Test("an error is drawn in the face of warnings, unlike what went well")
  func faces() {
    let (stage, _) = stage("log")
    #expect(Set(faces(of: "playback: cannot be played", stage)) == [.warning])
    #expect(Set(faces(of: "playback: playing", stage)) == [.text])
  }

  /// The faces of a text where it stands on the screen.
  private func faces(of text: String, _ stage: Stage) -> [Face] {
    let frame = stage.frame
    for row in 0..<frame.size.rows {
      let cells = (0..<frame.size.columns).map { frame[row, $0] }
      let line = cells.map(\.text).joined()
      guard let found = line.firstRange(of: text) else { continue }
      let start = TextWidth.columns(of: String(line[..<found.lowerBound]))
      return cells[start..<start + text.count].map(\.face)
    }
    return []
  }

  @Test("a level narrows the window down", arguments: LogLevel.allCases)
  func level(_ level: LogLevel) {
    let (_, effects) = stage("log \(level.rawValue)")
    #expect(effects == [.load(.log(level))])
  }

  @Test("any other word is no level")
  func mistake() {
    let (stage, effects) = stage("log loud")
    #expect(effects.isEmpty)
    #expect(stage.app.message?.text.contains("log LEVEL") == true)
  }

  @Test("a long value goes on in the next row")
  func long() throws {
    let path = "/music/" + String(repeating: "long ", count: 60)
    let record = LogRecord(
      milliseconds: 0, level: .error, part: "scan", process: 1, message: "a file cannot be read",
      fields: [LogRecord.Field(name: "file", value: path)])
    let (stage, _) = stage("log", [record])
    let below = try report(stage).rows.compactMap { row in
      if case .below(let text) = row { text } else { nil }
    }
    #expect(below.count > 2)
    #expect(below.joined(separator: " ").count >= path.count)
    #expect(below.allSatisfy { $0.count < stage.app.size.columns - 10 })
  }

  @Test("an empty log has no window, and a message")
  func empty() {
    let (stage, _) = stage("log", [])
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text == "The log has no such entry")
  }

  @Test("personal values are left out with :log-private on", arguments: [true, false])
  func privacy(_ hides: Bool) {
    let (stage, effects) = stage("log-private \(hides ? "on" : "off")")
    #expect(effects.contains(.library(.hidePrivate(hides))))
    #expect(stage.app.message != nil)
  }
}
