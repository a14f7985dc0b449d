/// The characters that stand for the cells of an image (kitty's graphics protocol, "Unicode
/// placeholders"). Skins and texts cannot write them: private characters never reach a cell.
package enum Placeholder {
  private static let base: Unicode.Scalar = "\u{10EEEE}"

  /// Marks for the numbers of rows and columns, the first ones of kitty's table.
  private static let marks: [UInt32] = [
    0x305, 0x30D, 0x30E, 0x310, 0x312, 0x33D, 0x33E, 0x33F, 0x346, 0x34A, 0x34B, 0x34C, 0x350,
    0x351, 0x352, 0x357, 0x35B, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36A, 0x36B,
    0x36C, 0x36D, 0x36E, 0x36F, 0x483, 0x484, 0x485, 0x486, 0x487, 0x592, 0x593, 0x594, 0x595,
    0x597, 0x598, 0x599, 0x59C, 0x59D, 0x59E, 0x59F, 0x5A0, 0x5A1, 0x5A8, 0x5A9, 0x5AB, 0x5AC,
    0x5AF, 0x5C4, 0x610, 0x611, 0x612, 0x613, 0x614, 0x615, 0x616, 0x617, 0x657, 0x658, 0x659,
    0x65A, 0x65B, 0x65D, 0x65E, 0x6D6, 0x6D7, 0x6D8, 0x6D9, 0x6DA, 0x6DB, 0x6DC, 0x6DF, 0x6E0,
    0x6E1, 0x6E2,
  ]

  /// The number of rows and of columns that an image can have.
  package static let limit = marks.count

  /// The characters of one cell of an image; row and column are less than `limit`.
  ///
  /// Each cell has both marks, since ncurses may draw a row in pieces.
  package static func cluster(row: Int, column: Int) -> Cluster {
    var cluster = Cluster(base)
    for index in [row, column] {
      // because the table has no surrogates
      cluster.append(Unicode.Scalar(marks[index])!)
    }
    return cluster
  }

  /// Whether a cell is a part of an image.
  package static func isIn(_ cell: Frame.Cell) -> Bool {
    cell.colors != nil && cell.cluster.base == base
  }
}
