package import Screen

/// Reads a skin from TOML.
///
/// ```toml
/// name = "Obsidian"
/// [palette]
/// ink = "#0e0f12"
/// [faces]
/// text = "#e6e6f0"
/// badge1 = { fg = "ink", bg = "#f26d78", bold = true }  # also dim, italic, underline
/// [grounds]
/// base = "ink"
/// selected = { bg = "#2c2452", fg = "#ffffff" }
/// [shape]
/// frame = "box"
/// ```
///
/// A colour is "#rrggbb" or a name from the palette. The names of faces and grounds are those of
/// `Face` and `Surface`. A face that is left out looks like the one nearest in meaning (`heading`,
/// `key` and `playing` like `accent`, `hint` and `tab` like `dimmed`, a badge like its slot filled
/// in, most others like `text`); a ground that is left out looks like `base`, `selected` like
/// `text` and `base` swapped, `overlaySelected` like `selected`. The keys of the shape are those of
/// `Shape`; one that is left out is Obsidian's.
package enum ThemeFile {
  /// Reads a skin; `file` is the name in error messages.
  package static func read(_ text: String, file: String) throws(SettingsError) -> Theme {
    try ThemeReader(text, file: file).theme()
  }

  /// The text of a skin's file, which reads back as the same skin.
  package static func text(of theme: Theme) -> String { ThemeWriter(theme).text }

  /// Reads the skin in a file.
  package static func read(path: String) throws(SettingsError) -> Theme {
    try read(try SettingsText.read(path), file: SettingsText.fileName(path))
  }
}
