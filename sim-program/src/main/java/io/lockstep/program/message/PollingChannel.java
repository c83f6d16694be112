// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;

/**
 * Polls a socket for a moment before it blocks: a program that waits for each reply sends its next
 * message soon, and on many machines a thread that is woken up takes longer than the message. Not
 * thread-safe, but closed by any thread.
 */
public final class PollingChannel implements ByteChannel {
  private static final long POLLING_NANOS = 30_000;

  private final SocketChannel channel;

  public PollingChannel(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    channel.configureBlocking(false);
    long until = System.nanoTime() + POLLING_NANOS;
    do {
      int n = channel.read(to);
      if (n != 0) {
        return n;
      }
      Thread.onSpinWait();
    } while (System.nanoTime() < until);
    channel.configureBlocking(true);
    return channel.read(to);
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int n = channel.write(from);
    if (n == 0 && from.hasRemaining()) {
      channel.configureBlocking(true);
      n = channel.write(from);
    }
    return n;
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
