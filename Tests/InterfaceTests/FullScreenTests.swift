import Music
import Screen
import Testing

@testable import Interface

@Suite("Now Playing over the whole screen")
struct FullScreenTests {
  private static let large = Size(rows: 40, columns: 120)

  private static func stage(_ scene: Scene = .fullScreen, _ size: Size = large) -> Stage {
    var stage = scene.stage(size)
    _ = stage.receive()
    return stage
  }

  private static func press(_ stage: inout Stage, at position: Position) -> [Effect] {
    stage.wait(.seconds(1))
    _ = stage.receive()
    stage.send(.input(.mouse(Mouse(.press, at: position))))
    return stage.receive().filter { if case .session = $0 { false } else { true } }
  }

  private static func areas(_ stage: Stage) throws -> FullScreenAreas {
    try #require(stage.app.fullScreenAreas)
  }

  // MARK: Opening and leaving

  @Test(
    "o opens it from every pane, and o, Esc and Backspace go back there", arguments: Pane.allCases)
  func leaving(pane: Pane) {
    for key in ["o", "Esc", "Backspace"] {
      var stage = Scene.songs.stage(Self.large)
      _ = stage.app.perform(.pane(.focus(pane)))
      let before = stage.app.layout
      stage.press("o")
      #expect(stage.app.layout.isFullScreen && stage.app.focus == .nowPlaying)
      #expect(stage.app.layout.panes.count == 1 && stage.text.contains("▃▅▇ Now Playing"))
      stage.press(key)
      #expect(stage.app.focus == pane && stage.app.layout == before)
    }
  }

  @Test("a mix that was open large is open again behind it")
  func largeMix() {
    var stage = Self.stage(.mixLarge)
    let before = stage.app.browsing.largeMix
    stage.press("o", "Esc")
    #expect(before != nil && stage.app.browsing.largeMix == before)
    #expect(stage.app.layout.isMixLarge && stage.app.focus == .mix)
  }

  @Test("Esc leaves the filter and the marks of the pane behind it")
  func filter() {
    var stage = Scene.filter.stage(Self.large)
    stage.press("Enter", "v", "o", "Esc")
    #expect(stage.app.library.query.filter == "Night" && !stage.app.library.marks.isEmpty)
  }

  @Test("another pane takes its place")
  func panes() {
    var stage = Self.stage()
    stage.press("i")
    #expect(stage.app.focus == .library && !stage.app.layout.isFullScreen)
    stage.press("o", "Tab")
    #expect(stage.app.focus == .mix && !stage.app.layout.isFullScreen)
  }

  @Test("it stays for the next start, and leads back to the pane of the last one")
  func session() {
    var stage = Scene.songs.stage(Self.large)
    _ = stage.app.perform(.pane(.focus(.playlists)))
    stage.press("o")
    var next = Stage()
    next.send(.session(.restored(stage.app.session, PlayQueue())))
    #expect(next.app.layout.isFullScreen && next.text.contains("Nothing plays"))
    next.press("o")
    #expect(next.app.focus == .playlists && next.app.session.isFullScreen == nil)
  }

  // MARK: Keys and the mouse

