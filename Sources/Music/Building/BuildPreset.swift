/// The options of builds under a name.
package struct BuildPreset: Equatable, Sendable {
  package var name: String
  package var options: BuildOptions

  package init(name: String, options: BuildOptions) {
    self.name = name
    self.options = options
  }
}
