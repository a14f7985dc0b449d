/// The meaning of a run of text, to which a skin gives a look. Views name faces, never colours.
package enum Face: String, CaseIterable, Sendable {
  /// Plain text, secondary text, and text that may almost be overlooked.
  case text, dimmed, faint
  /// The one thing that matters most: the title of the current track, the position.
  case title
  /// The one accent: what has the focus, sorts or plays.
  case accent
  /// A heading above a column or a group.
  case heading
  case header
  /// The row of the playing track.
  case playing
  /// A track whose file is missing or unplayable.
  case missing
  /// Lines between panes, and around the focused one.
  case border, borderFocused
  case tab, tabActive
  /// The played and the remaining part of the position bar.
  case progress, progressRest
  /// The waveform by its strongest frequency band: the played part, and the part to come.
  case waveBass, waveMiddle, waveTreble
  case restBass, restMiddle, restTreble
  /// A key in a hint, and its description.
  case key, hint
  /// Stars.
  case rating
  /// The signs of listened, liked and loved tracks: blue, yellow and pink.
  case listened, liked, reaction
  /// The part of a text that a filter matched.
  case match
  case success, warning
  /// Text and marks of the three mix slots.
  case slot1, slot2, slot3
  /// A filled badge of a slot, with its own background.
  case badge1, badge2, badge3

  /// Whether the face is for lines and bars, which need no text contrast.
  package var isDecoration: Bool {
    switch self {
    case .faint, .border, .borderFocused, .progress, .progressRest, .waveBass, .waveMiddle,
      .waveTreble, .restBass, .restMiddle, .restTreble:
      true
    default: false
    }
  }
}

/// The background that text is drawn on.
package enum Surface: String, CaseIterable, Sendable {
  case base
  /// The cursor's row in the focused pane, and in the others.
  case selected, resting
  /// A row that is marked.
  case marked
  /// The player's bar at the bottom.
  case bar
  /// A window above the panes, and its cursor's row.
  case overlay, overlaySelected
  /// A text field.
  case field
}
