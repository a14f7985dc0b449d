/// Finds the minimum of a smooth function (Nocedal: Updating Quasi-Newton Matrices with Limited
/// Storage, 1980), with halved steps until the function falls enough (Armijo).
struct LimitedMemoryBFGS {
  var memory = 12
  var rounds = 500
  /// Converged when no part of the gradient is larger.
  var tolerance = 1e-6

  typealias Function = ([Double]) -> (value: Double, gradient: [Double])

  private struct Step {
    var motion: [Double]
    var change: [Double]
    var curvature: Double
  }

  func minimum(from start: [Double], of function: Function) -> [Double] {
    var index = start
    var (value, gradient) = function(index)
    var steps: [Step] = []
    for _ in 0..<rounds {
      guard let steepest = gradient.map(abs).max(), steepest > tolerance else { break }
      var direction = self.direction(gradient, steps)
      if dot(direction, gradient) >= 0 {
        steps = []
        direction = gradient.map { -$0 }
      }
      let fall = dot(direction, gradient)
      var length = steps.isEmpty ? min(1, 1 / max(1e-12, dot(gradient, gradient).squareRoot())) : 1
      var next = moved(index, direction, length)
      var found = function(next)
      while found.value > value + 1e-4 * length * fall, length > 1e-12 {
        length /= 2
        next = moved(index, direction, length)
        found = function(next)
      }
      guard found.value < value else { break }
      let motion = zip(next, index).map { $0 - $1 }
      let change = zip(found.gradient, gradient).map { $0 - $1 }
      let curvature = dot(motion, change)
      if curvature > 1e-12 {
        steps.append(Step(motion: motion, change: change, curvature: curvature))
        if steps.count > memory { steps.removeFirst() }
      }
      (index, value, gradient) = (next, found.value, found.gradient)
    }
    return index
  }

  /// Search direction: the gradient, corrected by the curvature of the last steps.
  private func direction(_ gradient: [Double], _ steps: [Step]) -> [Double] {
    var direction = gradient.map { -$0 }
    var parts: [Double] = []
    for step in steps.reversed() {
      let part = dot(step.motion, direction) / step.curvature
      parts.append(part)
      direction = moved(direction, step.change, -part)
    }
    if let last = steps.last {
      let scale = last.curvature / dot(last.change, last.change)
      direction = direction.map { $0 * scale }
    }
    for (step, part) in zip(steps, parts.reversed()) {
      let back = dot(step.change, direction) / step.curvature
      direction = moved(direction, step.motion, part - back)
    }
    return direction
  }

  private func moved(_ index: [Double], _ direction: [Double], _ length: Double) -> [Double] {
    zip(index, direction).map { $0 + length * $1 }
  }

  private func dot(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
