package io.lockstep.parts.device;

import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.spec.SpecSchema;
import io.lockstep.parts.stats.IssueScheme;
import io.lockstep.parts.stats.Statistic;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a device module supplies: a catalogue of specifications and the model behind them.
 *
 * <p>Found by ServiceLoader; declare it both in {@code module-info} and in {@code
 * META-INF/services}. Stateless and thread-safe.
 */
public interface DeviceProvider {
  /**
   * Short name of the family, for example {@code evergreen}; {@code family:} in specifications.
   *
   * @return the name; short, for example {@code evergreen}, as {@code family:} of a specification
   *     has it
   */
  String family();

  /** {@return every key that a specification of this family may hold, with unit and range} */
  SpecSchema schema();

  /** {@return the specifications shipped with the module, in the order of a catalogue} */
  List<DeviceSpec> catalogue();

  /**
   * Ids of {@link #catalogue()}, in its order. Override it with {@link #spec}.
   *
   * @return ids of {@link #catalogue()}, in its order
   */
  default List<String> devices() {
    return catalogue().stream().map(DeviceSpec::id).toList();
  }

  /**
   * One specification of {@link #catalogue()}. A module that overrides this and {@link #devices()}
   * lets a run of one device read one file.
   *
   * @param id one of {@link #devices()}
   * @return the specification
   */
  default DeviceSpec spec(String id) {
    return catalogue().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  /**
   * Statistics of the family's own, beside those of the shared parts and of {@link #issue}. What a
   * machine writes under a name that nobody has declared ends its row.
   *
   * @return their declarations; empty where the parts' own are all
   */
  default List<Statistic> statistics() {
    return List.of();
  }

  /**
   * Counters of the vendor's profiler that shared statistics correspond to: for lists and the
   * documentation. Those of the family's own statistics stand at their declarations.
   *
   * @return the profiler's names by the names of statistics; empty where none is known
   */
  default Map<String, String> counters() {
    return Map.of();
  }

  /**
   * Issue ports and the causes that their time is accounted to: each a statistic {@code issue.…},
   * each part of a {@link io.lockstep.parts.stats.CommonCause}. Empty where there is no account.
   *
   * @return ports and causes, or empty
   */
  default Optional<IssueScheme> issue() {
    return Optional.empty();
  }

  /**
   * What a specification of this family declares of figures that {@code lockstep check} measures,
   * where shared figures do not say it: from figures alone, never from the model, which is what is
   * checked. 0 says that a check does not apply.
   *
   * @param spec a specification of this family, overrides applied
   * @return by the names of checks, in their units; empty where shared figures say all
   */
  default Map<String, Double> declares(DeviceSpec spec) {
    return Map.of();
  }

  /**
   * The model for a specification that conforms to {@link #schema()}.
   *
   * @param spec a specification of this family, overrides applied
   * @return the model; stateless, its simulations are its children
   * @throws io.lockstep.io.InputException where figures contradict each other (with position)
   */
  Device device(DeviceSpec spec);
}
