// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.SmallRuns;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureKindTest {
  @ParameterizedTest
  @CsvSource({
    "gtx280, clock.compute, QUANTITY",
    "gtx280, dram.banks, QUANTITY",
    "gtx280, unit.double, PERMISSION", // a flag
    "gtx280, dispatch.grid_x, PERMISSION", // the largest that a program may ask for
    "gtx280, unit.group_size, PERMISSION",
    "gtx280, dram.mapping, STRUCTURE", // a choice
    "gtx280, constant.seed, STRUCTURE", // a number that names something
    "gtx280, unit.wavefront, STRUCTURE",
    "gtx280, host.launch, HOST",
  })
  void aParametersKindFollowsFromItsDimensionAndName(String device, String path, FigureKind kind) {
    assertThat(FigureKind.of(SmallRuns.side(device).spec().schema().key(path))).isEqualTo(kind);
  }
}
