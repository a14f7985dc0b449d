/// A value of a D-Bus message.
package indirect enum BusValue: Equatable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case path(String)
  case signature(String)
  case descriptor(BusDescriptor)
  /// An array of bytes.
  case bytes([UInt8])
  /// Elements of one type, given as its signature.
  case array([BusValue], of: String)
  /// Entries with the signature of a key and a value, such as `sv`.
  case dictionary([Entry], of: String)
  case structure([BusValue])
  case variant(BusValue)

  package struct Entry: Equatable, Sendable {
    package let key: BusValue
    package let value: BusValue

    package init(_ key: BusValue, _ value: BusValue) {
      self.key = key
      self.value = value
    }
  }

  /// The D-Bus signature of the value.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .bytes: "ay"
    case .array(_, let element): "a" + element
    case .dictionary(_, let entry): "a{\(entry)}"
    case .structure(let members): "(\(members.map(\.signature).joined()))"
    case .variant: "v"
    }
  }
}

extension BusValue {
  /// A dictionary of texts.
  package static func texts(_ entries: [(String, String)]) -> BusValue {
    .dictionary(entries.map { Entry(.string($0), .string($1)) }, of: "ss")
  }

  /// A dictionary of variants by name.
  package static func variants(_ entries: [(String, BusValue)]) -> BusValue {
    .dictionary(entries.map { Entry(.string($0), .variant($1)) }, of: "sv")
  }

  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  package var uint32: UInt32? { if case .uint32(let value) = self { value } else { nil } }

  package var string: String? { if case .string(let value) = self { value } else { nil } }

  package var path: String? { if case .path(let value) = self { value } else { nil } }

  package var descriptor: BusDescriptor? {
    if case .descriptor(let value) = self { value } else { nil }
  }

  package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

  package var members: [BusValue]? {
    if case .structure(let value) = self { value } else { nil }
  }

  /// The paths of an array of object paths.
  package var paths: [String]? {
    guard case .array(let elements, of: "o") = self else { return nil }
    return elements.compactMap(\.path)
  }

  package var entries: [Entry]? {
    if case .dictionary(let entries, _) = self { entries } else { nil }
  }

  /// The value in a variant.
  package var content: BusValue? { if case .variant(let value) = self { value } else { nil } }
}
