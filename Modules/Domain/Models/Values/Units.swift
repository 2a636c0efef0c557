/// Unit of a ``Quantity``.
public protocol UnitOfMeasure: Sendable, Hashable {
  /// Name of the unit in canonical JSON.
  static var name: String { get }
  /// Lower-case suffixes accepted in the origin's text, longest first.
  static var spellings: [String] { get }
}

extension UnitOfMeasure {
  public static var spellings: [String] { [name.lowercased()] }
}

public enum Centimeters: UnitOfMeasure { public static let name = "cm" }
public enum Kilograms: UnitOfMeasure { public static let name = "kg" }
public enum Meters: UnitOfMeasure { public static let name = "m" }
public enum Kilometers: UnitOfMeasure { public static let name = "km" }

/// Speed. Some origins write only `km`.
public enum KilometersPerHour: UnitOfMeasure {
  public static let name = "km/h"
  public static let spellings = ["km/h", "km"]
}

/// Megalights per standard hour.
public enum Megalights: UnitOfMeasure { public static let name = "MGLT" }

public enum Hours: UnitOfMeasure { public static let name = "hours" }

public enum Days: UnitOfMeasure { public static let name = "days" }

public enum Years: UnitOfMeasure { public static let name = "years" }

public enum Credits: UnitOfMeasure { public static let name = "credits" }

public enum Percent: UnitOfMeasure {
  public static let name = "percent"
  public static let spellings = ["percent", "%"]
}

/// Number of beings of any species: crews, passengers, populations.
public enum Individuals: UnitOfMeasure { public static let name = "individuals" }

/// Class of a hyperdrive; lower is faster.
public enum HyperdriveClass: UnitOfMeasure { public static let name = "class" }
