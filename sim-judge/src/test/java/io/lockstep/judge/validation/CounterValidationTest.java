// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.study.StudyOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two launches of 64 and 128 work-items; each work-item stores four bytes. */
class CounterValidationTest {
  private static final String KERNEL =
      """
      .version 6.0
      .target sm_60
      .address_size 64
      .visible .entry k(.param .u64 a) {
        .reg .b32 %r<4>;
        .reg .b64 %a<3>;
        ld.param.u64 %a0, [a];
        mov.u32 %r0, %ctaid.x;
        mov.u32 %r1, %tid.x;
        mad.lo.s32 %r2, %r0, 64, %r1;
        mul.wide.u32 %a1, %r2, 4;
        add.s64 %a2, %a0, %a1;
        st.global.u32 [%a2], %r2;
        ret;
      }
      """;

  private static final String WORKLOAD =
      """
      name: stores
      kernels: [k.ptx]
      buffers: {a: {type: u32, count: 128}}
      steps:
        - {launch: k, grid: [1], block: [64], args: [a]}
        - {launch: k, grid: [2], block: [64], args: [a]}
      """;

  @TempDir Path folder;

  private Validation validation(String csv, String more) throws IOException {
    Files.writeString(folder.resolve("k.ptx"), KERNEL);
    Files.writeString(folder.resolve("w.yaml"), WORKLOAD);
    Files.writeString(folder.resolve("counters.csv"), csv);
    Path suite =
        Files.writeString(
            folder.resolve("suite.yaml"),
            "defaults: {device: mi300a, workload: w.yaml" + more + "}\nrows: counters.csv\n");
    return new Validation(
        Suite.read(suite),
        new Catalogue(Plugins.providers(List.of())),
        Plugins.frontends(),
        new ValidationOptions(StudyOptions.defaults(), (done, of, what) -> {}));
  }

  private static List<RowResult> rows(Validation validation) {
    validation.run();
    return validation.rows();
  }

  @Test
  void aCounterIsComparedWithTheStatisticOfItsLaunchInItsUnit() throws IOException {
    List<RowResult> rows =
        rows(
            validation(
                """
                ID,Kernel Name,Metric Name,Metric Unit,Metric Value
                0,k(int *),SQ_WAVES,warp,1
                0,k(int *),L2CacheHit,%,50
                1,k(int *),SQ_WAVES,warp,2
                """,
                ""));
    assertThat(rows).extracting(RowResult::note).containsOnly("");
    assertThat(rows.get(0).value().getAsDouble()).isEqualTo(1);
    assertThat(rows.get(1).value().getAsDouble()).isBetween(0.0, 100.0);
    assertThat(rows.get(2).value().getAsDouble()).isEqualTo(2);
  }

  @Test
  void aCounterWithoutAStatisticIsLeftOutAndNamed() throws IOException {
    Validation validation =
        validation(
            """
            ID,Kernel Name,Metric Name,Metric Unit,Metric Value
            0,k,SQ_WAVES,warp,1
            0,k,SQ_UNHEARD_OF,warp,1
            """,
            "");
    assertThat(validation.unknownCounters()).containsExactly("SQ_UNHEARD_OF");
    assertThat(rows(validation)).hasSize(1);
  }

  @Test
  void aLaunchThatTheProgramLacksIsNamed() throws IOException {
    List<RowResult> rows = rows(validation("id,launch,counter,expected\na,2,SQ_WAVES,1\n", ""));
    assertThat(rows.get(0).status()).isEqualTo(RowStatus.REFUSED);
    assertThat(rows.get(0).note()).isEqualTo("no 'launch[2].wavefronts'");
  }

  @Test
  void ownRowsNameALaunchTooAndThenNoTimeOfTheWholeProgram() throws IOException {
    List<RowResult> rows =
        rows(
            validation(
                """
                id,launch,measure,expected
                a,0,wavefronts * 64,64
                b,1,wavefronts * 64,128
                c,0,seconds,1
                """,
                ""));
    assertThat(rows.get(0).value().getAsDouble()).isEqualTo(64);
    assertThat(rows.get(1).value().getAsDouble()).isEqualTo(128);
    assertThat(rows.get(2).note()).contains("no time, parameter or statistic 'seconds'");
  }

  @Test
  void theTimesOfLaunchesAddUpToTheKernelTime() throws IOException {
    List<RowResult> rows =
        rows(
            validation(
                """
                id,launch,measure,expected
                a,0,time.kernels,1
                b,1,time.kernels,1
                c,,time.kernels,1
                """,
                ""));
    double sum = rows.get(0).value().getAsDouble() + rows.get(1).value().getAsDouble();
    assertThat(sum).isCloseTo(rows.get(2).value().getAsDouble(), within(0.5));
  }
}
