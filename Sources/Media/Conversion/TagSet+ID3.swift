internal import Music

extension TagSet {
  /// The tag as ID3v2.3, which all players read.
  func document(_ cover: CoverPicture?) -> ID3Document {
    var document = ID3Document()
    for field in fields { append(field, to: &document) }
    if let cover { document.append(cover) }
    return document
  }

  private func append(_ field: Field, to document: inout ID3Document) {
    switch field.name {
    case "TRACKNUMBER": document.append("TRCK", [number(field.name, "TRACKTOTAL") ?? ""])
    case "DISCNUMBER": document.append("TPOS", [number(field.name, "DISCTOTAL") ?? ""])
    case "TRACKTOTAL" where !self["TRACKNUMBER"].isEmpty: break
    case "DISCTOTAL" where !self["DISCNUMBER"].isEmpty: break
    case "DATE": appendDate(field.values[0], to: &document)
    case "ORIGINALDATE":
      if let year = Tags.year(in: field.values[0]) { document.append("TORY", ["\(year)"]) }
      if field.values[0].utf8.count != 4 { document.append("TXXX", [field.name] + field.values) }
    case "GENRE":
      // A bracket at the start would begin a number.
      document.append("TCON", field.values.map { $0.hasPrefix("(") ? "(" + $0 : $0 })
    case "COMMENT": document.append("COMM", remark: field.values.joined(separator: "\n"))
    case "LYRICS": document.append("USLT", remark: field.values.joined(separator: "\n"))
    case "MUSICBRAINZ_TRACKID":
      let owner = String(TagNaming.recordingOwner.dropFirst("UFID:".count))
      document.append(identifier: field.values[0], owner: owner)
      // Readers that know no identifiers look for a text.
      document.append("TXXX", ["MusicBrainz Track Id"] + field.values)
    default:
      let name = TagNaming.byVorbis[field.name]?.id3 ?? "TXXX:\(field.name)"
      if name.hasPrefix("TXXX:") {
        document.append("TXXX", [String(name.dropFirst(5))] + field.values)
      } else {
        document.append(name, field.values)
      }
    }
  }

  /// A year, and a day and month: "1702" is the 17th of February.
  private func appendDate(_ date: String, to document: inout ID3Document) {
    if let year = Tags.year(in: date) { document.append("TYER", ["\(year)"]) }
    let parts = date.split(separator: "-")
    let isWhole = parts.count == 3 && parts.map(\.utf8.count) == [4, 2, 2]
    if isWhole {
      document.append("TDAT", ["\(parts[2])\(parts[1])"])
    } else if date.utf8.count != 4 {
      document.append("TXXX", ["DATE", date])
    }
  }
}
