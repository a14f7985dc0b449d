internal import Music

/// All text tags of a file under the names of Vorbis comments, in the order of their first values.
struct TagSet: Equatable {
  struct Field: Equatable {
    /// In capitals.
    var name: String
    var values: [String]
  }

  private(set) var fields: [Field] = []
  private var bytes = 0
  private var count = 0

  /// Lyrics are the longest texts.
  private static let maximumLength = 256 << 10
  private static let maximumBytes = 1 << 20
  /// Readers of MP4 give up at a thousand.
  private static let maximumValues = 500

  subscript(name: String) -> [String] { fields.first { $0.name == name }?.values ?? [] }

  /// Appends a value; those that no tag of a converted file may have are left out.
  ///
  /// - Parameter isBounded: whether a tag is left out where there are too many.
  mutating func add(_ name: String, _ value: String, isBounded: Bool = true) {
    let name = name.uppercased()
    let length = value.utf8.count
    guard Self.isName(name), !Self.isAboutEncoding(name), length > 0, length <= Self.maximumLength,
      !isBounded || bytes + length <= Self.maximumBytes && count < Self.maximumValues
    else { return }
    bytes += length
    count += 1
    let text = value.utf8.contains(0) ? String(value.prefix { $0 != "\0" }) : value
    if let index = fields.firstIndex(where: { $0.name == name }) {
      // Some files have a tag twice under two names.
      if !fields[index].values.contains(text) { fields[index].values.append(text) }
    } else {
      fields.append(Field(name: name, values: [text]))
    }
  }

  /// Appends a value if there is none, however many others there are.
  mutating func fill(_ name: String, _ value: String?) {
    if let value, self[name].isEmpty { add(name, value, isBounded: false) }
  }

  mutating func remove(_ name: String) { fields.removeAll { $0.name == name } }

  /// A number and a total: "3/12".
  mutating func addNumber(_ name: String, _ total: String, _ value: String) {
    let parts = value.split(separator: "/", maxSplits: 1).map { $0.filter { $0 != " " } }
    if let first = parts.first, Int(first) != 0 { fill(name, first) }
    if parts.count > 1, Int(parts[1]) != 0 { fill(total, parts[1]) }
  }

  /// The number and the total of a field in one text; nil without a number.
  func number(_ name: String, _ total: String) -> String? {
    guard let number = self[name].first else { return nil }
    return self[total].first.map { "\(number)/\($0)" } ?? number
  }

  /// As Vorbis comments allow: printable ASCII without an equals sign.
  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    return (1...255).contains(bytes.count)
      && bytes.allSatisfy { $0 >= 0x20 && $0 <= 0x7D && $0 != UInt8(ascii: "=") }
  }

  /// Whether a tag is about the old encoding, or stands for a picture.
  private static func isAboutEncoding(_ name: String) -> Bool {
    name.hasPrefix("R128_") || name.hasPrefix("MP3GAIN_") || encoding.contains(name)
  }

  private static let encoding: Set<String> = [
    "ENCODER", "ENCODERSETTINGS", "ENCODER SETTINGS", "ENCODER_OPTIONS", "ENCODING", "VENDOR",
    "TSSE", "TLEN", "TSIZ", "TFLT", "LENGTH", "ITUNNORM", "ITUNSMPB", "ITUNPGAP", "ITUNES_CDDB_1",
    "WAVEFORMATEXTENSIBLE_CHANNEL_MASK", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS",
    "CREATION_TIME", "HANDLER_NAME", "VENDOR_ID", "METADATA_BLOCK_PICTURE", "COVERART",
    "COVERARTMIME",
  ]
}
