// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PollingChannelTest {
  private static final long LONGER_THAN_IT_POLLS = 50; // milliseconds

  @TempDir Path folder;

  private SocketChannel program;
  private PollingChannel polling;

  @BeforeEach
  void connect() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      program = SocketChannel.open(address);
      polling = new PollingChannel(server.accept());
    }
  }

  @AfterEach
  void close() throws IOException {
    program.close();
    polling.close();
  }

  private CompletableFuture<Integer> read(ByteBuffer to) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return polling.read(to);
          } catch (ClosedChannelException e) {
            return e instanceof AsynchronousCloseException ? -3 : -2;
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void aMessageArrivesWhetherItComesAtOnceOrLate() throws Exception {
    for (long pause : new long[] {0, LONGER_THAN_IT_POLLS, 0}) {
      ByteBuffer to = ByteBuffer.allocate(16);
      CompletableFuture<Integer> read = read(to);
      Thread.sleep(pause);
      program.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      assertThat(read.get()).isEqualTo(3);
      assertThat(to.flip()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }
  }

  @Test
  void aReplyLargerThanTheSocketHoldsIsWrittenWhole()
      throws IOException, InterruptedException, ExecutionException {
    byte[] data = new byte[8 << 20];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i * 31 >> 3);
    }
    program.write(ByteBuffer.wrap(new byte[1]));
    assertThat(polling.read(ByteBuffer.allocate(1))).isEqualTo(1); // leaves it polling
    CompletableFuture<Void> written =
        CompletableFuture.runAsync(
            () -> {
              ByteBuffer from = ByteBuffer.wrap(data);
              try {
                while (from.hasRemaining()) {
                  assertThat(polling.write(from)).as("it waits for room").isPositive();
                }
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    Thread.sleep(LONGER_THAN_IT_POLLS);
    ByteBuffer to = ByteBuffer.allocate(data.length);
    while (to.hasRemaining()) {
      program.read(to);
    }
    written.get();
    assertThat(to.array()).isEqualTo(data);
  }

  @Test
  void theOtherEndsCloseIsTheEnd() throws Exception {
    CompletableFuture<Integer> read = read(ByteBuffer.allocate(1));
    program.close();
    assertThat(read.get()).isEqualTo(-1);
  }

  @Test
  void closingItEndsAReadThatWaits() throws Exception {
    CompletableFuture<Integer> read = read(ByteBuffer.allocate(1));
    Thread.sleep(LONGER_THAN_IT_POLLS);
    polling.close();
    assertThat(read.get(10, TimeUnit.SECONDS)).isNegative();
  }
}
