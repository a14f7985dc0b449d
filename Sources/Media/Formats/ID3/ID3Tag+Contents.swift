extension ID3Tag {
  /// The bounds of a visit.
  struct Bounds {
    /// The longest content in bytes.
    var longest: Int
    /// Whether longer contents are cut off instead of left out.
    var isCutting = false
    var frames = ID3Tag.maximumFrames
  }

  /// Calls `visit` with the unwrapped contents of frames of some names, until it returns false.
  func visitContents(
    _ file: HeaderFile, of names: Set<UInt32>, within bounds: Bounds,
    _ visit: (_ name: UInt32, _ content: [UInt8]) -> Bool
  ) {
    guard !header.isCompressed else { return }
    guard header.isUnsynchronisedWhole(from: start, to: framesEnd, file.bytes(at:_:)) else {
      return visitContents(
        from: start, to: framesEnd, of: names, within: bounds, { file.bytes(at: $0, $1) }, visit)
    }
    var plain = ResynchronisedBytes(file, from: start, to: framesEnd)
    visitContents(
      from: 0, to: framesEnd - start, of: names, within: bounds, { plain.bytes(at: $0, $1) },
      visit)
  }

  private func visitContents(
    from start: Int64, to end: Int64, of names: Set<UInt32>, within bounds: Bounds,
    _ bytes: ID3Bytes, _ visit: (_ name: UInt32, _ content: [UInt8]) -> Bool
  ) {
    visitFrames(from: start, to: end, most: bounds.frames, bytes) { frame in
      let name = ID3Frame.name(frame.header, header.version)
      guard names.contains(name), frame.size <= bounds.longest || bounds.isCutting,
        let wrapping = ID3Header.wrapping(version: header.version, flags: frame.flags)
      else { return true }
      let size = min(frame.size, bounds.longest)
      var content: [UInt8] = []
      while content.count < size {
        let count = min(size - content.count, HeaderFile.maximumJoined)
        guard let part = bytes(frame.content + Int64(content.count), count) else { return false }
        content += part.buffer
      }
      content.removeFirst(min(wrapping.inFront, content.count))
      if wrapping.isUnsynchronised || header.isUnsynchronised && header.version == 4 {
        ID3Header.resynchronise(&content)
      }
      return visit(name, content)
    }
  }
}
