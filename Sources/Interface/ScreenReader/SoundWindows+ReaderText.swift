import Music
import Screen

// Windows of sound, mixes and tapping in words.

extension EqualizerPanel {
  func readerText(in app: App) -> ReaderText {
    ReaderText(
      "Equalizer, preset \(app.sound.equalizer.title), Left and Right change the band",
      (0..<EqualizerPanel.count).map { band in
        (band < EqualizerPanel.toneCount ? "Tone " : "") + EqualizerPanel.name(of: band) + ", "
          + EqualizerPanel.gain(of: band, in: app.sound).decibels
      }, selected: selected)
  }
}

extension TemplateEditor {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText("Template to group by")
    switch mode {
    case .writing: text.add(field, label: "Template")
    case .naming(let name, let mistake):
      text.add(name, label: "Save as")
      text.add(mistake)
    case .inserting(let selected):
      for (index, placeholder) in placeholders.enumerated() {
        text.add(
          "{\(placeholder.rawValue)}, \(placeholder.summary)", isSelected: index == selected)
      }
      return text
    }
    text.add(mistake.map { "\($0.message), column \($0.column)" })
    guard let preview else { return text }
    text.add(preview.count.counted("group") + " of " + preview.trackCount.counted("track"))
    for row in preview.rows {
      guard case .group(let group) = row else { continue }
      text.add(ReaderText.joined([group.text, group.tracks.counted("track")]))
    }
    return text
  }
}

extension TapPanel {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText("Tempo of \(title)")
    text.add(
      bpm.map { "\($0.tenths) BPM" } ?? "Tap \(app.key(.tap(.beat), in: .tap)) to the beat",
      isSelected: true)
    text.add(taps.count.counted("tap"))
    text.add(known.map { "Until now \($0.tenths) BPM" })
    return text
  }
}

extension LyricsTapPanel {
  func readerText(in app: App) -> ReaderText {
    let words = lyrics.lines.map {
      ReaderText.joined([$0.text, $0.start.map(Lyrics.timestamp) ?? "no time"])
    }
    return ReaderText(
      "Times of \(title), \(counts.timed.grouped) of \(counts.all.counted("line")) timed",
      words + ["End: \(app.key(.accept, in: .lyricsTap)) writes the times"], selected: next)
  }
}

extension FitsPanel {
  func readerText(in app: App) -> ReaderText {
    let words = list.fits.map { item in
      let (track, point) = (item.track, item.track.mixPoint)
      return ReaderText.joined([
        track.title, track.tags.artist, "fit \(item.fit.score)",
        "\(MixCells.change(item.fit.difference)) percent", point.key.map { "key \($0.camelot)" },
        point.energy.map { "energy \($0)" },
        app.playing.audition?.track == track.id ? "listening" : nil,
      ])
    }
    return ReaderText(
      "What fits after \(list.from.title), \(list.count.grouped) fit",
      words.isEmpty ? ["Nothing fits that is not in a slot already"] : words,
      selected: cursor.selected)
  }
}

extension AddTracksPanel {
  func readerText(in app: App) -> ReaderText {
    let behind = anchor.map { " behind \($0.title)" }
    let state = AddTracksView.state(of: self)
    var text = ReaderText(
      ReaderText.joined([
        "Add tracks to \(name)\(behind ?? "")", state.replacing(" · ", with: ", "),
      ]))
    text.add(field, label: "Search", isSelected: !isInRows)
    text.add(mistake)
    if isCurrent { text.add(rowCount == 0 ? "Nothing matches" : rowCount.counted("track")) }
    let height = AddTracksView.height(in: app.size)
    for row in cursor.top..<min(rowCount, cursor.top + height) {
      guard let track = track(at: row) else { continue }
      text.add(
        ReaderText.joined([
          track.title, track.tags.artist, marked.contains(track.id) ? "marked" : nil,
          added.contains(track.id) ? "added" : nil, track.mixPoint.bpm.map { "\($0.tenths) BPM" },
          track.mixPoint.key.map { "key \($0.camelot)" }, track.audio.duration?.clockText,
        ]), isSelected: isInRows && row == cursor.selected)
    }
    return text
  }
}

extension ArrangementPanel {
  func readerText(in app: App) -> ReaderText {
    let words = arrangement.order.enumerated().map { position, old in
      let track = arrangement.entries[old].track
      return ReaderText.joined([
        "\(position + 1) \(track.title)", old == position ? "stays" : "was \(old + 1)",
        track.tags.artist, track.mixPoint.bpm.map { "\($0.tenths) BPM" },
        track.mixPoint.key.map { "key \($0.camelot)" },
      ])
    }
    return ReaderText(
      "Arrange \(arrangement.name), distance \(before.tenths) before, \(after.tenths) after, "
        + "\(app.key(.accept, in: .reading)) takes this order",
      words, selected: min(cursor.top, max(0, words.count - 1)))
  }
}

extension JoinPanel {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText("Join")
    guard let join = app.mixJoin else { return text }
    text.add("Out of \(join.out.track.title) at \(join.end.clockText(decimals: 1))")
    text.add(
      "Into \(join.into.track.title) at \(join.start.clockText(decimals: 1))", isSelected: true)
    text.add("Crossfade \(join.fade.clockText(decimals: 1))")
    for hint in hints.shown(app.keymap, in: kind) {
      text.add(hint.keys.joined(separator: " ") + " " + hint.text)
    }
    return text
  }
}
