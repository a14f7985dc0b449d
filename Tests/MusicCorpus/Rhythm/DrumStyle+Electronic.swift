extension DrumStyle {
  var fourToTheFloor: [DrumPattern] {
    switch self {
    case .house:
      [
        DrumPattern([
          .kick: "#--- #--- #--- #---", .clap: "---- +--- ---- +---",
          .openHat: "--+- --+- --+- --+-", .closedHat: "+-,- +-,- +-,- +-,-",
        ]),
        DrumPattern([
          .kick: "#--- #--- #--- #---", .snare: "---- #--- ---- #---",
          .openHat: "--#- --#- --#- --#-", .shaker: "+,+, +,+, +,+, +,+,",
        ]),
        DrumPattern([
          .kick: "#--- #--- #--- #-~-", .clap: "---- +--- ---- +--~",
          .closedHat: "--+, --+, --+, --++", .tambourine: "+--+ --+- +--+ --+-",
        ]),
      ]
    case .techno:
      [
        DrumPattern([
          .kick: "#--- #--- #--- #---", .openHat: "--+- --+- --+- --+-",
          .rim: "+--+ --+- -+-- +---",
        ]),
        DrumPattern([
          .kick: "#--- #--- #--- #---", .closedHat: "++++ ++++ ++++ ++++",
          .clap: "---- +--- ---- +---", .cowbell: "--+- --+- -+-- --+-",
        ]),
        DrumPattern([
          .kick: "#--- #--- #--- #---", .openHat: "--+- --+- --+- --+-",
          .lowTom: "---+ --+- ---+ -+--",
        ]),
      ]
    case .trance:
      [
        DrumPattern([
          .kick: "#--- #--- #--- #---", .openHat: "--#- --#- --#- --#-",
          .clap: "---- +--- ---- +---", .closedHat: ",,,, ,,,, ,,,, ,,,,",
        ])
      ]
    case .disco:
      [
        DrumPattern([
          .kick: "#--- #--- #--- #---", .snare: "---- #--- ---- #---",
          .openHat: "--+- --+- --+- --+-", .closedHat: "+,-, +,-, +,-, +,-,",
        ])
      ]
    case .afro:
      [
        DrumPattern([
          .kick: "#--- #--- #--- #---", .shaker: "+,+, +,+, +,+, +,+,",
          .rim: "--+- -+-- --+- +---", .conga: "-++- -+-- -++- -+--",
        ])
      ]
    case .synthwave:
      [
        DrumPattern([
          .kick: "#--- #--- #--- #---", .snare: "---- #--- ---- #---",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#--- ---- #-+- ----", .snare: "---- #--- ---- #---",
          .closedHat: "++++ ++++ ++++ ++++",
        ]),
      ]
    default:
      [
        DrumPattern([
          .kick: "#--- #--- #--- #---", .snare: "---+ --+- ---+ --+-",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ])
      ]
    }
  }

  var broken: [DrumPattern] {
    switch self {
    case .dnb:
      [
        DrumPattern([
          .kick: "#--- ---- --#- ----", .snare: "---- #--- ---- #---",
          .closedHat: "+-+- +-+- +-+- +-+-", .ride: "~--- ~--- ~--- ~---",
        ]),
        DrumPattern([
          .kick: "#-#- ---- --#- -+--", .snare: "---- #--, -,-- #--,",
          .closedHat: "+-++ +-+- +-++ +-+-",
        ]),
        DrumPattern([
          .kick: "#--- ---- --+- -~--", .snare: "---- #-,- ---- #---",
          .ride: "+-+- +-+- +-+- +-+-",
        ]),
      ]
    case .dubstep:
      [
        DrumPattern([
          .kick: "#--- ---- --~- ----", .snare: "---- ---- #--- ----",
          .closedHat: "+-+- +-+- +-+- +-+,",
        ]),
        DrumPattern([
          .kick: "#--+ ---- ---+ --~-", .tightSnare: "---- ---- #--- ---~",
          .closedHat: "+--+ --+- +--+ --+-",
        ]),
      ]
    case .trap:
      [
        DrumPattern([
          .kick: "#--- --+- --+- ----", .snare: "---- ---- #--- ----",
          .closedHat: "+-+- +-+- +-++ +-+-", .openHat: "---- ---- ---- --~-",
        ]),
        DrumPattern([
          .kick: "#-+- ---- --+- -~--", .clap: "---- ---- #--- ----",
          .closedHat: "+++- +-+- ++++ +-++",
        ]),
      ]
    case .hiphop:
      [
        DrumPattern([
          .kick: "#--- --+- -+-- ----", .snare: "---- #--- ---- #---",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#--+ ---- --+- -~--", .snare: "---- #-,- ---- #--,",
          .closedHat: "+-+- +-++ +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#-+- ---+ --#- ----", .clap: "---- #--- ---- #---",
          .closedHat: "+,+, +,+, +,+, +,+,",
        ]),
      ]
    case .rnb:
      [
        DrumPattern([
          .kick: "#--- -+-- --+- ----", .snare: "---- #--- ---- #-,-",
          .closedHat: "+-+- +++- +-+- +++-",
        ]),
        DrumPattern([
          .kick: "#--- --+- +-+- ----", .rim: "---- #--- ---- #---",
          .shaker: "+,+, +,+, +,+, +,+,",
        ]),
      ]
    default:
      [
        DrumPattern([
          .kick: "#--- ---- +-+- ----", .snare: "---- #--, -,-- #---",
          .closedHat: "+-+- +-+- +-+- +-+-",
        ]),
        DrumPattern([
          .kick: "#-+- ---- --++ ----", .snare: "---- #--, -+-- #--,",
          .openHat: "--+- --+- --+- --+-",
        ]),
      ]
    }
  }
}
