/// The format announced by the first bytes of a file, or by those behind its ID3v2 tag.
enum Signature {
  case flac, ogg, wave, rf64, aiff, aifc, dsdiff, wavPack, monkeysAudio, musepack7, musepack8
  case dsf, caf, trueAudio, matroska, asf, mp4
  /// RIFF and IFF of another form type.
  case otherRIFF, otherIFF

  /// Reads 12 bytes; nil for everything else, MPEG audio included.
  init?(_ head: ByteView) {
    switch head[0] {
    case UInt8(ascii: "f") where head.has("fLaC"): self = .flac
    case UInt8(ascii: "O") where head.has("OggS"): self = .ogg
    case UInt8(ascii: "R") where head.has("RIFF"):
      self = head.has("WAVE", at: 8) ? .wave : .otherRIFF
    case UInt8(ascii: "R") where head.has("RF64"):
      self = head.has("WAVE", at: 8) ? .rf64 : .otherRIFF
    case UInt8(ascii: "F") where head.has("FORM"):
      self = head.has("AIFF", at: 8) ? .aiff : head.has("AIFC", at: 8) ? .aifc : .otherIFF
    case UInt8(ascii: "F") where head.has("FRM8"): self = .dsdiff
    case UInt8(ascii: "w") where head.has("wvpk"): self = .wavPack
    case UInt8(ascii: "M") where head.has("MAC "): self = .monkeysAudio
    case UInt8(ascii: "M") where head.has("MPCK"): self = .musepack8
    case UInt8(ascii: "M") where head.has("MP+"): self = .musepack7
    case UInt8(ascii: "D") where head.has("DSD "): self = .dsf
    case UInt8(ascii: "c") where head.has("caff"): self = .caf
    case UInt8(ascii: "T") where head.has("TTA1"): self = .trueAudio
    case 0x1A where head.big(0, 4) == 0x1A45_DFA3: self = .matroska
    case 0x30 where head.big(0, 4) == 0x3026_B275 && head.big(4, 4) == 0x8E66_CF11: self = .asf
    default:
      guard head.has("ftyp", at: 4) else { return nil }
      self = .mp4
    }
  }

  /// FFmpeg's name of the demuxer; nil if only probing can tell.
  var demuxer: String? {
    switch self {
    case .flac: "flac"
    case .ogg: "ogg"
    case .wave, .rf64: "wav"
    case .aiff, .aifc: "aiff"
    case .dsdiff: "iff"
    case .wavPack: "wv"
    case .monkeysAudio: "ape"
    case .musepack7: "mpc"
    case .musepack8: "mpc8"
    case .dsf: "dsf"
    case .caf: "caf"
    case .trueAudio: "tta"
    case .matroska: "matroska"
    case .asf: "asf"
    case .mp4: "mov"
    case .otherRIFF, .otherIFF: nil
    }
  }
}
