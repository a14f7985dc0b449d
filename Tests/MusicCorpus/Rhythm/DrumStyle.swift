/// Families of drum patterns.
enum DrumStyle: String {
  case house, techno, trance, dnb, dubstep, trap, hiphop, rock, punk, pop, ballad, rnb, disco
  case funk, reggae, jazz, waltz, shuffle, bossa, latin, reggaeton, synthwave, breaks, afro
  case sevens = "prog7"
  case fives = "prog5"
  case march
  case none

  var patterns: [DrumPattern] {
    switch self {
    case .house, .techno, .trance, .disco, .afro, .synthwave, .reggaeton: fourToTheFloor
    case .dnb, .dubstep, .trap, .hiphop, .rnb, .breaks: broken
    case .rock, .punk, .pop, .ballad, .funk, .sevens, .fives: band
    case .reggae, .jazz, .waltz, .shuffle, .bossa, .latin, .march: swinging
    case .none: [DrumPattern([:])]
    }
  }
}
