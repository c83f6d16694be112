// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clocks of lines of code as sums of the device's parameters. */
class MachineTimesTest {
  private static final String SAME = "mov.u32 %r10, 0;";
  private static final String WORDS = "mul.lo.u32 %r10, %r2, 4;";

  /**
   * Returns a sum such as {@code lds.latency + 3 pass}, of parameters and of {@code pass}, the
   * clocks for which the banks pass 128 bytes.
   */
  private static double sum(OlderBoard board, String text) {
    double sum = 0;
    for (String term : text.split(" \\+ ")) {
      String[] words = term.strip().split(" ");
      String name = words[words.length - 1];
      int times = words.length > 1 ? Integer.parseInt(words[0]) : 1;
      sum +=
          times
              * (name.equals("pass")
                  ? 128_000.0 / board.value("l1.bandwidth")
                  : value(board, name));
    }
    return sum;
  }

  private static double value(OlderBoard board, String name) {
    return name.contains(".") ? board.value(name) : Integer.parseInt(name);
  }

  private static void expect(
      String id, int threads, String before, String line, String register, String sum) {
    OlderBoard board = new OlderBoard(id);
    assertThat(board.perLine(threads, before, line, register)).isEqualTo(sum(board, sum));
  }

  @ParameterizedTest
  @CsvSource({
    "1, lds.latency",
    "2, lds.latency + pass",
    "3, lds.latency",
    "4, lds.latency + 3 pass",
    "32, lds.latency + 31 pass"
  })
  @DisplayName("words that lie in one bank pass it one after the other")
  void strideOfWordsInSharedMemory(int stride, String sum) {
    String before = "mul.lo.u32 %r10, %r2, " + 4 * stride + ";";
    for (String id : new String[] {"p100", "gtx480"}) {
      expect(id, 32, before, "ld.shared.u32 %r11, [%r10];", "%r11", sum);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ld.shared.u32 %r10, [%r10]; | lds.latency",
        "ld.shared.v2.u32 {%r10, %r11}, [%r10]; | lds.latency + pass",
        "ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r10]; | lds.latency + 3 pass",
        "atom.shared.add.u32 %r10, [%r10], 0; | lds.atomic_latency + 32 lds.atomic + -1 pass",
        "shfl.sync.bfly.b32 %r10, %r10, 1, 31, -1; | issue.shuffle_latency",
        "add.u32 %r10, %r10, %r2; | issue.latency",
        "mul.lo.u32 %r10, %r10, %r2; | issue.latency",
        "membar.cta; | issue.fence_group",
        "membar.gl; | issue.fence_device",
        "membar.sys; | issue.fence_system"
      })
  @DisplayName("an instruction that depends on the one before waits for its latency")
  void aChainTakesTheLatency(String line, String sum) {
    expect("p100", 32, SAME, line, "%r10", sum);
    expect("gtx480", 32, SAME, line, "%r10", sum);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ld.global.u64 %rd11, [%rd10]; add.s64 %rd10, %rd1, %rd11;"
            + "| l1.latency + 2 + 2 issue.latency",
        "ld.volatile.global.u64 %rd11, [%rd10]; add.s64 %rd10, %rd1, %rd11;"
            + "| l2.latency + 3 + 2 issue.latency",
      })
  @DisplayName(
      "a chain of loads of 64 bits takes the level's latency and 2 clocks more for its data")
  void aChainOfLoadsTakesTheLatencyOfTheLevel(String line, String sum) {
    expect("p100", 32, "mov.u64 %rd10, %rd1;", line, "%rd10", sum);
    expect("gtx480", 32, "mov.u64 %rd10, %rd1;", line, "%rd10", sum);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mov.f64 %fd1, 0d3FF0000000000000; | add.f64 %fd1, %fd1, %fd1; | %fd1"
            + "| issue.double_latency",
        "mov.f32 %f1, %f0; | rsqrt.approx.f32 %f1, %f1; | %f1 | issue.special_latency",
        "mov.u64 %rd10, c; | ld.const.u32 %r11, [%rd10]; mul.wide.u32 %rd11, %r11, 0;"
            + " add.s64 %rd10, %rd10, %rd11; | %rd10 | constant.latency + 3 issue.latency",
      })
  @DisplayName("units with counters of their own take their latency")
  void unitsWithCountersTakeTheirLatency(String before, String line, String register, String sum) {
    expect("p100", 32, before, line, register, sum);
    expect("gtx480", 32, before, line, register, sum);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "4", "32"})
  @DisplayName("warps enter a barrier one after the other, and leave it together")
  void warpsEnterABarrierOneAfterTheOther(int warps) {
    String sum = "issue.barrier_latency + " + (warps - 1) + " issue.barrier";
    expect("p100", 32 * warps, "", "bar.sync 0;", "%r5", sum);
    expect("gtx480", 32 * warps, "", "bar.sync 0;", "%r5", sum);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st.shared.u32 [%r10], %r5; | 32 | memory.address_interval",
        "st.global.u32 [%rd4], %r5; | 32 | memory.address_interval",
        "shfl.sync.bfly.b32 %r11, %r10, 1, 31, -1; | 512 | 8 memory.address_interval",
        "atom.shared.add.u32 %r11, [0], 1; | 32 | 32 lds.atomic",
      })
  @DisplayName("accesses that wait for no other enter as fast as their address unit takes them")
  void accessesEnterAsTheirAddressUnitTakesThem(String line, int threads, String sum) {
    expect("p100", threads, WORDS, line, "%r5", sum);
    expect("gtx480", threads, WORDS, line, "%r5", sum);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st.shared.u32 [%r10], %r11; | lds.store_read + issue.latency",
        "st.shared.v4.u32 [%r10], {%r11, %r11, %r11, %r11};"
            + "| lds.store_read + 6 + issue.latency",
        "st.global.u32 [%rd4], %r11; | memory.store_read + issue.latency",
      })
  @DisplayName("a register that a store reads is written once its data has left, 64 bytes a clock")
  void aRegisterIsWrittenOnceAStoreHasReadIt(String store, String sum) {
    String line = store + " add.u32 %r11, %r5, 1;";
    expect("p100", 32, "mul.lo.u32 %r10, %r2, 16;", line, "%r11", sum);
  }
}
