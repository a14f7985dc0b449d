import Music
import Screen
import Testing

@testable import Interface

@Suite("Comments")
struct CommentTests {
  private static let ids = ["a", "b", "c"].map { CommentID(rawValue: $0) }

  private static func comments(on track: TrackID) -> [TrackComment] {
    [
      TrackComment(
        id: ids[0], track: track, place: .seconds(120), text: "The bass\nis late",
        created: 1_700_000_000_000, edited: 1_700_000_060_000),
      TrackComment(
        id: ids[1], track: track, place: .seconds(42), author: "Mira", text: "Lovely turn",
        created: 1_700_000_000_000),
      TrackComment(id: ids[2], track: track, text: "For the tape", created: 1_700_000_000_000),
    ]
  }

  /// What plays is at 1:23 of 3:00 and has three comments.
  private func stage(_ size: Size = Size(rows: 40, columns: 120)) throws -> Stage {
    var stage = Scene.waveform.stage(size)
    let track = try #require(stage.app.playing.track)
    stage.comments = Self.comments(on: track.id)
    stage.send(.library(.changed))
    _ = stage.receive()
    return stage
  }

  private func find(_ text: String, _ stage: Stage) -> Position? {
    let frame = stage.frame
    for row in 0..<frame.size.rows {
      let line = frame.text(ofRow: row)
      guard let found = line.firstRange(of: text) else { continue }
      return Position(
        row: row, column: TextWidth.columns(of: String(line[..<found.lowerBound])))
    }
    return nil
  }

