// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.ClockSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a device module in one test class:
 *
 * <pre>{@code
 * class MyDeviceTest extends DeviceKit {
 *   @Override
 *   protected DeviceProvider provider() {
 *     return new MyProvider();
 *   }
 * }
 * }</pre>
 */
public abstract class DeviceKit {
  /** Creates the kit. */
  protected DeviceKit() {}

  /** {@return the module's provider, a new instance or always the same one} */
  protected abstract DeviceProvider provider();

  /** {@return ids of the devices to test: all that the provider supplies, unless overridden} */
  protected List<String> devices() {
    return provider().devices();
  }

  /** {@return names of the corpus workloads that the devices may refuse} */
  protected List<String> mayRefuse() {
    return Corpus.SHARED;
  }

  /**
   * Names the parameters that change no result of the corpus, each with the reason, as {@link
   * ParametersContract#withoutEffect} describes.
   *
   * @return reasons by name; empty unless overridden
   */
  protected Map<String, String> withoutEffect() {
    return Map.of();
  }

  /**
   * Names the parameter with the clock that cycles of results are counted in, as {@link
   * AccountingContract#clock} describes.
   *
   * @return a frequency's path; {@code clock.compute} unless overridden
   */
  protected String clock() {
    return ClockSpec.COMPUTE;
  }

  /**
   * States how many bytes DRAM moves for each byte of a linear access, as {@link
   * TrafficContract#streamFactor} describes.
   *
   * @return a factor of at least 1; 1 unless overridden
   */
  protected double streamFactor() {
    return 1;
  }

  @Nested
  @DisplayName("catalogue")
  class CatalogueTest extends CatalogueContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("corpus")
  class CorpusTest extends CorpusContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }

    @Override
    protected List<String> mayRefuse() {
      return DeviceKit.this.mayRefuse();
    }
  }

  @Nested
  @DisplayName("lowering")
  class LoweringTest extends LoweringContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("code")
  class CodeTest extends CodeContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("refusal")
  class RefusalTest extends RefusalContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("progress")
  class ProgressTest extends ProgressContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("accounting")
  class AccountingTest extends AccountingContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }

    @Override
    protected String clock() {
      return DeviceKit.this.clock();
    }
  }

  @Nested
  @DisplayName("order")
  class OrderTest extends OrderContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("use")
  class UseTest extends UseContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("width")
  class WidthTest extends WidthContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("traffic")
  class TrafficTest extends TrafficContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }

    @Override
    protected double streamFactor() {
      return DeviceKit.this.streamFactor();
    }
  }

  @Nested
  @DisplayName("parameters")
  class ParametersTest extends ParametersContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }

    @Override
    protected Map<String, String> withoutEffect() {
      return DeviceKit.this.withoutEffect();
    }
  }

  @Nested
  @DisplayName("lines")
  class LinesTest extends LinesContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("tie shuffle")
  class TieShuffleTest extends TieShuffleContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("threads")
  class ThreadsTest extends ThreadsContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }

  @Nested
  @DisplayName("schema bounds")
  class SchemaBoundsTest extends SchemaBoundsContract {
    @Override
    protected DeviceProvider provider() {
      return DeviceKit.this.provider();
    }

    @Override
    protected List<String> devices() {
      return DeviceKit.this.devices();
    }
  }
}
