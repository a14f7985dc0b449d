import Interface
import Music
import Screen
import Testing

@Suite("Checklists")
struct ChecklistTests {
  private let left = [1, 2, 5].map { QueuedTrack(TrackID($0)) }

  private func listed(_ stage: Stage) -> Checklist? {
    if case .checklist(let list) = stage.app.overlays.last { list } else { nil }
  }

  private func run(_ line: String, _ stage: inout Stage) -> [Effect] {
    _ = stage.receive()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    return stage.receive()
  }

  @Test("what a playlist held already is added again from a list, as far as it is marked")
  func again() throws {
    var stage = Stage()
    #expect(run("add-again", &stage).isEmpty)
    let addition = Addition(
      playlist: "Peak", added: 2, alreadyThere: 3, target: PlaylistID(4), skipped: left)
    stage.send(.playlists(.tracksAdded(addition, slot: nil)))
    #expect(
      stage.app.message?.text
        == "Added 2 tracks to Peak, 3 were already there; :add-again adds them again")
    #expect(stage.app.overlays.isEmpty)
    #expect(run("add-again", &stage) == [.load(.skipped(left))])
    stage.answer(
      .entries(
        .skippedLoaded(
          Dictionary(
            uniqueKeysWithValues: left.map { queued in
              (queued, Samples.tracks.first { $0.id == queued.track } ?? Samples.tracks[0])
            }))))
    #expect(
      try #require(listed(stage)).items.map(\.text) == [
        "Aerodynamic", "Blue in Green", "Déjà vu",
      ])
    stage.press("j", "Space", "Enter")
    #expect(stage.receive() == [.edit(.entries(.addAgain(PlaylistID(4), [left[0], left[2]])))])
    #expect(stage.app.overlays.isEmpty)
    // The skipped duplicates were offered once.
    #expect(run("add-again", &stage).isEmpty)
  }

  @Test("the keys of the slots open nothing, and what they left out can be added as well")
  func slots() {
    var stage = Stage()
    let addition = Addition(
      playlist: "Peak", added: 0, alreadyThere: 1, title: "So What", target: PlaylistID(4),
      skipped: [left[0]])
    stage.send(.playlists(.tracksAdded(addition, slot: .two)))
    #expect(stage.app.message?.text == "“So What” is already in Peak (slot 2)")
    #expect(stage.app.overlays.isEmpty)
    #expect(run("add-again", &stage) == [.load(.skipped([left[0]]))])
    stage.send(.playlists(.tracksAdded(addition, slot: nil)))
    #expect(
      stage.app.message?.text == "“So What” is already in Peak; :add-again adds it again")
  }

  private let plan = RelocationPlan(
    relocations: [
      Relocation(
        track: TrackID(1), path: FilePath("/old/a.flac"), title: "A",
        candidates: [
          .init(track: TrackID(11), path: FilePath("/new/a.flac"), evidence: .audioHash)
        ]),
      Relocation(
        track: TrackID(2), path: FilePath("/old/b.flac"), title: "B",
        candidates: [
          .init(track: TrackID(12), path: FilePath("/new/b.flac"), evidence: .name),
          .init(track: TrackID(13), path: FilePath("/other/b.flac"), evidence: .name),
        ], isAmbiguous: true, isSure: false),
    ], unfound: [FilePath("/old/c.flac")])

  @Test("what would be relocated is shown, chosen among and switched off before it is done")
  func relocate() throws {
    var stage = Stage()
    #expect(run("relocate", &stage) == [.library(.findRelocations(nil, folder: nil))])
    #expect(
      run("relocate /mnt/disk", &stage)
        == [.library(.findRelocations(nil, folder: FilePath("/mnt/disk")))])
    stage.answer(.entries(.relocationsFound(plan)))
    #expect(stage.text.contains("Found 2 of 3 missing files"))
    #expect(stage.text.contains("now  /new/a.flac"))
    #expect(try #require(listed(stage)).items.map(\.isOn) == [true, false])
    stage.press("Enter")
    #expect(
      stage.receive() == [.edit(.library(.relocate([.init(from: TrackID(1), to: TrackID(11))])))])

    stage.answer(.entries(.relocationsFound(plan)))
    stage.press("Space", "Down", "Right")
    #expect(stage.text.contains("now  /other/b.flac"))
    #expect(stage.text.contains("2/2"))
    stage.press("Enter")
    #expect(
      stage.receive() == [.edit(.library(.relocate([.init(from: TrackID(2), to: TrackID(13))])))])

    stage.answer(.entries(.relocationsFound(plan)))
    stage.press("Space", "Enter")
    #expect(stage.app.message?.text.hasPrefix("Nothing is marked") == true)
    stage.press("a", "a", "Esc")
    #expect(stage.app.overlays.isEmpty && stage.receive().isEmpty)
  }

  @Test("what is marked or missing under the cursor is looked for, else all of the open playlist")
  func scope() {
    var stage = Stage()
    stage.press("v", "v")
    #expect(
      run("relocate", &stage) == [
        .library(
          .findRelocations(
            .rows([.track(TrackID(1)), .track(TrackID(2))], ListQuery.folded(.songs)), folder: nil))
      ])
    stage.rows[ListQuery(.playlists)] = [
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(3, "Friday"), slots: [], depth: 0))
    ]
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "Enter")
    #expect(
      run("relocate", &stage) == [
        .library(
          .findRelocations(.all(ListQuery(.playlist(PlaylistID(3))), except: []), folder: nil))
      ])
  }

  @Test("the folders of the library are listed, and taken out one by one or as they are marked")
  func roots() throws {
    var stage = Stage()
    #expect(run("roots", &stage) == [.load(.roots)])
    stage.send(.library(.rootsLoaded([])))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text.contains(":add-folder") == true)
    let paths = ["/music", "/media/stick", "/one.flac"].map { FilePath($0) }
    let roots = [
      LibraryRoot(path: paths[0], tracks: 1_234),
      LibraryRoot(path: paths[1], isOffline: true, tracks: 12),
      LibraryRoot(path: paths[2], isFile: true, tracks: 1),
    ]
    #expect(run("roots", &stage) == [.load(.roots)])
    stage.send(.library(.rootsLoaded(roots)))
    #expect(stage.text.contains("1,234 tracks") && stage.text.contains("offline · 12 tracks"))
    #expect(stage.text.contains("1 track "))
    stage.send(.resized(Size(rows: 24, columns: 80)))
    #expect(stage.text.contains("marks and entries.") && stage.text.contains("Esc leaves it"))
    stage.press("Enter")
    #expect(stage.app.message?.text.hasPrefix("Nothing is marked") == true)
    stage.press("j", "d")
    #expect(stage.receive() == [.edit(.library(.removeRoots([paths[1]])))])
    #expect(stage.app.overlays.isEmpty)

    #expect(run("roots", &stage) == [.load(.roots)])
    stage.send(.library(.rootsLoaded(roots)))
    stage.press("Space", "G", "Space", "Enter")
    #expect(stage.receive() == [.edit(.library(.removeRoots([paths[0], paths[2]])))])
  }

  @Test("nothing missing, and nothing found, are said; the queue goes on with what was found")
  func ends() {
    var stage = Stage()
    stage.answer(.entries(.relocationsFound(RelocationPlan())))
    #expect(stage.app.message?.text == "No file is missing there")
    stage.answer(
      .entries(.relocationsFound(RelocationPlan(unfound: [FilePath("/a"), FilePath("/b")]))))
    #expect(stage.app.message?.text.contains(":relocate FOLDER") == true)
    stage.send(.search(.foundToQueue([1, 2, 1].map { QueuedTrack(TrackID($0)) }, next: false)))
    stage.press("j")
    stage.send(.entries(.relocated([.init(from: TrackID(1), to: TrackID(5))])))
    #expect(stage.app.queue.tracks == [TrackID(5), TrackID(2), TrackID(5)])
    #expect(stage.app.message?.text == "Found the file again; Ctrl-Z takes it back")
  }

  @Test("a click selects an item, another one switches it")
  func mouse() throws {
    var stage = Stage()
    stage.answer(.entries(.relocationsFound(plan)))
    let rows = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(rows.firstIndex { $0.contains("b.flac") && $0.contains("◇") })
    for isOn in [false, true] {
      stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 60)))))
      #expect(try #require(listed(stage)).cursor.selected == 1)
      #expect(try #require(listed(stage)).items[1].isOn == isOn)
    }
  }
}
