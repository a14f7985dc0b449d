/// What a piece of text is; a skin says how that looks. Views name faces, never colours.
package enum Face: String, CaseIterable, Sendable {
  /// Plain text, text of the second rank, and text that may almost be overlooked.
  case text, dimmed, faint
  /// The one accent: the title of what plays, the active tab, the running bar.
  case accent
  /// A heading above a column or a group.
  case heading
  case header
  /// The row of the track that plays.
  case playing
  /// A track whose file is gone or cannot be played.
  case missing
  /// Lines between panes; around the focused one.
  case border, borderFocused
  case tab, tabActive
  /// The heard and the unheard part of the position bar.
  case progress, progressRest
  /// The outline of the sound in that bar, by the band that is strongest: what is ahead, and what
  /// was heard.
  case waveBass, waveMiddle, waveTreble
  case heardBass, heardMiddle, heardTreble
  /// A key in a hint, and what it does.
  case key, hint
  /// Stars; hearts.
  case rating, reaction
  /// The part of a text that a filter matched.
  case match
  case success, warning
  /// Text and marks of the three mix slots.
  case slot1, slot2, slot3
  /// A filled badge of a slot, with its own background.
  case badge1, badge2, badge3

  /// Whether it is a line or a bar, which need not be read.
  package var isDecoration: Bool {
    switch self {
    case .faint, .border, .borderFocused, .progress, .progressRest, .waveBass, .waveMiddle,
      .waveTreble, .heardBass, .heardMiddle, .heardTreble:
      true
    default: false
    }
  }
}

/// What a piece of text stands on.
package enum Surface: String, CaseIterable, Sendable {
  case base
  /// The cursor's row in the focused pane, and in the others.
  case selected, resting
  /// A row that is marked.
  case marked
  /// The player's bar at the bottom.
  case bar
  /// A window above the panes; its cursor's row.
  case overlay, overlaySelected
  /// The field in which text is typed.
  case field
}
