import ArgumentParser

/// Keeps a processor and its cache busy until killed.
struct HogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hog", abstract: "Do nothing, with all might.", shouldDisplay: false)

  func run() throws {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 << 20, alignment: 64)
    var value: UInt8 = 0
    while true {
      block.initializeMemory(as: UInt8.self, repeating: value)
      value &+= 1
    }
  }
}
