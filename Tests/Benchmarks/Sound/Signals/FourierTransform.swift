import Foundation

/// A complex signal with a length of a power of two, and its transform in place.
struct ComplexSignal {
  var real: [Double]
  var imaginary: [Double]

  /// The samples, followed by zeros.
  init(_ samples: ArraySlice<Float>, length: Int) {
    real = samples.map(Double.init) + [Double](repeating: 0, count: length - samples.count)
    imaginary = [Double](repeating: 0, count: length)
  }

  /// The discrete transform by radix 2 (Cooley and Tukey 1965), not scaled.
  mutating func transform() {
    let count = real.count
    let roots = (0..<count / 2).map { index in
      let angle = -2 * .pi * Double(index) / Double(count)
      return SIMD2(cos(angle), sin(angle))
    }
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        var reversed = 0
        for index in 1..<count {
          var bit = count >> 1
          while reversed & bit != 0 {
            reversed ^= bit
            bit >>= 1
          }
          reversed |= bit
          if index < reversed {
            real.swapAt(index, reversed)
            imaginary.swapAt(index, reversed)
          }
        }
        var half = 1
        while half < count {
          let stride = count / (2 * half)
          for block in Swift.stride(from: 0, to: count, by: 2 * half) {
            for offset in 0..<half {
              let root = roots[offset * stride]
              let (low, high) = (block + offset, block + offset + half)
              let r = real[high] * root.x - imaginary[high] * root.y
              let i = real[high] * root.y + imaginary[high] * root.x
              real[high] = real[low] - r
              imaginary[high] = imaginary[low] - i
              real[low] += r
              imaginary[low] += i
            }
          }
          half *= 2
        }
      }
    }
  }

  /// Multiplies another signal by the conjugate of this one, in place.
  mutating func correlate(with other: ComplexSignal) {
    for index in real.indices {
      let (a, b) = (other.real[index], other.imaginary[index])
      let (c, d) = (real[index], imaginary[index])
      real[index] = a * c + b * d
      imaginary[index] = b * c - a * d
    }
  }
}
