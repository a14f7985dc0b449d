import ArgumentParser

/// Measures what lists of a large library cost.
@main
struct LibraryBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    subcommands: [CatalogBench.self, WindowBench.self, AnalysesBench.self],
    defaultSubcommand: CatalogBench.self)
}
