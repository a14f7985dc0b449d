import Foundation
import Music
import Screen
import Settings
import Testing

@testable import Interface

@Suite("The tour for new users")
struct TourTests {
  // MARK: The value

  @Test("the tour begins with six hints, and each goes when it was used, in any order")
  func order() {
    var tour = Tour.none
    tour.use(.play)
    #expect(tour == .none)
    tour.begin()
    #expect(tour.left == TourHint.allCases && tour.left.count == 6)
    tour.use(.skin)
    tour.use(.skin)
    tour.use(.play)
    #expect(tour.left == [.mix, .fits, .fullScreen, .help])
    for hint in tour.left { tour.use(hint) }
    #expect(tour == .ending)
    tour.use(.help)
    #expect(tour == .ending && tour.left.isEmpty)
  }

  @Test("a stored tour comes back as it was; one that ended stays over, and none stays none")
  func stored() {
    var tour = Tour.none
    #expect(tour.stored == nil && Tour(restored: nil) == .none)
    tour.begin()
    tour.use(.mix)
    #expect(Tour(restored: tour.stored) == tour)
    for hint in TourHint.allCases { tour.use(hint) }
    #expect(tour.stored == [] && Tour(restored: []) == .over)
    tour.end()
    #expect(tour.stored == [])
  }

  @Test("names that are no hints, or come twice or in another order, are no harm")
  func strange() {
    let names = ["skin", "\u{1B}[31m", "", "play", "skin", "Help"]
    #expect(Tour(restored: names) == .underway(left: [.play, .skin]))
    #expect(Tour(restored: ["x"]) == .over)
  }

  @Test("each hint is used by its own command, and by those that do the same")
  func commands() {
    for hint in TourHint.allCases {
      #expect(hint.isUsed(by: hint.command))
      #expect(TourHint.allCases.filter { $0.isUsed(by: hint.command) } == [hint])
    }
    #expect(TourHint.mix.isUsed(by: .slot(.add(.three))))
    #expect(!TourHint.mix.isUsed(by: .slot(.assign(.one))))
    #expect(TourHint.skin.isUsed(by: .skin(.choose)) && TourHint.skin.isUsed(by: .skin(.use("x"))))
    #expect(!TourHint.skin.isUsed(by: .skin(.motion(false))))
  }

  // MARK: On the screen

  private func stage(
    rows: Int = 40, columns: Int = 120, tracks: [Track] = Samples.tracks
  ) -> Stage {
    var stage = Stage(rows: rows, columns: columns, tracks: tracks)
    stage.run("hints on")
    return stage
  }

  private func line(_ stage: Stage) -> String {
    stage.frame.text(ofRow: stage.frame.size.rows - 1).trimmingCharacters(in: .whitespaces)
  }

  /// The hint that shows, as its place among the six; nil for none.
  private func shown(_ stage: Stage) -> TourHint? {
    TourHint.allCases.first { stage.app.tourLine?.command == $0.command }
  }

  /// Lets the tracks play, and drops the message.
  private func play(_ stage: inout Stage) {
    #expect(stage.playSelected() != nil)
    stage.app.messages.clear()
  }

  @Test("a new library begins the tour, which shows once there is music")
  func firstStart() {
    var stage = Stage(tracks: [])
    stage.send(.session(.startedWithoutMusic(proposed: FilePath("/m"), demo: FilePath("/d"))))
    #expect(stage.app.tour.left.count == 6 && shown(stage) == nil)
    stage.press("Enter")
    #expect(!line(stage).contains("Hint"))
    stage.library = Samples.tracks
    stage.send(.library(.changed))
    #expect(line(stage).hasPrefix("Hint 1 of 6: Enter plays the selected track   1 2 3 mix"))
    #expect(line(stage).contains("? help  Scanning…"))
  }

  @Test("a first start with paths to play begins it, too")
  func paths() {
    var stage = Stage()
    stage.send(.session(.startedWithPaths))
    #expect(line(stage).hasPrefix("Hint 1 of 6:"))
  }

  @Test("a library that was there before the tour has none")
  func existing() {
    var stage = Stage()
    stage.send(.session(.restored(Session(), PlayQueue())))
    stage.press("j", "1", "t")
    stage.app.messages.clear()
    #expect(stage.app.tour == .none && stage.app.session.hints == nil)
    #expect(line(stage).hasPrefix("Enter play"))
  }

