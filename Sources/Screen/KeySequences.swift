/// The meanings of complete escape sequences (xterm's ctlseqs, kitty's keyboard protocol, and the
/// terminfo entries of vt220, rxvt and linux).
enum KeySequences {
  /// A byte outside of sequences; nil for one without a meaning.
  static func single(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x00: Key(.character(" "), .control)
    case 0x08, 0x7F: Key(.backspace)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x1B: Key(.escape)
    case 0x01...0x1A: Key(character(byte + 0x60), .control)
    case 0x1C...0x1F: Key(character(byte + 0x40), .control)
    case 0x20...0x7E: Key(character(byte))
    default: nil
    }
  }

  /// A sequence that began with ESC [.
  static func control(_ bytes: [UInt8], final: UInt8) -> Input? {
    if bytes.first == UInt8(ascii: "<") { return mouse(bytes.dropFirst(), final: final) }
    if bytes == [UInt8(ascii: "[")] {
      // The Linux console: ESC [ [ A is F1.
      return (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final)
        ? .key(Key(.function(Int(final) - 0x40))) : nil
    }
    guard let parameters = numbers(bytes) else { return nil }
    return key(parameters, final: final).map { .key($0) }
  }

  /// A sequence that began with ESC O.
  static func application(_ bytes: [UInt8], final: UInt8) -> Key? {
    guard let parameters = numbers(bytes) else { return nil }
    let modifiers = Self.modifiers(parameters.last?.first ?? 1)
    switch final {
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return cursor(final - 0x20).map { Key($0, .control) }
    case UInt8(ascii: "M"): return Key(.enter, modifiers)
    case UInt8(ascii: "I"): return Key(.tab, modifiers)
    case UInt8(ascii: "X"), UInt8(ascii: "j")...UInt8(ascii: "y"):
      // The keypad: its final bytes are the ASCII of the key's label plus 0x40.
      return Key(character(final == UInt8(ascii: "X") ? 0x3D : final - 0x40), modifiers)
    default: return cursor(final).map { Key($0, modifiers) }
    }
  }

  /// An action of a button or the wheel; `button` as xterm counts, row and column from 1.
  static func mouse(button: Int, column: Int, row: Int, isRelease: Bool) -> Mouse? {
    guard (1...9999).contains(column), (1...9999).contains(row) else { return nil }
    let position = Position(row: row - 1, column: column - 1)
    // Shift, Alt and Control add 4, 8 and 16, and are ignored.
    switch button & ~0x1C {
    case 0: return Mouse(isRelease ? .release : .press, at: position)
    case 2: return isRelease ? nil : Mouse(.press, at: position, button: .right)
    case 32: return isRelease ? nil : Mouse(.drag, at: position)
    case 64: return Mouse(.wheelUp, at: position)
    case 65: return Mouse(.wheelDown, at: position)
    default: return nil
    }
  }

  private static func mouse(_ bytes: ArraySlice<UInt8>, final: UInt8) -> Input? {
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m"),
      let parameters = numbers(Array(bytes))?.map(\.first), parameters.count == 3,
      let button = parameters[0], let column = parameters[1], let row = parameters[2]
    else { return nil }
    return mouse(
      button: button, column: column, row: row, isRelease: final == UInt8(ascii: "m")
    ).map { .mouse($0) }
  }

  private static func key(_ parameters: [[Int]], final: UInt8) -> Key? {
    let first = parameters.first?.first
    let second = parameters.count > 1 ? parameters[1] : []
    // An event of type 3 is the release of a key.
    guard second.count < 2 || second[1] != 3 else { return nil }
    let modifiers = Self.modifiers(second.first ?? 1)
    switch final {
    case UInt8(ascii: "~"):
      if first == 27, parameters.count == 3, let scalar = parameters[2].first {
        return key(scalar: scalar, shifted: nil, modifiers)
      }
      return first.flatMap(numbered).map { Key($0, modifiers) }
    case UInt8(ascii: "$"): return first.flatMap(numbered).map { Key($0, .shift) }
    case UInt8(ascii: "^"): return first.flatMap(numbered).map { Key($0, .control) }
    case UInt8(ascii: "@"): return first.flatMap(numbered).map { Key($0, [.shift, .control]) }
    case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
    case UInt8(ascii: "a")...UInt8(ascii: "d") where parameters.isEmpty:
      return cursor(final - 0x20).map { Key($0, .shift) }
    case UInt8(ascii: "u"):
      guard let first else { return nil }
      let shifted = parameters[0].count > 1 ? parameters[0][1] : nil
      return key(scalar: first, shifted: shifted, modifiers)
    default:
      guard first == nil || first == 1 else { return nil }
      return cursor(final).map { Key($0, modifiers) }
    }
  }

  /// A key by its Unicode scalar: kitty's CSI u and xterm's modifyOtherKeys.
  private static func key(scalar: Int, shifted: Int?, _ modifiers: Key.Modifiers) -> Key? {
    switch scalar {
    case 57_399...57_408: return Key(character(UInt8(scalar - 57_399 + 0x30)), modifiers)
    case 57_414: return Key(.enter, modifiers)
    case 57_417...57_426:
      let codes: [Key.Code] = [
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
      ]
      return Key(codes[scalar - 57_417], modifiers)
    case 0x08, 0x09, 0x0D, 0x1B, 0x7F:
      return single(UInt8(scalar)).map { Key($0.code, modifiers) }
    case 0xE000...0xF8FF: return nil
    default: break
    }
    let meant = modifiers.contains(.shift) ? shifted ?? scalar : scalar
    guard meant >= 0x20, let value = UInt32(exactly: meant), let scalar = Unicode.Scalar(value),
      scalar.properties.generalCategory != .control
    else { return nil }
    let letter = Character(scalar)
    let upper = modifiers.contains(.shift) ? letter.uppercased() : String(letter)
    let character = upper.count == 1 ? upper.first ?? letter : letter
    return Key(.character(character), modifiers.subtracting(.shift))
  }

  private static func cursor(_ final: UInt8) -> Key.Code? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    let bits = max(1, min(parameter, 256)) - 1
    var modifiers = Key.Modifiers()
    if bits & 1 != 0 { modifiers.insert(.shift) }
    // Alt and Meta are the same modifier here.
    if bits & 0b100010 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// "1;2:3" as [[1], [2, 3]]; an empty number counts as 1, nil for anything else.
  private static func numbers(_ bytes: [UInt8]) -> [[Int]]? {
    guard !bytes.isEmpty else { return [] }
    var result: [[Int]] = []
    for parameter in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      var parts: [Int] = []
      for part in parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
        guard !part.isEmpty else {
          parts.append(1)
          continue
        }
        guard part.count <= 7, let number = Int(String(decoding: part, as: UTF8.self)) else {
          return nil
        }
        parts.append(number)
      }
      result.append(parts)
    }
    return result
  }

  private static func character(_ byte: UInt8) -> Key.Code {
    .character(Character(Unicode.Scalar(byte)))
  }
}
