import Glibc
import Music

/// The arguments of the command line that are not UTF-8, as the bytes that they are: a `String` has
/// lost them, and paths are bytes.
struct ArgumentBytes: Sendable {
  /// By the text that became of them, in their order.
  private var bytes: [String: [[UInt8]]] = [:]

  init(_ arguments: [[UInt8]] = []) {
    for argument in arguments { note(argument[...]) }
  }

  /// Those of this process.
  static var here: ArgumentBytes {
    let names = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
    return ArgumentBytes(names.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) })
  }

  /// The paths that some arguments, or values of options, name. Where several became the same text,
  /// the first is the first.
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
    // --to=FILE and file:FILE hold one.
    if argument.starts(with: "--".utf8), let cut = argument.firstIndex(of: UInt8(ascii: "=")) {
      note(argument[(cut + 1)...])
    } else if argument.starts(with: "file:".utf8) {
      note(argument.dropFirst(5))
    }
  }
}
