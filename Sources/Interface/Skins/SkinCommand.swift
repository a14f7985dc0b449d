/// Commands about skins.
package enum SkinCommand: Hashable, Sendable {
  case next, choose
  case use(String)
  case shape(ShapeChoice)
}
