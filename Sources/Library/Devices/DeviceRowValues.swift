internal import GRDBSQLite
internal import Music

/// The values of a row of a device's database, one column after the other.
struct DeviceRowValues {
  private var row: SelectedRow
  /// Whether a value was of another kind than its column.
  private(set) var isWrong = false
  /// Bytes of the texts so far.
  var bytes = 0
  /// The last text that was none of its kind, for a sentence about it.
  private(set) var lastText = ""

  init(_ row: SelectedRow) { self.row = row }

  private static let maximumID = 128
  private static let maximumPath = 4_096
  private static let maximumText = 2_048

  /// An id: a text of a few visible bytes.
  mutating func id() -> String? { idBytes().flatMap { String(validating: $0, as: UTF8.self) } }

  /// An id of a track.
  mutating func trackID() -> DeviceTrackID? {
    idBytes().flatMap { bytes in DeviceTrackID(validating: bytes) }
  }

  private mutating func idBytes() -> RowBytes? {
    let value = row.next()
    guard value.type == SQLITE_TEXT else { return nil }
    let text = value.wholeText
    guard !text.isEmpty, text.count <= Self.maximumID,
      text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    bytes += text.count
    return text
  }

  /// A path that stays below the music folder; nil for any other.
  mutating func path() -> FilePath? {
    let value = row.next()
    guard value.type == SQLITE_TEXT || value.type == SQLITE_BLOB else { return nil }
    let path = value.type == SQLITE_TEXT ? value.wholeText : value.bytes
    guard path.count <= Self.maximumPath, path.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      Self.isInside(path)
    else {
      lastText = String(decoding: path.prefix(400), as: UTF8.self)
      return nil
    }
    bytes += path.count
    return FilePath(bytes: Array(path))
  }

  /// Whether no component is empty, `.` or `..`.
  private static func isInside(_ path: RowBytes) -> Bool {
    var (length, dots) = (0, 0)
    for byte in path {
      if byte == UInt8(ascii: "/") {
        if length == dots, length <= 2 { return false }
        (length, dots) = (0, 0)
      } else {
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
      }
    }
    return length != dots || length > 2
  }

  /// A text, up to a zero byte and a length that no name has; nil for NULL.
  mutating func text() -> String? {
    let value = row.next()
    guard !value.isNull else { return nil }
    guard value.type == SQLITE_TEXT else {
      isWrong = true
      return nil
    }
    let text = value.text.prefix(Self.maximumText)
    bytes += text.count
    return String(decoding: text, as: UTF8.self)
  }

  /// A whole number; nil for NULL.
  mutating func number() -> Int64? {
    let value = row.next()
    switch value.type {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return value.number
    case SQLITE_FLOAT:
      if let number = value.real.flatMap({ Int64(exactly: $0.rounded()) }) { return number }
    default: break
    }
    isWrong = true
    return nil
  }

  /// A finite number; nil for NULL.
  mutating func real() -> Double? {
    let value = row.next()
    switch value.type {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER, SQLITE_FLOAT:
      if let number = value.real, number.isFinite { return number }
    default: break
    }
    isWrong = true
    return nil
  }

  /// Unix seconds, up to the year 9999; nil for anything else.
  mutating func time() -> Int64? {
    number().flatMap { 1...253_402_300_799 ~= $0 ? $0 : nil }
  }
}

extension SelectedRow.Value {
  /// The bytes of a text, those behind a zero byte included; valid until the next row.
  fileprivate var wholeText: RowBytes {
    // Converts a text of UTF-16.
    _ = text
    return bytes
  }
}
