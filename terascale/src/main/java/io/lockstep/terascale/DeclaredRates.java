package io.lockstep.terascale;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.TreeMap;

/**
 * Expected values for {@code lockstep check} that a specification declares in figures of this
 * family: slots of a bundle, as in the vendor's guides. Stateless.
 */
public final class DeclaredRates {
  private DeclaredRates() {}

  /**
   * {@return by names of checks, in their units}
   *
   * @param spec of a family with VLIW bundles
   * @param slots of a bundle
   */
  public static Map<String, Double> of(DeviceSpec spec, int slots) {
    double cores = spec.value("unit.stream_cores");
    Map<String, Double> all = new TreeMap<>();
    for (String any : new String[] {"f32.fma", "f32.add", "i32.add", "i32.xor"}) {
      all.put("rate." + any, cores * slots);
    }
    all.put("rate.i32.multiply24", cores * 4); // never in slot t
    for (String one : new String[] {"i32.multiply", "f32.exp2", "f32.rsqrt", "f64.fma"}) {
      all.put("rate." + one, cores); // one of a bundle: slot t, or several slots together
    }
    all.put("rate.f64.add", cores * 2); // two slots each
    // A load and the arithmetic of its address are a clause each, of one fetch and of two bundles.
    all.put(
        "latency.step", 2.0 * spec.value("issue.clause_switch") + 2 * spec.value("issue.latency"));
    if (spec.choice("unit.isa").equals("r700")) { // reads of local memory are fetches there
      all.put("local.least", (double) spec.value("unit.wavefront") / spec.value("fetch.addresses"));
    }
    return all;
  }
}
