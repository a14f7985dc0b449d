extension ID3Tag {
  /// Calls `visit` with the unwrapped contents of frames of some names, until it returns false.
  ///
  /// Frames of more than `longest` bytes are left out.
  func visitContents(
    _ file: HeaderFile, of names: Set<UInt32>, longest: Int,
    _ visit: (_ name: UInt32, _ content: [UInt8]) -> Bool
  ) {
    guard !header.isCompressed else { return }
    guard header.isUnsynchronisedWhole(from: start, to: framesEnd, file.bytes(at:_:)) else {
      return visitContents(
        from: start, to: framesEnd, of: names, longest: longest, { file.bytes(at: $0, $1) }, visit)
    }
    var plain = ResynchronisedBytes(file, from: start, to: framesEnd)
    visitContents(
      from: 0, to: framesEnd - start, of: names, longest: longest,
      { plain.bytes(at: $0, $1) }, visit)
  }

  private func visitContents(
    from start: Int64, to end: Int64, of names: Set<UInt32>, longest: Int, _ bytes: ID3Bytes,
    _ visit: (_ name: UInt32, _ content: [UInt8]) -> Bool
  ) {
    visitFrames(from: start, to: end, bytes) { frame in
      let name = ID3Frame.name(frame.header, header.version)
      guard names.contains(name), frame.size <= longest,
        let wrapping = ID3Header.wrapping(version: header.version, flags: frame.flags)
      else { return true }
      var content: [UInt8] = []
      while content.count < frame.size {
        let count = min(frame.size - content.count, HeaderFile.maximumJoined)
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
