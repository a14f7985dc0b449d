extension TagReader {
  /// What the first bytes of a file say about its container.
  struct Magic {
    /// FFmpeg's name.
    var demuxer: String
    /// The first frame of MPEG audio, whose container has no header of its own.
    var frame: MPEGAudioFrame?

    /// Nil where the bytes leave a doubt.
    init?(_ source: Source, fileExtension: String) {
      var head = source.bytes(at: 0, count: 36)
      var start: Int64 = 0
      if head.starts(with: Array("ID3".utf8)), head.count > 10 {
        // The size is four bytes of seven bits (ID3v2.4, section 3.1); a footer repeats ten bytes.
        let size = head[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
        start = 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
        head = source.bytes(at: start, count: 36)
      }
      if let demuxer = Magic.demuxer(head) {
        self.demuxer = demuxer
        return
      }
      guard fileExtension == "mp3", let frame = MPEGAudioFrame(head),
        MPEGAudioFrame(source.bytes(at: start + Int64(frame.length), count: 4)) != nil
      else { return nil }
      demuxer = "mp3"
      self.frame = frame
    }

    private static func demuxer(_ head: [UInt8]) -> String? {
      func has(_ text: String, at place: Int = 0) -> Bool {
        head.dropFirst(place).starts(with: text.utf8)
      }
      return switch head.first {
      case UInt8(ascii: "f") where has("fLaC"): "flac"
      case UInt8(ascii: "O") where has("OggS"): "ogg"
      case UInt8(ascii: "R") where has("RIFF") && has("WAVE", at: 8): "wav"
      case UInt8(ascii: "R") where has("RF64") && has("WAVE", at: 8): "wav"
      case UInt8(ascii: "F") where has("FORM") && (has("AIFF", at: 8) || has("AIFC", at: 8)): "aiff"
      case UInt8(ascii: "F") where has("FRM8"): "iff"
      case UInt8(ascii: "w") where has("wvpk"): "wv"
      case UInt8(ascii: "M") where has("MAC "): "ape"
      case UInt8(ascii: "M") where has("MPCK"): "mpc8"
      case UInt8(ascii: "M") where has("MP+"): "mpc"
      case UInt8(ascii: "D") where has("DSD "): "dsf"
      case UInt8(ascii: "c") where has("caff"): "caf"
      case UInt8(ascii: "T") where has("TTA1"): "tta"
      case 0x1A where head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]): "matroska"
      case 0x30 where head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]): "asf"
      default: has("ftyp", at: 4) ? "mov" : nil
      }
    }
  }

  /// The header of a frame of MPEG audio, layer I to III (ISO 11172-3, section 2.4.2.3).
  struct MPEGAudioFrame: Equatable {
    /// Hz.
    var sampleRate: Int
    var channels: Int
    /// FFmpeg's name.
    var codec: String
    /// Bytes, header included.
    var length: Int

    private static let layer3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let layer3Low = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// Reads layer III, which is all that quick reading is for; nil for anything else.
    init?(_ bytes: [UInt8]) {
      guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2 else { return nil }
      let version = bytes[1] >> 3 & 3
      let rate = Int(bytes[2] >> 4)
      let frequency = Int(bytes[2] >> 2 & 3)
      guard version != 1, rate > 0, rate < 15, frequency < 3 else { return nil }
      let isFull = version == 3
      sampleRate = [44100, 48000, 32000][frequency] >> (isFull ? 0 : version == 2 ? 1 : 2)
      channels = bytes[3] >> 6 == 3 ? 1 : 2
      codec = "mp3"
      let kilobits = isFull ? Self.layer3[rate] : Self.layer3Low[rate]
      let padding = Int(bytes[2] >> 1 & 1)
      length = (isFull ? 144_000 : 72_000) * kilobits / sampleRate + padding
    }
  }
}
