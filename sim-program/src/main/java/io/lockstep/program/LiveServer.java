// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.io.InputException;
import io.lockstep.program.message.Connection;
import io.lockstep.program.message.PollingChannel;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.net.ExtendedSocketOptions;

/** Accepts connections of a program's processes and serves each on a thread of its own. */
final class LiveServer implements AutoCloseable {
  private static final int LONGEST_PATH = 107; // of a socket's address, without its end

  private final LiveSetup setup;
  private final Path folder;
  private final Path socket;
  private final String owner;
  private final ServerSocketChannel channel;
  private final Thread acceptor;
  private final List<LiveSession> sessions = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * Starts to accept connections.
   *
   * @param folder private folder for the socket
   */
  LiveServer(LiveSetup setup, Path folder) throws IOException {
    this.setup = setup;
    this.folder = folder;
    socket = folder.resolve("socket");
    if (socket.toString().length() > LONGEST_PATH) {
      throw new InputException(
          socket.toString(), "is too long for a socket; name a shorter folder in TMPDIR");
    }
    owner = Files.getOwner(folder).getName();
    channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(socket));
    acceptor = new Thread(this::accept, "lockstep-programs");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  Path socket() {
    return socket;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel accepted = channel.accept();
        String user = accepted.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        if (!user.equals(owner)) {
          setup.notes().accept("a connection of user " + user + " was refused");
          accepted.close();
          continue;
        }
        serve(accepted);
      }
    } catch (ClosedChannelException e) {
      return; // the program has ended
    } catch (IOException e) {
      setup.notes().accept("no further process can connect: " + e.getMessage());
    }
  }

  private synchronized void serve(SocketChannel accepted) {
    LiveSession session =
        new LiveSession(new Connection(new PollingChannel(accepted)), setup, folder);
    Thread thread =
        new Thread(
            () -> {
              try (session) {
                session.serve();
              }
            },
            "lockstep-program-" + sessions.size());
    thread.setDaemon(true);
    sessions.add(session);
    threads.add(thread);
    thread.start();
  }

  /** Waits for the connected processes to end, accepts no others, and returns their traces. */
  LiveTraces end() throws IOException {
    channel.close();
    try {
      acceptor.join();
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    List<LiveTrace> traces = new ArrayList<>();
    for (LiveSession session : sessions) {
      traces.add(session.trace());
    }
    return new LiveTraces(traces);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
