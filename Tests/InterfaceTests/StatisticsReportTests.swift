import Music
import Testing

@testable import Interface

@Suite("Statistics as lines")
struct StatisticsReportTests {
  @Test("a part is a bar in eighths of a column, and one of them at least")
  func bars() {
    #expect(StatisticsReport.bar(0, columns: 4) == "")
    #expect(StatisticsReport.bar(0.0001, columns: 4) == "▏")
    #expect(StatisticsReport.bar(0.5, columns: 4) == "██")
    #expect(StatisticsReport.bar(0.53125, columns: 4) == "██▏")
    #expect(StatisticsReport.bar(1, columns: 4) == "████")
    #expect(StatisticsReport.bar(9, columns: 4) == "████")
  }

  @Test("sections without lines are left out, and months are the newest first")
  func sections() {
    var statistics = LibraryStatistics()
    #expect(StatisticsReport(statistics).sections.map(\.heading) == ["Library"])
    statistics.tracks = 1_000
    statistics.analyzed = 3
    statistics.formats = [
      .init("FLAC", tracks: 750, duration: .seconds(90_000)),
      .init("", tracks: 250, duration: .zero),
    ]
    statistics.topTracks = [.init("One", by: "Ada", plays: 1)]
    statistics.months = [
      .init(year: 2026, month: 1, plays: 10), .init(year: 2026, month: 2, plays: 5),
    ]
    let sections = StatisticsReport(statistics).sections
    #expect(
      sections.map(\.heading) == ["Library", "Formats", "Most heard tracks", "Plays by month"])
    #expect(sections[0].lines.contains(.value("analysed", "3 (below 1 %)", bar: nil)))
    #expect(
      sections[1].lines == [
        .value("FLAC", "750 · 1 d 1 h", bar: 1),
        .value("unknown", "250 · 0 min", bar: 1.0 / 3),
      ])
    #expect(sections[2].lines == [.heard("One · Ada", "1 play")])
    #expect(sections[3].lines.map(\.name) == ["2026-02", "2026-01"])
    #expect(sections[3].lines.map(\.bar) == [0.5, 1])
  }

  private func run(_ line: String, _ stage: inout Stage) -> [Effect] {
    _ = stage.receive()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    return stage.receive()
  }

  @Test("the window has a bar beside each share where there is room", arguments: [120, 40])
  func window(columns: Int) {
    var stage = Stage(rows: columns / 3, columns: columns)
    #expect(run("stats", &stage) == [.load(.statistics)])
    var statistics = LibraryStatistics()
    statistics.formats = [.init("FLAC", tracks: 750, duration: .seconds(90_000))]
    stage.send(.library(.statisticsCounted(statistics)))
    guard case .report(let report) = stage.app.overlays.last else {
      Issue.record("there is no window")
      return
    }
    #expect(report.rows.contains(.share("FLAC", "750 · 1 d 1 h", bar: 1)))
    stage.press("End")
    #expect(stage.text.contains("750 · 1 d 1 h"))
    #expect(stage.text.contains("██████") == (columns == 120))
  }
}

@Suite("Storage and beginning anew")
struct StorageTests {
  private func run(_ line: String, _ stage: inout Stage) -> [Effect] {
    _ = stage.receive()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    return stage.receive()
  }

  @Test("caches are cleared where they are marked; the library and its backups cannot be")
  func caches() {
    var stage = Stage()
    #expect(run("storage", &stage) == [.load(.storage)])
    stage.send(
      .library(
        .storageMeasured(
          StoredPart.Kind.allCases.map {
            StoredPart($0, at: FilePath("/home/\($0.rawValue)"), bytes: 2_500_000)
          })))
    guard case .checklist(let list) = stage.app.overlays.last else {
      Issue.record("there is no window")
      return
    }
    #expect(
      list.items.map(\.text) == [
        "catalog", "listings", "waveforms", "covers", "lyrics", "sounds", "server-covers",
      ])
    #expect(stage.text.contains("downloads: 2.5 MB in /home/downloads"))
    #expect(stage.text.contains("library: 2.5 MB in /home/library"))
    stage.press("End", "Space", "Up", "Space", "Enter")
    #expect(stage.receive() == [.library(.clear(.sounds)), .library(.clear(.serverCovers))])
    stage.send(.library(.storageCleared(.covers, bytes: 1_234_567)))
    #expect(stage.app.message?.text == "The covers are cleared: 1.2 MB are free")
  }

  @Test("the library begins anew only where the word is typed")
  func reset() {
    var stage = Stage()
    #expect(run("reset-library", &stage).isEmpty)
    #expect(stage.text.contains("no music file is touched"))
    stage.type("yes")
    stage.press("Enter")
    #expect(stage.receive().isEmpty && stage.text.contains("Type reset, or leave it as it is"))
    stage.press("Ctrl-U")
    stage.type("reset")
    stage.press("Enter")
    #expect(stage.receive() == [.library(.reset)])
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("on the smallest screen the prompt has its line, and a mistake below it")
  func lowReset() {
    var stage = Stage(rows: 10, columns: 40)
    _ = run("reset-library", &stage)
    #expect(stage.text.contains("Type reset to go on."))
    stage.type("yes")
    stage.press("Enter")
    #expect(stage.text.contains("yes") && stage.text.contains("Type reset, or"))
  }

  @Test("about says the version and where help is")
  func about() {
    var stage = Stage()
    #expect(run("about", &stage).isEmpty)
    #expect(stage.text.contains("Tritone \(ProgramVersion.text)"))
  }
}
