package io.lockstep.spi;

import io.lockstep.spi.address.AddressKind;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device module's entry point: a catalogue of specifications and the model behind them.
 *
 * <p>Found by ServiceLoader; declare it both in {@code module-info} and in {@code
 * META-INF/services}. Stateless and thread-safe.
 */
public interface DeviceProvider {
  /**
   * Short name of the family, as in {@code family:} of a specification.
   *
   * @return the name, for example {@code evergreen}
   */
  String family();

  /** {@return every key that a specification of this family may hold, with unit and range} */
  SpecSchema schema();

  /** {@return the specifications shipped with the module, in catalogue order} */
  List<DeviceSpec> catalogue();

  /**
   * Ids of {@link #catalogue()}, in its order. Override it together with {@link #spec}.
   *
   * @return the ids
   */
  default List<String> devices() {
    return catalogue().stream().map(DeviceSpec::id).toList();
  }

  /**
   * One specification of {@link #catalogue()}. If a module overrides this and {@link #devices()}, a
   * run of one device reads only one file.
   *
   * @param id one of {@link #devices()}
   * @return the specification
   */
  default DeviceSpec spec(String id) {
    return catalogue().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  /**
   * The family's own statistics, in addition to those of the shared parts and of {@link #issue}. An
   * undeclared statistic fails the row.
   *
   * @return their declarations; empty if there are none
   */
  default List<Statistic> statistics() {
    return List.of();
  }

  /**
   * Counters of the vendor's profiler that correspond to shared statistics, for listings and
   * documentation. Those of the family's own statistics are in their declarations.
   *
   * @return the profiler's names by the names of statistics; empty if none is known
   */
  default Map<String, String> counters() {
    return Map.of();
  }

  /**
   * Issue ports and the reasons by which their cycles are accounted: each is a statistic {@code
   * issue.…} and belongs to a {@link io.lockstep.spi.stats.CommonCause}. Empty without cycle
   * accounting.
   *
   * @return ports and reasons, or empty
   */
  default Optional<IssueScheme> issue() {
    return Optional.empty();
  }

  /**
   * Expected values of checks ({@code lockstep check}) that shared figures do not determine.
   * Compute them from figures only, never from the model, which is under test. 0 marks a check as
   * not applicable.
   *
   * @param spec a specification of this family, overrides applied
   * @return values by the names of checks, in their units; empty if shared figures suffice
   */
  default Map<String, Double> declares(DeviceSpec spec) {
    return Map.of();
  }

  /**
   * Questions about the family's address spaces that {@code lockstep address} answers. Nothing that
   * is simulated depends on them.
   *
   * @return the kinds, in the order of the listing; empty if there are none
   */
  default List<AddressKind> addressKinds() {
    return List.of();
  }

  /**
   * Creates the model for a specification that conforms to {@link #schema()}.
   *
   * @param spec a specification of this family, overrides applied
   * @return the stateless model
   * @throws io.lockstep.io.InputException if figures contradict each other, with position
   */
  Device device(DeviceSpec spec);
}
