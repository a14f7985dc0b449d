/// All albums of the crate.
enum DemoAlbums {
  static var albums: [DemoAlbum] { [slowHarbour, nightLines, glassWeather, pierNine] }
}
