import Music
import Testing

@testable import Sync

@Suite("Paths that rows share with files")
struct SharedPathsTests {
  /// The address of a path's bytes: equal for two that share them.
  private func address(_ path: FilePath?) -> UnsafeRawPointer? {
    path?.bytes.withUnsafeBytes { $0.baseAddress }
  }

  /// A path with bytes of its own.
  private func path(_ text: String) -> FilePath { FilePath(bytes: Array(text.utf8)) }

  private var snapshot: DeviceSnapshot {
    var snapshot = DeviceSnapshot()
    snapshot.files = ["A/1.mp3", "A/2.mp3", "B/é.mp3"].map {
      DeviceFile(path: path($0), size: 1, modified: 1)
    }
    snapshot.contents.tracks = [("b", "A/2.mp3"), ("a", "A/1.mp3"), ("c", "gone.mp3")].map {
      DeviceTrack(id: $0.0, path: path($0.1), title: "t")
    }
    return snapshot
  }

  @Test("rows of the device get the paths of their files, in any order")
  func rows() {
    var shared = snapshot
    #expect(address(shared.contents.tracks[0].path) != address(shared.files[1].path))
    let before = shared
    shared.sharePaths()
    #expect(shared == before)
    #expect(address(shared.contents.tracks[0].path) == address(shared.files[1].path))
    #expect(address(shared.contents.tracks[1].path) == address(shared.files[0].path))
  }

  @Test("a path of other bytes, though it is shown alike, and one without a file stay as they are")
  func others() {
    let snapshot = snapshot
    let shared = snapshot.sharedPath
    for text in ["B/e\u{301}.mp3", "gone.mp3", ""] {
      #expect(shared(path(text)).bytes == Array(text.utf8))
    }
    let found = path("A/2.mp3")
    #expect(address(shared(found)) != address(found))
    #expect(address(shared(found)) == address(snapshot.files[1].path))
  }
}
