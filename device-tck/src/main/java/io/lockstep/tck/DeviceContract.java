// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Base class of the contracts of a device module: JUnit tests, one for each requirement and device.
 * A test class of the module extends a contract. Failure messages name the device, the contract and
 * the figures concerned. Not thread-safe: an object serves one test.
 */
public abstract class DeviceContract {
  /** System property with the seed of random choices: {@code -Dlockstep.tck.seed=N}. */
  private static final String SEED = "lockstep.tck.seed";

  private final String name;
  private TestBench bench;

  @TempDir Path folder;

  DeviceContract(String name) {
    this.name = name;
  }

  /** {@return the module's provider, a new instance or always the same one} */
  protected abstract DeviceProvider provider();

  /** {@return ids of the devices to test: all that the provider supplies, unless overridden} */
  protected List<String> devices() {
    return provider().devices();
  }

  @FunctionalInterface
  interface Sentence {
    void test(DeviceSpec device) throws Exception;
  }

  final TestBench bench() {
    if (bench == null) {
      bench = new TestBench(provider(), corpus());
    }
    return bench;
  }

  private Path corpus() {
    try {
      return Corpus.copy(folder);
    } catch (IOException e) {
      throw new IllegalStateException("the corpus cannot be written: " + e.getMessage(), e);
    }
  }

  /** Throws the specification's error; aborts the test if another contract has reported it. */
  private void requireSpecifications() {
    SpecificationFault.of(provider(), this::devices)
        .ifPresent(
            fault -> {
              String text = fault.message();
              if (fault.isTold()) {
                throw new TestAbortedException("the specification is wrong: " + text);
              }
              throw new AssertionFailedError(prefix(fault.whose()) + text);
            });
  }

  final Stream<DynamicTest> each(Sentence sentence) {
    requireSpecifications();
    List<DynamicTest> all = new ArrayList<>();
    for (String id : devices()) {
      all.add(
          DynamicTest.dynamicTest(
              id, () -> told("device '" + id + "'", () -> sentence.test(bench().spec(id)))));
    }
    return all.stream();
  }

  final void module(Corpus.Body body) {
    requireSpecifications();
    told(provider().getClass().getName(), body);
  }

  private String prefix(String whose) {
    return whose + ", contract '" + name + "': ";
  }

  private void told(String whose, Corpus.Body body) {
    String prefix = prefix(whose);
    try {
      body.run();
    } catch (TestAbortedException e) {
      throw e;
    } catch (AssertionFailedError e) {
      throw new AssertionFailedError(prefix + e.getMessage(), e);
    } catch (Exception | LinkageError | StackOverflowError e) {
      String text = e.getMessage() == null ? "" : e.getMessage();
      throw new AssertionFailedError(
          prefix + (text.isEmpty() ? e.getClass().getSimpleName() : text), e);
    }
  }

  /**
   * As {@link #require}, of what a device's figures promise and not its model's rules: names the
   * parameters that do not fit each other, and only warns of an imaginary device.
   */
  final void promised(DeviceSpec device, boolean holds, String what) {
    if (holds) {
      return;
    }
    List<String> misfits = bench().misfits(device);
    String fit = misfits.isEmpty() ? "" : "; do not fit: " + String.join("; ", misfits);
    if (!device.isImaginary()) {
      throw new AssertionFailedError(what + fit);
    }
    String text = prefix("device '" + device.id() + "'") + what + fit;
    System.err.println("[WARNING] imaginary " + text);
    throw new TestAbortedException(text); // a build lists it as skipped
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionFailedError(what);
    }
  }

  static long seed() {
    return Long.getLong(SEED, 1);
  }
}
