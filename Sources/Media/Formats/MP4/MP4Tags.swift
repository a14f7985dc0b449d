/// The iTunes metadata list in an MP4 file.
enum MP4Tags {
  private static let names: [UInt32: TagName] = {
    var names: [UInt32: TagName] = [
      0xA96E_616D: .title, 0xA941_5254: .artist, 0xA961_6C62: .album, 0xA967_656E: .genre,
      0xA964_6179: .year,
    ]
    let plain: [(StaticString, TagName)] = [
      ("aART", .albumArtist), ("trkn", .track), ("disk", .disc), ("cpil", .compilation),
      ("tmpo", .bpm), ("sonm", .titleSort), ("soar", .artistSort), ("soaa", .albumArtistSort),
      ("soal", .albumSort), ("covr", .picture), ("gnre", .genre),
    ]
    for (text, name) in plain { names[UInt32(letters: text)] = name }
    return names
  }()
  private static let (numbered, free) = (UInt32(letters: "gnre"), UInt32(letters: "----"))
  private static let data = UInt32(letters: "data")

  /// False if there are tags in a place that only FFmpeg reads.
  static func read(_ file: HeaderFile, _ movie: MP4Boxes.Box, into tags: inout TagFields) -> Bool {
    if MP4Boxes.first("meta", file, in: movie) != nil { return false }
    guard let user = MP4Boxes.first("udta", file, in: movie) else { return true }
    guard let meta = MP4Boxes.first("meta", file, in: user) else {
      var children = MP4Boxes(file, in: user)
      return children.next() == nil
    }
    guard let list = MP4Boxes.first("ilst", file, in: meta, from: MP4Boxes.metaOffset(file, meta))
    else { return true }
    var items = MP4Boxes(file, in: list)
    while let item = items.next() {
      if item.name == free {
        readFree(file, item, into: &tags)
      } else if let name = names[item.name] {
        guard name != .picture else {
          tags.addPicture()
          continue
        }
        readValues(file, item, name, into: &tags)
      }
    }
    return true
  }

  private static func readValues(
    _ file: HeaderFile, _ item: MP4Boxes.Box, _ name: TagName, into tags: inout TagFields
  ) {
    var boxes = MP4Boxes(file, in: item)
    while let box = boxes.next() {
      let length = Int(min(box.end - box.start, Int64(8 + TagFields.maximumLength + 64)))
      guard box.name == data, length > 8, let bytes = file.bytes(at: box.start, length) else {
        continue
      }
      let kind = bytes.big(1, 3)
      let value = bytes.from(8)
      switch name {
      case .track where kind != 1, .disc where kind != 1:
        let (number, total) = (value.big(2, 2), value.big(4, 2))
        if number > 0 { tags.add(name, String(number)) }
        if total > 0 { tags.add(name == .track ? .trackTotal : .discTotal, String(total)) }
      case .bpm where kind != 1, .compilation where kind != 1:
        let number = value.big(0, min(4, value.count))
        if number > 0 { tags.add(name, String(number)) }
      case .genre where item.name == numbered:
        if let genre = GenreName.name(value.big(0, 2) - 1) { tags.add(.genre, genre) }
      default: add(name, value, kind: kind, into: &tags)
      }
    }
  }

  /// Kind 2 is UTF-16; all other text is UTF-8.
  private static func add(
    _ name: TagName, _ value: ByteView, kind: Int, into tags: inout TagFields
  ) {
    guard kind == 2 else { return tags.add(name, value) }
    WideText.narrow(value, WideText.Order(of: value, 2)) { tags.add(name, $0) }
  }

  /// A free-form atom: "----" with "mean", "name" and "data".
  private static func readFree(
    _ file: HeaderFile, _ item: MP4Boxes.Box, into tags: inout TagFields
  ) {
    guard let label = MP4Boxes.first("name", file, in: item), label.end - label.start > 4,
      label.end - label.start < 70,
      let bytes = file.bytes(at: label.start + 4, Int(label.end - label.start - 4)),
      let name = TagName(bytes), name != .picture
    else { return }
    var boxes = MP4Boxes(file, in: item)
    while let box = boxes.next() {
      let length = Int(min(box.end - box.start, Int64(8 + TagFields.maximumLength + 64)))
      guard box.name == data, length > 8, let value = file.bytes(at: box.start, length) else {
        continue
      }
      add(name, value.from(8), kind: value.big(1, 3), into: &tags)
    }
  }
}
