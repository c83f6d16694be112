// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.Device;
import io.lockstep.spi.occupancy.OccupancyCurve;
import io.lockstep.testsupport.Repository;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Occupancy of plain figures and of kernels, and devices that refuse them. */
class OccupancyReportTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static List<Device> devices(String... ids) {
    return Stream.of(ids).map(id -> CATALOGUE.device(CATALOGUE.spec(id))).toList();
  }

  private static OccupancyReport report(WhatIf whatIf, String... ids) {
    return new OccupancyReport(
        devices(ids),
        whatIf,
        e -> {
          throw new AssertionError(e);
        });
  }

  private static OccupancyRow figures(String device, int size, Map<String, Long> amounts) {
    return report(new WhatIf(size, amounts, List.of()), device).figures().get(0);
  }

  /** NVIDIA's occupancy spreadsheet for compute capability 1.0, 1.1 and 1.3. */
  @ParameterizedTest(name = "{0}: {1} threads, {2} registers, {3} bytes")
  @CsvSource({
    "8800gtx, 256, 10,    0, 3, 24",
    "8800gtx, 256, 11,    0, 2, 16",
    "8800gtx, 192, 10, 4096, 4, 24",
    "8800gtx,  64, 13, 1076, 8, 16",
    "8800gt,   64, 32,  512, 4,  8",
    "gtx280,  256, 16,    0, 4, 32",
    "gtx280,  256, 17,    0, 3, 24",
    "gtx280,  512,  4,   32, 2, 32",
  })
  void plainFiguresGiveTheSpreadsheetsBlocksAndWarps(
      String device, int size, long registers, long local, int groups, int warps) {
    OccupancyRow row = figures(device, size, Map.of("registers", registers, "local", local));
    assertThat(row.status()).isEqualTo(RunStatus.OK);
    assertThat(row.groupSize()).isEqualTo(size);
    assertThat(row.occupancy().groups()).isEqualTo(groups);
    assertThat(row.occupancy().wavefronts()).isEqualTo(warps);
  }

  @Test
  void theLargestGroupIsAcceptedAndALargerOneRefused() {
    assertThat(figures("hd5870", 256, Map.of()).status()).isEqualTo(RunStatus.OK);
    OccupancyRow refused = figures("hd5870", 257, Map.of());
    assertThat(refused.status()).isEqualTo(RunStatus.REFUSED);
    assertThat(refused.message()).isEqualTo("work-group size 257 exceeds 256");
    assertThat(refused.occupancy()).isNull();
  }

  @Test
  void aGroupThatFitsNoComputeUnitIsRefusedWithItsLimit() {
    OccupancyRow row = figures("gtx280", 512, Map.of("registers", 35L));
    assertThat(row.status()).isEqualTo(RunStatus.REFUSED);
    assertThat(row.occupancy().groups()).isZero();
    assertThat(row.message())
        .startsWith("not one work-group fits a compute unit (limited by ")
        .contains("registers");
  }

  @Test
  void aNeedThatOneDeviceLacksRefusesThereAndOneThatAllLackIsAnError() {
    WhatIf stack = new WhatIf(64, Map.of("stack", 3L), List.of());
    List<OccupancyRow> rows = report(stack, "mi210", "hd5870").figures();
    assertThat(rows.get(0).message()).startsWith("mi210 shares out no 'stack' (it has ");
    assertThat(rows.get(1).status()).isEqualTo(RunStatus.OK);
    assertThatThrownBy(() -> report(stack, "mi210"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("stack");
  }

  @Test
  void eachPointOfACurveIsWhatItsValueGives() {
    WhatIf asked = new WhatIf(256, Map.of("registers", 102L), List.of("registers", "group"));
    List<OccupancyCurve> curves = report(asked, "mi210").figures().get(0).rules().curves();
    assertThat(curves).hasSize(2);
    for (OccupancyCurve curve : curves) {
      assertThat(curve.points()).isNotEmpty();
      for (OccupancyCurve.Point point : curve.points()) {
        boolean size = curve.over().equals("group");
        OccupancyRow alone =
            figures(
                "mi210",
                size ? (int) point.to() : 256,
                Map.of("registers", size ? 102L : point.to()));
        assertThat(alone.occupancy().groups()).isEqualTo(point.fit().groups());
        assertThat(alone.occupancy().limit()).isEqualTo(point.fit().limit().name());
      }
    }
  }

  @Test
  void aKernelsOwnRegistersCountUnlessAnotherNumberIsGiven() {
    var kernel =
        KernelFiles.read(
                Repository.ROOT.resolve("examples/kernels/matmul.ptx"), Plugins.frontends())
            .get(0);
    List<LaunchShape> shapes = List.of(LaunchShape.of(kernel, 256));
    OccupancyRow own = report(WhatIf.none(), "gtx280").launches(shapes).get(0);
    WhatIf many = new WhatIf(0, Map.of("registers", 60L), List.of());
    OccupancyRow set = report(many, "gtx280").launches(shapes).get(0);
    assertThat(own.kernel()).isEqualTo("matmul");
    assertThat(own.occupancy().groups()).isGreaterThan(1);
    assertThat(set.occupancy().groups()).isEqualTo(1);
  }
}
