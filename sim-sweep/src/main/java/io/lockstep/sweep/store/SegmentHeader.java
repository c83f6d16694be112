// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.run.answer.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The first line of a segment, which identifies its sweep and its writer.
 *
 * @param version format version of the lines
 * @param plan identity of the points' plan, as in {@link SweepFolder#plan}
 * @param process process id of the writer
 * @param begunMillis creation time in milliseconds since 1970, by the clock of the host
 */
record SegmentHeader(int version, String plan, String host, long process, long begunMillis) {
  static final int VERSION = 1;

  private static final String MAGIC = "lockstep_segment";

  byte[] text() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(MAGIC, version).put("plan", plan).put("host", host);
    json.put("process", process).put("begun_millis", begunMillis);
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a header. If the version is later than this one, only the version is reliable.
   *
   * @throws IOException if the text is not a header
   */
  static SegmentHeader read(byte[] bytes, int from, int length) throws IOException {
    JsonNode header = JsonTree.read(bytes, from, length);
    int version = header.path(MAGIC).asInt();
    if (version < 1) {
      throw new IOException("no segment");
    }
    return new SegmentHeader(
        version,
        header.path("plan").asText(),
        header.path("host").asText(),
        header.path("process").asLong(),
        header.path("begun_millis").asLong());
  }
}
