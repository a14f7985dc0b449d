import Music
import Screen
import Testing

@testable import Interface

@Suite("The first start")
struct FirstRunTests {
  private let folders = [FilePath("/home/ada/Music"), FilePath("/home/ada/Downloads")]

  private func stage() -> Stage {
    var stage = Stage(tracks: [])
    stage.send(
      .session(
        .startedWithoutMusic(
          proposed: folders[0], others: [folders[1]], demo: FilePath("/home/ada/Music/Demo"))))
    return stage
  }

  private func count(_ files: Int, _ folders: Int, _ bytes: Int64) -> MusicCount {
    var count = MusicCount()
    (count.files, count.folders, count.bytes) = (files, folders, bytes)
    return count
  }

  @Test("the folders are counted, and their music shows beside them; the cursor stays")
  func counts() {
    var stage = stage()
    #expect(stage.receive() == [.library(.countMusic(folders))])
    stage.press("Down")
    stage.send(.library(.musicCounted(folders[0], count(8412, 214, 61_230_000_000))))
    stage.send(.library(.musicCounted(folders[1], count(0, 0, 0))))
    let text = stage.text
    #expect(text.contains("8,412 files in 214 folders, 61.2 GB") && text.contains("no music"))
    guard case .picker(let picker) = stage.app.overlays.last else { return }
    #expect(picker.choice?.value == .scan(folders[1]))
    stage.press("Enter")
    #expect(stage.receive() == [.library(.scan([folders[1]]))])
    // An answer that comes later changes nothing.
    stage.send(.library(.musicCounted(folders[0], count(1, 1, 1))))
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("a folder with more than was looked at says so")
  func unfinished() {
    var stage = stage()
    var many = count(90_000, 3_000, 10)
    many.isWhole = false
    stage.send(.library(.musicCounted(folders[0], many)))
    #expect(stage.text.contains("over 90,000 files in 3,000 folders"))
  }
}
