internal import Music
internal import Sync

extension PeerError {
  /// Characters of a sentence of the other side.
  private static let maximumSentence = 500

  func write(to writer: inout WireWriter) {
    switch self {
    case .cancelled: writer.write(UInt8(0))
    case .gone: writer.write(UInt8(1))
    case .notTheDevice: writer.write(UInt8(2))
    case .readOnly: writer.write(UInt8(3))
    case .full: writer.write(UInt8(4))
    case .busy(let text):
      writer.write(UInt8(5))
      writer.write(text)
    case .changed(let path):
      writer.write(UInt8(6))
      writer.write(path)
    case .exists(let path):
      writer.write(UInt8(7))
      writer.write(path)
    case .unreadable(let path, let code):
      writer.write(UInt8(8))
      writer.write(path)
      writer.write(code)
    case .unwritable(let path, let code):
      writer.write(UInt8(9))
      writer.write(path)
      writer.write(code)
    case .source(let path, let code):
      writer.write(UInt8(10))
      writer.write(path)
      writer.write(code)
    case .database(let text):
      writer.write(UInt8(11))
      writer.write(text)
    case .remote(let text):
      writer.write(UInt8(12))
      writer.write(text)
    case .damaged(let path):
      writer.write(UInt8(13))
      writer.write(path)
    }
  }

  init(_ reader: inout WireReader) throws(WireFault) {
    switch try reader.byte() {
    case 0: self = .cancelled
    case 1: self = .gone
    case 2: self = .notTheDevice
    case 3: self = .readOnly
    case 4: self = .full
    case 5: self = .busy(try Self.sentence(&reader))
    case 6: self = .changed(try reader.path())
    case 7: self = .exists(try reader.path())
    case 8: self = .unreadable(try reader.path(), code: try reader.int32())
    case 9: self = .unwritable(try reader.path(), code: try reader.int32())
    case 10: self = .source(try reader.path(), code: try reader.int32())
    case 11: self = .database(try Self.sentence(&reader))
    case 12: self = .remote(try Self.sentence(&reader))
    case 13: self = .damaged(try reader.path())
    default: throw .invalid
    }
  }

  private static func sentence(_ reader: inout WireReader) throws(WireFault) -> String {
    CleanText.line(try reader.text(), to: maximumSentence)
  }
}
