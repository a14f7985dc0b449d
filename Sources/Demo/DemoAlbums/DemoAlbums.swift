/// Everything that is in the crate.
enum DemoAlbums {
  static var albums: [DemoAlbum] { [slowHarbour, nightLines, glassWeather, pierNine] }
}
