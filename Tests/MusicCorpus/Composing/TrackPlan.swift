/// Choices for a track before its first note.
struct TrackPlan {
  let genre: Genre
  let variant: Variant
  let bpm: Double
  let isMinor: Bool
  /// 0 for C.
  let tonic: Int
  let drums: DrumStyle
  let meter: Double
  let swungEighths: Double
  let swungSixteenths: Double
  let jitter: Double
  let drift: Timeline.Drift
  /// Cents away from A at 440 Hz.
  let tuning: Double
  let usesSecondSoundFont: Bool
  /// Seconds before the first beat and after the last note.
  let leadIn: Double
  let tail: Double

  /// Every genre occurs once in each round, so that a small corpus is balanced.
  init(seed: Int, number: Int, by chance: inout SeededRandom) {
    func stratified<Choice>(_ choices: [Choice], _ purpose: String) -> Choice {
      var order = SeededRandom(purpose, seed: seed, number: number / choices.count)
      return order.shuffled(choices)[number % choices.count]
    }
    let genre = stratified(Genre.all, "genre")
    self.genre = genre
    variant = stratified(Variant.drawn, "variant")

    let isOdd = genre.name == "prog" && chance.happens(0.4)
    var drums = isOdd ? DrumStyle.fives : genre.drums
    var tempo = genre.tempo
    if genre.isOnlyDrums {
      drums = chance.one(of: [.latin, .house, .breaks, .techno, .afro, .funk])
      tempo = Genre.all.first { $0.drums == drums && !$0.isOnlyDrums }?.tempo ?? tempo
    }
    self.drums = drums
    meter = isOdd ? 5 : genre.meter
    // Half of all tracks have a whole number of beats a minute, as made with computers.
    let steps = chance.happens(0.5) ? 1.0 : chance.one(of: [10.0, 100.0])
    bpm = (chance.value(in: tempo) * steps).rounded() / steps

    isMinor = chance.happens(genre.minorShare)
    tonic = chance.whole(in: 0...11)
    swungEighths = chance.value(in: genre.swungEighths)
    swungSixteenths = chance.value(in: genre.swungSixteenths)
    jitter = genre.jitter * chance.value(in: 0.4...1.6)
    drift = chance.one(of: genre.drifts)
    // The first value is A at 432 Hz.
    let detuned = chance.one(of: [-31.77, -40, -20, 15, 25, 40, 8])
    tuning = chance.happens(0.15) ? detuned : 0
    usesSecondSoundFont = chance.happens(0.25)
    leadIn = chance.one(of: [0, 0, 0.1, 0.35, 0.5, 1, 2, 3.5])
    tail = chance.one(of: [0, 0, 0.5, 1, 2, 4])
  }
}
