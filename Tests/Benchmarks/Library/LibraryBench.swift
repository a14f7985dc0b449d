import ArgumentParser

/// Measures the cost of lists of a large library.
@main
struct LibraryBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    subcommands: [
      CatalogBench.self, WindowBench.self, AnalysesBench.self, RebuildBench.self,
      BuildBench.self,
    ],
    defaultSubcommand: CatalogBench.self)
}
