internal import Catalog
internal import Music

/// The folder read last, since tracks come folder by folder.
struct ReadFolder {
  private var number: Int64?
  private var root: Int64 = 0
  private var path: [UInt8] = []
  /// The part of the path that searches see: below the root, so that a word in the way to the music
  /// does not match everything.
  private var searched: [UInt8] = []
  private(set) var isOfStreams = false
  private(set) var isOfServer = false
  /// The folder's spans in the batch it was appended to.
  private(set) var spans = (path: CatalogBatch.Span(), searched: CatalogBatch.Span())

  func isSame(_ number: Int64, root: Int64) -> Bool { self.number == number && self.root == root }

  mutating func read(
    _ number: Int64, root: Int64, path bytes: RowBytes, rootPath: RowBytes?, isFile: Bool
  ) {
    (self.number, self.root) = (number, root)
    path = Array(bytes)
    isOfStreams = FilePath(bytes: path) == .streams
    isOfServer = FilePath(bytes: path).isServer
    let rootPath = rootPath.map { FilePath(bytes: Array($0)) }
    let hidden = isFile ? rootPath?.parent?.parent?.bytes : rootPath?.bytes
    searched = isOfServer ? Array(FilePath(bytes: path).name.utf8) : path
    if let hidden, !hidden.isEmpty, path.starts(with: hidden) {
      searched = Array(path.dropFirst(hidden.count).drop { $0 == UInt8(ascii: "/") })
    }
  }

  mutating func append(to batch: inout CatalogBatch) {
    spans = (
      path.withUnsafeBufferPointer { batch.exactly($0) },
      searched.withUnsafeBufferPointer { batch.text($0) }
    )
  }
}

/// The formats read so far: there are few.
struct ReadFormat {
  private var known: [(codec: [UInt8], container: [UInt8], name: [UInt8])] = []
  /// A bound that no library reaches.
  private static let maximumCount = 64

  mutating func append(codec: RowBytes, container: RowBytes, to batch: inout CatalogBatch)
    -> CatalogBatch.Span
  {
    let index = known.firstIndex {
      $0.codec.elementsEqual(codec) && $0.container.elementsEqual(container)
    }
    if let index { return known[index].name.withUnsafeBufferPointer { batch.text($0) } }
    let name = AudioProperties(
      codec: String(decoding: codec, as: UTF8.self),
      container: String(decoding: container, as: UTF8.self)
    ).formatName
    if known.count < ReadFormat.maximumCount {
      known.append((Array(codec), Array(container), Array(name.utf8)))
    }
    return batch.text(name)
  }
}

/// Keys by spelling: there are few spellings, and parsing one takes longer than reading a row.
struct KeyCache {
  private var keys: [String: MusicalKey?] = [:]
  /// A bound on spellings that no library reaches.
  private static let maximumCount = 1_000

  mutating func key(_ bytes: RowBytes) -> MusicalKey? {
    let text = String(decoding: bytes, as: UTF8.self)
    if let known = keys[text] { return known }
    let key = MusicalKey(text)
    if keys.count < KeyCache.maximumCount { keys[text] = .some(key) }
    return key
  }
}

extension RowBytes {
  /// The last component of a path.
  var afterLastSlash: RowBytes {
    let start = lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return RowBytes(rebasing: self[start...])
  }

  /// A name of a file up to its last dot.
  var withoutExtension: RowBytes {
    guard let dot = lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
    return RowBytes(rebasing: self[..<dot])
  }
}
