extension Genre {
  static let electronic = [
    Genre(
      name: "house", tempo: 118...130, drums: .house, minorShare: 0.7, majorHarmony: [.club],
      minorHarmony: [.club], comping: [.stabs, .pad, .offbeats],
      bass: [.offbeat, .syncopated, .octaves], kits: [.electronic, .analog, .room],
      compSounds: [.secondElectricPiano, .organ, .polySynth, .sawLead, .electricPiano],
      bassSounds: [.synthBass, .secondSynthBass, .fingeredBass],
      leadSounds: [.squareLead, .sawLead, .synthVoice, .vibraphone],
      swungSixteenths: 0.5...0.58, jitter: 0, isPumping: true),
    Genre(
      name: "techno", tempo: 124...142, drums: .techno, minorShare: 0.95,
      majorHarmony: [.club], minorHarmony: [.club], comping: [.stabs, .pad, .none],
      bass: [.sixteenths, .offbeat, .drone], kits: [.analog, .electronic, .power],
      compSounds: [.sawLead, .bassLead, .polySynth, .synthBrass],
      bassSounds: [.synthBass, .secondSynthBass],
      leadSounds: [.squareLead, .sawLead, .crystal], jitter: 0, isPumping: true, density: 0.35),
    Genre(
      name: "trance", tempo: 130...142, drums: .trance, minorShare: 0.85,
      majorHarmony: [.club], minorHarmony: [.pop, .club], comping: [.fastArpeggio, .pad],
      bass: [.offbeat, .rolling], kits: [.electronic, .power],
      compSounds: [.sawLead, .polySynth, .newAgePad],
      bassSounds: [.synthBass, .secondSynthBass],
      leadSounds: [.sawLead, .squareLead], jitter: 0, isPumping: true),
    Genre(
      name: "dnb", tempo: 165...180, drums: .dnb, minorShare: 0.85, majorHarmony: [.pop],
      minorHarmony: [.club], comping: [.pad, .stabs], bass: [.long, .syncopated],
      kits: [.standard, .power, .analog],
      compSounds: [.warmPad, .electricPiano, .haloPad, .sawLead],
      bassSounds: [.synthBass, .secondSynthBass, .bassLead],
      leadSounds: [.voice, .synthVoice, .sawLead], swungSixteenths: 0.5...0.54, jitter: 0.002),
    Genre(
      name: "dubstep", tempo: 138...144, drums: .dubstep, minorShare: 0.9,
      majorHarmony: [.club], minorHarmony: [.club], comping: [.pad, .stabs],
      bass: [.wobble, .long], kits: [.power, .analog],
      compSounds: [.polySynth, .haloPad, .sawLead],
      bassSounds: [.synthBass, .bassLead, .secondSynthBass],
      leadSounds: [.sawLead, .synthVoice], jitter: 0),
    Genre(
      name: "trap", tempo: 130...152, drums: .trap, minorShare: 0.9, majorHarmony: [.pop],
      minorHarmony: [.pop], comping: [.pad, .arpeggio, .quarters], bass: [.subBass],
      kits: [.analog], compSounds: [.piano, .musicBox, .harp, .warmPad],
      bassSounds: [.synthBass, .fingeredBass],
      leadSounds: [.flute, .musicBox, .ocarina], jitter: 0),
    Genre(
      name: "reggaeton", tempo: 86...102, drums: .reggaeton, minorShare: 0.75,
      majorHarmony: [.pop], minorHarmony: [.pop], comping: [.pad, .stabs, .arpeggio],
      bass: [.root, .syncopated], kits: [.electronic, .analog],
      compSounds: [.electricPiano, .sawLead, .steelGuitar, .warmPad],
      bassSounds: [.synthBass, .fingeredBass],
      leadSounds: [.synthVoice, .squareLead, .voice], jitter: 0),
    Genre(
      name: "synthwave", tempo: 80...118, drums: .synthwave, minorShare: 0.75,
      majorHarmony: [.pop], minorHarmony: [.pop], comping: [.pad, .fastArpeggio, .arpeggio],
      bass: [.eighths, .sixteenths, .octaves], kits: [.electronic, .analog],
      compSounds: [.polySynth, .sawLead, .newAgePad, .synthBrass],
      bassSounds: [.synthBass, .secondSynthBass],
      leadSounds: [.squareLead, .sawLead, .bassLead], jitter: 0, isPumping: true),
    Genre(
      name: "breaks", tempo: 120...140, drums: .breaks, minorShare: 0.8, majorHarmony: [.club],
      minorHarmony: [.club], comping: [.stabs, .pad], bass: [.syncopated, .sixteenths],
      kits: [.standard, .electronic], compSounds: [.sawLead, .secondElectricPiano, .polySynth],
      bassSounds: [.synthBass, .secondSynthBass], leadSounds: [.sawLead, .squareLead],
      jitter: 0.002),
    Genre(
      name: "afro", tempo: 112...124, drums: .afro, minorShare: 0.8, majorHarmony: [.club],
      minorHarmony: [.club, .pop], comping: [.arpeggio, .pad, .stabs],
      bass: [.syncopated, .offbeat], kits: [.electronic, .standard],
      compSounds: [.marimba, .electricPiano, .vibraphone, .warmPad],
      bassSounds: [.synthBass, .fingeredBass],
      leadSounds: [.voice, .marimba, .flute], jitter: 0.003),
    Genre(
      name: "ambient", tempo: 60...110, drums: .none, minorShare: 0.6, majorHarmony: [.pop],
      minorHarmony: [.pop], comping: [.arpeggio, .pad, .fastArpeggio], bass: [.long, .none],
      compSounds: [.newAgePad, .bowedPad, .harp, .vibraphone],
      bassSounds: [.synthBass, .warmPad],
      leadSounds: [.flute, .choirPad, .ocarina], jitter: 0.004, density: 0.4),
    Genre(
      name: "drumtool", tempo: 88...142, drums: .latin, minorShare: 0.5, majorHarmony: [.club],
      minorHarmony: [.club], comping: [.none], bass: [.none],
      kits: [.standard, .analog, .electronic], compSounds: [.piano],
      bassSounds: [.fingeredBass], leadSounds: [.flute], jitter: 0.004, density: 0),
  ]
}