  @Test("each hint goes with its key, and the end is said until the next key")
  func keys() {
    var stage = stage()
    #expect(shown(stage) == .play)
    play(&stage)
    #expect(line(stage).hasPrefix("Hint 2 of 6: 1 puts it into mix 1   Enter play"))
    stage.press("1")
    #expect(line(stage).hasPrefix("Hint 3 of 6: w finds what mixes into it"))
    stage.press("w")
    stage.app.messages.clear()
    #expect(line(stage).hasPrefix("Hint 4 of 6: o shows what plays full-screen"))
    stage.press("o")
    #expect(line(stage).hasPrefix("Hint 5 of 6: t changes the skin   o back"))
    stage.press("o", "t")
    #expect(line(stage).hasPrefix("Hint 6 of 6: ? finds every key and command   Enter play"))
    stage.press("?")
    #expect(line(stage).contains("Esc close") && !line(stage).contains("tour"))
    stage.press("Esc")
    #expect(line(stage).hasPrefix("End of tour: ? has the rest   Enter play"))
    // The wheel is no sign that it was read.
    stage.send(.input(.mouse(Mouse(.wheelDown, at: Position(row: 9, column: 9)))))
    #expect(line(stage).hasPrefix("End of tour:"))
    stage.press("j")
    #expect(line(stage).hasPrefix("Enter play") && stage.app.tour == .over)
    #expect(stage.app.session.hints == [])
  }

  @Test("the end is not said behind a message, nor taken for read there")
  func ending() {
    var stage = stage()
    stage.app.tour = .underway(left: [.mix])
    stage.press("1")
    #expect(stage.app.tour == .ending)
    stage.send(.done(.tracks(.rated(Rating(stars: 1), 1))))
    #expect(line(stage).hasPrefix("Rated"))
    stage.press("k")
    #expect(stage.app.tour == .ending)
    stage.wait(.seconds(5))
    #expect(line(stage).hasPrefix("End of tour:"))
    // A restart does not say it again.
    var again = Stage()
    again.send(.session(.restored(stage.app.session, PlayQueue())))
    #expect(again.app.tour == .over && line(again).hasPrefix("Enter play"))
  }

  @Test("used by command line, palette, menu or mouse, and out of order, a hint is gone")
  func otherWays() throws {
    var stage = stage()
    stage.run("skin Vinyl")
    stage.press(":")
    // The palette completes the name.
    stage.type("to mix slot 2")
    stage.press("Enter")
    #expect(stage.app.tour.left == [.play, .fits, .fullScreen, .help])
    stage.press("F10")
    guard case .menu(let menu) = stage.app.overlays.last else {
      Issue.record("no menu")
      return
    }
    #expect(menu.offers(.mixing(.fits)))
    stage.press("w")
    #expect(stage.app.tour.left == [.play, .fullScreen, .help])
    let list = try #require(stage.app.layout.list(of: .library))
    let position = Position(row: list.row + 2, column: list.column + 5)
    for _ in 0..<2 {
      stage.send(.input(.mouse(Mouse(.press, at: position))))
      stage.send(.input(.mouse(Mouse(.release, at: position))))
    }
    #expect(stage.app.tour.left == [.fullScreen, .help])
  }

  @Test("a click on the hint presses its key")
  func click() throws {
    for (rows, columns) in [(40, 120), (24, 80), (10, 40)] {
      var stage = stage(rows: rows, columns: columns)
      play(&stage)
      let text = stage.frame.text(ofRow: rows - 1)
      let start = try #require(text.range(of: "puts it")).lowerBound
      let column = text.distance(from: text.startIndex, to: start)
      stage.send(
        .input(.mouse(Mouse(.press, at: Position(row: rows - 1, column: column + 3)))))
      guard case .edit(.entries(.addToSlot(.one, _)))? = stage.receive().last else {
        Issue.record("nothing was added")
        continue
      }
      #expect(!stage.app.tour.left.contains(.mix))
    }
  }

  @Test("hints show where they make sense only, and keys that do nothing use none up")
  func sense() {
    var stage = stage()
    stage.press("o", "o")
    #expect(stage.app.tour.left.count == 6)
    stage.app.focus = .nowPlaying
    // Nothing plays, and nothing is selected here.
    #expect(shown(stage) == .skin)
    stage.press("1", "w", "Enter")
    #expect(stage.app.tour.left.count == 6)
    stage.app.focus = .library
    #expect(shown(stage) == .play)
    stage.press("[")
    #expect(stage.app.mode == .folders && shown(stage) == nil)
    stage.press("]")
    play(&stage)
    stage.press("1")
    #expect(shown(stage) == .fits)
    // A track without tempo and key has none.
    stage.press("j")
    #expect(stage.app.focusedTrack?.mixPoint.isKnown == false && shown(stage) == .fullScreen)
    stage.press("/")
    #expect(shown(stage) == nil && !line(stage).contains("Hint"))
  }

  @Test("a key that begins a sequence, and a message, come before the hint")
  func before() {
    var stage = stage()
    stage.press("m")
    #expect(!line(stage).contains("Hint"))
    stage.press("Esc")
    #expect(line(stage).hasPrefix("Hint 1 of 6:"))
    stage.send(.failed("A mistake"))
    #expect(line(stage) == "A mistake")
    #expect(stage.app.timeToNextTick != nil)
  }

