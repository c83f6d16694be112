// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.report.grade.Grades;
import io.lockstep.report.page.Element;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The section on errors against published measurements. */
class TrustSectionTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final DeviceSpec GTX280 = CATALOGUE.spec("gtx280");
  private static final DeviceSpec HD5870 = CATALOGUE.spec("hd5870");
  private static final Set<String> SHIPPED = Set.of(GTX280.hash(), HD5870.hash());
  private static final String WITHOUT =
      "Without published measurements, or with changed parameters";

  private static TrustSection section(DeviceSpec... devices) {
    return new TrustSection(
        new ComparedResults(
            List.of(devices), List.of(), CATALOGUE.statistics(), List.of(), 0, false, SHIPPED));
  }

  private static String text(TrustSection section) {
    Element page = Element.of("section");
    section.write(page);
    return page.toString();
  }

  @Test
  void aNoteNamesTheDevicesWithoutPublishedMeasurements() {
    DeviceSpec changed = HD5870.with(Map.of("l2.ways", "8"));
    assertThat(text(section(GTX280, changed))).contains(WITHOUT + ": hd5870.");
    assertThat(text(section(GTX280, HD5870))).doesNotContain(WITHOUT);
  }

  @Test
  void theSectionIsLeftOutIfNoDeviceHasPublishedMeasurements() {
    DeviceSpec changed = HD5870.with(Map.of("l2.ways", "8"));
    assertThat(section(changed).isThere()).isFalse();
    assertThat(section(changed, GTX280).isThere()).isTrue();
  }

  @Test
  void theGradeOfADeviceNamesItsSuitesAndCountsEachGroupOnce() {
    Grades.Grade all =
        Grades.together(
            List.of(
                new Grades.Grade("nvidia", "a100", "latency", 8, 6, List.of(1.1, 0.9)),
                new Grades.Grade("nvidia", "a100", "streams", 2, 2, List.of(1.2, 1.2)),
                new Grades.Grade("nvidia-tensor", "a100", "staircase", 4, 1, List.of(1.6, 1.5))));
    assertThat(all.suite()).isEqualTo("nvidia, nvidia-tensor");
    assertThat(all.rows()).isEqualTo(14);
    assertThat(all.within()).isEqualTo(9);
    assertThat(all.error().getAsDouble()).isCloseTo(1.3, within(1e-9));
    assertThat(all.bias().getAsDouble()).isCloseTo(1.2, within(1e-9));
  }
}
