/// The best elements of a sequence of any length, in memory for twice their number.
struct BestList<Element> {
  private let limit: Int
  private let isBetter: (Element, Element) -> Bool
  private var elements: [Element] = []
  /// The worst of the best elements so far, if there are enough of them.
  private var worst: Element?

  /// - Parameters:
  ///   - limit: how many elements to keep.
  ///   - isBetter: a strict order of all elements.
  init(_ limit: Int, by isBetter: @escaping (Element, Element) -> Bool) {
    self.limit = max(limit, 0)
    self.isBetter = isBetter
  }

  /// Takes constant time on average.
  mutating func add(_ element: Element) {
    if limit == 0 { return }
    if let worst, !isBetter(element, worst) { return }
    elements.append(element)
    guard elements.count >= 2 * limit else { return }
    elements = sorted
    worst = elements.last
  }

  /// The best elements, best first.
  var sorted: [Element] { Array(elements.sorted(by: isBetter).prefix(limit)) }
}
