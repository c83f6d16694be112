package io.lockstep.sweep.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.run.result.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The first line of a segment: its sweep and its writer.
 *
 * @param version of the segment's lines
 * @param plan which plan its points are of, as {@link SweepFolder#plan}
 * @param host name of the machine that writes it
 * @param process its process id there
 * @param begunMillis when it was begun, milliseconds since 1970 by the clock of its host
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
   * Reads one; of a later version only that is known.
   *
   * @throws IOException if it is none
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
