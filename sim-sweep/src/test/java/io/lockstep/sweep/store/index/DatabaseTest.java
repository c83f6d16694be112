// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @TempDir Path folder;

  @Test
  void severalThatOpenANewDatabaseAtOnceAllOpenIt() throws Exception {
    int threads = 4;
    CyclicBarrier together = new CyclicBarrier(threads);
    List<SQLException> failed = Collections.synchronizedList(new ArrayList<>());
    Callable<Void> opener =
        () -> {
          for (int round = 0; round < 50; round++) {
            together.await();
            try {
              Database.writing(folder.resolve("new" + round + ".sqlite")).close();
            } catch (SQLException e) {
              failed.add(e);
            }
          }
          return null;
        };
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      pool.invokeAll(Collections.nCopies(threads, opener));
    } finally {
      pool.shutdownNow();
    }
    assertThat(failed).isEmpty();
  }
}
