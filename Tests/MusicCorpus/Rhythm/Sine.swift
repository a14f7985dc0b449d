internal import Foundation

/// The sine, so that only this file needs the C library.
func sine(_ angle: Double) -> Double { sin(angle) }
