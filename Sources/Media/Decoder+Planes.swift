extension Decoder {
  /// Puts the next block into `planes`, in the place of the one before; false at the end of the
  /// file or at `endFrame`.
  package func decode(into planes: ChannelPlanes) throws(MediaError) -> Bool {
    try decodeBlock { planes.put($0, from: $1, length: $2) }
  }
}
