// SPDX-License-Identifier: Apache-2.0
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
  /** {@return the family's short name, as in specifications, for example {@code evergreen}} */
  String family();

  /** {@return every key that a specification of this family may hold, with unit and range} */
  SpecSchema schema();

  /** {@return the specifications shipped with the module, in catalogue order} */
  List<DeviceSpec> catalogue();

  /** {@return the ids of {@link #catalogue()}, in order} Override together with {@link #spec}. */
  default List<String> devices() {
    return catalogue().stream().map(DeviceSpec::id).toList();
  }

  /**
   * {@return one specification of {@link #catalogue()}} If a module overrides this and {@link
   * #devices()}, a run of one device reads only one file.
   *
   * @param id one of {@link #devices()}
   */
  default DeviceSpec spec(String id) {
    return catalogue().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  /**
   * {@return declarations of the family's own statistics, in addition to those of shared parts and
   * of {@link #issue}} Writing an undeclared statistic is an error.
   */
  default List<Statistic> statistics() {
    return List.of();
  }

  /**
   * {@return the name of the vendor's profiler, if results show its counters beside statistics;
   * otherwise empty}
   */
  default String profiler() {
    return "";
  }

  /**
   * {@return the counters of the vendor's profiler, by the name of the corresponding shared
   * statistic, for listings} Declarations of the family's own statistics name their counters.
   */
  default Map<String, String> counters() {
    return Map.of();
  }

  /**
   * {@return issue ports and the reasons by which their cycles are accounted; empty without cycle
   * accounting} Each reason is a statistic {@code issue.…} and belongs to a {@link
   * io.lockstep.spi.stats.CommonCause}.
   */
  default Optional<IssueScheme> issue() {
    return Optional.empty();
  }

  /**
   * {@return expected values of checks ({@code lockstep check}) that shared figures do not
   * determine, by the names of checks, in their units; 0 marks a check as not applicable} Compute
   * them from figures only, never from the model, which is under test.
   *
   * @param spec a specification of this family, overrides applied
   */
  default Map<String, Double> declares(DeviceSpec spec) {
    return Map.of();
  }

  /**
   * {@return questions about the family's address spaces that {@code lockstep address} answers, in
   * the order of the listing} Simulations do not use them.
   */
  default List<AddressKind> addressKinds() {
    return List.of();
  }

  /**
   * {@return the stateless model of a specification that conforms to {@link #schema()}}
   *
   * @param spec a specification of this family, overrides applied
   * @throws io.lockstep.io.InputException if figures contradict each other, with position
   */
  Device device(DeviceSpec spec);
}
