// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.check;

/**
 * Two operations without an order between them that use the same bytes of a buffer, at least one of
 * them to write: a finding of {@link ExecutionCheck#RACES}.
 *
 * @param ofHost whether the bytes belong to the host's copy of the buffer
 * @param first the operation that comes first in the program
 * @param second the operation at which the race was found
 * @param count number of occurrences
 */
public record StreamRace(String buffer, boolean ofHost, Use first, Use second, long count) {
  /**
   * The use of a buffer.
   *
   * @param where position of the step in the workload
   * @param operation for example {@code upload} or {@code launch of 'add'}
   * @param stream name of the stream; empty for the host's own computation
   */
  public record Use(String where, String operation, String stream, CheckedAccess.Kind kind) {
    private String what() {
      return operation + (stream.isEmpty() ? "" : " in stream '" + stream + "'");
    }

    private String verb() {
      return kind == CheckedAccess.Kind.WRITE || kind == CheckedAccess.Kind.ATOMIC
          ? "writes"
          : "reads";
    }
  }

  /** Returns whether another race differs at most in its count. */
  boolean isSame(StreamRace o) {
    return buffer.equals(o.buffer)
        && ofHost == o.ofHost
        && first.equals(o.first)
        && second.equals(o.second);
  }

  /** Returns this race with the occurrences of an equal one added. */
  StreamRace and(StreamRace o) {
    return new StreamRace(buffer, ofHost, first, second, count + o.count);
  }

  @Override
  public String toString() {
    String remedy =
        second.stream().isEmpty()
            ? "synchronize before it"
            : "record an event behind the one, let the other wait for it, or synchronize";
    return "%s: %s %s '%s', which %s at line %s %s in no order with it: %s; %s such"
        .formatted(
            second.where(),
            second.what() + " " + second.verb(),
            ofHost ? "the host's data of buffer" : "buffer",
            buffer,
            first.what(),
            line(first.where()),
            first.verb(),
            remedy,
            count);
  }

  private static String line(String where) {
    String[] parts = where.split(":");
    return parts.length < 3 ? where : parts[parts.length - 2];
  }
}
