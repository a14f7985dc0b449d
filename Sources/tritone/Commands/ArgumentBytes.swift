import Glibc
import Music

/// The bytes of command-line arguments that are not UTF-8: a `String` has lost them, and paths are
/// bytes.
struct ArgumentBytes: Sendable {
  /// By their decoded text, in order.
  private var bytes: [String: [[UInt8]]] = [:]

  init(_ arguments: [[UInt8]] = []) {
    for argument in arguments { note(argument[...]) }
  }

  /// The arguments of this process.
  static var here: ArgumentBytes {
    let names = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
    return ArgumentBytes(names.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) })
  }

  /// The paths in some arguments or option values. Arguments with equal texts are matched in order.
  func paths(_ arguments: [String]) -> [FilePath] {
    var taken: [String: Int] = [:]
    return arguments.map { argument in
      guard let all = bytes[argument] else { return FilePath(argument) }
      defer { taken[argument, default: 0] += 1 }
      return FilePath(bytes: all[min(taken[argument] ?? 0, all.count - 1)])
    }
  }

  private mutating func note(_ argument: ArraySlice<UInt8>) {
    let text = String(decoding: argument, as: UTF8.self)
    guard !argument.elementsEqual(text.utf8) else { return }
    bytes[text, default: []].append(Array(argument))
    // --to=FILE and file:FILE contain a path.
    if argument.starts(with: "--".utf8), let cut = argument.firstIndex(of: UInt8(ascii: "=")) {
      note(argument[(cut + 1)...])
    } else if argument.starts(with: "file:".utf8) {
      note(argument.dropFirst(5))
    }
  }
}
