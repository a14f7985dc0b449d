// Resamples the mean of a file's channels to the rates for rhythm and harmony. Confined to one
// thread.
import Media

/// Resamples one channel to 22 050 Hz, and from there to 5 512.5 Hz.
package final class FrontEnd {
  package static let rhythmRate = 22_050

  private enum Path {
    case none
    case half(HalfBand)
    case filter(MonoResampler)
  }

  private let path: Path
  private let quarter: QuarterBand?
  private let rhythm: (UnsafeBufferPointer<Float>) -> Void
  private let harmony: (UnsafeBufferPointer<Float>) -> Void

  /// Nil if the rate cannot be converted. Without `harmony` the conversion to 5 512.5 Hz is
  /// skipped.
  package init?(
    rate: Int, rhythm: @escaping (UnsafeBufferPointer<Float>) -> Void,
    harmony: ((UnsafeBufferPointer<Float>) -> Void)?
  ) {
    switch rate {
    case Self.rhythmRate: path = .none
    case 2 * Self.rhythmRate: path = .half(HalfBand())
    default:
      guard let filter = MonoResampler(from: rate, to: Self.rhythmRate) else { return nil }
      path = .filter(filter)
    }
    quarter = harmony == nil ? nil : QuarterBand()
    self.rhythm = rhythm
    self.harmony = harmony ?? { _ in }
  }

  package func consume(_ samples: UnsafeBufferPointer<Float>) {
    switch path {
    case .none: append(samples)
    case .half(let filter): filter.consume(samples, append)
    case .filter(let filter): filter.put(samples, append)
    }
  }

  package func finish() {
    switch path {
    case .none: break
    case .half(let filter): filter.finish(append)
    case .filter(let filter): filter.finish(append)
    }
    quarter?.finish(harmony)
  }

  private func append(_ samples: UnsafeBufferPointer<Float>) {
    rhythm(samples)
    quarter?.consume(samples, harmony)
  }
}
