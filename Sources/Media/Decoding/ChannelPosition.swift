internal import CFFmpeg

/// The position of a channel's speaker, as far as loudness depends on it.
package enum ChannelPosition: Equatable, Sendable {
  /// In front, above, or unknown.
  case front
  /// At the sides or behind.
  case surround
  case lowFrequency

  init(_ channel: AVChannel) {
    switch channel {
    case AV_CHAN_LOW_FREQUENCY, AV_CHAN_LOW_FREQUENCY_2: self = .lowFrequency
    case AV_CHAN_BACK_LEFT, AV_CHAN_BACK_RIGHT, AV_CHAN_BACK_CENTER, AV_CHAN_SIDE_LEFT,
      AV_CHAN_SIDE_RIGHT, AV_CHAN_TOP_BACK_LEFT, AV_CHAN_TOP_BACK_CENTER, AV_CHAN_TOP_BACK_RIGHT,
      AV_CHAN_SURROUND_DIRECT_LEFT, AV_CHAN_SURROUND_DIRECT_RIGHT:
      self = .surround
    default: self = .front
    }
  }
}
