import Interface
import Music
import Screen
import Testing

@Suite("The analysis in the background, as it shows")
struct AnalysisTests {
  private func command(_ line: String, _ stage: inout Stage) {
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
  }

  private func show(_ stage: inout Stage, _ progress: AnalysisProgress) -> String {
    stage.send(.library(.analysisProgressed(progress)))
    stage.app.messages.clear()
    while !stage.app.overlays.isEmpty { stage.press("Esc") }
    return stage.text
  }

  @Test("a corner says how far it is and how fast, and nothing once it is through")
  func corner() {
    var stage = Stage()
    #expect(!stage.text.contains("Analys"))
    let running = AnalysisProgress(done: 1204, waiting: 8796, speed: 85.4)
    #expect(show(&stage, running).contains("Analysing 1,204 of 10,000 · 85×"))
    let paused = AnalysisProgress(done: 1204, waiting: 8796, pause: .user)
    #expect(show(&stage, paused).contains("Analysis paused"))
    let battery = AnalysisProgress(done: 1204, waiting: 8796, pause: .battery)
    #expect(!show(&stage, battery).contains("Analys"))
    #expect(!show(&stage, AnalysisProgress(done: 10_000)).contains("Analys"))
  }

  @Test("it asks for no wake-ups, and steps back for a scan and on a narrow screen")
  func quiet() {
    var stage = Stage()
    let before = stage.app.timeToNextTick
    stage.send(.library(.analysisProgressed(AnalysisProgress(done: 1, waiting: 5))))
    #expect(stage.app.timeToNextTick == before)
    stage.send(.library(.scanProgressed(ScanProgress())))
    #expect(!stage.text.contains("Analysing") && stage.text.contains("Scanning"))
    var narrow = Stage(rows: 12, columns: 44)
    #expect(!show(&narrow, AnalysisProgress(done: 1, waiting: 5)).contains("Analysing"))
  }

  @Test(
    ":analysis takes what the help says, and each is said",
    arguments: [
      ("pause", AnalysisControl.pause, "is paused"), ("RESUME", .resume, "goes on"),
      ("on", .mode(.on), "while the player runs"), ("ac", .mode(.ac), "plugged in"),
      ("off", .mode(.off), "not analysed any more"),
    ])
  func control(_ word: String, _ control: AnalysisControl, _ said: String) {
    var stage = Stage()
    command("analysis \(word)", &stage)
    #expect(stage.receive() == [.analysis(.control(control))])
    #expect(stage.app.message?.text.contains(said) == true)
  }

  @Test(":analysis alone says where it stands, and what is none is explained")
  func status() {
    var stage = Stage()
    command("analysis", &stage)
    #expect(stage.app.message?.text == "Nothing waits to be analysed")
    stage.send(.library(.analysisProgressed(AnalysisProgress(done: 3, waiting: 1, failed: 2))))
    command("analysis", &stage)
    #expect(stage.app.message?.text == "Analysed 3 tracks so far, 2 failed, 1 track to go")
    stage.send(.library(.analysisProgressed(AnalysisProgress(waiting: 4, pause: .battery))))
    command("analysis", &stage)
    #expect(
      stage.app.message?.text
        == "The analysis waits for the charger, 4 tracks to go; :analysis on does not wait")
    #expect(stage.receive() == [])
    command("analysis maybe", &stage)
    #expect(stage.receive() == [] && stage.text.contains("Usage: analysis pause|resume|on|ac|off"))
  }

  @Test(":analyze looks into what is marked again, and takes the marks off")
  func again() {
    var stage = Stage()
    stage.press("v", "v")
    command("analyze", &stage)
    guard case .analysis(.analyze(.rows(let rows, let query))) = stage.receive().last else {
      Issue.record("nothing was asked for")
      return
    }
    #expect(rows.count == 2 && query.source == .songs)
    #expect(stage.app.library.marks.isEmpty)
    #expect(stage.app.message?.text == "Analysing…")
  }
}
