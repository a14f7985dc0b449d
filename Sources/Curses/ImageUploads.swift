import FoundationEssentials
import Screen

/// The images that a terminal keeps for placeholders (kitty's graphics protocol), and what is still
/// to be sent of them.
struct ImageUploads {
  private let isInTmux: Bool
  /// The serial numbers of images by id, and the ids by the time of their upload.
  private var serials: [UInt32: Int] = [:]
  private var order: [UInt32] = []
  private var pieces: [String] = []
  private var sent = 0
  /// Whether the terminal waits for the rest of an image.
  private var isInside = false

  /// Some more than a full screen of album covers.
  private static let maximumImages = 192
  /// The longest piece that the protocol allows, in characters of base 64.
  private static let pieceLength = 4096

  init(isInTmux: Bool) { self.isInTmux = isInTmux }

  var isEmpty: Bool { sent == pieces.count }

  /// Prepares the upload of the images that the terminal does not have.
  mutating func add(_ images: [PlacedImage]) {
    for image in images.map(\.image) where serials[image.id] != image.serial {
      if serials.updateValue(image.serial, forKey: image.id) != nil {
        order.removeAll { $0 == image.id }
      }
      order.append(image.id)
      append(image)
    }
    let shown = Set(images.map(\.image.id))
    while order.count > max(ImageUploads.maximumImages, shown.count),
      let oldest = order.firstIndex(where: { !shown.contains($0) })
    {
      let id = order.remove(at: oldest)
      serials[id] = nil
      append("a=d,d=I,i=\(id),q=2")
    }
  }

  private mutating func append(_ image: TerminalImage) {
    let text = Data(image.bytes).base64EncodedString()
    var rest = text.utf8[...]
    var isFirst = true
    repeat {
      let piece = rest.prefix(ImageUploads.pieceLength)
      rest = rest.dropFirst(piece.count)
      let keys = isFirst ? "a=t,f=100,i=\(image.id),q=2" : "q=2"
      append("\(keys),m=\(rest.isEmpty ? 0 : 1);" + String(decoding: piece, as: UTF8.self))
      isFirst = false
    } while !rest.isEmpty
    // Placed by a command of its own: a terminal without placeholders would draw the image.
    append("a=p,U=1,i=\(image.id),c=\(image.size.columns),r=\(image.size.rows),q=2")
  }

  private mutating func append(_ command: String) { pieces.append(sequence(command)) }

  private func sequence(_ command: String) -> String {
    let sequence = "\u{1B}_G\(command)\u{1B}\\"
    return isInTmux ? TerminalQuestions.throughTmux(sequence) : sequence
  }

  /// The next piece to send.
  mutating func next() -> String? {
    guard !isEmpty else { return nil }
    let piece = pieces[sent]
    isInside = piece.contains(",m=1;")
    sent += 1
    if isEmpty {
      pieces.removeAll(keepingCapacity: true)
      sent = 0
    }
    return piece
  }

  /// Sends all images again: another terminal shows the screen, or the terminal may have lost them.
  mutating func forget() {
    if isInside { pieces = [sequence("m=0,q=2;")] } else { pieces = [] }
    (sent, isInside) = (0, false)
    serials.removeAll()
    order.removeAll()
  }

  /// What takes all images away from the terminal.
  mutating func removal() -> String {
    let ids = order
    forget()
    let rest = pieces.joined()
    pieces = []
    return rest + ids.map { sequence("a=d,d=I,i=\($0),q=2") }.joined()
  }
}
