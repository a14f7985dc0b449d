internal import CFFmpeg

/// The discrete Fourier transform of real signals of one length, by FFmpeg's av_tx.
///
/// Owns its aligned buffers. Confined to one thread.
package final class RealTransform {
  /// Samples, a power of two.
  package let length: Int
  /// The signal: `length` samples, to be filled before `forward`.
  package let input: UnsafeMutableBufferPointer<Float>
  /// `length / 2 + 1` pairs of real and imaginary parts.
  package let output: UnsafeMutableBufferPointer<Float>

  private var context: OpaquePointer?
  private let function: av_tx_fn
  private let memory: (UnsafeMutableRawPointer, UnsafeMutableRawPointer)

  /// Nil if FFmpeg has no transform of this length or there is no memory for it.
  package init?(length: Int, isInverse: Bool = false) {
    guard length >= 16, length & (length - 1) == 0, length <= 1 << 26 else { return nil }
    var scale: Float = 1
    var function: av_tx_fn?
    var context: OpaquePointer?
    guard
      av_tx_init(
        &context, &function, AV_TX_FLOAT_RDFT, isInverse ? 1 : 0, Int32(length), &scale, 0) >= 0,
      let function
    else { return nil }
    // FFmpeg may write a little behind the end.
    let bytes = (length + 64) * MemoryLayout<Float>.stride
    guard let time = av_mallocz(bytes), let spectrum = av_mallocz(bytes) else {
      av_tx_uninit(&context)
      return nil
    }
    self.length = length
    self.context = context
    self.function = function
    memory = (time, spectrum)
    input = UnsafeMutableBufferPointer(
      start: time.bindMemory(to: Float.self, capacity: length + 64), count: length)
    output = UnsafeMutableBufferPointer(
      start: spectrum.bindMemory(to: Float.self, capacity: length + 64), count: length + 2)
    self.isInverse = isInverse
  }

  private let isInverse: Bool

  deinit {
    av_tx_uninit(&context)
    av_free(memory.0)
    av_free(memory.1)
  }

  /// Transforms `input` to `output`, unscaled; `input` may be overwritten.
  package func forward() {
    precondition(!isInverse)
    function(context, memory.1, memory.0, MemoryLayout<Float>.stride)
  }

  /// Transforms `output` to `input`, unscaled (`length` times too large); `output` is overwritten.
  package func inverse() {
    precondition(isInverse)
    function(context, memory.0, memory.1, 2 * MemoryLayout<Float>.stride)
  }
}
