internal import HTTP

extension SpotifyClient {
  /// Items of pages of `size` by offset, until `most` are there or the list ends.
  ///
  /// - Parameters:
  ///   - call: without its limit and offset.
  ///   - pages: the most pages that are read.
  func list<Item: Decodable>(
    _ call: Call, size: Int, most: Int, pages: Int,
    _ page: (Call) async throws(SpotifyError) ->
      SpotifyPage<Item>
  ) async throws(SpotifyError) -> [Item] {
    var found: [Item] = []
    var offset = 0
    for _ in 0..<pages {
      var part = call
      part.add("limit", size)
      part.add("offset", offset)
      let page = try await page(part)
      found += page.items.compactMap(\.self)
      // By the size that was asked for: what Spotify left out counts, too.
      offset += size
      if found.count >= most || page.items.isEmpty || page.next == nil { break }
    }
    return Array(found.prefix(most))
  }
}
