/// Everything that is in the crate.
enum Catalogue {
  static var albums: [DemoAlbum] { [slowHarbour, nightLines, glassWeather, pierNine] }
}
