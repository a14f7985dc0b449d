/// The value of a hexadecimal digit in ASCII; nil for another byte.
func hexDigit(_ byte: UInt8) -> UInt8? {
  Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
}
