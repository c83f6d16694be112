// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.spi.DeviceProvider;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The smallest device of each vendor passes the kit; larger ones are tested by sim-cli. */
@Tag("slow")
class BuiltInDevicesTest {
  /** The contracts that are cheap for a large device; sim-cli's tests hold the others. */
  private abstract static class Family extends DeviceKit {
    private final String device;
    private final Map<String, String> withoutEffect;

    /**
     * @param names parameters that change no result of the corpus, by reason
     */
    Family(String device, Map<String, List<String>> names) {
      this.device = device;
      withoutEffect = new TreeMap<>(Map.of("issue.group", "of issue.policy=two_level alone"));
      withoutEffect.put("simulation.*", "how it is simulated, on which no result depends");
      names.forEach((reason, all) -> all.forEach(name -> withoutEffect.put(name, reason)));
    }

    @Override
    protected Map<String, String> withoutEffect() {
      return withoutEffect;
    }

    @Override
    protected DeviceProvider provider() {
      for (DeviceProvider p : ServiceLoader.load(DeviceProvider.class)) {
        if (p.devices().contains(device)) {
          return p;
        }
      }
      throw new IllegalStateException(device);
    }

    @Override
    protected List<String> devices() {
      return List.of(device);
    }
  }

  @Nested
  class Evergreen extends Family {
    Evergreen() {
      super(
          "hd5450",
          Map.of(
              "no such instruction in the corpus",
              List.of("unit.double*", "unit.fma*", "registers.*", "region.*", "texture.*"),
              "a path of the compiler that the corpus does not take",
              List.of("code.*", "memory.scratch_size*", "memory.request_size*"),
              "small kernels, without reuse that it decides",
              List.of("instruction_cache.*", "l1.*", "l2.*", "atomics.*", "dram.*"),
              "one die whose groups and buffers begin at its first resources",
              List.of("unit.engines*", "dispatch.window*", "memory.base_address*"),
              "no such transfer in the corpus, or one stream at a time",
              List.of("host.*")));
    }
  }

  @Nested
  class PixelShaders extends Family {
    PixelShaders() {
      super(
          "hd2400",
          Map.of(
              "no such instruction in the corpus that pixel shaders run",
              List.of("unit.*", "issue.barrier*", "registers.*", "lds.*", "atomics.*", "texture.*"),
              "a path of the compiler that the corpus does not take",
              List.of("memory.scratch_size*", "memory.request_size*"),
              "small kernels, without reuse that it decides",
              List.of("instruction_cache.*", "l1.*", "l2.*", "dram.*"),
              "one die whose groups and buffers begin at its first resources",
              List.of("dispatch.*", "memory.base_address*"),
              "no such transfer in the corpus, or one stream at a time",
              List.of("host.*")));
    }

    /** A quad of pixels is two rows of two, so an uncached access uses half of each sector. */
    @Override
    protected double streamFactor() {
      return 2;
    }
  }

  @Nested
  class Tesla extends Family {
    Tesla() {
      super(
          "8600gts",
          Map.of(
              "no such instruction in the corpus",
              List.of("issue.*", "constant.*", "texture.*", "lds.lock*", "registers.per_item*"),
              "a path of the compiler that the corpus does not take",
              List.of("compiler.*", "memory.scratch_base*"),
              "small kernels, without contention that it decides",
              List.of("instruction_cache.*", "atomics.*", "dram.*"),
              "one die whose groups begin at its first resources",
              List.of("dispatch.window*"),
              "no such transfer in the corpus, or one stream at a time",
              List.of("host.*")));
    }
  }

  @Nested
  class Nvidia extends Family {
    Nvidia() {
      super("rtx3060", Map.of());
    }
  }
}
