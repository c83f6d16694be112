// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.Observation;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunResult;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.program.Runner;
import io.lockstep.study.Study;
import io.lockstep.study.StudyListener;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.point.Request;
import io.lockstep.testsupport.Repository;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProgressRowsTest {
  private static final Screen SCREEN = new Screen(80, false, false);

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
  private final List<RunResult> heard = new ArrayList<>();

  private List<RunResult> run(Progress progress, long waitMillis, String... devices) {
    List<Request> requests =
        Stream.of(devices)
            .map(catalogue::spec)
            .map(Runner.Target::new)
            .map(target -> new Request(Repository.workload("reduce"), Map.of(), target))
            .toList();
    StudyListener listener = (request, result) -> heard.add(result);
    try (progress;
        Observation none = Observation.none();
        BufferDumps dumps = BufferDumps.none();
        Study study = new Study(catalogue, Plugins.frontends(), StudyOptions.defaults())) {
      Thread.sleep(waitMillis);
      return study.runObserved(requests, progress.rows(devices.length, listener), none, dumps);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> lines() {
    return raw.toString(StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.replaceAll(".*\u001B\\[K", ""))
        .filter(line -> line.contains(" of "))
        .toList();
  }

  @Test
  @DisplayName("a run longer than a second shows each device's row when it is final")
  void aRunLongerThanASecondShowsEachRow() {
    Progress progress = new Progress(Optional.of(new StatusLine(raw)), SCREEN);
    List<RunResult> results = run(progress, 1100, "mi100", "gtx280");
    assertThat(heard).containsExactlyInAnyOrderElementsOf(results);
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0)).matches("1 of 2: reduce.yaml on (mi100|gtx280)  [\\d.,]+ us");
    assertThat(lines().get(1)).startsWith("2 of 2: ");
  }

  @Test
  @DisplayName("a short run shows no rows besides its table")
  void aShortRunShowsNoRows() {
    Progress progress = new Progress(Optional.of(new StatusLine(raw)), SCREEN);
    progress.rows(2, StudyListener.NONE);
    progress.close();
    assertThat(raw.toString(StandardCharsets.UTF_8)).doesNotContain(" of ");
  }

  @Test
  @DisplayName("a single device has no row of its own")
  void aSingleDeviceHasNoRow() {
    Progress progress = new Progress(Optional.of(new StatusLine(raw)), SCREEN);
    assertThat(run(progress, 1100, "mi100")).hasSize(1);
    assertThat(lines()).isEmpty();
  }

  @Test
  @DisplayName("nothing is shown without a terminal, but results still reach the listener")
  void nothingIsShownWithoutATerminal() {
    assertThat(run(new Progress(Optional.empty(), SCREEN), 1100, "mi100", "gtx280"))
        .hasSameElementsAs(heard);
    assertThat(raw.size()).isZero();
  }
}
