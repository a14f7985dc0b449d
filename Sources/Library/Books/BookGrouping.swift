internal import Music

/// The tracks of a book, in the order in which they play, and the identity of the book.
struct BookGroup: Sendable {
  var key: String
  /// Never empty.
  var tracks: [BookCandidate]
  /// The folder of the book; nil where others are in it, or may come.
  var folder: FilePath?

  static let mostParts = 10_000
}

/// Groups the tracks of one folder, or of the folders of its discs, to books.
enum BookGrouping {
  static func groups(of tracks: [BookCandidate]) -> [BookGroup] {
    let tracks = withoutReplaced(tracks)
    let books = tracks.filter(\.isBook)
    // A folder that the user calls a book is one, whatever its tags say.
    let whole = books.filter { $0.isFolderChosen == true }
    var groups = byFormat(whole).map { group($0, album: nil) }
    let albums = Dictionary(grouping: books.filter { $0.isFolderChosen != true }) { track in
      Album(isBookFile: track.isBookFile, key: track.albumKey)
    }
    for (album, tracks) in albums {
      for tracks in byFormat(tracks) {
        groups +=
          tracks.count == 1 || isOneBook(tracks, album)
          ? [group(tracks, album: album)] : tracks.map { group([$0], album: nil) }
      }
    }
    if groups.count == 1, books.count == tracks.count, !tracks[0].isInRoot {
      groups[0].folder = tracks[0].home
    }
    return groups.sorted { $0.tracks[0].path < $1.tracks[0].path }
  }

  private struct Album: Hashable {
    var isBookFile: Bool
    var key: [UInt8]

    var isKnown: Bool { key != TextKey.none }
  }

  private static func group(_ tracks: [BookCandidate], album: Album?) -> BookGroup {
    let tracks = Array(ordered(tracks).prefix(BookGroup.mostParts))
    let first = tracks[0]
    guard tracks.count == 1 else {
      let album = album.map { "\u{1F}" + String(decoding: $0.key, as: UTF8.self) } ?? ""
      return BookGroup(key: "folder:\(first.home.text)\(album)", tracks: tracks)
    }
    let identity = first.fingerprint.map { String($0, radix: 16) } ?? first.path.text
    return BookGroup(key: "file:\(identity)", tracks: tracks)
  }

  /// Without missing tracks whose place another file has taken.
  private static func withoutReplaced(_ tracks: [BookCandidate]) -> [BookCandidate] {
    guard tracks.contains(where: \.isMissing), tracks.contains(where: { !$0.isMissing }) else {
      return tracks
    }
    let present = tracks.filter { !$0.isMissing && $0.isBook }
    let numbers = Set(present.compactMap(AlbumNumber.init))
    let names = Set(present.map(FileName.init))
    return tracks.filter { track in
      let isReplaced =
        AlbumNumber(track).map(numbers.contains) ?? false || names.contains(FileName(track))
      return !track.isMissing || !isReplaced
    }
  }

  /// Apart by format, where files of two formats have one name: each is the whole book.
  private static func byFormat(_ tracks: [BookCandidate]) -> [[BookCandidate]] {
    guard Set(tracks.map(FileName.init)).count < tracks.count else {
      return tracks.isEmpty ? [] : [tracks]
    }
    return Array(Dictionary(grouping: tracks) { $0.path.fileExtension.lowercased() }.values)
  }

  /// A file without its format.
  private struct FileName: Hashable {
    var folder: FilePath
    var stem: String

    init(_ track: BookCandidate) {
      (folder, stem) = (track.folder, SortKey.folded(track.path.stem))
    }
  }

  private struct Number: Hashable {
    var disc, track: Int64

    init?(_ track: BookCandidate) {
      guard let number = track.number else { return nil }
      (disc, self.track) = (track.discNumber, number)
    }
  }

  private struct AlbumNumber: Hashable {
    var album: [UInt8]
    var number: Number

    init?(_ track: BookCandidate) {
      guard let number = Number(track) else { return nil }
      (album, self.number) = (track.albumKey, number)
    }
  }

  /// Whether tags number all of the tracks.
  private static func isNumbered(_ tracks: [BookCandidate]) -> Bool {
    Set(tracks.compactMap(Number.init)).count == tracks.count
  }

  /// Whether tracks of one album are the parts of one book.
  ///
  /// A file made for a book is mostly a whole one: several are parts where their tags number them
  /// within an album, or where their titles differ in numbers only.
  private static func isOneBook(_ tracks: [BookCandidate], _ album: Album) -> Bool {
    let isOfDiscs = tracks.allSatisfy { $0.discOfFolder != nil }
    guard album.isBookFile else {
      let isChosen = tracks.allSatisfy { $0.isChosen == true }
      if isChosen || isOfDiscs || isNumbered(tracks) { return true }
      return album.isKnown
        ? tracks.allSatisfy { $0.number != nil || PartName($0).hasNumber }
        : areNumbered(tracks.map(PartName.init))
    }
    let titles = Set(tracks.map { PartName($0.title ?? $0.path.stem).letters })
    return album.isKnown && (isOfDiscs || isNumbered(tracks))
      || titles.count == 1 && tracks.allSatisfy { $0.number != nil || PartName($0).hasNumber }
  }

  /// Whether names without an album are those of parts: they differ in numbers only, or they begin
  /// with such as count them.
  private static func areNumbered(_ names: [PartName]) -> Bool {
    let first = names[0].letters
    if !first.isEmpty, names.allSatisfy({ $0.letters == first && $0.hasNumber }) { return true }
    let numbers = Set(names.compactMap(\.firstNumber))
    guard numbers.count == names.count, let least = numbers.min(), let most = numbers.max() else {
      return false
    }
    // Some may be missing.
    return least <= 1 && most <= 2 * names.count
  }

  /// The name of a file that may be one of several parts.
  private struct PartName {
    /// The name without digits.
    var letters: String
    var hasNumber: Bool
    /// The number at the beginning.
    var firstNumber: Int?

    init(_ track: BookCandidate) { self.init(track.path.stem) }

    init(_ text: String) {
      let name = SortKey.folded(text)
      letters = name.filter { !$0.isDigit }.trimmed { " -_.".contains($0) }
      hasNumber = name.contains(where: \.isDigit)
      firstNumber = Int(name.prefix(while: \.isDigit))
    }
  }

  private static func ordered(_ tracks: [BookCandidate]) -> [BookCandidate] {
    let keyed = tracks.map { (track: $0, name: SortKey.bytes($0.path.name)) }
    let isNumbered = isNumbered(tracks)
    return keyed.sorted { left, right in
      let (a, b) = (left.track, right.track)
      let (first, second) = (a.discOfFolder ?? 0, b.discOfFolder ?? 0)
      if first != second { return first < second }
      if isNumbered {
        let (first, second) = ((a.discNumber, a.number ?? 0), (b.discNumber, b.number ?? 0))
        if first != second { return first < second }
      }
      return left.name == right.name ? a.path < b.path : left.name.precedes(right.name)
    }.map(\.track)
  }
}

extension BookCandidate {
  /// The disc in whose folder it is, whatever its tags say.
  fileprivate var discNumber: Int64 { discOfFolder ?? disc ?? 0 }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}
