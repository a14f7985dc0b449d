import Music
import Screen

extension RowView {
  /// Reactions of others, the number of comments, and the sign of a reaction that waits, in the same
  /// columns of all rows.
  func write(_ said: SharedEntry, in cell: inout Canvas) {
    let isWide = cell.columns >= 34
    let (signs, gap, digits) = isWide ? (4, 1, 2) : (3, 0, 0)
    let width = signs + gap + digits + 2
    guard cell.columns > width + 8 else { return }
    var area = cell.columns(from: cell.columns - width, count: width)
    cell = cell.inset(right: width + 1)
    var ratings = area.columns(from: 0, count: signs)
    let isCut = said.ratings.count > signs
    for rating in said.ratings.prefix(isCut ? signs - 1 : signs) {
      ratings.write(rating.reaction.sign, rating.reaction.face, columns: 1)
    }
    if isCut { ratings.put("+", .dimmed) }
    area = area.inset(left: signs + gap)
    if !said.comments.isEmpty {
      area.columns(from: 0, count: 1 + digits).put(
        "✎" + (digits > 0 ? said.comments.count.grouped : ""),
        said.comments.contains { $0.isRefused }
          ? .warning : said.comments.contains(where: \.isNew) ? .accent : .dimmed)
    }
    let isWaiting = said.isWaiting || said.comments.contains { $0.state == .waiting }
    if isWaiting { area.put("↑", .dimmed, at: 1 + digits) }
  }
}
