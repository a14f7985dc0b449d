extension DrumStyle {
  var band: [DrumPattern] {
    switch self {
    case .rock:
      [
        DrumPattern([
          .kick: "#--- ---- #--- ----", .snare: "---- #--- ---- #---",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#--- --+- #--- +---", .snare: "---- #--- ---- #---",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#--+ ---- #-+- ----", .snare: "---- #--- ---- #--~",
          .ride: "+--- +--- +--- +---",
        ]),
        DrumPattern([
          .kick: "#--- ---- +-+- ---~", .snare: "---- #--- ---- #---",
          .openHat: "+-+- +-+- +-+- +-+-",
        ]),
      ]
    case .punk:
      [
        DrumPattern([
          .kick: "#--- #--- #--- #---", .snare: "--#- --#- --#- --#-",
          .closedHat: "+--- +--- +--- +---",
        ]),
        DrumPattern([
          .kick: "#--- --+- #-+- ----", .snare: "---- #--- ---- #---",
          .ride: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#-+- +-+- #-+- +-+-", .snare: "---- #--- ---- #---",
          .crash: "+--- +--- +--- +---",
        ]),
      ]
    case .pop:
      [
        DrumPattern([
          .kick: "#--- ---- #-+- ----", .snare: "---- #--- ---- #---",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#--- #--- #--- #---", .clap: "---- #--- ---- #---",
          .closedHat: "+,+, +,+, +,+, +,+,",
        ]),
        DrumPattern([
          .kick: "#--+ --+- #-+- ----", .clap: "---- #--- ---- #---",
          .shaker: "+,+, +,+, +,+, +,+,",
        ]),
      ]
    case .ballad:
      [
        DrumPattern([
          .kick: "#--- ---- +--- ----", .snare: "---- +--- ---- +---",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#--- ---- --+- ----", .rim: "---- +--- ---- +---",
          .closedHat: "+--- +--- +--- +---",
        ]),
      ]
    case .funk:
      [
        DrumPattern([
          .kick: "#-+- ---- --+- -+--", .snare: "---- #--, -,-- #--,",
          .closedHat: "++++ ++++ ++++ ++++",
        ]),
        DrumPattern([
          .kick: "#--+ ---- +-+- ----", .snare: "---- #--, ---, #---",
          .closedHat: "+-+- +-+- +-+- +-+-", .tambourine: "--+- --+- --+- --+-",
        ]),
      ]
    case .sevens:
      [
        DrumPattern([
          .kick: "#--- --+- #--- --", .snare: "---- #--- ---- #-",
          .closedHat: "+-+- +-+- +-+- +-",
        ]),
        DrumPattern([
          .kick: "#--- +--- #--- --", .snare: "---- --#- ---- #-", .ride: "+-+- +-+- +-+- +-",
        ]),
      ]
    default:
      [
        DrumPattern([
          .kick: "#--- --+- --#- ---- ----", .snare: "---- #--- ---- #--- #---",
          .closedHat: "+-+- +-+- +-+- +-+- +-+-",
        ])
      ]
    }
  }

  /// Bars of twelve steps are triplets.
  var swinging: [DrumPattern] {
    switch self {
    case .reggae:
      [
        DrumPattern([
          .kick: "---- ---- #--- ----", .rim: "---- ---- #--- ----",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#--- ---- #--- ----", .snare: "---- ---- #--- ----",
          .closedHat: "+-+, +-+, +-+, +-+,",
        ]),
        DrumPattern([
          .kick: "#--- #--- #--- #---", .rim: "---- ---- #--- ---~",
          .closedHat: "--+- --+- --+- --+-",
        ]),
      ]
    case .jazz:
      [
        DrumPattern([
          .ride: "+-- +-+ +-- +-+", .pedalHat: "--- +-- --- +--", .kick: ",-- ,-- ,-- ,--",
        ]),
        DrumPattern([
          .ride: "+-- +-+ +-- +-+", .pedalHat: "--- +-- --- +--", .snare: "--~ --~ --- --~",
          .kick: "~-- --- ~-- ---",
        ]),
      ]
    case .waltz:
      [
        DrumPattern([
          .kick: "#--- ---- ----", .snare: "---- ,--- ,---", .closedHat: "+--- +--- +---",
        ]),
        DrumPattern([.kick: "#--- ---- ----", .rim: "---- +--- +---"]),
        DrumPattern([
          .kick: "#--- ---- ----", .pedalHat: "---- +--- +---", .ride: "+--- +--+ +---",
        ]),
      ]
    case .shuffle:
      [
        DrumPattern([
          .kick: "#-- --- #-- ---", .snare: "--- #-- --- #--", .closedHat: "+-+ +-+ +-+ +-+",
        ]),
        DrumPattern([
          .kick: "#-+ --- #-- +--", .snare: "--- #-- --- #--", .ride: "+-+ +-+ +-+ +-+",
        ]),
      ]
    case .bossa:
      [
        DrumPattern([
          .kick: "#--+ #--+ #--+ #--+", .rim: "+--+ --+- --+- -+--",
          .closedHat: "+,+, +,+, +,+, +,+,",
        ]),
        DrumPattern([
          .kick: "#--- --++ #--- --++", .rim: "+--+ --+- --+- +---",
          .shaker: "+,+, +,+, +,+, +,+,",
        ]),
      ]
    case .latin:
      [
        DrumPattern([
          .cowbell: "+-+- +-+- +-+- +-+-", .claves: "--+- +--- +--+ --+-",
          .conga: "+-++ +-++ +-++ +-++", .kick: "---+ --+- ---+ --+-",
        ]),
        DrumPattern([
          .claves: "+--+ --+- --+- +---", .highBongo: "+,+, +,+, +,+, +,+,",
          .conga: "--+- --++ --+- --++", .guiro: "+--+ +--+ +--+ +--+",
        ]),
      ]
    default:
      [
        DrumPattern([
          .kick: "#--- ---- #--- ----", .snare: "---- +-++ ---- +-++",
          .crash: "~--- ---- ---- ----",
        ])
      ]
    }
  }
}
