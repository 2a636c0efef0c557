import NIOCore
import OrderedJSON

/// Give every page of a list a link to a next page. Documents without a member `next` stay as they are.
enum NextFaults {
  static let list = [
    FaultSyntax(
      "next", "endless|loop|URL",
      "Link every page of a list to a next one: without end (later pages repeat the first), to itself, or to this URL"
    ) { words throws(OriginServerError) in
      let goal = try words.next("endless, loop or a URL") { word in
        ["endless", "loop"].contains(word) || word.contains(":") || word.hasPrefix("/") ? word : nil
      }
      var fault = Fault { plan, occasion in
        guard let json = try? JSON(parsing: plan.body.readableBytesView), var object = json.object, object["next"] != nil else { return }
        let (root, asked) = (occasion.root, occasion.request.target)
        let next = goal == "endless" ? root + target(asked, page: page(asked) + 1) : goal == "loop" ? root + asked : goal
        object["next"] = .string(next)
        plan.replaceBody(ByteBuffer(bytes: JSON.object(object).bytes()))
      }
      // Asks for the first page instead of a later one, which need not exist.
      fault.rewrite = { request in
        if goal == "endless", page(request.target) > 1 { request.target = target(request.target, page: 1) }
      }
      return fault
    }
  ]

  private static func page(_ target: String) -> Int {
    items(target).last { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) }.map { max(1, min($0, .max - 1)) } ?? 1
  }

  private static func target(_ target: String, page: Int) -> String {
    let others = items(target).filter { !$0.hasPrefix("page=") }
    return "\(target.prefix { $0 != "?" })?" + (others + ["page=\(page)"]).joined(separator: "&")
  }

  private static func items(_ target: String) -> [Substring] {
    target.drop { $0 != "?" }.dropFirst().split(separator: "&")
  }
}
