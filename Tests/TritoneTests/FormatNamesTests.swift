import Exchange
import Interface
import Testing

@Suite("Names of formats")
struct FormatNamesTests {
  @Test("the command line completes the formats that there are")
  func names() {
    #expect(CommandLineReader.formats == FileFormat.allCases.map(\.rawValue))
  }
}
