public import Localization

/// What a page needs to be drawn, besides its own state.
public struct Scene {
  public let explorer: Explorer
  public let now: Moment
  public let keys: KeyMap
  public let memory: ColumnMemory

  public init(_ explorer: Explorer, at now: Moment, keys: KeyMap = .standard, memory: ColumnMemory = ColumnMemory()) {
    self.explorer = explorer
    self.now = now
    self.keys = keys
    self.memory = memory
  }

  public var language: any Language { explorer.look.language }
  public var library: Library { explorer.library }
  public var layout: ScreenLayout { explorer.layout }
}
