import Music

/// A file as a tree of its boxes, chunks or blocks, which can be rearranged.
struct FuzzTree {
  struct Node {
    var name: [UInt8]
    /// The contents, or the bytes before the children.
    var content: [UInt8]
    var children: [Node] = []
    /// The length in the header, where false.
    var claimed: UInt64?
    /// Whether the length has 64 bits.
    var isWide = false
  }

  private enum Format { case boxes, chunks(isBig: Bool), blocks }

  private var nodes: [Node] = []
  private let format: Format
  private var head: [UInt8] = []
  private var tail: [UInt8] = []

  /// The number of bytes before the children, of nodes that have children.
  private static let parents: [String: Int] = [
    "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "udta": 0, "ilst": 0, "moof": 0,
    "traf": 0, "mvex": 0, "edts": 0, "dinf": 0, "meta": 4, "LIST": 4,
  ]

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: "fLaC".utf8) {
      (format, head) = (.blocks, Array(bytes[..<4]))
      var offset = 4
      var isLast = false
      while !isLast, offset + 4 <= bytes.count {
        isLast = bytes[offset] & 0x80 != 0
        let end = offset + 4 + Self.number(bytes[offset + 1..<offset + 4])
        nodes.append(Node(name: [bytes[offset] & 0x7F], content: Array(bytes[offset + 4..<end])))
        offset = end
      }
      tail = Array(bytes[offset...])
    } else if bytes.starts(with: "RIFF".utf8) || bytes.starts(with: "FORM".utf8) {
      (format, head) = (.chunks(isBig: bytes[0] == UInt8(ascii: "F")), Array(bytes[..<12]))
      nodes = parse(bytes[12...])
    } else {
      format = .boxes
      nodes = parse(bytes[...])
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private func parse(_ bytes: ArraySlice<UInt8>) -> [Node] {
    var nodes: [Node] = []
    var offset = bytes.startIndex
    while offset + 8 <= bytes.endIndex {
      let (first, second) = (bytes[offset..<offset + 4], bytes[offset + 4..<offset + 8])
      var (name, end) = (second, offset + Self.number(first))
      if case .chunks(let isBig) = format {
        let length = isBig ? Self.number(second) : Self.number(Array(second.reversed())[...])
        (name, end) = (first, offset + 8 + length)
      }
      guard end >= offset + 8, end <= bytes.endIndex else { break }
      let body = bytes[offset + 8..<end]
      if let lead = Self.parents[String(decoding: name, as: UTF8.self)], body.count >= lead {
        nodes.append(
          Node(
            name: Array(name), content: Array(body.prefix(lead)),
            children: parse(body.dropFirst(lead))))
      } else {
        nodes.append(Node(name: Array(name), content: Array(body)))
      }
      offset = end
      if case .chunks = format { offset += body.count % 2 }
    }
    return nodes
  }

  var bytes: [UInt8] {
    let body = nodes.indices.flatMap { render(nodes[$0], isLast: $0 == nodes.count - 1) }
    guard case .chunks(let isBig) = format else { return head + body + tail }
    let size = TagBytes.big(body.count + 4)
    return head[..<4] + (isBig ? size : size.reversed()) + head[8...] + body
  }

  private func render(_ node: Node, isLast: Bool = false) -> [UInt8] {
    let body = node.content + node.children.flatMap { render($0) }
    func size(_ count: Int) -> Int { node.claimed.map { Int(truncatingIfNeeded: $0) } ?? count }
    switch format {
    case .blocks:
      return [node.name[0] | (isLast ? 0x80 : 0)] + TagBytes.big(size(body.count), 3) + body
    case .chunks(let isBig):
      let length = TagBytes.big(size(body.count))
      let padding = [UInt8](repeating: 0, count: body.count % 2)
      return node.name + (isBig ? length : length.reversed()) + body + padding
    case .boxes where node.isWide:
      return TagBytes.big(1) + node.name + TagBytes.big(size(body.count + 16), 8) + body
    case .boxes: return TagBytes.big(size(body.count + 8)) + node.name + body
    }
  }

  /// The tree in another order, except for the box of the file type.
  func shuffled(using random: inout SeededGenerator) -> FuzzTree {
    var tree = self
    Self.shuffle(&tree.nodes, using: &random)
    if let first = tree.nodes.firstIndex(where: { $0.name == Array("ftyp".utf8) }) {
      tree.nodes.swapAt(0, first)
    }
    return tree
  }

  private static func shuffle(_ nodes: inout [Node], using random: inout SeededGenerator) {
    nodes.shuffle(using: &random)
    for index in nodes.indices { shuffle(&nodes[index].children, using: &random) }
  }

  private static let extremes: [UInt64] = [
    0, 1, 7, 8, 15, 16, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 32, 1 << 43, 1 << 44, 1 << 56,
    1 << 61, 1 << 62, 1 << 63 - 1, 1 << 63, .max - 7, .max,
  ]

  /// Changes one node or its position.
  mutating func mutate(using random: inout SeededGenerator) {
    var index = Int.random(in: 0..<max(1, Self.count(nodes)), using: &random)
    Self.change(&nodes, at: &index) { siblings, offset in
      // because there are extremes, there is a random one
      let extreme = Self.extremes.randomElement(using: &random)!
      switch Int.random(in: 0..<9, using: &random) {
      case 0: siblings.swapAt(offset, Int.random(in: 0..<siblings.count, using: &random))
      case 1: Self.shuffle(&siblings, using: &random)
      case 2: siblings.insert(siblings[offset], at: 0)
      case 3: siblings.remove(at: offset)
      case 4: siblings[offset].claimed = extreme
      case 5: (siblings[offset].isWide, siblings[offset].claimed) = (true, extreme)
      case 6: siblings[offset].isWide = true
      case 7:
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          siblings[offset] = Node(
            name: Array("moof".utf8), content: [], children: [siblings[offset]])
        }
      default:
        let field = TagBytes.big(
          Int(bitPattern: UInt(extreme)), Bool.random(using: &random) ? 8 : 4)
        let room = min(siblings[offset].content.count, 64) - field.count
        guard room >= 0 else { return }
        let start = Int.random(in: 0...room / 4, using: &random) * 4
        siblings[offset].content.replaceSubrange(start..<start + field.count, with: field)
      }
    }
  }

  private static func count(_ nodes: [Node]) -> Int {
    nodes.reduce(0) { $0 + 1 + count($1.children) }
  }

  /// Calls `body` with the siblings of the node at a depth-first index, and its position.
  private static func change(
    _ nodes: inout [Node], at index: inout Int, _ body: (inout [Node], Int) -> Void
  ) {
    for offset in nodes.indices {
      if index == 0 { body(&nodes, offset) }
      index -= 1
      if index < 0 { return }
      change(&nodes[offset].children, at: &index, body)
      if index < 0 { return }
    }
  }
}
