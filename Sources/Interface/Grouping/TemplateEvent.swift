package import Music

/// Loaded templates, and previews of their groups.
package enum TemplateEvent: Equatable, Sendable {
  case loaded([SavedTemplate])
  /// The headers alone; nil when the list could not be read.
  case previewed(ListWindow?, serial: Int)
  /// The template saved under a name; nil for none.
  case found(String, SavedTemplate?, TemplateTarget)
}
