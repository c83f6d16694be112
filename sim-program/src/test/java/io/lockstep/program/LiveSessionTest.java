// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.program.message.Operation;
import io.lockstep.program.message.Protocol;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends malformed messages: a session must end with a message, never with another exception. */
class LiveSessionTest {
  private static final int SESSIONS = 500;
  private static final int MESSAGES = 20;

  @TempDir private Path folder;

  private MessageReplay.Result serve(ByteBuffer messages) {
    byte[] bytes = new byte[messages.remaining()];
    messages.get(bytes);
    return new MessageReplay(
            List.of(),
            ExecutionOptions.defaults(),
            new LiveOptions(DeviceProperties.common()),
            folder)
        .serve(bytes);
  }

  private static void hello(ByteBuffer out) {
    out.putInt(20).putShort((short) 1).putShort((short) 0);
    out.putInt(Protocol.VERSION).putInt(Protocol.API_OPENCL).putInt(1).putInt(0).putInt(0);
  }

  /** Returns a number that is likely to be wrong in some way, or right. */
  private static long number(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> -1;
      case 2 -> random.nextInt(64);
      case 3 -> (129L << 40) + random.nextInt(64);
      case 4 -> Long.MAX_VALUE;
      case 5 -> random.nextLong();
      case 6 -> Integer.MAX_VALUE;
      default -> 1;
    };
  }

  private static void message(ByteBuffer out, Random random) {
    int operation = 1 + random.nextInt(random.nextInt(20) == 0 ? 40 : 17);
    int start = out.position();
    out.putInt(0).putShort((short) operation).putShort((short) 0);
    int fields = random.nextInt(24);
    for (int i = 0; i < fields; i++) {
      if (random.nextBoolean()) {
        out.putInt((int) number(random));
      } else {
        out.putLong(number(random));
      }
    }
    boolean wrong = random.nextInt(40) == 0;
    out.putInt(start, wrong ? (int) number(random) : out.position() - start - 8);
  }

  @Test
  void survivesMalformedMessages() {
    int faults = 0;
    for (int seed = 0; seed < SESSIONS; seed++) {
      Random random = new Random(seed);
      ByteBuffer out = ByteBuffer.allocate(1 << 14).order(ByteOrder.LITTLE_ENDIAN);
      hello(out);
      out.putInt(24).putShort((short) Operation.ALLOCATE.code).putShort((short) 0);
      out.putLong(64).putInt(0).putLong(0).putInt(0);
      for (int i = 0; i < MESSAGES; i++) {
        message(out, random);
      }
      faults += serve(out.flip()).fault().isEmpty() ? 0 : 1;
    }
    assertThat(faults).isGreaterThan(SESSIONS / 2);
  }

  @Test
  void wantsAGreetingFirst() {
    ByteBuffer out = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0).putShort((short) Operation.ACK.code).putShort((short) 0);
    assertThat(serve(out.flip()).fault())
        .isEqualTo("a malformed message: expected HELLO first, found ACK");
  }

  @Test
  void buildsAmdsStaticCxxKernelsAsCxxForOpenCl() {
    assertThat(LivePrograms.words("-I . -x clc++ -x spir -DN=1"))
        .containsExactly("-I.", "-cl-std=CLC++", "-DN=1");
  }
}