  @Test("keys are about what plays")
  func keys() throws {
    var stage = Self.stage()
    let playing = Selection.tracks([try #require(stage.app.audibleItem)])
    for (key, effect): (String, Effect) in [
      ("Space", .player(.pause)), ("Enter", .player(.pause)),
      ("3", .edit(.entries(.addToSlot(.three, playing)))),
    ] {
      _ = stage.receive()
      stage.press(key)
      #expect(stage.receive().contains(effect), "\(key)")
    }
    for key in ["*", "l"] {
      stage.press(key)
      #expect(stage.receive().contains { $0.isEdit }, "\(key)")
    }
    stage.press("Right")
    stage.wait(.seconds(1))
    #expect(stage.app.position > .seconds(83) && stage.app.layout.isFullScreen)
  }

  @Test("a star rates, a sign reacts, a button adds, and a click on the wave seeks")
  func mouse() throws {
    for scene in [Scene.fullScreen, .fullScreenCover] {
      for size in Scene.sizes {
        var stage = Self.stage(scene, size)
        let areas = try Self.areas(stage)
        let playing = Selection.tracks([try #require(stage.app.audibleItem)])
        for star in [1, 4] {
          let position = Position(row: areas.signs.row, column: areas.signs.column + star - 1)
          #expect(
            Self.press(&stage, at: position)
              == [.edit(.tracks(.setRating(Rating(stars: star), playing)))], "\(size)")
        }
        let heart = Position(row: areas.signs.row, column: areas.signs.column + 7)
        #expect(Self.press(&stage, at: heart).count == 1)
        let button = try #require(areas.slots[.two])
        #expect(
          Self.press(&stage, at: Position(row: button.row, column: button.column + 1))
            == [.edit(.entries(.addToSlot(.two, playing)))])
        let wave = try #require(stage.app.layout.wave)
        stage.wait(.seconds(1))
        stage.send(.input(.mouse(Mouse(.press, at: Position(row: wave.row, column: 2)))))
        #expect(stage.app.position < .seconds(40), "\(size)")
        #expect(stage.app.layout.isFullScreen && stage.app.focus == .nowPlaying)
      }
    }
  }

  @Test("lyrics are chosen by keys and clicked, and the heard line has an edge")
  func lyrics() throws {
    var stage = Self.stage()
    let area = try Self.areas(stage).lyrics
    let frame = stage.frame
    let heard = try #require(
      (area.row..<area.bottom).first { frame[$0, area.column].text == "▌" })
    #expect(frame.text(ofRow: heard).contains("No shore ahead"))
    #expect(heard - area.row == area.rows * 45 / 100)
    // The line below begins later.
    _ = Self.press(&stage, at: Position(row: heard + 1, column: area.column + 4))
    #expect(stage.app.position >= .seconds(91))
    _ = stage.receive()
    stage.press("k", "Enter")
    #expect(!stage.receive().contains(.player(.pause)) && stage.app.position < .seconds(91))
  }

  @Test("the key of the lyrics leads to their tab where they have no room")
  func lyricsTab() {
    var stage = Self.stage(.fullScreen, Size(rows: 10, columns: 40))
    stage.press("\"")
    #expect(!stage.app.layout.isFullScreen && stage.app.showsLyrics)
    stage = Self.stage()
    stage.press("\"", "]")
    #expect(stage.app.layout.isFullScreen)
  }

  // MARK: What shows

  @Test("no two parts overlap, and all of them are within the screen, at every size")
  func overlaps() throws {
    for scene in [Scene.fullScreen, .fullScreenCover, .stream] {
      var stage = Self.stage(scene)
      if scene == .stream { stage.press("o") }
      for way in [ImageWay.blocks, .none] {
        stage.send(.imagesChosen(way, cell: PixelSize(width: 10, height: 20)))
        for rows in [6, 7, 9, 10, 12, 14, 15, 19, 20, 24, 29, 30, 35, 36, 40, 50, 60, 70] {
          for columns in [30, 40, 46, 60, 80, 89, 90, 99, 100, 120, 160, 200, 300] {
            let size = Size(rows: rows, columns: columns)
            stage.send(.resized(size))
            let areas = try Self.areas(stage)
            let pane = try #require(stage.app.layout.panes[.nowPlaying])
            var parts = [
              areas.head, areas.cover, areas.visual, areas.names, areas.chips, areas.signs,
              areas.lyrics, areas.caption, areas.places, areas.next, areas.then,
            ]
            parts += areas.strips.isEmpty ? Array(areas.slots.values) : [areas.strips]
            parts.removeAll(where: \.isEmpty)
            for (index, part) in parts.enumerated() {
              #expect(
                part.row >= pane.row && part.bottom <= pane.bottom && part.column >= 0
                  && part.right <= columns, "\(scene) \(size) \(part)")
              for other in parts[(index + 1)...] {
                let isApart =
                  part.bottom <= other.row || other.bottom <= part.row
                  || part.right <= other.column || other.right <= part.column
                #expect(isApart, "\(scene) \(way) \(size) \(part) \(other)")
              }
            }
            #expect(areas.names.rows >= 2 && areas.names.columns >= 20, "\(scene) \(size)")
          }
        }
      }
    }
  }

