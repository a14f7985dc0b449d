// The built-in copy of Themes/obsidian.toml; a test holds the two equal.

extension Theme {
  /// Obsidian, the built-in skin.
  package static let fallback = Theme(
    name: "Obsidian",
    faces: [
      .text: style(0xE6E6F0),
      .title: style(0xE6E6F0, .bold),
      .dimmed: style(0xA3A4BA),
      .faint: style(0x5F6079),
      .accent: style(0xB79DFF, .bold),
      .heading: style(0xCFC0FF, .bold),
      .header: style(0xA3A4BA, .bold),
      .playing: style(0xB79DFF, .bold),
      .missing: style(0xC9929F, .italic),
      .border: style(0x44465C),
      .borderFocused: style(0xB79DFF),
      .tab: style(0xA3A4BA),
      .tabActive: style(0xCFC0FF, .bold),
      .progress: style(0xB79DFF),
      .progressRest: style(0x44465C),
      .waveBass: style(0x7D86FF),
      .waveMiddle: style(0xD28CF0),
      .waveTreble: style(0xD9F4FF),
      .restBass: style(0x4A5094),
      .restMiddle: style(0x69497A),
      .restTreble: style(0x4E575E),
      .key: style(0xCFC0FF, .bold),
      .hint: style(0xA3A4BA),
      .rating: style(0xF0C662),
      .listened: style(0x86B6FF),
      .liked: style(0xF0C662),
      .reaction: style(0xFF9EC4),
      .match: style(0x7FDFB5, .underline),
      .success: style(0x7FDFB5),
      .warning: style(0xFFB37A),
      .slot1: style(0xFF8585),
      .slot2: style(0x86B6FF),
      .slot3: style(0xF0C662),
      .badge1: style(0x24060A, on: 0xF26D78, .bold),
      .badge2: style(0x06142E, on: 0x6BA5FF, .bold),
      .badge3: style(0x261C02, on: 0xEFC14F, .bold),
    ],
    grounds: [
      .base: SurfaceStyle(background: Color(0x0C0D12)),
      .selected: SurfaceStyle(background: Color(0x2C2452)),
      .resting: SurfaceStyle(background: Color(0x211F33)),
      .marked: SurfaceStyle(background: Color(0x1D2C38)),
      .bar: SurfaceStyle(background: Color(0x14151D)),
      .overlay: SurfaceStyle(background: Color(0x1B1C28)),
      .overlaySelected: SurfaceStyle(background: Color(0x372C68)),
      .field: SurfaceStyle(background: Color(0x262739)),
    ],
    palette: [
      "glass": Color(0x0C0D12),
      "smoke": Color(0x14151D),
      "slate": Color(0x1B1C28),
      "shade": Color(0x211F33),
      "dusk": Color(0x2C2452),
      "iris": Color(0x372C68),
      "mist": Color(0xE6E6F0),
      "haze": Color(0xA3A4BA),
      "ash": Color(0x5F6079),
      "line": Color(0x44465C),
      "violet": Color(0xB79DFF),
      "lilac": Color(0xCFC0FF),
      "mint": Color(0x7FDFB5),
      "rose": Color(0xFF9EC4),
      "red": Color(0xFF8585),
      "blue": Color(0x86B6FF),
      "gold": Color(0xF0C662),
    ])

  private static func style(
    _ foreground: UInt32, on background: UInt32? = nil, _ attributes: Attributes = []
  ) -> FaceStyle {
    FaceStyle(
      foreground: Color(foreground), background: background.map(Color.init),
      attributes: attributes)
  }
}
