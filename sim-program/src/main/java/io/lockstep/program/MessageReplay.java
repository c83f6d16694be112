// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.program.message.Connection;
import io.lockstep.program.message.Protocol;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.util.List;

/** Serves messages that are known beforehand in place of a process; replies are dropped. */
public final class MessageReplay {
  /** The version of the protocol that a program has to name first. */
  public static final int VERSION = Protocol.VERSION;

  private final List<KernelFrontend> frontends;
  private final ExecutionOptions execution;
  private final LiveOptions options;
  private final Path folder;

  /**
   * @param folder folder for the sources of programs
   */
  public MessageReplay(
      List<KernelFrontend> frontends,
      ExecutionOptions execution,
      LiveOptions options,
      Path folder) {
    this.frontends = List.copyOf(frontends);
    this.execution = execution;
    this.options = options;
    this.folder = folder;
  }

  /**
   * The end of a session.
   *
   * @param messages messages that were read
   * @param fault the error that ended the use of the device, or empty
   */
  public record Result(long messages, String fault) {}

  /**
   * Serves messages until their end or the first that is malformed.
   *
   * @throws RuntimeException if the server itself fails
   */
  public Result serve(byte[] messages) {
    LiveSetup setup = new LiveSetup(frontends, execution, options, folder, name -> {}, note -> {});
    try (LiveSession session =
        new LiveSession(new Connection(new Known(ByteBuffer.wrap(messages))), setup, folder)) {
      session.serve();
      try (LiveTrace trace = session.trace()) {
        new LiveTraces(List.of(trace)).rethrow();
        return new Result(trace.counts().calls(), trace.ending().fault());
      }
    }
  }

  private record Known(ByteBuffer from) implements ByteChannel {
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
}
