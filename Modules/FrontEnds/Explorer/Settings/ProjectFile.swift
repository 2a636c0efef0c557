import Localization
import MessageBus
import OrderedJSON
public import Platform
public import Presentation

/// The configuration file of a project: `.holocron.json` in the working directory or in the nearest folder above that has one.
///
/// A project may come from somebody else. So its file sets only how things are shown: a service, the bus, a key that does something else than
/// expected would be a way to run programs or to redirect files and requests. And a file that another user could have written is not read.
public struct ProjectFile: Sendable, Hashable {
  public static let name = ".holocron.json"
  public let path: String
  /// Why the file is not read; `nil` if it is.
  public let distrust: FileDistrust?

  /// The settings that a project may have, all in the section ``Preferences/section``.
  public static let members = [
    Preference<ThemeChoice>.theme.name, Preference<any Language>.language.name, Preference<UnitSystem>.units.name,
    Preference<Bool>.mouse.name, Preference<Bool>.motion.name, Preference<Bool>.absent.name,
    Preference<Bool>.complete.name,
  ]

  /// The settings that a project may have, with their section.
  public static var settings: [String] { members.map { "\(Preferences.section).\($0)" } }

  /// Returns the nearest file; `nil` if there is none. The search ends below the home folder and the root folder, whose files would apply to
  /// everything, at the border of a file system, and at a folder of another user than this one and root.
  public static func find(from folder: String, environment: Environment, user: UInt32 = User.effective) -> ProjectFile? {
    guard folder.hasPrefix("/"), let device = FileIdentity(of: folder)?.device else { return nil }
    var folder = folder
    while isSearched(folder, environment: environment, user: user), FileIdentity(of: folder)?.device == device {
      let path = "\(folder)/\(name)"
      if let status = try? FileStatus(of: path) { return ProjectFile(path: path, distrust: distrust(status, user: user)) }
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = String(folder[..<slash])
    }
    return nil
  }

  /// Whether a file in this folder would be found from there.
  public static func isSearched(_ folder: String, environment: Environment, user: UInt32 = User.effective) -> Bool {
    guard folder.count > 1, folder != XDGFolders(environment).home, let status = try? FileStatus(of: folder) else { return false }
    return [user, 0].contains(status.owner)
  }

  /// Returns why a file must not be read; `nil` if only this user can have written it.
  static func distrust(_ status: FileStatus, user: UInt32) -> FileDistrust? {
    if status.kind != .regular { return .notRegular }
    for owner in [status.owner, status.linkOwner ?? user] where owner != user {
      return .foreignOwner(User.description(of: owner))
    }
    return status.isWritableByOthers ? .othersCanWrite : nil
  }

  /// Returns the members that a project may set, and the names of the others.
  static func allowed(in members: JSON.Object) -> (members: JSON.Object, ignored: [String]) {
    var kept = JSON.Object()
    var ignored: [String] = []
    for member in members {
      guard member.name == Preferences.section, let section = member.value.object else {
        if let inner = member.value.object, member.name != Preferences.section {
          ignored += inner.isEmpty ? [member.name] : inner.map { "\(member.name).\($0.name)" }
        } else {
          ignored.append(member.name)
        }
        continue
      }
      // A mistyped member is kept, so that it is reported as such.
      let own = section.filter { member in
        // A theme of the project would be a file that it makes this program read.
        if member.name == Preference<ThemeChoice>.theme.name, FileTheme.isPath(member.value.string ?? "") { return false }
        return !Preferences.members.contains(member.name) || Self.members.contains(member.name)
      }
      ignored += section.filter { !own.contains($0) }.map { "\(member.name).\($0.name)" }
      kept[member.name] = .object(JSON.Object(own.map { ($0.name, $0.value) }))
    }
    return (kept, ignored)
  }
}
