package io.lockstep.study.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.study.point.Point;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a task for a worker process")
class WorkerTextTest {
  @Test
  @DisplayName("comes back from its one line as it was, whatever its texts hold")
  void comesBackFromItsOneLineAsItWasWhateverItsTextsHold() throws Exception {
    Task<Point> task =
        new Task<>(
            new Point(
                123456,
                Path.of("/a folder/with \"quotes\"\n/ü.yaml"),
                new TreeMap<>(Map.of("n", "1\n2", "index", "x", "settings", "")),
                "hd5870",
                new TreeMap<>(Map.of("l1.size", "8KiB", "phase", "9")),
                3),
            2,
            "exit 3");
    String line = WorkerText.write(task);
    assertThat(line).doesNotContain("\n");
    assertThat(WorkerText.read(line)).isEqualTo(task);
  }
}
