import Music
import Screen
import Testing

@testable import Interface

@Suite("Covers on the screen")
struct CoverTests {
  private static let cell = PixelSize(width: 10, height: 20)
  private static let (red, blue): ([UInt8], [UInt8]) = ([240, 0, 0], [0, 0, 240])

  /// A picture of letters: r and b are pixels.
  private static func picture(_ rows: String...) -> Picture {
    let pixels = rows.joined().flatMap { $0 == "r" ? red : blue }
    // because there are as many pixels as letters
    return Picture(width: rows[0].count, height: rows.count, pixels: pixels)!
  }

  private static func colors(_ front: [UInt8], _ back: [UInt8]) -> CellColors {
    func color(_ bytes: [UInt8]) -> Color {
      Color(red: bytes[0], green: bytes[1], blue: bytes[2])
    }
    return CellColors(foreground: color(front), background: color(back))
  }

  private static func art(_ picture: Picture, rows: Int = 1, columns: Int = 1) -> BlockArt {
    BlockArt(picture, size: Size(rows: rows, columns: columns), ground: .base)
  }

  @Test("a cell has the shape and the two colours of its quarters")
  func shapes() {
    let shapes: [(Picture, String)] = [
      (Self.picture("rr", "bb"), "▀"), (Self.picture("rb", "rb"), "▌"),
      (Self.picture("rb", "bb"), "▘"), (Self.picture("br", "bb"), "▝"),
      (Self.picture("bb", "rb"), "▖"), (Self.picture("bb", "br"), "▗"),
      (Self.picture("rb", "br"), "▚"),
    ]
    for (picture, text) in shapes {
      let cell = Self.art(picture).cells[0]
      #expect(cell.text == text && cell.colors == Self.colors(Self.red, Self.blue))
    }
    let plain = Self.art(Self.picture("rr", "rr"), rows: 3, columns: 5)
    #expect(plain.cells.count == 15)
    #expect(
      plain.cells.allSatisfy { $0.text == " " && $0.colors == Self.colors(Self.red, Self.red) })
  }

  @Test("a picture larger or smaller than the cells covers all of them")
  func sizes() {
    let rows = (0..<48).map { row in String(repeating: row < 24 ? "r" : "b", count: 64) }
    let pixels = rows.joined().flatMap { $0 == "r" ? Self.red : Self.blue }
    for picture in [Picture(width: 64, height: 48, pixels: pixels), Self.picture("r", "b")] {
      guard let picture else { continue }
      let art = Self.art(picture, rows: 4, columns: 7)
      #expect(art.cells[..<14].allSatisfy { $0.colors?.background == $0.colors?.foreground })
      #expect(Set(art.cells[..<14].map(\.colors)) == [Self.colors(Self.red, Self.red)])
      #expect(Set(art.cells[14...].map(\.colors)) == [Self.colors(Self.blue, Self.blue)])
    }
  }

  /// The first track plays, and has this cover.
  private func stage(
    _ cover: Picture?, rows: Int = 40, columns: Int = 120, way: ImageWay = .blocks
  ) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.send(.imagesChosen(way, cell: Self.cell))
    stage.covers[TrackID(1)] = cover
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(60))))))
    }
    stage.app.focus = .nowPlaying
    stage.send(.ticked)
    _ = stage.receive()
    return stage
  }

  /// The cells of a red and blue picture; the colours of keys have green in them.
  private func picture(in frame: Frame) -> [Position] {
    (0..<frame.size.rows).flatMap { row in
      (0..<frame.size.columns).filter { frame[row, $0].colors?.background?.green == 0 }
        .map { Position(row: row, column: $0) }
    }
  }

  @Test(
    "what plays shows its cover beside its names, undistorted",
    arguments: [(40, 120), (24, 80), (50, 200)])
  func shows(rows: Int, columns: Int) throws {
    let stage = stage(Self.picture("rr", "bb"), rows: rows, columns: columns)
    let cells = picture(in: stage.frame)
    let (lines, places) = (Set(cells.map(\.row)), Set(cells.map(\.column)))
    #expect(lines.count >= 4 && cells.count == lines.count * places.count)
    #expect(abs(places.count - 2 * lines.count) <= 1)
    let title = try #require(stage.app.playing.track?.title)
    let frame = stage.frame
    // Side by side with all panes it stands above the names.
    let row = stage.app.layout.form == .wide ? lines.max().map { $0 + 2 } : lines.min()
    #expect(frame.text(ofRow: try #require(row)).contains(title))
  }

  @Test(
    "without room for panes a small cover stands in the strip, and a click on it fills the screen",
    arguments: [(24, 80), (20, 60), (15, 60), (10, 40), (6, 30)])
  func strip(rows: Int, columns: Int) throws {
    var stage = stage(Self.picture("rr", "bb"), rows: rows, columns: columns)
    stage.app.focus = .library
    stage.send(.ticked)
    let cover = try #require(stage.app.layout.cover)
    #expect(cover.rows >= 3 && cover.columns == 2 * cover.rows)
    let cells = picture(in: stage.frame)
    #expect(cells.count == cover.rows * cover.columns)
    #expect(cells.allSatisfy(cover.contains))
    stage.send(.input(.mouse(Mouse(.press, at: try #require(cells.last)))))
    #expect(stage.app.layout.isFullScreen)
    var silent = Stage(rows: rows, columns: columns)
    silent.app.focus = .library
    #expect(silent.text.contains("▃▅▇"))
  }

  @Test("a wide cover keeps its proportions and stands in the middle")
  func wide() {
    let cells = picture(in: stage(Self.picture("rrrr")).frame)
    let (lines, places) = (Set(cells.map(\.row)), Set(cells.map(\.column)))
    #expect(places.count >= 8 * lines.count - 4)
  }

  @Test("a window covers the picture, and nothing of it is left over")
  func window() {
    var stage = stage(Self.picture("rr", "bb"))
    let before = picture(in: stage.frame)
    stage.press("?")
    #expect(picture(in: stage.frame).count < before.count)
    stage.press("Esc")
    #expect(picture(in: stage.frame) == before)
  }

  @Test("without a cover the album's initials stand in a tile, and without pictures nothing does")
  func initials() throws {
    var stage = stage(nil)
    #expect(picture(in: stage.frame).isEmpty)
    let track = try #require(stage.app.playing.track)
    #expect(stage.text.contains(CoverView.initials(of: track.tags.album ?? track.title)))
    let tile = stage.frame.cells.count { $0.ground == .field }
    #expect(tile >= 32)
    stage.send(.imagesChosen(.none, cell: Self.cell))
    #expect(stage.frame.cells.count { $0.ground == .field } < tile)
  }

  @Test(
    "nothing of a cover stays on the screen where none is wanted",
    arguments: ["", "skin vinyl", "rows two-line"], [(24, 80), (40, 120)])
  func unwanted(_ line: String, size: (rows: Int, columns: Int)) {
    var stage = stage(Self.picture("rr", "bb"), rows: size.rows, columns: size.columns)
    for track in stage.library {
      stage.albumCovers[track.tags.album ?? ""] = Self.picture("rr", "bb")
    }
    if !line.isEmpty { stage.run(line) }
    stage.send(.ticked)
    func covers(_ stage: Stage) -> Int {
      let color = Self.colors(Self.red, Self.blue)
      return stage.frame.cells.count {
        $0.colors?.foreground == color.foreground || $0.colors?.background == color.background
          || $0.colors?.background == color.foreground
      }
    }
    #expect(covers(stage) > 0)
    stage.send(.imagesChosen(.none, cell: Self.cell))
    #expect(covers(stage) == 0)
    for track in stage.app.playing.loadedTracks {
      #expect(stage.app.covers[.track(track.id)] == nil)
    }
  }

  @Test("the tiles of the grid show initials where no covers are wanted")
  func unwantedInGrid() {
    var stage = Scene.grid.stage(Size(rows: 40, columns: 120))
    stage.send(.imagesChosen(.blocks, cell: Self.cell))
    func blocks(_ stage: Stage) -> Int { stage.frame.cells.count { $0.text == "▀" } }
    #expect(blocks(stage) > 0)
    stage.send(.imagesChosen(.none, cell: Self.cell))
    #expect(blocks(stage) == 0)
    #expect(stage.text.contains("SW"))
  }

  @Test("covers that were not found are looked for again after a scan, and not with each change")
  func notFound() {
    var stage = stage(nil)
    func asks(_ event: Event) -> Bool {
      stage.app.handle(event).contains { if case .load(.cover) = $0 { true } else { false } }
    }
    #expect(!asks(.library(.changed)))
    #expect(asks(.library(.scanEnded(nil))))
  }

  @Test(
    "initials have the number of a name, which tells the volumes of a series apart",
    arguments: [
      ("Record 11", "R11"), ("Record 12", "R12"), ("Greatest Hits", "GH"), ("Blue", "B"),
      ("Greatest Hits 2", "GH2"), ("Live 1999", "L99"), ("1999", "1999"), ("4 × 4", "44"),
      ("Now That's What", "NT"), ("100 200", "1002"), ("", ""), ("…", ""),
    ])
  func numberedInitials(name: String, initials: String) {
    #expect(CoverView.initials(of: name) == initials)
  }

  @Test("a cover is loaded once for each size, and only where pictures are shown")
  func loading() throws {
    var covers = Covers()
    var stage = Stage(rows: 40, columns: 120)
    stage.app.focus = .library
    _ = stage.playSelected()
    let track = try #require(stage.app.playing.track)
    let (small, large) = (Size(rows: 4, columns: 8), Size(rows: 8, columns: 16))
    #expect(covers.missing(of: track, in: small).isEmpty)
    func request(_ box: Size) -> CoverRequest {
      CoverRequest(subject: .track(track.id), box: box, way: covers.way, cell: Self.cell)
    }
    covers.show(.blocks, cell: Self.cell)
    #expect(covers.missing(of: track, in: small) == [.load(.cover(request(small)))])
    #expect(covers.missing(of: track, in: small).isEmpty)
    // Blocks of every size come from one picture.
    #expect(covers.missing(of: track, in: large).isEmpty)
    covers.receive(LoadedCover(picture: Self.picture("r")), for: request(small))
    #expect(covers[.track(track.id)] == Self.picture("r"))
    covers.show(.image(.sixel), cell: Self.cell)
    #expect(covers.missing(of: track, in: small) == [.load(.cover(request(small)))])
    #expect(covers.missing(of: track, in: large) == [.load(.cover(request(large)))])
    #expect(covers.missing(of: track, in: large).isEmpty)
    // What was dropped behind newer requests is asked for again.
    covers.drop(request(large))
    #expect(covers.missing(of: track, in: large) == [.load(.cover(request(large)))])
    // Others push out what was on the screen the longest time ago, whose answers are dropped then.
    covers.trim()
    for id in 1000..<1000 + Int64(Covers.maximumCovers) {
      for case .load(.cover(let request)) in covers.missing(of: .track(TrackID(id)), in: small) {
        covers.receive(nil, for: request)
      }
    }
    covers.trim()
    covers.receive(LoadedCover(picture: Self.picture("b")), for: request(small))
    #expect(covers[.track(track.id)] == nil)
    // Those of the last look are all there, however many they are.
    for id in 1000..<1000 + Int64(Covers.maximumCovers) {
      #expect(covers.missing(of: .track(TrackID(id)), in: small).isEmpty)
    }
  }

  @Test("so many covers are asked for at a time, and the next ones when answers come")
  func pending() {
    var covers = Covers()
    covers.show(.blocks, cell: Self.cell)
    let box = Size(rows: 8, columns: 16)
    func ask(_ id: Int64) -> [CoverRequest] {
      covers.missing(of: .track(TrackID(id)), in: box).compactMap { effect in
        if case .load(.cover(let request)) = effect { request } else { nil }
      }
    }
    let asked = (0..<500).flatMap { ask($0) }
    #expect(asked.count == Covers.maximumPending)
    covers.receive(nil, for: asked[0])
    #expect((0..<500).flatMap { ask($0) }.map(\.subject) == [.track(TrackID(32))])
  }

  @Test("an image takes the cells of the cover, at the size that the terminal's pixels give it")
  func images() throws {
    let stage = stage(Self.picture("rr", "bb"), way: .image(.kitty))
    let placed = try #require(stage.frame.images.first)
    #expect(stage.frame.images.count == 1 && stage.frame.isWhole(placed))
    #expect(placed.rect.columns == 2 * placed.rect.rows && placed.rect.rows >= 4)
  }

  @Test("a picture keeps its proportions in the pixels of its box")
  func pixels() {
    let box = Size(rows: 8, columns: 16)
    for (cell, width, height, wanted) in [
      (Self.cell, 300, 300, PixelSize(width: 156, height: 156)),
      (PixelSize(width: 7, height: 15), 300, 300, PixelSize(width: 112, height: 112)),
      (PixelSize(width: 8, height: 15), 300, 300, PixelSize(width: 120, height: 120)),
      (Self.cell, 10_000, 1, PixelSize(width: 160, height: 1)),
      (Self.cell, 50, 100, PixelSize(width: 78, height: 156)),
    ] {
      let request = CoverRequest(
        subject: .track(TrackID(1)), box: box, way: .image(.sixel), cell: cell)
      #expect(request.pixels(width: width, height: height) == wanted)
    }
    // Only sixels come in bands of six rows.
    for way in [ImageProtocol.kitty, .iterm2] {
      let request = CoverRequest(
        subject: .track(TrackID(1)), box: box, way: .image(way), cell: Self.cell)
      #expect(
        request.pixels(width: 300, height: 300) == PixelSize(width: 160, height: 160))
    }
  }

  @Test("a window covers cells of placeholders; images over the cells make way for blocks")
  func windowsOverImages() throws {
    for way in [ImageProtocol.kitty, .sixel, .iterm2] {
      var stage = stage(Self.picture("rr", "bb"), way: .image(way))
      let placed = try #require(stage.frame.images.first)
      stage.press("?")
      #expect(stage.frame.images.contains(placed) == way.usesCells)
      #expect(!stage.frame.isWhole(placed))
      #expect(!stage.frame.cells.contains { Placeholder.isIn($0) && !way.usesCells })
      stage.press("Esc")
      #expect(stage.frame.images == [placed] && stage.frame.isWhole(placed))
    }
  }

  @Test("images over the cells stay beside a window that does not fade the screen")
  func imagesBesideWindow() throws {
    var stage = stage(Self.picture("rr", "bb"), way: .image(.sixel))
    let placed = try #require(stage.frame.images.first)
    stage.press("/")
    #expect(!stage.app.overlays.isEmpty)
    #expect(stage.frame.images == [placed] && stage.frame.isWhole(placed))
  }

  @Test("blocks take the cells of an image that nothing covers, and only those")
  func coveredImages() throws {
    let stage = stage(Self.picture("rr", "bb"), way: .image(.sixel))
    var frame = stage.frame
    let placed = try #require(frame.images.first)
    let (row, column) = (placed.rect.row, placed.rect.column)
    CoverView.replaceCoveredImages(in: &frame, stage.app)
    #expect(frame == stage.frame)
    frame.put("text", row: row + 1, column: column, face: .text, ground: .overlay)
    CoverView.replaceCoveredImages(in: &frame, stage.app)
    #expect(frame.images.isEmpty && !frame.cells.contains { Placeholder.isIn($0) })
    #expect(frame.text(ofRow: row + 1).contains("text"))
    #expect(frame[row + 1, column + 5].colors == Self.colors(Self.red, Self.red))
  }

  @Test("the sextants are those of the standard, and a cell has six parts with them")
  func sextants() {
    func text(_ pattern: Int) -> String {
      BlockArt.sextant((0..<6).map { pattern >> $0 & 1 == 1 })
    }
    let all = (0..<64).map(text)
    #expect(Set(all).count == 64)
    #expect([all[0], all[21], all[42], all[63]] == [" ", "▌", "▐", "█"])
    // BLOCK SEXTANT-1, -135 with two more, -2456 and -23456.
    #expect([all[1], all[20], all[22], all[43], all[62]] == ["🬀", "🬓", "🬔", "🬨", "🬻"])
    let picture = Self.picture("rb", "bb", "br")
    let cells = BlockArt(
      picture, size: Size(rows: 1, columns: 1), ground: .base, hasSextants: true
    ).cells
    #expect(cells.map(\.text) == [all[0b100001]])
    #expect(cells.map(\.colors) == [Self.colors(Self.red, Self.blue)])
    let plain = BlockArt(
      Self.picture("r"), size: Size(rows: 2, columns: 2), ground: .base, hasSextants: true)
    #expect(plain.cells.allSatisfy { $0.text == " " })
  }

  @Test("the terminal's word decides on sextants")
  func sextantsOfTerminal() {
    // The left half and the upper third of the right one.
    let picture = Self.picture("rr", "rb", "rb")
    var stage = stage(picture)
    #expect(!stage.text.unicodeScalars.contains { (0x1FB00...0x1FB3B).contains($0.value) })
    stage.send(.imagesChosen(.blocks, cell: Self.cell, hasSextants: true))
    #expect(stage.text.unicodeScalars.contains { (0x1FB00...0x1FB3B).contains($0.value) })
  }

  @Test("a skin with records has images cut to discs, and another one whole ones")
  func discs() throws {
    var stage = stage(Self.picture("rr", "bb"), way: .image(.kitty))
    func requests(_ stage: Stage) -> [CoverRequest] {
      var app = stage.app
      return app.missingCovers().compactMap { effect in
        if case .load(.cover(let request)) = effect { request } else { nil }
      }
    }
    #expect(stage.frame.images.count == 1)
    var theme = stage.app.skins.own
    theme.shape.extras = [.disc]
    stage.app.show(theme)
    let cut = requests(stage)
    #expect(!cut.isEmpty && cut.allSatisfy(\.isDisc))
    stage.send(.ticked)
    #expect(stage.frame.images.count == 1 && requests(stage).isEmpty)
    theme.shape.extras = []
    stage.app.show(theme)
    let whole = requests(stage)
    #expect(whole.count == cut.count && !whole.contains(where: \.isDisc))
    // An answer that comes late is not shown.
    stage.send(.ticked)
    stage.send(.track(.coverLoaded(try #require(cut.first), nil)))
    #expect(stage.frame.images.count == 1)
  }
}
