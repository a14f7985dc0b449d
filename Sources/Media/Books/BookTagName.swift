/// A tag of an audiobook, whatever its name in a format.
enum BookTagName: Hashable {
  case title, album, subtitle, author, artist, albumArtist, narrator, performer, composer
  case series, seriesPart, movement, movementNumber, grouping
  case longDescription, description, comment, publisher, genre, date, language, cueSheet

  /// By the name of a Vorbis comment, a user text, or FFmpeg's, in capitals without separators.
  private static let byText: [String: BookTagName] = [
    "TITLE": .title, "ALBUM": .album, "SUBTITLE": .subtitle, "AUTHOR": .author,
    "AUTHORS": .author, "ARTIST": .artist, "ALBUMARTIST": .albumArtist, "NARRATOR": .narrator,
    "NARRATORS": .narrator, "NARRATEDBY": .narrator, "READBY": .narrator, "READER": .narrator,
    "PERFORMER": .performer, "COMPOSER": .composer, "SERIES": .series, "SERIESNAME": .series,
    "SERIESPART": .seriesPart, "SERIESINDEX": .seriesPart, "SERIESSEQUENCE": .seriesPart,
    "SERIESNUMBER": .seriesPart, "SERIESPOSITION": .seriesPart, "VOLUMENUMBER": .seriesPart,
    "MOVEMENTNAME": .movement, "MVNM": .movement, "MOVEMENT": .movementNumber,
    "MOVEMENTNUMBER": .movementNumber, "MVIN": .movementNumber, "GROUPING": .grouping,
    "CONTENTGROUP": .grouping, "LONGDESCRIPTION": .longDescription, "LDES": .longDescription,
    "SYNOPSIS": .longDescription, "DESCRIPTION": .description, "SUMMARY": .description,
    "DESC": .description, "TDES": .description, "COMMENT": .comment, "PUBLISHER": .publisher,
    "LABEL": .publisher, "ORGANIZATION": .publisher, "GENRE": .genre, "DATE": .date,
    "YEAR": .date, "LANGUAGE": .language, "LANG": .language, "CUESHEET": .cueSheet,
    // As FFmpeg leaves them in dictionaries.
    "TIT3": .subtitle, "TIT1": .grouping, "TPUB": .publisher, "TLAN": .language,
  ]

  private static let byAtom: [UInt32: BookTagName] = {
    var names: [UInt32: BookTagName] = [
      UInt32(letters: "aART"): .albumArtist, UInt32(letters: "desc"): .description,
      UInt32(letters: "ldes"): .longDescription, UInt32(letters: "gnre"): .genre,
    ]
    // Behind the sign ©, which is one byte.
    let signed: [(StaticString, BookTagName)] = [
      ("nam", .title), ("alb", .album), ("st3", .subtitle), ("aut", .author), ("ART", .artist),
      ("nrt", .narrator), ("wrt", .composer), ("com", .composer), ("mvn", .movement),
      ("mvi", .movementNumber), ("grp", .grouping), ("des", .description), ("cmt", .comment),
      ("pub", .publisher), ("gen", .genre), ("day", .date), ("lan", .language),
    ]
    for (letters, name) in signed { names[0xA900_0000 | UInt32(letters: letters)] = name }
    return names
  }()

  static let byFrame: [UInt32: BookTagName] = {
    let all: [(StaticString, StaticString, BookTagName)] = [
      ("TIT2", "TT2", .title), ("TALB", "TAL", .album), ("TIT3", "TT3", .subtitle),
      ("TPE1", "TP1", .artist), ("TPE2", "TP2", .albumArtist), ("TCOM", "TCM", .composer),
      ("MVNM", "MVN", .movement), ("MVIN", "MVI", .movementNumber), ("TIT1", "TT1", .grouping),
      ("GRP1", "GP1", .grouping), ("TDES", "TDS", .description), ("TPUB", "TPB", .publisher),
      ("TCON", "TCO", .genre), ("TDRC", "TYE", .date), ("TYER", "TRD", .date),
      ("TLAN", "TLA", .language),
    ]
    var names: [UInt32: BookTagName] = [:]
    for (long, short, name) in all {
      (names[UInt32(letters: long)], names[UInt32(letters: short)]) = (name, name)
    }
    return names
  }()

  /// Nil for tags that say nothing of a book.
  init?(_ name: FieldName) {
    let found: BookTagName?
    switch name {
    case .atom(let letters): found = Self.byAtom[letters]
    case .text(let text):
      let letters = text.buffer.filter { ![0x20, 0x2D, 0x5F].contains($0) }
      found = Self.byText[String(decoding: letters, as: UTF8.self).uppercased()]
    }
    guard let found else { return nil }
    self = found
  }
}
