// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.twins;

import io.lockstep.fuzz.twins.TwinKernels.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Atomics: {@link Twins}. */
@Tag("slow")
class AtomicTwinsTest extends Twins {
  /** Devices whose compilers combine the lanes of an atomic on one word. */
  private static final Set<String> COMBINES = Set.of("mi300a", "v100", "a100");

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("atomic sums, maxima and logic take the same time")
  void atomicSumsMaximaAndLogicTakeTheSameTime(int seed) {
    begin(seed);
    int mask = pick(0, 3, 31);
    String place = "and.b32 %%r1, %%t, %d;\nmul.wide.u32 %%rd1, %%r1, 4;\n".formatted(mask);
    String global = "ld.param.u64 %rd2, [out];\n" + place + "add.u64 %rd1, %rd1, %rd2;\n";
    String local =
        "mov.u32 %r2, sh;\nand.b32 %r1, %t, " + mask + ";\nmad.lo.u32 %r2, %r1, 4, %r2;\n";
    int size = pick(64, 256);
    List<Integer> far = new ArrayList<>();
    List<Integer> near = new ArrayList<>();
    for (String op : List.of("add.u32", "max.u32", "or.b32", "and.b32")) {
      far.add(kernels.launch(global + loop("red.global." + op + " [%rd1], %y;"), 16, size, 8));
      near.add(kernels.launch(local + loop("red.shared." + op + " [%r2], %y;"), 8, size, 8));
    }
    for (Times t : times()) {
      for (int k = 1; k < far.size(); k++) {
        same(t, "global atomic " + k + " ÷ add, mask " + mask, far.get(k), far.get(0), 0.15);
        same(t, "local atomic " + k + " ÷ add, mask " + mask, near.get(k), near.get(0), 0.05);
      }
    }
    end(Set.of("gtx280"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("compilers let one lane count for all: all lanes take what one lane takes")
  void compilersLetOneLaneCountForAll(int seed) {
    begin(seed);
    int value = pick(1, 3);
    String far = "red.global.add.u32 [%rd1], " + value + ";";
    String near = "red.shared.add.u32 [%r2], " + value + ";";
    String first = "mov.u32 %r2, sh;\nand.b32 %r1, %t, 63;\nsetp.eq.u32 %p1, %r1, 0;\n";
    String place = "ld.param.u64 %rd1, [out];\n" + first;
    int size = pick(64, 256);
    int all = kernels.launch(place + loop(far), 16, size, 8);
    int one = kernels.launch(place + loop("@%p1 " + far), 16, size, 8);
    int allNear = kernels.launch(first + loop(near), 8, size, 8);
    int oneNear = kernels.launch(first + loop("@%p1 " + near), 8, size, 8);
    for (Times t : times()) {
      if (COMBINES.contains(t.device())) {
        double warps = 64.0 / TwinKernels.width(t.device());
        atMost(t, "global, all lanes ÷ one", t.of(all), warps * t.of(one), 0.5);
        atMost(t, "local, all lanes ÷ one", t.of(allNear), warps * t.of(oneNear), 0.5);
      }
    }
    end(Set.of("gtx280"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName("float and 64-bit sums in local memory take no less time than 32-bit ones")
  void floatAnd64BitSumsInLocalMemoryTakeNoLessTimeThan32BitOnes(int seed) {
    begin(seed);
    String local =
        "mov.u32 %r2, sh;\nand.b32 %r1, %t, "
            + pick(0, 3, 31)
            + ";\nmad.lo.u32 %r2, %r1, 8, %r2;\n";
    int size = pick(64, 256);
    int word = kernels.launch(local + loop("red.shared.add.u32 [%r2], 1;"), 8, size, 8);
    int real = kernels.launch(local + loop("red.shared.add.f32 [%r2], 0f3F800000;"), 8, size, 8);
    int wide = kernels.launch(local + loop("red.shared.add.u64 [%r2], 1;"), 8, size, 8);
    for (Times t : times()) {
      // NVIDIA has neither: a loop of a read, a sum and a compare-and-swap.
      double least = TwinKernels.width(t.device()) == 32 ? 1.5 : 1;
      atMost(t, "32-bit integer ÷ float", least * t.of(word), t.of(real), 0.02);
      atMost(t, "32-bit integer ÷ 64-bit integer", least * t.of(word), t.of(wide), 0.02);
    }
    end(NO_SHUFFLES);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @DisplayName(
      "more lanes at one word never take less time; lanes that change places take the same")
  void moreLanesAtOneWordNeverTakeLessTime(int seed) {
    begin(seed);
    String near = "mov.u32 %%r2, sh;\n%s\nmad.lo.u32 %%r2, %%r1, 4, %%r2;\n";
    String red = loop("red.shared.add.u32 [%r2], %y;");
    String read = loop("ld.shared.u32 %r3, [%r2];\nadd.u32 %y, %y, %r3;");
    int size = pick(64, 128, 256);
    List<Integer> contended = new ArrayList<>();
    for (int bits = 8; bits >= 0; bits -= 2) {
      String at = "and.b32 %r1, %t, " + ((1 << bits) - 1) + ";";
      contended.add(kernels.launch(near.formatted(at) + red, 8, size, 8));
    }
    List<Integer> strided = new ArrayList<>();
    for (int stride : new int[] {1, 2, 4, 8, 16}) {
      String at = "and.b32 %r1, %t, 63;\nmul.lo.u32 %r1, %r1, " + stride + ";";
      strided.add(kernels.launch(near.formatted(at) + read, 8, size, 32));
    }
    String swapped = "xor.b32 %r1, %t, " + (1 + random.nextInt(15)) + ";\nand.b32 %r1, %r1, 63;";
    int permuted = kernels.launch(near.formatted(swapped) + read, 8, size, 32);
    for (Times t : times()) {
      // An instruction more before the loop shifts wavefronts against each other.
      rising(t, "atomics at fewer words", contended, 0.03);
      rising(t, "reads of twice the stride", strided, 0.03);
      same(t, "reads by lanes in another order", permuted, strided.get(0), 0.06);
    }
    end(Set.of());
  }
}
