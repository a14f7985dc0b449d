extension Composer {
  /// Instruments and styles of the parts of a track.
  private struct Arrangement {
    var verse: Progression
    var chorus: Progression
    var verseDrums: DrumPattern
    var chorusDrums: DrumPattern
    var comp: CompStyle
    var layer: CompStyle
    var bass: BassStyle
    var scale: Scale
    var motifs: [Motif]
    var hasLead: Bool
    /// The bar of a modulation upwards.
    var modulatesAt: Int?
  }

  mutating func arrange(seconds: Double) {
    let barSeconds = plan.meter * 60 / plan.bpm
    let bars = max(8, Int((seconds - plan.leadIn - plan.tail) / barSeconds))
    let sections = Section.form(bars: bars, phrase: barSeconds * 4 > 6 ? 4 : 8, by: &chance)
    let arrangement = drawArrangement(bars: bars)
    setUpParts()
    var bar = 0
    for section in sections {
      for index in 0..<section.bars {
        let start = Double(bar) * plan.meter
        guard start + plan.meter + 1 < Double(timeline.beats.count) else { break }
        playBar(
          bar, of: section, isFirst: index == 0, isLast: index == section.bars - 1, arrangement)
        bar += 1
      }
    }
    score.endBeat = Double(bar) * plan.meter
    playLastChord(isHigher: arrangement.modulatesAt != nil)
  }

  private mutating func drawArrangement(bars: Int) -> Arrangement {
    let genre = plan.genre
    let harmony = chance.one(of: plan.isMinor ? genre.minorHarmony : genre.majorHarmony)
    let progressions = harmony.progressions(isMinor: plan.isMinor)
    let verse = chance.one(of: progressions)
    let other = chance.one(of: progressions)
    let isSame = genre.name == "waltz" || chance.happens(0.5)
    let patterns = plan.drums.patterns
    let modulates = chance.happens(0.12) && !genre.isOnlyDrums && genre.name != "techno"
    let height = chance.one(of: [1, 2])
    let index = Int(Double(bars) * chance.value(in: 0.7...0.8))
    score.modulation = modulates ? height : 0
    return Arrangement(
      verse: verse, chorus: isSame ? verse : other, verseDrums: chance.one(of: patterns),
      chorusDrums: chance.one(of: patterns), comp: chance.one(of: genre.comping),
      layer: chance.one(of: [.none, .none, .pad, chance.one(of: genre.comping)]),
      bass: chance.one(of: genre.bass),
      scale: Scale.drawn(isMinor: plan.isMinor, harmony: harmony, by: &chance),
      motifs: (0..<3).map { _ in
        Motif(beats: plan.meter, density: genre.density, by: &chance)
      },
      hasLead: chance.happens(0.85) && genre.density > 0, modulatesAt: modulates ? index : nil)
  }

  private mutating func setUpParts() {
    let genre = plan.genre
    let comp = chance.one(of: genre.compSounds)
    let wide: [Instrument] = [.strings, .warmPad, .polySynth, .synthStrings]
    let layers = wide.contains(comp) ? [.piano, .electricPiano, .choir] : wide
    score.programs = [
      .comp: comp.rawValue, .bass: chance.one(of: genre.bassSounds).rawValue,
      .lead: chance.one(of: genre.leadSounds).rawValue,
      .layer: chance.one(of: layers).rawValue, .drums: chance.one(of: genre.kits).rawValue,
    ]
    let levels: [(Score.Part, ClosedRange<Int>)] = [
      (.comp, 78...104), (.bass, 86...112), (.lead, 74...104), (.layer, 52...76),
      (.drums, 84...120),
    ]
    for (part, level) in levels {
      let isCentered = part == .bass || part == .drums
      score.set(.volume, of: part, to: chance.whole(in: level))
      score.set(.pan, of: part, to: isCentered ? 64 : chance.whole(in: 34...94))
      score.set(.reverb, of: part, to: part == .bass ? 8 : chance.whole(in: 10...70))
    }
    if chance.happens(0.4) { score.set(.vibrato, of: .lead, to: chance.whole(in: 20...70)) }
  }

  private mutating func playBar(
    _ bar: Int, of section: Section, isFirst: Bool, isLast: Bool, _ arrangement: Arrangement
  ) {
    let start = Double(bar) * plan.meter
    let isHigher = arrangement.modulatesAt.map { bar >= $0 } ?? false
    let tonic = plan.tonic + (isHigher ? score.modulation : 0)
    let isChorus = section.kind == .chorus
    let progression = isChorus ? arrangement.chorus : arrangement.verse
    let chords = progression.bars[bar % progression.bars.count]
    let following = progression.bars[(bar + 1) % progression.bars.count][0]
    if start == start.rounded() { score.downbeats.insert(Int(start)) }

    let isBreakdown = section.kind == .breakdown
    let hasDrums = hasDrums(in: section, comp: arrangement.comp)
    if hasDrums {
      let neverFills = ["techno", "bossa"].contains(plan.genre.name)
      playDrums(
        isChorus ? arrangement.chorusDrums : arrangement.verseDrums, at: start,
        hasFill: isLast && chance.happens(0.6) && !neverFills,
        hasCrash: isFirst && chance.happens(0.6))
    }
    let hasBass = section.hasBass || (isBreakdown && plan.drums == .none)
    let length = plan.meter / Double(chords.count)
    for (count, chord) in chords.enumerated() {
      let index = ChordPosition(
        root: tonic + chord.root, quality: chord.quality,
        start: start + Double(count) * length, length: length)
      if section.hasChords || plan.drums == .none {
        playChord(.comp, arrangement.comp, index)
        if isChorus { playChord(.layer, arrangement.layer, index) }
      }
      let next = count + 1 < chords.count ? chords[count + 1] : following
      if hasBass { playBass(arrangement.bass, index, next: tonic + next.root) }
    }
    if arrangement.hasLead, isChorus || (section.kind == .verse && bar % 2 == 0) {
      playMelody(
        arrangement.motifs[isChorus ? bar / 2 % 3 : 0], at: start, tonic: tonic,
        scale: arrangement.scale, chords: chords, isLast: isLast)
    }
    if plan.genre.isPumping, hasDrums { pump(at: start) }
  }

  private mutating func hasDrums(in section: Section, comp: CompStyle) -> Bool {
    if plan.drums == .none { return false }
    switch section.kind {
    case .verse, .chorus, .drumIntro, .fullIntro: return true
    case .breakdown: return chance.happens(0.1) || comp == .none
    case .chordIntro: return comp == .none
    }
  }

  /// Genres that people play end on the tonic.
  private mutating func playLastChord(isHigher: Bool) {
    let genres = ["jazz", "waltz", "ballad", "orch"]
    guard plan.drums == .none || genres.contains(plan.genre.name),
      score.endBeat + plan.meter < Double(timeline.beats.count)
    else { return }
    let tonic = plan.tonic + (isHigher ? score.modulation : 0)
    let quality: Chord.Quality = plan.isMinor ? .minor : .major
    for interval in quality.intervals {
      play(
        .comp, center + (tonic + interval - center + 240) % 12, at: score.endBeat,
        for: plan.meter, velocity: 80)
    }
  }
}
