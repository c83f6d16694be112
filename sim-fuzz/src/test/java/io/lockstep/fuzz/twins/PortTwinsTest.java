// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.twins;

import io.lockstep.fuzz.twins.TwinKernels.Times;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes through ports of a known width: {@link Twins}. */
@Tag("slow")
class PortTwinsTest extends Twins {
  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("bytes read for the first time need the time of DRAM's pins")
  void bytesReadForTheFirstTimeNeedTheTimeOfDramsPins(int seed) {
    begin(seed);
    // 4 MiB, of which the timed launch reads what the launch before it has not touched.
    String read = "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\nadd.u32 %y, %r1, %r4;\n";
    String place =
        "ld.param.u64 %rd1, [in];\nmul.wide.u32 %rd2, %id, 16;\nadd.u64 %rd1, %rd1, %rd2;\n";
    int lanes = TwinKernels.WORDS / 4;
    kernels.cold("", lanes / 256, 256, 0); // the words of %x
    int cold = kernels.cold(place + read, lanes / 256, 256, 0);
    double bytes = 4.0 * (TwinKernels.WORDS - lanes);
    for (Times t : times()) {
      double picos = bytes / TwinKernels.spec(t.device()).value("dram.bandwidth");
      atMost(t, "time of the pins ÷ time", picos * 1e12, t.of(cold), 0);
    }
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("words of local memory need the time of its banks, words of the L1 that of its port")
  void wordsOfLocalMemoryNeedTheTimeOfItsBanksWordsOfTheL1ThatOfItsPort(int seed) {
    begin(seed);
    int reads = 8;
    int trips = pick(8, 16);
    int size = pick(128, 256);
    int groups = 240;
    StringBuilder near = new StringBuilder();
    StringBuilder far = new StringBuilder();
    for (int k = 0; k < reads; k++) {
      near.append("ld.shared.u32 %r2, [%r1 + ").append(1024 * k).append("];\n");
      near.append("add.u32 %y, %y, %r2;\n");
      far.append("ld.global.u32 %r2, [%rd1 + ").append(128 * k).append("];\n");
      far.append("add.u32 %y, %y, %r2;\n");
    }
    String local = "mov.u32 %r1, sh;\nmad.lo.u32 %r1, %t, 4, %r1;\n" + loop(near + "");
    String global = "mov.u64 %rd1, %in;\n" + loop(far + "add.u64 %rd1, %rd1, 4;\n");
    int banks = kernels.launch(local, groups, size, trips);
    int port = kernels.launch(global, groups, size, trips);
    double bytes = 4.0 * groups * size * trips * reads;
    for (Times t : times()) {
      DeviceSpec spec = TwinKernels.spec(t.device());
      double clocks = spec.value("unit.count") * spec.value("clock.compute") / 1e12;
      double ofBanks = bytes / (4 * spec.value("lds.banks") * clocks);
      atMost(t, "time of the banks ÷ time", ofBanks, t.of(banks), 0);
      if (!t.device().equals("gtx280")) { // no first level of data
        // The value is in thousandths of a byte a cycle.
        double ofPort = 1000 * bytes / (spec.value("l1.bandwidth") * clocks);
        atMost(t, "time of the L1's port ÷ time", ofPort, t.of(port), 0);
      }
    }
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("a constant that all lanes read takes no longer than one of each lane")
  void aConstantThatAllLanesReadTakesNoLongerThanOneOfEachLane(int seed) {
    begin(seed);
    String read =
        """
        mov.u64 %%rd1, con;
        %s
        mul.wide.u32 %%rd2, %%r1, 4;
        add.u64 %%rd1, %%rd1, %%rd2;
        """;
    String load = loop("ld.const.u32 %r2, [%rd1];\nadd.u32 %y, %y, %r2;");
    int groups = pick(4, 64);
    int one = kernels.launch(read.formatted("and.b32 %r1, %g, 31;") + load, groups, 128, 40);
    int each = kernels.launch(read.formatted("and.b32 %r1, %t, 31;") + load, groups, 128, 40);
    times().forEach(t -> atMost(t, "one word ÷ a word each", t.of(one), t.of(each), 0.05));
    end(Set.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("texels take time linear in their number, from either side, and one for all is best")
  void texelsTakeTimeLinearInTheirNumber(int seed) {
    begin(seed);
    String mirrored = "sub.u32 %r7, 1023, %r7;\nsub.u32 %r8, 1023, %r8;\n";
    String place = "and.b32 %r5, %t, 15;\nshr.u32 %r6, %t, 4;\nmad.lo.u32 %r6, %g, 8, %r6;\n";
    String at = "add.u32 %r7, %r90, %r5;\nand.b32 %r7, %r7, 1023;\nand.b32 %r8, %r6, 1023;\n";
    String fetch =
        "tex.2d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%tx, {%r7, %r8}];\nadd.u32 %y, %y, %r1;";
    String one = "mov.u32 %r7, %r90;\nand.b32 %r8, %g, 1023;\n";
    int groups = pick(30, 120, 240);
    int size = pick(64, 128);
    int[] each = new int[3];
    for (int k = 0; k < 3; k++) {
      each[k] = kernels.launch(place + loop(at + fetch), groups, size, 32 * (k + 1));
    }
    int reversed = kernels.launch(place + loop(at + mirrored + fetch), groups, size, 96);
    int shared = kernels.launch(place + loop(one + fetch), groups, size, 96);
    for (Times t : times()) {
      linear(t, "texels", each[0], each[1], each[2], 0.15);
      same(t, "texels from the other side", reversed, each[2], 0.1);
      atMost(t, "one texel ÷ a texel each", t.of(shared), t.of(each[2]), 0.05);
    }
    end(Set.of("mi300a")); // a compute accelerator without texture units
  }
}
