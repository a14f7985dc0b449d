package import Screen

/// A part of a skin with colours of its own.
package enum SkinPart: Hashable, Sendable {
  case face(Face)
  case ground(Surface)

  /// A colour of a part: of its text, or of what is behind it.
  package enum Channel: Sendable { case foreground, background }

  static let all: [SkinPart] =
    Face.allCases.map { .face($0) } + Surface.allCases.map { .ground($0) }

  var name: String {
    switch self {
    case .face(let face): face.rawValue
    case .ground(let ground): ground.rawValue
    }
  }

  /// Whether it needs no text contrast.
  var isDecoration: Bool {
    if case .face(let face) = self { face.isDecoration } else { false }
  }
}

extension Theme {
  /// Whether the skin has a style for the part, which else inherits one.
  func names(_ part: SkinPart) -> Bool {
    switch part {
    case .face(let face): faces[face] != nil
    case .ground(let ground): grounds[ground] != nil
    }
  }

  /// Nil where the part has no such colour: a face on the ground's, a ground with the faces' own.
  func color(_ channel: SkinPart.Channel, of part: SkinPart) -> Color? {
    switch (part, channel) {
    case (.face(let face), .foreground): style(of: face).foreground
    case (.face(let face), .background): style(of: face).background
    case (.ground(let ground), .foreground): style(of: ground).foreground
    case (.ground(let ground), .background): style(of: ground).background
    }
  }

  mutating func set(_ color: Color, _ channel: SkinPart.Channel, of part: SkinPart) {
    switch part {
    case .face(let face):
      var style = style(of: face)
      if channel == .foreground { style.foreground = color } else { style.background = color }
      faces[face] = style
    case .ground(let ground):
      var style = style(of: ground)
      if channel == .foreground { style.foreground = color } else { style.background = color }
      grounds[ground] = style
    }
  }

  /// Takes a colour away. A part cannot be without the one that it is about: it inherits its style.
  mutating func clear(_ channel: SkinPart.Channel, of part: SkinPart) {
    switch (part, channel) {
    case (.face(let face), .foreground): faces[face] = nil
    case (.face(let face), .background): faces[face]?.background = nil
    case (.ground(let ground), .foreground): grounds[ground]?.foreground = nil
    case (.ground(let ground), .background): grounds[ground] = nil
    }
  }

  mutating func toggle(_ attribute: Attributes, of face: Face) {
    var style = style(of: face)
    style.attributes.formSymmetricDifference(attribute)
    faces[face] = style
  }

  mutating func reset(_ part: SkinPart, to other: Theme) {
    switch part {
    case .face(let face): faces[face] = other.faces[face]
    case .ground(let ground): grounds[ground] = other.grounds[ground]
    }
  }

  /// The contrast of a face on its own background, else the base; of plain text on a ground.
  func contrast(of part: SkinPart) -> Double {
    switch part {
    case .face(let face): contrast(of: face, on: .base)
    case .ground(let ground): contrast(of: .text, on: ground)
    }
  }

  /// The ground on which a face without a background is read worst, or the worst face on a ground.
  func worst(of part: SkinPart) -> (name: String, contrast: Double)? {
    let pairs: [(name: String, contrast: Double)] =
      switch part {
      case .face(let face) where style(of: face).background != nil: []
      case .face(let face): Surface.allCases.map { ($0.rawValue, contrast(of: face, on: $0)) }
      case .ground(let ground):
        Face.allCases.filter { !$0.isDecoration }
          .map { ($0.rawValue, contrast(of: $0, on: ground)) }
      }
    return pairs.min { $0.contrast < $1.contrast }
  }

  private func contrast(of face: Face, on ground: Surface) -> Double {
    let pair = colors(face, on: ground)
    return pair.foreground.contrast(with: pair.background)
  }
}
