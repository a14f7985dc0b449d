import Interface
import Music
import Testing

/// Files that are copied or moved into the library's folder.
@Suite("Adding files")
struct AddingFilesTests {
  private func command(_ text: String, _ stage: inout Stage) {
    stage.press(":")
    stage.type(text)
    stage.press("Enter")
  }

  @Test("a request shows how far it is, can be stopped, and tells what came of it")
  func progress() {
    var stage = Stage()
    command("add-copy ~/in", &stage)
    #expect(stage.receive() == [.library(.addFiles(FilePath("~/in"), .copy, into: nil))])
    stage.send(.library(.addingProgressed(AddingProgress(done: 3, total: 1_200))))
    #expect(stage.text.contains("Adding · 3 of 1,200 files"))
    stage.press("Esc")
    #expect(stage.receive() == [.library(.cancelAdding)])
    var report = AddingReport(mode: .copy, folder: FilePath("/music"))
    report.files = [
      AddedFile(from: FilePath("/in/a.flac"), to: FilePath("/music/a.flac"), .added),
      AddedFile(from: FilePath("/in/b.flac"), .duplicate(of: FilePath("/music/c.flac"))),
      AddedFile(from: FilePath("/in/d.flac"), .failed(reason: "not an audio file")),
    ]
    report.stop = .diskFull(FilePath("/music"))
    stage.send(.library(.addingEnded(report)))
    #expect(!stage.text.contains("Adding ·"))
    let text = stage.app.message?.text ?? ""
    #expect(
      text.contains("1 copied, 1 duplicate, 1 failed into /music; no space is left"), "\(text)")
    for word in ["Copied files", "b.flac", "/music/c.flac", "d.flac", "not an audio file"] {
      #expect(stage.text.contains(word), "\(word)")
    }
  }

  @Test("of several folders the user chooses one")
  func folders() {
    var stage = Stage()
    command("add-move ~/in", &stage)
    #expect(stage.receive() == [.library(.addFiles(FilePath("~/in"), .move, into: nil))])
    stage.send(
      .library(
        .addingNeedsFolder(
          FilePath("/home/in"), .move, among: [FilePath("/one"), FilePath("/two")])))
    #expect(stage.text.contains("Move into") && stage.text.contains("/home/in"))
    stage.press("j", "Enter")
    #expect(
      stage.receive() == [.library(.addFiles(FilePath("/home/in"), .move, into: FilePath("/two")))])
    stage.send(.library(.addingNeedsFolder(FilePath("/home/in"), .move, among: [])))
    #expect(stage.app.message?.text.contains(":add-folder") == true)
  }
}
