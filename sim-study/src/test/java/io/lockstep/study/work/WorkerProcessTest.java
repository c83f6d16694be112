// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkerProcessTest {
  private static WorkerProcess shell(String script) {
    return new WorkerProcess(List.of("sh", "-c", script), Optional.empty());
  }

  @Test
  void aProcessThatHasEndedIsDescribedByItsExitCodeOrItsSignal() throws Exception {
    for (List<String> end :
        List.of(
            List.of("exit 3", "exit 3"),
            List.of("kill -9 $$", "SIGKILL"),
            List.of("kill -10 $$", "signal 10"))) {
      try (WorkerProcess process = shell("echo line; " + end.get(0))) {
        assertThat(process.line()).isEqualTo("line");
        assertThat(process.line()).isNull();
        assertThat(process.ended()).isEqualTo(end.get(1));
      }
    }
  }

  @Test
  @Tag("slow") // waits ten seconds
  @Timeout(50)
  void aProcessThatClosesItsOutputWithoutEndingIsKilled() throws Exception {
    try (WorkerProcess process = shell("exec >&-; exec sleep 60")) {
      assertThat(process.line()).isNull();
      assertThat(process.ended()).isEqualTo("SIGKILL");
    }
  }
}
