package io.lockstep.parts.device;

import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.spec.SpecSchema;
import java.util.List;

/**
 * What a device module supplies: a catalogue of specifications and the model behind them.
 *
 * <p>Found by ServiceLoader; declare it both in {@code module-info} and in {@code
 * META-INF/services}. Stateless and thread-safe.
 */
public interface DeviceProvider {
  /** Short name of the family, for example {@code evergreen}; {@code family:} in specifications. */
  String family();

  /** Every key that a specification of this family may hold, with unit and range. */
  SpecSchema schema();

  /** The specifications shipped with the module, in the order of a catalogue. */
  List<DeviceSpec> catalogue();

  /** Ids of {@link #catalogue()}, in its order. Override it with {@link #spec}. */
  default List<String> devices() {
    return catalogue().stream().map(DeviceSpec::id).toList();
  }

  /**
   * One specification of {@link #catalogue()}. A module that overrides this and {@link #devices()}
   * lets a run of one device read one file.
   *
   * @param id one of {@link #devices()}
   */
  default DeviceSpec spec(String id) {
    return catalogue().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  /**
   * The model for a specification that conforms to {@link #schema()}.
   *
   * @throws io.lockstep.io.InputException where figures contradict each other (with position)
   */
  Device device(DeviceSpec spec);
}
