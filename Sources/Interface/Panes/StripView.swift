import Music
import Screen

/// The strip of the current track: cover, names, seek line and states.
struct StripView {
  let app: App
  let layout: Layout

  private var track: Track? { app.player.item == nil ? nil : app.playing.track }

  func draw(into frame: inout Frame) {
    if let cover = layout.cover { frame.draw(in: cover, drawCover(on:)) }
    guard let beside = layout.besideCover else { return }
    if app.book != nil, layout.wave == nil {
      return frame.draw(in: beside, BookStrip(app: app).draw(on:))
    }
    // Seek line and states have views of their own beside a pane.
    frame.draw(in: beside, layout.wave == nil ? drawAll(on:) : drawNames(on:))
  }

  private func drawCover(on canvas: Canvas) {
    if let track { return CoverView(track, app).draw(on: canvas) }
    let tile = canvas.filled(.field)
    var line = tile.line((tile.rows - 1) / 2)
    line.skip((line.columns - ProductMark.columns) / 2)
    ProductMark.write(to: &line, of: app)
  }

  /// Title, artist and album in a line, with tempo and key at its right end.
  private func drawNames(on area: Canvas) {
    guard let track else {
      area.put("Nothing plays", .dimmed)
      return
    }
    var line = area.line(0)
    if line.columns >= 40, app.book == nil {
      let box = NowPlayingBox(app: app)
      let chips = box.findingChips(of: track)
      let width = box.columns(ofChips: chips)
      if width > 0 {
        box.draw(chips, on: line.columns(from: line.columns - width, count: width))
        line = line.inset(right: width + 2)
      }
    }
    if line.columns >= 60 { BookBars(app)?.writeTimes(to: &line) }
    let artist = app.shownArtist(track) ?? ""
    let chapter = app.book.flatMap { book in
      app.bookChapter.map { book.book.title(ofChapter: $0) }
    }
    let album =
      app.book == nil
      ? [track.tags.album, track.tags.year.map(String.init)].compactMap { $0 }
      : [chapter].compactMap { $0 }
    // The title may leave the artist a third of the line.
    let room = max(line.columns - TextWidth.columns(of: artist) - 2, line.columns * 2 / 3)
    line.write(TextWidth.truncated(app.shownTitle(track), to: room), .title)
    line.skip(2)
    guard line.columns >= 6 else { return }
    line.write(artist, .text)
    line.skip(2)
    if line.columns >= 6 { line.put(album.joined(separator: "  "), .dimmed) }
  }

  // MARK: Above a short list

  private func drawAll(on area: Canvas) {
    let isBuffering = NowPlayingView.isBuffering(app)
    let glyph = isBuffering ? "… " : app.showsPlaying ? "\(app.skins.shape.playing) " : "‖ "
    let title = track.map { glyph + app.playing.title(of: $0) } ?? "Nothing plays"
    area.put(title, track == nil ? .dimmed : .accent)
    if area.rows >= 4 {
      if case .unavailable(let reason) = app.audio.output {
        area.line(1).put("No sound: " + reason, .warning)
      } else {
        let artist = track.flatMap { $0.isStream ? app.shownArtist($0) : $0.tags.artist }
        let names = [artist, track?.tags.album].compactMap { $0 }
        area.line(1).put(names.joined(separator: " — "), .dimmed)
      }
    }
    ProgressBar(app: app).draw(on: area.line(area.rows - 2))
    if app.player.item != nil { drawTimes(on: area.line(area.rows - 1)) }
  }

  private func drawTimes(on line: Canvas) {
    line.put(app.position.clockText, .text)
    let modes = PlayerBar.states(app, columns: line.columns - 16)
    let column = max(8, (line.columns - TextWidth.columns(of: modes)) / 2)
    line.put(modes, .dimmed, at: column)
    line.put(PlayerBar.end(app) ?? "", .dimmed, align: .right)
  }
}
