// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sm.memory.AtomicMessages;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.testsupport.PtxBoard.Run;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link AtomicMessages}, by what they send through the network of a machine. */
class AtomicMessagesTest {
  private static final int HEADER = 8;
  private static final int TRANSLATION = HEADER; // the page's entry is fetched once

  private static Run run(int threads, String address, String atomic) {
    String place = "and.b32 %r10, %r2, 31;\n" + address + "\nadd.s64 %rd10, %rd1, %rd10;\n";
    return new OlderBoard("p100").run(PtxBoard.kernel("", place + atomic), 1, threads);
  }

  /** Expects messages and the bytes of their data. */
  private static void expect(int threads, String address, String atomic, int messages, int data) {
    Run run = run(threads, address, atomic);
    Run none = run(threads, address, "");
    assertThat(run.get("memory.transactions")).isEqualTo(messages);
    assertThat(run.get("network.request_bytes") - none.get("network.request_bytes"))
        .isEqualTo(TRANSLATION + messages * HEADER + data);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 4", "2, 1, 8", "8, 1, 32", "9, 2, 36", "32, 4, 128"})
  @DisplayName("words of one sector travel in one message, from the first to the last")
  void wordsOfASectorTravelTogether(int threads, int messages, int data) {
    String words = "mul.wide.u32 %rd10, %r10, 4;";
    expect(threads, words, "red.global.add.u32 [%rd10], 1;", messages, data);
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 20", "3, 2, 24", "4, 2, 40"})
  @DisplayName("words between them that no lane changes travel too")
  void wordsBetweenTravelToo(int threads, int messages, int data) {
    String apart = "mul.wide.u32 %rd10, %r10, 16;";
    expect(threads, apart, "red.global.add.u32 [%rd10], 1;", messages, data);
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "32"})
  @DisplayName("lanes on one word alone are one message, and the second level serialises them")
  void lanesOnOneWordAreOneMessage(int threads) {
    String same = "mov.u64 %rd10, 0;";
    expect(threads, same, "red.global.add.u32 [%rd10], 1;", 1, 4);
    expect(threads, same, "red.global.add.u64 [%rd10], 1;", 1, 8);
  }

  @ParameterizedTest
  @CsvSource({"4, 1, 16", "5, 2, 20", "8, 2, 32", "9, 3, 36", "12, 3, 48", "32, 8, 128"})
  @DisplayName("no word occurs twice in a message: its further lanes are in further messages")
  void noWordOccursTwiceInAMessage(int threads, int messages, int data) {
    String four = "and.b32 %r11, %r10, 3;\nmul.wide.u32 %rd10, %r11, 4;";
    expect(threads, four, "red.global.add.u32 [%rd10], 1;", messages, data);
  }
}
