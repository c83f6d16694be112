// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends malformed messages: a session must end with a message, never with another exception. */
class LiveSessionTest {
  private static final int SESSIONS = 3000;
  private static final int MESSAGES = 20;

  @TempDir private Path folder;

  /** A connection whose messages are known beforehand, and whose replies are dropped. */
  private record Recorded(ByteBuffer from) implements ByteChannel {
    @Override
    public int read(ByteBuffer to) {
      if (!from.hasRemaining()) {
        return -1;
      }
      int n = Math.min(from.remaining(), to.remaining());
      to.put(from.slice(from.position(), n));
      from.position(from.position() + n);
      return n;
    }

    @Override
    public int write(ByteBuffer bytes) {
      int n = bytes.remaining();
      bytes.position(bytes.limit());
      return n;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private LiveTrace serve(ByteBuffer messages) {
    LiveSetup setup =
        new LiveSetup(
            List.of(), ExecutionOptions.defaults(), DeviceProperties.common(), folder, note -> {});
    try (LiveSession session =
        new LiveSession(new Connection(new Recorded(messages)), setup, folder)) {
      session.serve();
      return session.trace();
    }
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
      try (LiveTrace trace = serve(out.flip())) {
        faults += trace.fault().isEmpty() ? 0 : 1;
        assertThat(trace.broken()).as("seed " + seed).isEmpty();
      }
    }
    assertThat(faults).isGreaterThan(SESSIONS / 2);
  }

  @Test
  void wantsAGreetingFirst() {
    ByteBuffer out = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0).putShort((short) Operation.ACK.code).putShort((short) 0);
    try (LiveTrace trace = serve(out.flip())) {
      assertThat(trace.fault()).isEqualTo("a malformed message: expected HELLO first, found ACK");
    }
  }

  @Test
  void buildsAmdsStaticCxxKernelsAsCxxForOpenCl() {
    assertThat(LivePrograms.words("-I . -x clc++ -x spir -DN=1"))
        .containsExactly("-I.", "-cl-std=CLC++", "-DN=1");
  }
}