  @Test("a comment is made at the place that is heard, or on the selected track")
  func adding() throws {
    var stage = try stage()
    let playing = try #require(stage.app.playing.track?.id)
    stage.run("comment needs a fill")
    #expect(
      stage.receive()
        == [.edit(.comments(.add("needs a fill", to: playing, at: .seconds(83))))])
    stage.app.focus = .library
    let row = try #require(stage.app.library.selectedRow?.track?.id)
    stage.run("comment-track whole")
    #expect(stage.receive() == [.edit(.comments(.add("whole", to: row, at: nil)))])
    // In a window the place is the one at which it was opened.
    stage.run("comment")
    stage.wait(.seconds(3))
    #expect(stage.text.contains("Comment at 1:23"))
    stage.type("late")
    _ = stage.receive()
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.comments(.add("late", to: playing, at: .seconds(83))))])
    stage.send(.refused(.edit(.comments(.add("late", to: playing, at: .seconds(83)))), "disk full"))
    #expect(stage.text.contains("late") && stage.text.contains("disk full"))
  }

  @Test("without anything that plays it is one on the selected track")
  func nothingPlays() {
    var stage = Stage()
    stage.run("comment hm")
    #expect(stage.receive() == [.edit(.comments(.add("hm", to: TrackID(1), at: nil)))])
  }

  @Test("after a stop the tab is empty, and a comment is one on the selected track, by its name")
  func stopped() throws {
    var stage = try stage()
    let track = try #require(stage.app.playing.track)
    stage.run("comments")
    #expect(stage.text.contains("Lovely turn"))
    stage.send(.player(.state(.stopped)))
    #expect(!stage.text.contains("Lovely turn"))
    _ = stage.receive()
    stage.press("Enter", "d", "P")
    #expect(stage.receive() == [] && stage.app.overlays.isEmpty)
    stage.app.focus = .library
    stage.press("G")
    let selected = try #require(stage.app.focusedTrack)
    #expect(selected.id != track.id)
    _ = stage.receive()
    stage.run("comment")
    #expect(stage.text.contains("Comment on \(selected.title)"))
    #expect(stage.app.message?.text.hasPrefix("Nothing plays: this comment is on the") == true)
    stage.type("late")
    _ = stage.receive()
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.comments(.add("late", to: selected.id, at: nil)))])
    stage.send(
      .comments(
        .added(TrackComment(id: Self.ids[0], track: selected.id, text: "late", created: 0))))
    #expect(stage.app.message?.text.hasPrefix("Comment on \(selected.title) saved") == true)
  }

  @Test("where there are none Enter begins one, and the music plays on")
  func none() throws {
    var stage = try stage()
    stage.comments = []
    stage.send(.library(.changed))
    stage.run("comments")
    _ = stage.receive()
    #expect(stage.text.contains("No comments on this track"))
    stage.press("Enter")
    #expect(stage.receive() == [])
    #expect(stage.text.contains("Comment at 1:23"))
    var silent = Stage()
    silent.run("comments")
    _ = silent.receive()
    silent.press("Enter")
    #expect(silent.receive() == [] && silent.app.overlays.isEmpty)
  }

  @Test("they are a tab, in the order of their places, with author and times")
  func tab() throws {
    var stage = try stage()
    stage.run("comments")
    #expect(stage.app.focus == .nowPlaying && stage.app.showsComments)
    let texts = ["For the tape", "0:42  Mira", "Lovely turn", "2:00  You", "The bass", "is late"]
    let places = texts.map { find($0, stage)?.row }
    #expect(
      !places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(stage.text.contains("▶ 0:42") && stage.text.contains("edited"))
    #expect(stage.app.session.showsComments == true)
    stage.press("]")
    #expect(!stage.app.showsComments && !stage.app.showsLyrics)
  }

  @Test("Enter goes to the place, also by the mouse, and d and P are for one's own")
  func keys() throws {
    var stage = try stage()
    stage.run("comments")
    stage.press("j")
    _ = stage.receive()
    stage.press("Enter")
    #expect(stage.receive().contains(.player(.seek(.seconds(42)))))
    stage.press("d", "P")
    #expect(stage.receive().filter(\.isEdit) == [] && stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text == LabelFault.notYours.message)
    stage.press("j", "P")
    #expect(stage.text.contains("The bass⏎is late"))
    stage.type("!")
    _ = stage.receive()
    stage.press("Enter")
    #expect(
      stage.receive() == [.edit(.comments(.change(Self.ids[0], "The bass\nis late!")))])
    stage.press("d")
    #expect(stage.receive() == [.edit(.comments(.remove([Self.ids[0]])))])
    let first = try #require(find("For the tape", stage))
    stage.wait(.seconds(1))
    stage.send(.input(.mouse(Mouse(.press, at: first))))
    #expect(stage.app.comments.comment?.id == Self.ids[2])
    _ = stage.receive()
    stage.press("Enter")
    #expect(stage.receive().contains(.player(.seek(.zero))))
    #expect(stage.app.message?.text == "A comment on all of the track: it goes on from its start")
  }

  @Test("one's own comment that a server holds goes to its place, and is not edited here")
  func shared() throws {
    var stage = try stage()
    let track = try #require(stage.app.playing.track?.id)
    var comment = TrackComment(
      id: Self.ids[0], track: track, place: .seconds(30), text: "For all", created: 0)
    comment.isShared = true
    stage.comments = [comment]
    stage.send(.library(.changed))
    stage.run("comments")
    _ = stage.receive()
    stage.press("d", "P")
    #expect(stage.receive().filter(\.isEdit) == [] && stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text.hasPrefix("This comment is shared: F3") == true)
    stage.press("Enter")
    #expect(stage.receive().contains(.player(.seek(.seconds(30)))))
  }

  @Test("families, flags and toned hands break between them, and none is lost or cut")
  func emoji() throws {
    let clusters = ["👨‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇳🇴", "❤️", "1️⃣", "e\u{301}", "界", "a", " "]
    var random = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        clusters.randomElement(using: &random) ?? ""
      }.joined()
      let columns = Int.random(in: 2...20, using: &random)
      let rows = LyricsView.wrapped(text, columns: columns)
      #expect(rows.joined().filter { $0 != " " } == text.filter { $0 != " " })
      for row in rows {
        #expect(TextWidth.columns(of: String(row)) <= columns, "\(row)")
        #expect(!TextWidth.truncated(String(row), to: columns).contains("…"))
      }
    }
  }

  @Test("their places are marks above the waveform, which a click goes to")
  func marks() throws {
    var stage = try stage()
    let line = try #require(stage.app.layout.cues)
    let columns = (0..<line.columns).filter { stage.frame[line.row, $0].text == "❞" }
    #expect(columns.count == 2)
    _ = stage.receive()
    stage.send(
      .input(.mouse(Mouse(.press, at: Position(row: line.row, column: columns[0])))))
    #expect(stage.receive().contains(.player(.seek(.seconds(42)))))
  }

  @Test("at every size the comment at the cursor shows whole, or from its first row")
  func sizes() throws {
    for size in Scene.sizes + [Size(rows: 24, columns: 60), Size(rows: 12, columns: 46)] {
      var stage = try stage(size)
      stage.run("comments")
      for _ in 0..<3 {
        guard let pane = stage.app.layout.panes[.nowPlaying] else { break }
        let area = pane.inset(top: 1, left: 1, right: 1)
        let rows = CommentsView.rows(stage.app, size: area)
        let selected = stage.app.comments.cursor.selected
        #expect(rows.count <= area.rows)
        #expect(rows.contains(CommentsView.Row(comment: selected, text: nil)) || area.rows < 1)
        stage.press("j")
      }
    }
  }

  @Test("a thousand long comments scroll by one")
  func many() throws {
    var stage = try stage()
    let track = try #require(stage.app.playing.track?.id)
    stage.comments = (0..<1000).map { number in
      TrackComment(
        id: CommentID(rawValue: "\(number)"), track: track, place: .seconds(number),
        text: String(repeating: "word ", count: number % 40 + 1), created: 0)
    }
    stage.send(.library(.changed))
    stage.run("comments")
    let area = try #require(stage.app.layout.panes[.nowPlaying]).inset(top: 1, left: 1, right: 1)
    for step in 0..<1000 {
      let rows = CommentsView.rows(stage.app, size: area)
      let selected = rows.filter { $0.comment == step }
      let all = CommentsView.rows(
        stage.app, size: Rect(row: 0, column: 0, rows: 400, columns: area.columns))
      let needed = all.filter { $0.comment == step }.count
      #expect(selected.count == min(needed, area.rows), "\(step)")
      #expect(rows.count == area.rows)
      stage.press("j")
    }
  }
}
