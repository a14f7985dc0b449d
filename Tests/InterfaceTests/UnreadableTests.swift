import Interface
import Music
import Screen
import Testing

@Suite("Files that cannot be read, and refused streams")
struct UnreadableTests {
  @Test(":unreadable opens a window with each file and its reason, folder by folder")
  func window() {
    var stage = Stage()
    stage.press(":")
    stage.type("unreadable")
    stage.press("Enter")
    #expect(stage.receive() == [.load(.unreadable)])
    stage.send(
      .library(
        .unreadableListed([
          UnreadableFile(FilePath("/music/a.mp3"), reason: "an empty file"),
          UnreadableFile(FilePath("/music/b.mp3"), reason: "not an audio file"),
          UnreadableFile(FilePath("/other/c.mp3"), reason: "no permission to read it"),
        ])))
    guard case .report(let report) = stage.app.overlays.last else {
      Issue.record("there is no window")
      return
    }
    #expect(
      report.rows == [
        .heading("/music"), .line("a.mp3", detail: "an empty file"),
        .line("b.mp3", detail: "not an audio file"), .heading("/other"),
        .line("c.mp3", detail: "no permission to read it"),
      ])
  }

  @Test("where every file could be read there is a message and no window")
  func none() {
    var stage = Stage()
    stage.send(.library(.unreadableListed([])))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text == "Every file could be read")
  }

  @Test("a window has a bound, and says who lists the rest")
  func bound() {
    var stage = Stage()
    let files = (0...ReportPanel.maximumFiles).map {
      UnreadableFile(FilePath("/music/\($0).mp3"), reason: "an empty file")
    }
    stage.press(":")
    stage.type("unreadable")
    stage.press("Enter")
    stage.send(.library(.unreadableListed(files)))
    guard case .report(let report) = stage.app.overlays.last else {
      Issue.record("there is no window")
      return
    }
    #expect(report.rows.count == ReportPanel.maximumFiles + 3)
    #expect(report.rows.last == .line("tritone unreadable lists them all", detail: ""))
  }

  @Test("the message after a scan names the command")
  func message() {
    var stage = Stage()
    var progress = ScanProgress()
    progress.unchanged = 3
    progress.failed = 2
    stage.send(.library(.scanEnded(progress)))
    #expect(stage.app.message?.text.contains("2 unreadable (:unreadable lists them)") == true)
  }

  @Test("a refused stream is not what comes next: it leaves the queue")
  func refusedStream() {
    var stage = Stage()
    let track = TrackID(4711)
    stage.send(.search(.foundToQueue([QueuedTrack(track), QueuedTrack(TrackID(1))], next: false)))
    _ = stage.receive()
    stage.send(
      .track(.streamRefused(track, title: "http://host/x", reason: "the server refuses it")))
    #expect(Array(stage.app.queue.queued) == [QueuedTrack(TrackID(1))])
    #expect(stage.receive().contains { if case .session(.saveQueue) = $0 { true } else { false } })
  }
}
