import Music
import Screen

/// Texts that complete what is typed into a field: names of artists as one types, or the names in
/// a folder once Tab was pressed.
struct BuildCompletion: Equatable, Sendable {
  /// The serial of the request that is on its way.
  var pending: Int?
  /// Names to put in place of the typed one.
  private(set) var offers: [String] = []
  /// Those of a folder that begin as the path does.
  private(set) var names: [PathName] = []
  /// The offer in the text.
  private var index: Int?
  /// Nothing begins as the path does.
  private(set) var isVain = false
  /// The path names the only thing that begins so.
  private var isWhole = false

  private static let maximumOffers = 20

  /// The name that is being typed, up to the cursor; nil for none.
  static func piece(in text: TextField) -> String? {
    let before = text.text.prefix(text.cursor)
    let start = before.lastIndex(where: BuildFormField.artistSeparators.contains)
    let piece = before[(start.map { before.index(after: $0) } ?? before.startIndex)...].trimmed()
    return piece.isEmpty ? nil : piece
  }

  /// Takes the names that complete a piece. Those that would come apart in the list are no offers.
  mutating func receive(_ found: [String], for text: TextField) {
    pending = nil
    let piece = BuildCompletion.piece(in: text)
    var seen = Set<String>()
    offers = found.prefix(1_000).map { $0.trimmed() }.filter { name in
      !name.isEmpty && name != piece && name.count <= BuildOptions.maximumName
        && !name.contains(where: BuildFormField.artistSeparators.contains)
        && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        && seen.insert(name).inserted
    }
    offers = Array(offers.prefix(BuildCompletion.maximumOffers))
  }

  /// Puts the next offer in place of the typed name.
  mutating func offer(by step: Int, in text: TextField, limit: Int?) -> TextField? {
    guard !offers.isEmpty, let piece = BuildCompletion.piece(in: text) else { return nil }
    let count = offers.count
    let next = index.map { ($0 + step + count) % count } ?? (step < 0 ? count - 1 : 0)
    index = next
    let before = text.text.prefix(text.cursor)
    let kept = before.trimmedEnd.dropLast(piece.count)
    return TextField(
      kept + offers[next], String(text.text.dropFirst(text.cursor)), limit: limit)
  }

  /// Completes a path as far as the names in its folder agree.
  mutating func receive(_ found: [PathName], for text: TextField, limit: Int?) -> TextField? {
    pending = nil
    guard let completed = found.completing(text.text) else {
      isVain = true
      return nil
    }
    names = found.count > 1 ? found : []
    isWhole = found.count == 1 && completed == text.text
    return TextField(completed, "", limit: limit)
  }

  /// Whether Tab has nothing more to complete before the text changes.
  var isListed: Bool { !names.isEmpty || isVain || isWhole || pending != nil }

  /// The offers in a line, from the one in the text on.
  var text: String? {
    if isVain { return "Nothing there begins like that" }
    if !names.isEmpty { return names.prefix(40).map(\.shown).joined(separator: "  ") }
    guard !offers.isEmpty else { return nil }
    let rest = offers[(index ?? 0)...].joined(separator: "  ")
    return index.map { "\($0 + 1) of \(offers.count)  \(rest)" } ?? rest
  }
}

extension Substring {
  fileprivate var trimmedEnd: Substring {
    var rest = self
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return rest
  }
}