  @Test("a hint needs no timer")
  func idle() {
    var stage = stage()
    stage.wait(.seconds(10))
    stage.wait(.seconds(10))
    #expect(line(stage).hasPrefix("Hint 1 of 6:") && stage.app.timeToNextTick == nil)
    stage.app.tour = .ending
    #expect(stage.app.timeToNextTick == nil)
  }

  @Test(":hints off ends the tour, and :hints on begins it again with all six")
  func onAndOff() {
    var stage = stage()
    play(&stage)
    stage.run("hints off")
    #expect(line(stage).hasPrefix("No more hints; :hints on brings them back"))
    stage.wait(.seconds(5))
    #expect(line(stage).hasPrefix("Enter play") && stage.app.session.hints == [])
    // A first start without music, later, does not begin it again.
    stage.send(.session(.startedWithoutMusic(proposed: nil, demo: FilePath("/d"))))
    #expect(stage.app.tour == .over)
    stage.press("Esc")
    stage.app.messages.clear()
    stage.run("hints ON")
    #expect(stage.app.tour.left.count == 6 && line(stage).hasPrefix("Hint 1 of 6:"))
    var empty = Stage(tracks: [])
    empty.run("hints on")
    #expect(line(empty).hasPrefix("Hints show here"))
    #expect(CommandLineReader.completions(of: "hints o") == ["hints on", "hints off"])
    stage.press(":")
    stage.type("hints maybe")
    stage.press("Enter")
    #expect(stage.app.message?.kind == .bad && stage.app.tour.left.count == 6)
  }

  @Test("a restart goes on with the hints that are left")
  func restart() throws {
    var stage = stage()
    play(&stage)
    stage.press("1")
    // A change is saved within seconds.
    stage.wait(.seconds(5))
    let sessions = stage.receive().compactMap { effect -> Session? in
      if case .session(.saveSession(let session)) = effect { session } else { nil }
    }
    let session = try #require(sessions.last)
    #expect(session.hints == ["fits", "fullScreen", "skin", "help"])
    let bytes = try JSONEncoder().encode(session)
    var again = Stage()
    again.send(
      .session(.restored(try JSONDecoder().decode(Session.self, from: bytes), PlayQueue())))
    #expect(line(again).hasPrefix("Hint 3 of 6: w finds what mixes into it"))
    // Killed before the first track was found: the next start proposes folders again.
    again.send(.session(.startedWithoutMusic(proposed: nil, demo: FilePath("/d"))))
    #expect(again.app.tour.left.count == 4)
  }

  // MARK: Keys and sizes

  @Test("hints name the keys of a preset", arguments: KeyPreset.all.map(\.name))
  func presets(name: String) throws {
    var stage = stage(columns: 200)
    play(&stage)
    stage.app.keymap = Keymap(preset: try #require(KeyPreset(named: name)))
    for hint in TourHint.allCases {
      stage.app.tour = .underway(left: [hint])
      let key = stage.app.keymap.key(for: hint.command)
      #expect(line(stage).hasPrefix("Hint 6 of 6: \(key) \(hint.text)   "))
      // Enter plays in all of them, and the hint for it may name another key.
      stage.press(key)
      #expect(stage.app.tour == .ending)
      stage.press("Esc")
      if stage.app.browsing.fullScreen != nil { stage.press(key) }
    }
  }

  @Test("a hint names the user's own key, which uses it, or the command where it has none")
  func ownKeys() throws {
    var stage = stage()
    let f5 = try #require(KeySequence("F5"))
    stage.app.keymap = Keymap(replacing: ["add-1": [f5], "next-skin": []])
    play(&stage)
    #expect(line(stage).hasPrefix("Hint 2 of 6: F5 puts it into mix 1"))
    stage.press("F5")
    #expect(!stage.app.tour.left.contains(.mix))
    stage.app.tour = .underway(left: [.skin])
    #expect(line(stage).hasPrefix("Hint 6 of 6: :next-skin changes the skin"))
  }

  @Test("in 40 columns the number goes, the hint stays whole, and ? help stays behind it")
  func narrow() {
    for hint in TourHint.allCases {
      var stage = stage(rows: 10, columns: 40)
      play(&stage)
      stage.press("k")
      stage.app.tour = .underway(left: [hint])
      guard shown(stage) == hint else {
        Issue.record("\(hint) does not show")
        continue
      }
      let key = stage.app.keymap.key(for: hint.command)
      let text = line(stage)
      #expect(text.contains("\(key) \(hint.text)  ") && text.hasSuffix("? help"), "\(text)")
    }
  }

  @Test("where a hint has no room, the usual hints are there", arguments: [30, 34])
  func tooNarrow(columns: Int) {
    let stage = stage(rows: 10, columns: columns)
    #expect(line(stage).hasPrefix("Enter play") && line(stage).hasSuffix("? help"))
  }
}
