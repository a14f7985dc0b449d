// All texts of a tag, read value by value, and the frames of a new tag.
extension ID3Document {
  /// The texts: "TIT2", "TXXX:...", and "COMM:...", "USLT:..." with the description; an identifier
  /// of a recording is "UFID:..." with its owner.
  var texts: [TagValues] {
    frames.flatMap { frame -> [TagValues] in
      guard let content = frame.content(version), content.count > 1 else { return [] }
      switch frame.id {
      case "TXXX": return described(frame.id, ID3Text.texts(content))
      case "COMM", "USLT":
        // Three letters of a language are in front.
        guard content.count > 4 else { return [] }
        return described(frame.id, ID3Text.texts([content[0]] + content[4...]))
      case "UFID":
        let parts = content.split(separator: 0, maxSplits: 1)
        return described(frame.id, parts.map { String(decoding: $0, as: UTF8.self) })
      case "TIPL", "TMCL", "IPLS": return people(ID3Text.texts(content), frame.id)
      default:
        guard frame.id.hasPrefix("T") else { return [] }
        return [TagValues(name: frame.id, values: ID3Text.texts(content), family: .id3)]
      }
    }
  }

  private func described(_ id: String, _ texts: [String]) -> [TagValues] {
    guard let description = texts.first, texts.count > 1 else { return [] }
    return [
      TagValues(name: "\(id):\(description)", values: Array(texts.dropFirst()), family: .id3)
    ]
  }

  /// Pairs of a role, or of an instrument, and a name.
  private func people(_ texts: [String], _ id: String) -> [TagValues] {
    stride(from: 0, to: texts.count - 1, by: 2).map { index in
      let (role, name) = (texts[index], texts[index + 1])
      return id == "TMCL"
        ? TagValues(name: "TXXX:PERFORMER", values: ["\(name) (\(role))"], family: .id3)
        : TagValues(name: "TXXX:\(role)", values: [name], family: .id3)
    }
  }

  /// Appends a text frame.
  mutating func append(_ id: String, _ texts: [String]) {
    append(id, content: ID3Text.content(texts, version))
  }

  /// Appends a comment or lyrics, without a description.
  mutating func append(_ id: String, remark text: String) {
    var content = ID3Text.content(["", text], version)
    content.insert(contentsOf: Array("eng".utf8), at: 1)
    append(id, content: content)
  }

  /// Appends an identifier of a recording.
  mutating func append(identifier: String, owner: String) {
    append("UFID", content: Array(owner.utf8) + [0] + Array(identifier.utf8))
  }

  /// Appends a front cover.
  mutating func append(_ cover: CoverPicture) {
    append("APIC", content: [0] + Array(cover.mimeType.utf8) + [0, 3, 0] + cover.bytes)
  }

  private mutating func append(_ id: String, content: [UInt8]) {
    let size =
      version == 4
      ? ID3Document.syncSafeBytes(content.count) : ID3Document.plainBytes(content.count)
    frames.append(Frame(id: id, bytes: Array(id.utf8) + size + [0, 0] + content))
  }
}
