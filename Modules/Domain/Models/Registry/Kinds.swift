/// The kinds a program knows, in the order in which front-ends list them. A value made where the program is put together.
public struct Kinds: Sendable {
  public let all: [KindDescription]

  public init(_ types: [any Kind.Type]) { all = types.map(KindDescription.init) }

  /// The kinds of the Star Wars catalogue.
  public static let standard = Kinds(standardKinds)

  /// `nil` for kinds that the program does not know.
  public subscript(name: KindName) -> KindDescription? { all.first { $0.name == name } }
}
