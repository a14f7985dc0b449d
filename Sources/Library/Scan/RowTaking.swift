/// Takes the values of a row, column by column.
protocol RowTaking: AnyObject {
  func add(_ text: String?)
  func add(_ bytes: [UInt8])
  func add(_ number: Int64?)
  func add(_ number: Double?)
}

extension RowTaking {
  func add(_ number: Int?) { add(number.map(Int64.init)) }

  func add(_ isSo: Bool) { add(isSo ? Int64(1) : 0) }
}
