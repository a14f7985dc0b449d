extension Genre {
  static let acoustic = [
    Genre(
      name: "jazz", tempo: 112...196, drums: .jazz, minorShare: 0.4, majorHarmony: [.jazz],
      minorHarmony: [.jazz], comping: [.jazz], bass: [.walking], kits: [.jazz, .brush],
      compSounds: [.piano, .jazzGuitar, .electricPiano], bassSounds: [.acousticBass],
      leadSounds: [.altoSaxophone, .trumpet, .tenorSaxophone, .vibraphone],
      swungEighths: 0.6...0.67, jitter: 0.010, drifts: [.none, .walk, .sine]),
    Genre(
      name: "waltz", tempo: 84...186, drums: .waltz, minorShare: 0.4,
      majorHarmony: [.classical, .pop], minorHarmony: [.classical], comping: [.waltz],
      bass: [.downbeat], kits: [.brush, .standard, .orchestra],
      compSounds: [.piano, .accordion, .nylonGuitar, .strings], bassSounds: [.acousticBass],
      leadSounds: [.violin, .flute, .accordion, .clarinet], meter: 3, jitter: 0.010,
      drifts: [.none, .sine]),
    Genre(
      name: "bossa", tempo: 112...150, drums: .bossa, minorShare: 0.4, majorHarmony: [.jazz],
      minorHarmony: [.jazz], comping: [.bossa], bass: [.bossa], kits: [.brush, .jazz],
      compSounds: [.nylonGuitar, .piano], bassSounds: [.acousticBass],
      leadSounds: [.flute, .altoSaxophone, .nylonGuitar], jitter: 0.007),
    Genre(
      name: "latin", tempo: 88...128, drums: .latin, minorShare: 0.55, majorHarmony: [.pop],
      minorHarmony: [.pop, .classical], comping: [.montuno], bass: [.tumbao],
      compSounds: [.piano, .brightPiano], bassSounds: [.acousticBass, .fingeredBass],
      leadSounds: [.trumpet, .brass, .flute], jitter: 0.007),
    Genre(
      name: "folk", tempo: 80...132, drums: .none, minorShare: 0.4, majorHarmony: [.pop],
      minorHarmony: [.pop], comping: [.strum, .picking], bass: [.root, .none],
      compSounds: [.steelGuitar, .nylonGuitar, .harp], bassSounds: [.acousticBass],
      leadSounds: [.flute, .harmonica, .violin, .fiddle], jitter: 0.012,
      drifts: [.none, .sine, .walk], density: 0.7),
    Genre(
      name: "piano", tempo: 64...128, drums: .none, minorShare: 0.45,
      majorHarmony: [.classical], minorHarmony: [.classical],
      comping: [.alberti, .arpeggio, .quarters], bass: [.root, .downbeat],
      compSounds: [.piano, .brightPiano, .harpsichord], bassSounds: [.piano],
      leadSounds: [.piano], jitter: 0.010, drifts: [.none, .sine, .walk], density: 0.9),
    Genre(
      name: "orch", tempo: 66...132, drums: .march, minorShare: 0.5,
      majorHarmony: [.classical], minorHarmony: [.classical],
      comping: [.spiccato, .pad, .quarters], bass: [.root, .alternating], kits: [.orchestra],
      compSounds: [.strings, .pizzicato, .horn, .slowStrings], bassSounds: [.contrabass, .tuba],
      leadSounds: [.violin, .horn, .oboe, .flute, .trumpet], jitter: 0.012,
      drifts: [.none, .sine, .walk], density: 0.8),
  ]
}
