/// Turns the bytes of a terminal into keys, mouse actions and pastes.
///
/// Decoding is byte by byte, so read boundaries make no difference. Sequences of xterm, vt220,
/// rxvt, the Linux console and kitty are known; an unknown one is swallowed whole. Every sequence
/// is bounded: the input may be hostile.
package struct KeyDecoder: Sendable {
  /// Bytes of a paste that are kept; the rest is dropped.
  package static let pasteLimit = 65_536
  static let sequenceLimit = 64
  /// The maximum length of a terminal's answer (OSC, DCS); a longer one is noise.
  static let answerLimit = 4096

  private enum State {
    case ground
    case scalar(bytes: [UInt8], count: Int, alt: Bool)
    case escape(alt: Bool)
    case control(bytes: [UInt8], alt: Bool)
    case applicationKey(bytes: [UInt8], alt: Bool)
    /// An operating system command or another string up to its terminator.
    case answer(first: UInt8, bytes: [UInt8], escaped: Bool, alt: Bool)
    case oldMouse(bytes: [UInt8])
    case paste(PasteBuffer)
  }

  private var state = State.ground
  private var inputs: [Input] = []
  private var answers: [TerminalAnswer] = []
  /// Whether the terminal was asked something. The rest of an answer that comes in pieces is never
  /// taken for keys then.
  package var awaitsAnswers = false
  /// Calls of `flush()` since the last byte.
  private var waits = 0

  package init() {}

  /// Whether pending bytes would mean something else if nothing more came: call `flush()` after
  /// about 25 ms without input.
  package var isPending: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Calls of `flush()` for which the rest of an answer is waited for.
  private static let answerPatience = 80

  /// Whether the rest of an answer may still come. A lone Escape is a key at once.
  private mutating func waitsOn() -> Bool {
    guard awaitsAnswers else { return false }
    let isInAnswer =
      switch state {
      case .ground, .scalar, .paste, .applicationKey, .oldMouse, .escape: false
      case .control(let bytes, _): !bytes.isEmpty
      case .answer(_, let bytes, _, _): !bytes.isEmpty
      }
    waits += 1
    return isInAnswer && waits <= Self.answerPatience
  }

  /// Decodes bytes and returns the inputs that they complete.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
    waits = 0
    for byte in bytes { decode(byte) }
    defer { inputs.removeAll() }
    return inputs
  }

  /// Returns the answers of the terminal that came since the last call.
  package mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers.removeAll() }
    return answers
  }

  /// Decodes the pending bytes as complete: Escape, or Alt and a key.
  package mutating func flush() -> [Input] {
    if waitsOn() { return [] }
    switch state {
    case .ground, .paste: return []
    case .escape(let alt):
      if alt { emit(.escape) }
      emit(.escape)
    case .control(let bytes, _) where bytes.isEmpty: emit(.character("["), .alt)
    case .applicationKey(let bytes, _) where bytes.isEmpty: emit(.character("O"), .alt)
    case .answer(let first, let bytes, _, _) where bytes.isEmpty:
      emit(.character(Character(Unicode.Scalar(first))), .alt)
    default: break
    }
    state = .ground
    defer { inputs.removeAll() }
    return inputs
  }

  private mutating func emit(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
    inputs.append(.key(Key(code, modifiers)))
  }

  private mutating func decode(_ byte: UInt8) {
    switch state {
    case .ground: takePlain(byte, alt: false)
    case .scalar(let bytes, let count, let alt): takeScalar(byte, after: bytes, count, alt: alt)
    case .escape(let alt): takeEscaped(byte, alt: alt)
    case .control(let bytes, let alt): takeControl(byte, after: bytes, alt: alt)
    case .applicationKey(let bytes, let alt): takeApplicationKey(byte, after: bytes, alt: alt)
    case .answer(let first, let bytes, let escaped, let alt):
      state = .ground
      takeAnswer(byte, first: first, after: bytes, escaped: escaped, alt: alt)
    case .oldMouse(let bytes): takeOldMouse(bytes + [byte])
    case .paste(var buffer):
      // Releases the copy in `state`, so that the buffer grows in place.
      state = .ground
      let isComplete = buffer.append(byte)
      if isComplete { inputs.append(.paste(buffer.text)) } else { state = .paste(buffer) }
    }
  }

  private mutating func takePlain(_ byte: UInt8, alt: Bool) {
    state = .ground
    let modifiers: Key.Modifiers = alt ? .alt : []
    switch byte {
    case 0x1B: state = .escape(alt: false)
    case 0xC2...0xDF: state = .scalar(bytes: [byte], count: 2, alt: alt)
    case 0xE0...0xEF: state = .scalar(bytes: [byte], count: 3, alt: alt)
    case 0xF0...0xF4: state = .scalar(bytes: [byte], count: 4, alt: alt)
    default:
      if let key = KeySequences.single(byte) {
        emit(key.code, key.modifiers.union(modifiers))
      }
    }
  }

  private mutating func takeScalar(
    _ byte: UInt8, after bytes: [UInt8], _ count: Int, alt: Bool
  ) {
    guard byte & 0xC0 == 0x80 else { return takePlain(byte, alt: false) }
    let bytes = bytes + [byte]
    guard bytes.count == count else {
      state = .scalar(bytes: bytes, count: count, alt: alt)
      return
    }
    state = .ground
    // Overlong forms and surrogates are not valid text.
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return }
    emit(.character(character), alt ? .alt : [])
  }

  private mutating func takeEscaped(_ byte: UInt8, alt: Bool) {
    switch byte {
    case 0x1B:
      // Two escapes may be Alt before a sequence (rxvt); of three the first was a key of its own.
      if alt { emit(.escape) }
      state = .escape(alt: true)
    case UInt8(ascii: "["): state = .control(bytes: [], alt: alt)
    case UInt8(ascii: "O"): state = .applicationKey(bytes: [], alt: alt)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .answer(first: byte, bytes: [], escaped: false, alt: alt)
    default:
      if alt { emit(.escape) }
      takePlain(byte, alt: true)
    }
  }

  private mutating func takeControl(_ byte: UInt8, after bytes: [UInt8], alt: Bool) {
    if byte == 0x1B {
      state = .escape(alt: false)
      return
    }
    let isFunctionKeyOfConsole = bytes.isEmpty && byte == UInt8(ascii: "[")
    let isShiftedRxvt =
      byte == UInt8(ascii: "$") && !bytes.isEmpty && bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    let isFinal = byte >= 0x40 && byte <= 0x7E && !isFunctionKeyOfConsole
    guard isFinal || isShiftedRxvt else {
      // Bytes beyond the limit are dropped, but the sequence still ends at its final byte.
      let kept = bytes.count < Self.sequenceLimit ? bytes + [byte] : bytes
      state = .control(bytes: kept, alt: alt)
      return
    }
    state = .ground
    if bytes.isEmpty, byte == UInt8(ascii: "M") {
      state = .oldMouse(bytes: [])
    } else if bytes == Array("200".utf8), byte == UInt8(ascii: "~") {
      state = .paste(PasteBuffer(limit: Self.pasteLimit))
    } else if let answer = TerminalAnswer(control: bytes, final: byte) {
      answers.append(answer)
    } else if bytes.count < Self.sequenceLimit,
      let input = KeySequences.control(bytes, final: byte)
    {
      append(input, alt: alt)
    }
  }

  private mutating func takeApplicationKey(_ byte: UInt8, after bytes: [UInt8], alt: Bool) {
    let isParameter = byte >= 0x30 && byte <= 0x3B
    if byte == 0x1B {
      state = .escape(alt: false)
    } else if isParameter {
      let kept = bytes.count < Self.sequenceLimit ? bytes + [byte] : bytes
      state = .applicationKey(bytes: kept, alt: alt)
    } else {
      state = .ground
      if let key = KeySequences.application(bytes, final: byte) { append(.key(key), alt: alt) }
    }
  }

  private mutating func takeAnswer(
    _ byte: UInt8, first: UInt8, after bytes: [UInt8], escaped: Bool, alt: Bool
  ) {
    if byte == 0x07 || (escaped && byte == UInt8(ascii: "\\")) {
      let body = escaped ? bytes.dropLast() : bytes[...]
      if let answer = TerminalAnswer(string: Array(body), introducer: first) {
        answers.append(answer)
      }
    } else if escaped {
      // An escape ends every string, and begins something else.
      takeEscaped(byte, alt: false)
    } else if bytes.count < Self.answerLimit {
      state = .answer(first: first, bytes: bytes + [byte], escaped: byte == 0x1B, alt: alt)
    }
  }

  private mutating func takeOldMouse(_ bytes: [UInt8]) {
    guard bytes.count == 3 else {
      state = .oldMouse(bytes: bytes)
      return
    }
    state = .ground
    let numbers = bytes.map { Int($0) - 32 }
    // The old protocol does not report which button was released.
    let isRelease = numbers[0] & 0b110_0011 == 3
    let button = isRelease ? 0 : numbers[0]
    if let mouse = KeySequences.mouse(
      button: button, column: numbers[1], row: numbers[2], isRelease: isRelease)
    {
      inputs.append(.mouse(mouse))
    }
  }

  private mutating func append(_ input: Input, alt: Bool) {
    if alt, case .key(var key) = input {
      key.modifiers.insert(.alt)
      inputs.append(.key(key))
    } else {
      inputs.append(input)
    }
  }
}
