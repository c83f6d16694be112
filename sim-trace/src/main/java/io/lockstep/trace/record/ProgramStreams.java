// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.List;

/**
 * The streams of a program besides the default stream, and the events that order them. Streams are
 * numbered from 1, as 0 is the default stream; events are numbered from 0.
 *
 * @param streams in the order of declaration: number 1 first
 * @param events names of the events, in the order of first use
 */
public record ProgramStreams(List<Stream> streams, List<String> events) {
  /** Maximum number of streams of a program, not counting the default stream. */
  public static final int MOST = 64;

  /** A program without streams. */
  public static final ProgramStreams NONE = new ProgramStreams(List.of(), List.of());

  /**
   * A queue of operations.
   *
   * @param name the stream's name in the workload
   * @param inOrder whether operations run in order of submission; otherwise only events order
   *     operations
   */
  public record Stream(String name, boolean inOrder) {}

  /**
   * Makes unmodifiable copies.
   *
   * @param streams number 1 first
   * @param events names, in the order of first use
   * @throws IllegalArgumentException if there are more than {@link #MOST} streams
   */
  public ProgramStreams {
    streams = List.copyOf(streams);
    events = List.copyOf(events);
    if (streams.size() > MOST) {
      throw new IllegalArgumentException(streams.size() + " streams; at most " + MOST);
    }
  }

  /** {@return whether the program has streams besides the default stream} */
  public boolean any() {
    return !streams.isEmpty();
  }

  /**
   * {@return the name of a stream, for messages and results}
   *
   * @param stream its number; 0 is the default stream
   */
  public String name(int stream) {
    return stream == 0 ? "default" : streams.get(stream - 1).name();
  }
}
