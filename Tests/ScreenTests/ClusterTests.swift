import Testing

@testable import Screen

@Suite("Clusters")
struct ClusterTests {
  @Test(
    "a text of up to five scalars comes back as it was",
    arguments: [
      "", " ", "z", "é", "e\u{301}", "日", "\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}\u{10FFFF}",
    ])
  func keeps(text: String) {
    let cluster = Cluster(text: text)
    #expect(Array(cluster.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(Array(cluster) == Array(text.unicodeScalars))
    #expect(cluster.isEmpty == text.isEmpty && cluster.base == text.unicodeScalars.first)
    #expect((cluster.single != nil) == (text.unicodeScalars.count == 1))
  }

  @Test("scalars for which a cell has no room are left out")
  func bounds() {
    var cluster = Cluster("z")
    for _ in 0..<9 { cluster.append("\u{336}") }
    #expect(cluster.text == "z\u{336}\u{336}\u{336}\u{336}")
    #expect(Cluster(text: "z\u{336}\u{336}\u{336}\u{336}\u{336}") == cluster)
  }
}
