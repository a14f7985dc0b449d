extension TagReader {
  /// A file's container by its first bytes.
  struct Magic {
    /// FFmpeg's name.
    var demuxer: String
    /// For MPEG audio of layer III, whose container has no header of its own.
    var frame: (rate: Int, channels: Int)?

    /// Nil in doubt.
    init?(_ file: HeaderFile, fileExtension: String) {
      let tag = file.bytes(at: 0, ID3Header.length).flatMap(ID3Header.init)
      let start = Int64(tag?.totalLength ?? 0)
      guard let head = file.upTo(12, at: start) else { return nil }
      if let demuxer = Signature(head)?.demuxer {
        self.demuxer = demuxer
        return
      }
      guard fileExtension == "mp3", let header = LayerThreeHeader(head),
        let frame = AudioFrameHeader(head),
        let next = file.bytes(at: start + Int64(frame.length), AudioFrameHeader.minimumSize),
        LayerThreeHeader(next) != nil, AudioFrameHeader(next) != nil
      else { return nil }
      demuxer = "mp3"
      self.frame = (frame.rate, header.channels)
    }
  }
}
