import Music

/// Parses the lines of a PLS in order; the numbers in its keys give the order of tracks.
struct PLSReader {
  private struct Entry {
    var offset: ArraySlice<UInt8>?
    var title: ArraySlice<UInt8>?
    var length: Duration?
    var line: Int
  }

  private let text: FileText
  private var entries: [Int: Entry] = [:]
  private var problems = ProblemList()
  private var isInside = false
  private var hasBegun = false

  init(_ text: FileText) { self.text = text }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int) throws(DocumentProblem) {
    let line = PLSReader.trimmed(line)
    guard let first = line.first, first != UInt8(ascii: ";"), first != UInt8(ascii: "#") else {
      return
    }
    if first == UInt8(ascii: "[") {
      isInside = String(decoding: line, as: UTF8.self).lowercased() == "[playlist]"
      hasBegun = hasBegun || isInside
      return
    }
    guard isInside else { return }
    guard line.count <= TextLines.maximumLength, let equals = line.firstIndex(of: UInt8(ascii: "="))
    else {
      problems.add(line: number, "neither a key with a value nor a comment")
      return
    }
    let key = String(decoding: PLSReader.trimmed(line[..<equals]), as: UTF8.self).lowercased()
    let value = PLSReader.trimmed(line[(equals + 1)...])
    try read(key, value, number)
  }

  private mutating func read(
    _ key: String, _ value: ArraySlice<UInt8>, _ line: Int
  ) throws(DocumentProblem) {
    // The stated number of entries is ignored.
    guard key != "numberofentries", key != "version" else { return }
    let name = key.prefix { !$0.isNumber }
    let digits = key.dropFirst(name.count)
    guard ["file", "title", "length"].contains(name) else { return }
    guard digits.utf8.count <= 9, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(digits)
    else {
      problems.add(line: line, "no number of an entry: \(key)")
      return
    }
    if entries[number] == nil { try DocumentBounds.check(entries.count, line: line) }
    var entry = entries[number] ?? Entry(line: line)
    switch name {
    case "file":
      guard isNew(entry.offset, key, line) else { return }
      (entry.offset, entry.line) = (value, line)
    case "title":
      guard isNew(entry.title, key, line) else { return }
      entry.title = value
    default:
      guard isNew(entry.length, key, line) else { return }
      let text = String(decoding: value, as: UTF8.self)
      entry.length = Seconds.duration(text)
      if entry.length == nil, !text.hasPrefix("-"), !text.isEmpty {
        problems.add(line: line, "not a number of seconds")
      }
    }
    entries[number] = entry
  }

  private mutating func isNew<Value>(_ value: Value?, _ key: String, _ line: Int) -> Bool {
    if value != nil { problems.add(line: line, "\(key) a second time, which is left out") }
    return value == nil
  }

  func finished() throws(DocumentProblem) -> PlaylistDocument {
    guard hasBegun else { throw DocumentProblem(line: 1, reason: "no [playlist] in it") }
    var problems = problems
    var playlist = DocumentPlaylist()
    for (number, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard let offset = entry.offset, !offset.isEmpty else {
        problems.add(line: entry.line, "no File\(number) for what is said of it")
        continue
      }
      let (location, problem) = ListedLocation.read(offset, isURI: false)
      if let problem { problems.add(line: entry.line, problem) }
      let (artist, title) = OneLine.artistAndTitle(entry.title.map(text.text) ?? "")
      playlist.tracks.append(
        DocumentTrack(
          location, line: entry.line, title: title, artist: artist,
          duration: entry.length == .zero ? nil : entry.length))
    }
    return PlaylistDocument(playlist, problems)
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop { $0 == 0x20 || $0 == 0x09 }
    while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
    return text
  }
}
