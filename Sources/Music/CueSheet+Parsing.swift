extension CueSheet {
  /// Parses a sheet in UTF-8 or UTF-16, or else in a guessed encoding.
  package init(bytes: [UInt8]) throws(CueSheetError) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge(bytes: bytes.count) }
    var parser = CueSheetParser()
    var number = 0
    let lines = Self.text(bytes).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for line in lines {
      number += 1
      try parser.read(line, number: number)
    }
    self = try parser.finished()
  }

  private static func text(_ bytes: [UInt8]) -> String {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): return utf16(bytes) { UInt16($1) << 8 | UInt16($0) }
    case (0xFE, 0xFF): return utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
    default: break
    }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if let text = String(validating: content, as: UTF8.self) { return text }
    return content.withUnsafeBufferPointer(TextGuess.text)
  }

  private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> String {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      unit(bytes[$0], bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }
}

/// Parses the lines of a sheet in order.
private struct CueSheetParser {
  private struct OpenTrack {
    var track: CueSheet.Track
    var line: Int
    var isAudio: Bool
    var hasStart = false
    /// The index of the file with INDEX 01.
    var file = 0
  }

  private var sheet = CueSheet()
  private var tracks: [OpenTrack] = []

  mutating func read(_ line: Substring, number: Int) throws(CueSheetError) {
    var rest = line
    switch Self.word(&rest).uppercased() {
    case "FILE": sheet.files.append(CueSheet.File(name: Self.fileName(rest), line: number))
    case "TRACK": try beginTrack(&rest, number)
    case "INDEX": try index(&rest, number)
    case "TITLE": set(\.title, \.title, Self.value(&rest))
    case "PERFORMER": set(\.performer, \.performer, Self.value(&rest))
    case "ISRC": if let last = tracks.indices.last { tracks[last].track.isrc = Self.value(&rest) }
    case "REM": remark(&rest)
    // PREGAP and POSTGAP are silence that is in no file; CATALOG, FLAGS and others are not used.
    default: break
    }
  }

  private mutating func set(
    _ ofSheet: WritableKeyPath<CueSheet, String?>,
    _ ofTrack: WritableKeyPath<CueSheet.Track, String?>,
    _ value: String?
  ) {
    if let last = tracks.indices.last {
      tracks[last].track[keyPath: ofTrack] = value
    } else {
      sheet[keyPath: ofSheet] = value
    }
  }

  private mutating func remark(_ rest: inout Substring) {
    let name = Self.word(&rest).uppercased()
    guard tracks.isEmpty else { return }
    switch name {
    case "GENRE": sheet.genre = Self.value(&rest)
    case "DATE": sheet.date = Self.value(&rest)
    default: break
    }
  }

  private mutating func beginTrack(
    _ rest: inout Substring, _ line: Int
  ) throws(CueSheetError) {
    guard !sheet.files.isEmpty else { throw .noFile(line: line) }
    guard tracks.count < CueSheet.maximumTracks else { throw .tooManyTracks(line: line) }
    guard let number = Self.number(Self.word(&rest)), number <= CueSheet.maximumTracks else {
      throw .badTrackNumber(line: line)
    }
    tracks.append(
      OpenTrack(
        track: CueSheet.Track(number: number, start: .zero), line: line,
        isAudio: Self.word(&rest).uppercased() == "AUDIO"))
  }

  private mutating func index(_ rest: inout Substring, _ line: Int) throws(CueSheetError) {
    guard let last = tracks.indices.last else { throw .noTrack(line: line) }
    let number = Self.number(Self.word(&rest))
    guard let time = Self.time(Self.word(&rest)) else { throw .badTime(line: line) }
    guard number == 1 else { return }
    tracks[last].track.start = time
    tracks[last].hasStart = true
    tracks[last].file = sheet.files.count - 1
    if last > 0, tracks[last - 1].file == tracks[last].file, tracks[last - 1].hasStart,
      tracks[last - 1].track.start > time
    {
      throw .backwards(line: line)
    }
  }

  func finished() throws(CueSheetError) -> CueSheet {
    var sheet = sheet
    for (position, open) in tracks.enumerated() {
      guard open.hasStart else { throw .noStart(line: open.line) }
      guard open.isAudio else { continue }
      var track = open.track
      if position + 1 < tracks.count, tracks[position + 1].hasStart,
        tracks[position + 1].file == open.file
      {
        track.end = tracks[position + 1].track.start
      }
      sheet.files[open.file].tracks.append(track)
    }
    sheet.files.removeAll(where: \.tracks.isEmpty)
    guard !sheet.files.isEmpty else { throw .noTracks }
    return sheet
  }

  /// The next word, without separators.
  private static func word(_ rest: inout Substring) -> Substring {
    rest = rest.drop(while: isSpace)
    let word = rest.prefix { !isSpace($0) }
    rest = rest[word.endIndex...]
    return word
  }

  private static func isSpace(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  /// The name of a file, before its type.
  private static func fileName(_ rest: Substring) -> String {
    var rest = rest.drop(while: isSpace)
    if rest.first == "\"" { return value(&rest) ?? "" }
    let words = rest.split(whereSeparator: isSpace)
    guard words.count > 1, let last = words.last else { return value(&rest) ?? "" }
    var name = rest[..<last.startIndex]
    return value(&name) ?? ""
  }

  /// A quoted value, or else the rest of the line; nil for an empty one.
  private static func value(_ rest: inout Substring) -> String? {
    rest = rest.drop(while: isSpace)
    var value = rest
    if rest.first == "\"" {
      value = rest.dropFirst()
      // Up to the last quote, since titles may contain some; a FILE has its type behind it.
      value = value.lastIndex(of: "\"").map { value[..<$0] } ?? value
    } else {
      while let last = value.last, isSpace(last) { value.removeLast() }
    }
    var text = String.UnicodeScalarView()
    for scalar in value.unicodeScalars.prefix(1024) {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      text.append(isControl ? "\u{FFFD}" : scalar)
    }
    return text.isEmpty ? nil : String(text)
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count < 7, text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func time(_ text: Substring) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2],
      seconds < 60, frames < 75
    else { return nil }
    return CueSheet.time(frames: Int64(minutes * 60 + seconds) * 75 + Int64(frames))
  }
}
