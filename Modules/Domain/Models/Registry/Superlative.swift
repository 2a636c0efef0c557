/// What the greatest value of a field means: how a person asks for the record that has it.
public enum Superlative: Sendable, Hashable {
  /// The label of the field fits into the sentence: the greatest height.
  case greatest
  case bornLast, longestSupplies, mostPassengers, largestCrew, longestRotation, longestOrbit
  /// The greatest value is not the most: the number of an episode is not an amount, and a hyperdrive of a higher class is slower.
  case meaningless
}
