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
 * One contract of a device module as JUnit tests: a test for every sentence and device. A test
 * class of the module extends it and names its devices. A failure names device, contract and
 * figures. Not thread-safe: an object serves one test.
 */
public abstract class DeviceContract {
  /** Environment of random choices: {@code -Dlockstep.tck.seed=N} makes others. */
  private static final String SEED = "lockstep.tck.seed";

  private final String name;
  private TestBench bench;

  @TempDir Path folder;

  /**
   * Creates a contract.
   *
   * @param name its subject, for messages
   */
  DeviceContract(String name) {
    this.name = name;
  }

  /** {@return the module's provider; a new one or always the same} */
  protected abstract DeviceProvider provider();

  /** {@return ids of the devices to test: all that the provider supplies, unless overridden} */
  protected List<String> devices() {
    return provider().devices();
  }

  /** A sentence about one device. */
  @FunctionalInterface
  interface Sentence {
    void test(DeviceSpec device) throws Exception;
  }

  /** The runner of workloads on the module's devices. */
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

  /**
   * Fails with the error of a specification: the first contract that meets it reports it, the
   * others are aborted.
   */
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

  /** A test for every device. */
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

  /** A test of the module as a whole. */
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
    } catch (AssertionFailedError e) {
      throw new AssertionFailedError(prefix + e.getMessage(), e);
    } catch (Exception | LinkageError | StackOverflowError e) {
      String text = e.getMessage() == null ? "" : e.getMessage();
      throw new AssertionFailedError(
          prefix + (text.isEmpty() ? e.getClass().getSimpleName() : text), e);
    }
  }

  /** Fails with a message unless a condition holds. */
  static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionFailedError(what);
    }
  }

  /** The seed of all random choices, which messages state if necessary. */
  static long seed() {
    return Long.getLong(SEED, 1);
  }
}
