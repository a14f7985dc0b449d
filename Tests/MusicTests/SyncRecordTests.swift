import Music
import Testing

/// Versions of playlists in a sync folder's file.
@Suite("Versions of playlists in a sync folder")
struct SyncRecordTests {
  private func written(_ machine: inout SyncMachine) -> SyncMachine.Written {
    machine.write() ?? SyncMachine.Written()
  }

  @Test("a file whose writer had not read the last one deletes and replaces nothing")
  func unread() {
    var (one, two) = (SyncMachine("1"), SyncMachine("2"))
    one.set("A", "a")
    one.set("B", "b")
    _ = two.take(written(&one))
    one.set("N", "n")
    one.set("A", "a2")
    _ = written(&one)
    // Away, the other machine writes what it has.
    two.set("B", "b2")
    let needsWriting = one.take(written(&two))
    #expect(needsWriting && one.file("N") == "n" && one.file("A") == "a2")
    #expect(one.file("B") == "b2")
    _ = two.take(written(&one))
    #expect(two.files == one.files)
  }

  @Test("edits that were not written before a take-over are no common past")
  func unsent() {
    var (one, two) = (SyncMachine("1"), SyncMachine("2"))
    one.set("A", "a")
    _ = two.take(written(&one))
    one.set("A", "mine")
    two.set("B", "b")
    // The take-over, and no write: the other goes on.
    let needsWriting = one.take(written(&two))
    #expect(needsWriting)
    two.set("A", "theirs")
    _ = one.take(written(&two))
    #expect(one.files == ["b", "mine", "theirs"])
  }

  @Test("a file edited by hand is taken over as an edit of the machine that reads it")
  func byHand() {
    var (one, two) = (SyncMachine("1"), SyncMachine("2"))
    one.set("A", "a")
    one.set("B", "b")
    var file = written(&one)
    _ = two.take(file)
    file.document.items = [.playlist(SyncMachine.list("A", "hand"))]
    file.document.update { $0.version = VersionVector(["1": 1]) }
    file.document.items.append(.playlist(DocumentPlaylist(name: "N")))
    let needsWriting = one.take(file)
    #expect(needsWriting && one.file("A") == "hand" && one.file("B") == nil)
    #expect(one.lists.count == 2)
    let taken = two.take(written(&one))
    #expect(!taken && two.file("A") == "hand" && two.lists.count == 2)
  }

  @Test("a writer that names no versions is compared with such a writer's last file")
  func nameless() {
    var one = SyncMachine("1")
    one.set("A", "a")
    _ = written(&one)
    var script = SyncMachine("script")
    script.set("B", "b")
    _ = one.take(SyncMachine.Written(document: script.document))
    #expect(one.files == ["a", "b"])
    script.set("B", "b2")
    _ = one.take(SyncMachine.Written(document: script.document))
    #expect(one.files == ["a", "b2"])
    script.set("B", nil)
    script.set("C", "c")
    _ = one.take(SyncMachine.Written(document: script.document))
    #expect(one.files == ["a", "c"])
  }

  @Test("after any number of versions, written or not, a machine that was away deletes and adds")
  func away() {
    var (one, two) = (SyncMachine("1"), SyncMachine("2"))
    one.set("A", "a")
    _ = two.take(written(&one))
    for number in 0..<200 {
      one.set("B", "b\(number)")
      // The folder is there at times.
      _ = one.write(fails: number % 3 == 0)
    }
    two.set("A", nil)
    two.set("C", "c")
    _ = one.take(written(&two))
    #expect(one.files == ["b199", "c"])
  }

  @Test("contents that were changed back, or deleted and made anew, are an edit")
  func reverted() {
    var (one, two) = (SyncMachine("1"), SyncMachine("2"))
    for name in ["A", "B"] { one.set(name, "old") }
    _ = two.take(written(&one))
    for name in ["A", "B"] { one.set(name, name == "A" ? "new" : nil) }
    let middle = written(&one)
    for name in ["A", "B"] { one.set(name, "old") }
    let last = written(&one)
    // The other one changes what it has of the first, and of the version between.
    two.set("B", "mine")
    _ = two.take(middle)
    let file = written(&two)
    _ = one.take(file)
    #expect(one.file("A") == "old" && one.files.contains("mine"))
    _ = two.take(last)
    #expect(two.file("A") == "old" && two.files.contains("mine"))
  }

  @Test("an older file that comes back changes nothing")
  func stale() {
    var one = SyncMachine("1")
    one.set("A", "a")
    one.set("B", "b")
    let old = written(&one)
    one.set("A", "a2")
    one.set("B", nil)
    one.set("C", "c")
    _ = written(&one)
    let needsWriting = one.take(old)
    #expect(needsWriting && one.files == ["a2", "c"])
  }
}
