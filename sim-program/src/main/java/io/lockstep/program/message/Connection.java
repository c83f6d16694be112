// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.util.Arrays;
import java.util.Optional;

/** Receives messages and sends replies over a channel. Not thread-safe. */
public final class Connection implements Closeable {
  private static final int HEAD = 8;
  private static final int BUFFER = 1 << 17;

  private final ByteChannel channel;
  private final ByteBuffer in =
      ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN).flip();
  private final ByteBuffer out =
      ByteBuffer.allocateDirect(HEAD + Protocol.MESSAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  public Connection(ByteChannel channel) {
    this.channel = channel;
  }

  /** Waits for the next message; empty at the end of the connection. */
  public Optional<Message> receive() throws IOException {
    if (!fill(HEAD)) {
      return Optional.empty();
    }
    int bytes = in.getInt();
    int operation = in.getShort() & 0xFFFF;
    int zero = in.getShort();
    if (bytes < 0 || bytes > Protocol.MESSAGE_BYTES || zero != 0) {
      throw new ProtocolException(
          "a message of at most %s bytes, found %s"
              .formatted(Protocol.MESSAGE_BYTES, Integer.toUnsignedString(bytes)));
    }
    Operation read = Operation.of(operation);
    if (bytes <= in.capacity()) {
      if (!fill(bytes)) {
        return Optional.empty();
      }
      ByteBuffer payload = in.slice(in.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
      in.position(in.position() + bytes);
      return Optional.of(new Message(read, payload));
    }
    ByteBuffer large = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    large.put(in);
    while (large.hasRemaining()) {
      if (channel.read(large) < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(new Message(read, large.flip()));
  }

  /** Returns whether at least some bytes are in the buffer; false at the end of the connection. */
  private boolean fill(int bytes) throws IOException {
    if (in.remaining() >= bytes) {
      return true;
    }
    in.compact();
    while (in.position() < bytes) {
      if (channel.read(in) < 0) {
        in.flip();
        return false;
      }
    }
    in.flip();
    return true;
  }

  public void send(Protocol.Status status, byte[] payload, int bytes) throws IOException {
    if (bytes > Protocol.MESSAGE_BYTES) {
      throw new IllegalArgumentException("a reply of " + bytes + " bytes");
    }
    out.clear();
    out.putInt(bytes).putInt(status.ordinal()).put(payload, 0, bytes).flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /** Sends an error, whose text is shortened if it is too long. */
  public void send(Protocol.Status status, String text) throws IOException {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] sent = Arrays.copyOf(bytes, Math.min(bytes.length, Protocol.MESSAGE_BYTES));
    send(status, sent, sent.length);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
