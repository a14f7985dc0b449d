import Foundation
import Glibc

/// What the terminal code writes, read from the other end of a pseudo-terminal by a thread.
final class TerminalReader: @unchecked Sendable {
  // because `bytes` is only touched under `lock`
  let slave: Int32
  private let master: Int32
  private let lock = NSLock()
  private var bytes: [UInt8] = []

  init(rows: UInt16, columns: UInt16) throws {
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.master, &ends.slave, nil, nil, &size) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    (master, slave) = ends
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(master, &buffer, buffer.count)
        // Nothing has the slave open.
        guard count > 0 else { break }
        lock.withLock { bytes += buffer[..<count] }
      }
      close(master)
    }
  }

  /// Takes everything that was written before this call, up to a mark that it writes itself.
  func take() -> [UInt8] {
    let mark = Array("\u{1B}[?7777$p".utf8)
    _ = write(slave, mark, mark.count)
    while true {
      let taken = lock.withLock { () -> [UInt8]? in
        guard bytes.suffix(mark.count) == mark[...] else { return nil }
        defer { bytes = [] }
        return Array(bytes.dropLast(mark.count))
      }
      if let taken { return taken }
      usleep(200)
    }
  }

  /// Ends the thread, once nothing else has the slave open.
  func end() { close(slave) }
}

/// The sequences of a frame with images, by a grammar that has nothing else: whatever comes out of a
/// file is a fault.
struct TerminalOutput {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private var rest: ArraySlice<UInt8>
  /// The PNG files in it.
  private(set) var images: [[UInt8]] = []
  private var upload: [UInt8] = []
  private(set) var cells = 0
  private(set) var sixels = 0

  /// - Parameter isText: whether a scalar may stand in a cell.
  init(_ bytes: [UInt8], isText: (Unicode.Scalar) -> Bool) throws {
    rest = bytes[...]
    var text: [UInt8] = []
    func check(_ text: [UInt8]) throws -> Int {
      guard let string = String(validating: text, as: UTF8.self) else {
        throw Fault(description: "not UTF-8: \(text)")
      }
      let scalars = string.unicodeScalars
      if let scalar = scalars.first(where: { !isText($0) }) {
        throw Fault(description: "U+\(String(scalar.value, radix: 16)) in a cell")
      }
      return scalars.count
    }
    while let byte = rest.popFirst() {
      // Carriage return, line feed and backspace move ncurses' cursor.
      if byte >= 0x20 {
        text.append(byte)
        continue
      }
      cells += try check(text)
      text = []
      if byte == 0x1B {
        try readSequence()
      } else if ![8, 10, 13].contains(byte) {
        throw Fault(description: "control byte \(byte)")
      }
    }
    cells += try check(text)
    guard upload.isEmpty else { throw Fault(description: "an image without its end") }
  }

  private mutating func readSequence() throws {
    switch rest.popFirst().map({ Character(Unicode.Scalar($0)) }) {
    case "7", "8": break
    case "(" where rest.popFirst() == UInt8(ascii: "B"): break
    case "[": try readControl()
    case "]": try readCommand()
    case "P": try readSixels()
    case "_": try readGraphics()
    case let other: throw Fault(description: "Escape and \(other.map { "\($0)" } ?? "the end")")
    }
  }

  /// Moves, colours, erasures and modes; no questions and no reports.
  private mutating func readControl() throws {
    let parameters = rest.prefix { (0x30...0x3F).contains($0) }
    rest = rest.dropFirst(parameters.count)
    let final = rest.popFirst().map { Character(Unicode.Scalar($0)) } ?? " "
    let isKnown = "HGdABCDmJKXPb@hlr".contains(final)
    let isMode = parameters.first == UInt8(ascii: "?")
    guard isKnown, parameters.count < 40, !isMode || "hl".contains(final) else {
      throw Fault(description: "CSI \(String(decoding: parameters, as: UTF8.self))\(final)")
    }
  }

  /// The title of the window, and images of iTerm2's protocol.
  private mutating func readCommand() throws {
    let content = rest.prefix { $0 >= 0x20 }
    rest = rest.dropFirst(content.count)
    let isEnded = rest.popFirst() == 7 || rest.popFirst() == UInt8(ascii: "\\")
    let text = String(decoding: content, as: UTF8.self)
    if text == "2;", isEnded { return }
    let parts = text.split(separator: ":", maxSplits: 1)
    let head =
      /1337;File=inline=1;size=\d+;width=\d+;height=\d+;preserveAspectRatio=1;doNotMoveCursor=1/
    guard isEnded, parts.count == 2, parts[0].wholeMatch(of: head) != nil,
      let image = Data(base64Encoded: String(parts[1]))
    else { throw Fault(description: "OSC \(text.prefix(80))") }
    images.append(Array(image))
  }

  private mutating func readSixels() throws {
    let content = rest.prefix { $0 >= 0x20 }
    rest = rest.dropFirst(content.count)
    let body = content.dropFirst(6)
    guard content.starts(with: Array("0;1;0q".utf8)), rest.popFirst() == 0x1B,
      rest.popFirst() == UInt8(ascii: "\\"),
      body.allSatisfy({ (0x3F...0x7E).contains($0) || "\"#;!$-0123456789".utf8.contains($0) })
    else { throw Fault(description: "DCS \(String(decoding: content.prefix(80), as: UTF8.self))") }
    sixels += 1
  }

  private mutating func readGraphics() throws {
    let content = rest.prefix { $0 >= 0x20 }
    rest = rest.dropFirst(content.count)
    let text = String(decoding: content, as: UTF8.self)
    let isEnded = rest.popFirst() == 0x1B && rest.popFirst() == UInt8(ascii: "\\")
    let parts = text.split(separator: ";", maxSplits: 1)
    let head =
      /G(a=t,f=100,i=\d+,q=2,m=[01]|q=2,m=[01]|a=p,U=1,i=\d+,c=\d+,r=\d+,q=2|a=d,d=I,i=\d+,q=2)/
    guard isEnded, let keys = parts.first, keys.wholeMatch(of: head) != nil else {
      throw Fault(description: "APC \(text.prefix(80))")
    }
    guard parts.count == 2 else { return }
    guard let piece = Data(base64Encoded: String(parts[1])) else {
      throw Fault(description: "APC without base 64: \(text.prefix(80))")
    }
    upload += piece
    guard keys.hasSuffix("m=0") else { return }
    images.append(upload)
    upload = []
  }
}
