package import Music

/// Templates that group lists.
package enum TemplateEvent: Equatable, Sendable {
  case loaded([SavedTemplate])
  /// Headers alone; nil when the list could not be read.
  case previewed(ListWindow?, serial: Int)
  /// The template that is kept under a name; nil for none.
  case found(String, SavedTemplate?, TemplateTarget)
}
