import FoundationEssentials
import Screen

/// The images that a terminal keeps for placeholders (kitty's graphics protocol), and those that are
/// still to be sent.
struct ImageUploads {
  /// Whether tmux passes the images on to the terminal.
  var isInTmux: Bool
  /// The serial numbers of images by id, and the ids by the time of their request.
  private var serials: [UInt32: Int] = [:]
  private var order: [UInt32] = []
  /// Ids of images that were sent and are sent again.
  private var older: Set<UInt32> = []
  /// Images of which nothing was sent, the next one first.
  private var waiting: [TerminalImage] = []
  /// The rest of the image that is being sent, and commands behind it.
  private var commands: ArraySlice<String> = []

  /// Some more than a full screen of album covers.
  private static let maximumImages = 192
  /// The longest piece that the protocol allows, in characters of base 64.
  private static let pieceLength = 4096

  init(isInTmux: Bool) { self.isInTmux = isInTmux }

  var isEmpty: Bool { waiting.isEmpty && commands.isEmpty }

  /// Requests the images that the terminal does not have; those that wait and do not show any more
  /// are dropped.
  mutating func add(_ placed: [PlacedImage]) {
    let shown = Set(placed.map(\.image.id))
    waiting.removeAll { image in
      guard !shown.contains(image.id) else { return false }
      serials[image.id] = nil
      order.removeAll { $0 == image.id }
      return true
    }
    for image in placed.map(\.image) where serials[image.id] != image.serial {
      if serials.updateValue(image.serial, forKey: image.id) != nil {
        order.removeAll { $0 == image.id }
        waiting.removeAll { $0.id == image.id }
      }
      order.append(image.id)
      waiting.append(image)
    }
    while order.count > max(ImageUploads.maximumImages, shown.count),
      let oldest = order.firstIndex(where: { !shown.contains($0) })
    {
      let id = order.remove(at: oldest)
      serials[id] = nil
      commands.append(ImageUploads.deletion(of: id))
    }
  }

  private static func commands(of image: TerminalImage) -> [String] {
    var rest = Data(image.bytes).base64EncodedString().utf8[...]
    var commands: [String] = []
    repeat {
      let piece = rest.prefix(pieceLength)
      rest = rest.dropFirst(piece.count)
      let keys = commands.isEmpty ? "a=t,f=100,i=\(image.id),q=2" : "q=2"
      commands.append(
        "\(keys),m=\(rest.isEmpty ? 0 : 1);" + String(decoding: piece, as: UTF8.self))
    } while !rest.isEmpty
    // Placed by a command of its own: a terminal without placeholders would draw the image.
    let size = image.size
    return commands + ["a=p,U=1,i=\(image.id),c=\(size.columns),r=\(size.rows),q=2"]
  }

  private func sequence(_ command: String) -> String {
    let sequence = "\u{1B}_G\(command)\u{1B}\\"
    return isInTmux ? TerminalQuestions.throughTmux(sequence) : sequence
  }

  /// The next piece to send.
  mutating func next() -> String? {
    if commands.isEmpty, !waiting.isEmpty {
      commands = ImageUploads.commands(of: waiting.removeFirst())[...]
    }
    return commands.popFirst().map(sequence)
  }

  /// Sends all images again: another terminal may show the screen. The image that is being sent is
  /// ended first.
  mutating func forget() {
    older.formUnion(order)
    serials.removeAll()
    order.removeAll()
    waiting.removeAll()
  }

  /// Requests that the terminal forgets all images, behind the one that is being sent.
  mutating func remove() {
    let ids = older.union(order)
    forget()
    older.removeAll()
    commands += ids.sorted().map(ImageUploads.deletion)
  }

  private static func deletion(of id: UInt32) -> String { "a=d,d=I,i=\(id),q=2" }

  /// The sequences that take all images away from the terminal, for its release.
  mutating func removal() -> String {
    let ids = older.union(order)
    // No other command may come within an image.
    let rest = commands.map(sequence).joined()
    forget()
    older.removeAll()
    commands = []
    return rest + ids.sorted().map { sequence(ImageUploads.deletion(of: $0)) }.joined()
  }
}
