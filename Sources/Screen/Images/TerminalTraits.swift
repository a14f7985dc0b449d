/// The facts about a terminal's images and right-to-left text: hints of its environment, then its answers.
///
/// Environments are inherited through sudo, tmux and other terminals, so that answers win.
package struct TerminalTraits: Equatable, Sendable {
  let environment: [String: String]
  package let depth: ColorDepth
  /// The terminal's name and version; of the one outside in tmux.
  package private(set) var name: String?
  private var tmux: String?
  /// The answers to DA1: in tmux first its own, then that of the terminal outside.
  private var attributes: [[Int]] = []
  private var cell: PixelSize?
  private var area: PixelSize?
  /// Cells and pixels of the window, as the system has them.
  private var window: (size: Size, pixels: PixelSize)?
  /// Whether several writes can be shown at once (mode 2026).
  package private(set) var synchronizes = false
  /// The colour of the terminal's own background.
  package private(set) var background: Color?
  private var reportedTone: BackgroundTone?
  /// Whether the terminal says that it reorders rows; nil without an answer.
  private(set) var reordering: Bool?

  package init(environment: [String: String], depth: ColorDepth) {
    self.environment = environment
    self.depth = depth
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.environment == right.environment && left.depth == right.depth && left.name == right.name
      && left.tmux == right.tmux && left.attributes == right.attributes
      && left.cellSize == right.cellSize && left.synchronizes == right.synchronizes
      && left.background == right.background && left.reportedTone == right.reportedTone
      && left.reordering == right.reordering
  }

  package mutating func take(_ answer: TerminalAnswer) {
    switch answer {
    case .name(let name) where name.hasPrefix("tmux "): tmux = name
    case .name(let name): self.name = name
    case .attributes(let numbers):
      // A terminal that repeats itself takes no memory.
      if attributes.count < 2 { attributes.append(numbers) }
    case .cell(let size): if size.isPlausibleCell { cell = size }
    case .area(let size): area = size
    case .mode(2026, let isKnown): synchronizes = isKnown
    case .background(let color): background = color
    case .tone(let tone): reportedTone = tone
    case .reordering(let isOn): reordering = isOn
    case .mode, .focused: break
    }
  }

  /// The tone of the background: of its colour, else as the terminal reports it; nil for unknown.
  package var tone: BackgroundTone? { background.map { BackgroundTone($0) } ?? reportedTone }

  /// Takes the size of the window, after which a cell may have another one.
  package mutating func resize(_ size: Size, pixels: PixelSize) {
    if let window, window != (size, pixels) {
      area = nil
      // The size as answered was that of another font; without pixels nothing else is known.
      if pixels.width > 0, pixels.height > 0 { cell = nil }
    }
    window = (size, pixels)
  }

  /// Whether tmux is between the program and the terminal. A terminal that was started in tmux has
  /// the variable, too, and a session over ssh lacks it.
  package var isInTmux: Bool {
    if tmux != nil { return true }
    return name == nil && environment["TMUX"]?.isEmpty == false
  }

  /// Whether the terminal has answered, or tmux in its place.
  package var hasAnswered: Bool { !attributes.isEmpty }

  /// Whether nothing more will come; in tmux the terminal outside may never answer.
  package var hasAnsweredAll: Bool { attributes.count == (isInTmux ? 2 : 1) }

  /// Whether questions would be printed or ignored for certain.
  package var isMute: Bool {
    guard let term = environment["TERM"] else { return true }
    return ["linux", "dumb"].contains(term) || term.hasPrefix("vt1")
      || environment["TERM_PROGRAM"] == "Apple_Terminal"
  }

  // MARK: Cells

  /// The size of a cell in pixels: as answered, else of the window's, else a usual one.
  package var cellSize: PixelSize {
    if let cell { return cell }
    guard let window, window.size.rows > 0, window.size.columns > 0 else {
      return TerminalTraits.usualCell
    }
    func share(_ pixels: PixelSize) -> PixelSize {
      PixelSize(
        width: pixels.width / window.size.columns, height: pixels.height / window.size.rows)
    }
    // xterm counts its border in the window's size; the area for sixels is without it.
    if let area, area.width <= window.pixels.width, area.height <= window.pixels.height,
      share(area).isPlausibleCell
    {
      return share(area)
    }
    let cell = share(window.pixels)
    return cell.isPlausibleCell ? cell : TerminalTraits.usualCell
  }

  private static let usualCell = PixelSize(width: 10, height: 20)

  // MARK: Protocols

  /// A way to show something, and why it was chosen.
  package struct Choice<Way: Equatable & Sendable>: Equatable, Sendable {
    package let way: Way
    package let reason: String

    package init(way: Way, reason: String) {
      self.way = way
      self.reason = reason
    }
  }

  /// The best way to show pictures as far as is known.
  package var choice: Choice<ImageWay> {
    guard depth != .none else { return Choice(way: .none, reason: "no colours") }
    let terminal = name ?? environment["TERM_PROGRAM"] ?? "a terminal without a name"
    if let found = imageProtocol {
      return Choice(way: .image(found), reason: isInTmux ? "\(terminal) in tmux" : terminal)
    }
    guard depth.hasPalette else { return Choice(way: .none, reason: "fewer than 256 colours") }
    if isInTmux, hasAnswered, name == nil {
      return Choice(
        way: .blocks,
        reason: "tmux lets no images through: tmux set -g allow-passthrough on would")
    }
    return Choice(way: .blocks, reason: hasAnswered ? "\(terminal) has no images" : "no answer")
  }

  private var imageProtocol: ImageProtocol? {
    // The colour of a placeholder is the image's id, for which 240 indices are too few.
    if hasPlaceholders, depth == .direct { return .kitty }
    // tmux says that it has sixels even if the terminal outside has none.
    if isInTmux {
      return attributes.count == 2 && attributes.allSatisfy { $0.contains(4) } ? .sixel : nil
    }
    // WezTerm's are better than its sixels; Konsole draws its sixels with stripes.
    if hasITermImages { return .iterm2 }
    return attributes.first?.contains(4) == true && !isNamed("Konsole") ? .sixel : nil
  }

  /// kitty from 0.28 on and Ghostty. Konsole and older ones of kitty answer its query, and have no
  /// placeholders.
  private var hasPlaceholders: Bool {
    if isNamed("ghostty") { return true }
    guard let name, name.hasPrefix("kitty(") else { return false }
    let version = name.dropFirst(6).prefix { $0 != ")" }.split(separator: ".")
    guard version.count >= 2, let major = Int(version[0]), let minor = Int(version[1]) else {
      return false
    }
    return (major, minor) >= (0, 28)
  }

  private var hasITermImages: Bool {
    if ["iTerm2", "WezTerm", "mintty"].contains(where: isNamed) { return true }
    let program = environment["TERM_PROGRAM"] ?? ""
    return name == nil && ["iTerm.app", "WezTerm", "vscode", "mintty"].contains(program)
  }

  /// Whether the terminal draws sextants (U+1FB00 to U+1FB3B) by itself, without a font's. The name
  /// alone counts: one that was started from another inherits its environment.
  package var hasSextants: Bool {
    ["kitty(", "ghostty", "foot(", "VTE(", "WezTerm", "contour"].contains(where: isNamed)
  }

  func isNamed(_ brand: String) -> Bool {
    name?.lowercased().hasPrefix(brand.lowercased()) == true
  }
}

/// A way to show pictures.
package enum ImageWay: Hashable, Sendable {
  case image(ImageProtocol)
  /// Block characters in colours of their own.
  case blocks
  case none
}
