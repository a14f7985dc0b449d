import ArgumentParser

/// Measures what lists of a large library cost.
@main
struct LibraryBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    subcommands: [CatalogBench.self, WindowBench.self, AnalysesBench.self, MakingBench.self],
    defaultSubcommand: CatalogBench.self)
}