  @Test("names, slots and what follows show in their sizes")
  func contents() throws {
    let stage = Self.stage()
    let text = stage.text
    for part in [
      "2 of 27", "23:41", "█▄", "Lena Voss  Night Ferry  2019", "123.0", "energy 7",
      "FLAC 44.1/16", "liked", "In a mix", " 1  Warm-up", "entry 2 of 12", "Next  Undertow",
      "Then  Signal Buoy", "o back", "? help",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    let small = Self.stage(.fullScreen, Size(rows: 10, columns: 40)).text
    for part in ["Night Ferry", "Lena Voss", "2019", "1  Warm-up", "Next"] {
      #expect(small.contains(part), "\(part)")
    }
  }

  @Test("the cover is requested for the box that shows")
  func covers() throws {
    var stage = Scene.songs.stage(Self.large)
    stage.send(.imagesChosen(.image(.kitty), cell: PixelSize(width: 10, height: 20)))
    let track = try #require(stage.app.playing.track)
    // because a picture of one pixel has three channels
    stage.covers[track.id] = Picture(width: 1, height: 1, pixels: [1, 2, 3])!
    stage.press("o")
    stage.send(.resized(Size(rows: 50, columns: 200)))
    let cover = try Self.areas(stage).cover
    let image = try #require(stage.frame.images.first)
    #expect(image.rect.rows == cover.rows && image.rect.columns == cover.columns)
    #expect(cover.rows == 28 || cover.rows == 25)
  }

  @Test("the clock goes on by minutes")
  func clock() throws {
    var stage = Self.stage()
    stage.app.timeOfDay = .seconds(5 * 60 + 58)
    #expect(stage.app.clockText == "0:05" && stage.app.clockDue == .seconds(2))
    stage.press("o")
    #expect(stage.app.clockDue == nil)
  }

  @Test("the place names the playlist of the entry")
  func place() throws {
    var stage = Self.stage()
    stage.send(
      .search(
        .foundToPlay(
          [QueuedTrack(TrackID(1)), QueuedTrack(TrackID(2), entry: EntryID(1_002))], start: 1)))
    stage.obey()
    #expect(stage.app.placeText == "2 of 2 in Warm-up")
  }
}

@Suite("Large letters")
struct LargeLettersTests {
  private static func text(_ letters: LargeLetters) -> [String] {
    var frame = Frame(size: Size(rows: LargeLetters.rows, columns: letters.columns))
    frame.draw(in: frame.bounds) { letters.draw(on: $0) }
    return (0..<LargeLetters.rows).map { frame.text(ofRow: $0) }
  }

  @Test("five pixels are three rows of half blocks")
  func shapes() throws {
    let letters = try #require(LargeLetters("Deep", limit: 23))
    #expect(letters.columns == 23)
    #expect(
      Self.text(letters) == [
        "█▀▀▀▄ █▀▀▀▀ █▀▀▀▀ █▀▀▀▄",
        "█   █ █▀▀▀  █▀▀▀  █▀▀▀ ",
        "▀▀▀▀  ▀▀▀▀▀ ▀▀▀▀▀ ▀    ",
      ])
  }

  @Test("every letter of the set has a shape, and none is wider than it says")
  func all() throws {
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'’" {
      let letters = try #require(LargeLetters(String(letter), limit: 5), "\(letter)")
      #expect(Self.text(letters).joined().contains { $0 != " " }, "\(letter)")
    }
    #expect(LargeLetters("Harbour Lights", limit: 80)?.columns == 78)
  }

  @Test("a letter beyond the set and a text that is too wide have none")
  func none() {
    for text in ["", "夜の港", "Café", "Rain, Then Not", "a/b"] {
      #expect(LargeLetters(text, limit: 300) == nil, "\(text)")
    }
    #expect(LargeLetters("Deep", limit: 22) == nil)
  }
}
