// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that the kit's small workloads run and produce the expected results. Workloads without
 * local memory and atomics must run on every device; {@link #mayRefuse} names the others.
 */
public abstract class CorpusContract extends DeviceContract {
  /** Creates the contract. */
  protected CorpusContract() {
    super("corpus");
  }

  /**
   * Names the workloads that the module's devices may refuse: {@code transpose} (local memory, a
   * barrier) and {@code histogram} (atomics) unless overridden.
   *
   * @return names of workloads of the corpus
   */
  protected List<String> mayRefuse() {
    return Corpus.SHARED;
  }

  @TestFactory
  @DisplayName("every workload of the corpus is verified, or one that may be refused")
  Stream<DynamicTest> everyWorkloadOfTheCorpusIsVerified() {
    return each(
        device -> {
          List<String> wrong = new ArrayList<>();
          for (TestBench.Case one : bench().cases(device)) {
            RunResult r = bench().run(one);
            boolean refused = mayRefuse().contains(one.workload()) && !bench().isSimulated(r);
            if (!refused && !Boolean.TRUE.equals(r.verified())) {
              wrong.add(one + " is " + r.status() + " (" + r.message() + ")");
            }
          }
          require(wrong.isEmpty(), String.join("; ", wrong));
        });
  }
}
