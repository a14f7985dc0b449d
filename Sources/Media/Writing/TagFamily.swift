internal import Music

/// The four tag formats that are written, with their field names.
///
/// Names are case-insensitive. The first is used in a file that has none yet; where a file has
/// others, they are kept, and all of them are updated.
enum TagFamily: Sendable {
  case id3, vorbis, mp4, ape

  static let freeform = "----:com.apple.iTunes:"

  /// <https://www.freedesktop.org/wiki/Specifications/free-media-player-specs/>: 0.0 to 1.0.
  var ratingNames: [String] {
    switch self {
    case .id3: ["TXXX:FMPS_Rating"]
    case .vorbis, .ape: ["FMPS_RATING"]
    case .mp4: [Self.freeform + "FMPS_Rating"]
    }
  }

  /// The stars of other players as a number up to 100, or up to 5.
  var starNames: [String] {
    switch self {
    case .id3: []
    case .vorbis, .ape: ["RATING"]
    case .mp4: ["rate"]
    }
  }

  var bpmNames: [String] {
    switch self {
    case .id3: ["TBPM", "TXXX:BPM"]
    case .vorbis, .ape: ["BPM", "TEMPO"]
    // `tmpo` holds integers only and is handled separately.
    case .mp4: [Self.freeform + "BPM"]
    }
  }

  var keyNames: [String] {
    switch self {
    case .id3: ["TKEY", "TXXX:INITIALKEY", "TXXX:INITIAL_KEY", "TXXX:INITIAL KEY"]
    case .vorbis: ["INITIALKEY", "INITIAL_KEY", "INITIAL KEY", "KEY"]
    case .ape: ["KEY", "INITIALKEY", "INITIAL_KEY", "INITIAL KEY"]
    case .mp4: [Self.freeform + "initialkey", Self.freeform + "KEY"]
    }
  }
}

/// Stars on the scales of other players.
enum StarScale {
  /// The POPM byte as the major players write it.
  static func byte(_ rating: Rating) -> UInt8 { [0, 1, 64, 128, 196, 255][rating.stars] }

  /// The stars that those players show for a byte: between two of the scale there are half stars.
  static func rating(byte: Int) -> Rating {
    switch byte {
    case ...0: .none
    case ..<32: Rating(stars: 1)
    case ..<96: Rating(stars: 2)
    case ..<160: Rating(stars: 3)
    case ..<224: Rating(stars: 4)
    default: Rating(stars: 5)
    }
  }

  /// "0.8" for four stars.
  static func fraction(_ rating: Rating) -> String { "\(Double(rating.stars * 2) / 10)" }

  static func rating(fraction: Double) -> Rating? {
    (0...1).contains(fraction) ? Rating(stars: Int((fraction * 5).rounded())) : nil
  }

  /// From a number up to 5 or, if larger, up to 100.
  static func rating(number: Double) -> Rating? {
    guard (0...100).contains(number) else { return nil }
    return Rating(stars: Int((number <= 5 ? number : number / 20).rounded()))
  }
}
