/// The layout that the user set: its form, and the sizes of panes where all of them show.
package struct LayoutChoice: Codable, Equatable, Sendable {
  package enum Form: String, Codable, CaseIterable, Sendable {
    /// By the size of the terminal.
    case auto
    case wide, full, column, strip
  }

  /// Where it does not fit, the form goes with the size of the terminal.
  package var form = Form.auto
  /// Columns of Now Playing and of the playlist; nil for the sizes that go with screen and focus.
  package var right: Int?
  /// Rows of Now Playing, and of the mix slots.
  package var nowPlaying: Int?
  package var mix: Int?

  package init(form: Form = .auto, right: Int? = nil, nowPlaying: Int? = nil, mix: Int? = nil) {
    (self.form, self.right, self.nowPlaying, self.mix) = (form, right, nowPlaying, mix)
  }
}

/// A border between panes that moves.
package enum PaneBorder: Hashable, Sendable {
  /// Between the library and the column to its right.
  case right
  /// Between Now Playing and the playlist.
  case nowPlaying
  /// Above the mix slots.
  case mix
}

/// Where a key moves a border.
package enum BorderMove: Hashable, Sendable { case left, right, up, down }
