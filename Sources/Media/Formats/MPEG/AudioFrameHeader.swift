/// The header of one frame of MPEG audio (ISO 11172-3, section 2.4.2.3) or of ADTS
/// (ISO 13818-7, section 6.2).
struct AudioFrameHeader: Equatable {
  /// The header fields that one encoder never changes: version, layer and rate; more of them for
  /// ADTS.
  let kind: UInt32
  /// The frame's length in bytes, with its header.
  let length: Int
  /// Bits a second; 0 for ADTS.
  let bitRate: Int
  let samples: Int
  /// Hz.
  let rate: Int

  /// Bytes read by `init`; missing ones count as zeros.
  static let size = 7
  static let minimumSize = 4
  /// The longest possible frame, of ADTS.
  static let maximumLength = 8191

  /// Nil if the bytes are no header.
  @inline(__always)
  init?(_ bytes: ByteView) {
    guard bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
    // An invalid layer of MPEG audio marks ADTS.
    if bytes[1] & 0xF6 == 0xF0 { self.init(adts: bytes) } else { self.init(mpeg: bytes) }
  }

  private init?(mpeg bytes: ByteView) {
    let version = bytes[1] >> 3 & 3
    let layer = 4 - Int(bytes[1] >> 1 & 3)
    let bits = Int(bytes[2] >> 4)
    let frequency = Int(bytes[2] >> 2 & 3)
    guard version != 1, layer < 4, bits > 0, bits < 15, frequency < 3 else { return nil }
    let isFull = version == 3
    let rate = Self.mpegRates[frequency] >> (isFull ? 0 : version == 2 ? 1 : 2)
    bitRate = 1000 * Self.kilobits(isFull: isFull, layer: layer, bits)
    let padding = Int(bytes[2] >> 1 & 1)
    switch layer {
    case 1: (samples, length) = (384, (12 * bitRate / rate + padding) * 4)
    case 3 where !isFull: (samples, length) = (576, 72 * bitRate / rate + padding)
    default: (samples, length) = (1152, 144 * bitRate / rate + padding)
    }
    self.rate = rate
    kind = UInt32(bytes[1] & 0x1E) << 8 | UInt32(bytes[2] & 0x0C)
  }

  private init?(adts bytes: ByteView) {
    bitRate = 0
    length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
    samples = 1024 * (Int(bytes[6] & 3) + 1)
    let frequency = Int(bytes[2] >> 2 & 15)
    guard frequency < Self.adtsRates.count, length > Self.size else { return nil }
    rate = Self.adtsRates[frequency]
    // Profile, rate and channels too: ADTS headers have few other invariants.
    kind = 0x10000 | UInt32(bytes[2]) << 8 | UInt32(bytes[3] & 0xC0)
  }

  var isADTS: Bool { kind & 0x10000 != 0 }

  private static let mpegRates = [44100, 48000, 32000]

  private static let adtsRates = [
    96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
  ]

  /// kbit/s by version and layer; at the low rates of MPEG-2, layers II and III share a table.
  private static let layer1 = [
    0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448,
  ]
  private static let layer2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
  private static let layer3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let layer1Low = [
    0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256,
  ]
  private static let othersLow = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  static func kilobits(isFull: Bool, layer: Int, _ index: Int) -> Int {
    switch layer {
    case 1: isFull ? layer1[index] : layer1Low[index]
    case 2: isFull ? layer2[index] : othersLow[index]
    default: isFull ? layer3[index] : othersLow[index]
    }
  }
}
