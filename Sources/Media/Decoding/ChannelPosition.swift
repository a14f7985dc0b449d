internal import CFFmpeg

/// Where the speaker of a channel stands, as far as it matters to how loud the channel is.
package enum ChannelPosition: Equatable, Sendable {
  /// In front, above, or not said.
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
