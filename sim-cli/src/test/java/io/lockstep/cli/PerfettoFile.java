// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A Perfetto trace as a library reads it that knows nothing of Lockstep, held to the format's rules
 * while it is read: see {@link #read}.
 */
final class PerfettoFile {
  /** An interval of a track, or an event without length. */
  record Slice(long track, String name, long start, long end, Map<String, Long> arguments) {}

  /** A counter's value from a time on. */
  record Value(long time, double value) {}

  final Map<Long, String> names = new TreeMap<>();
  final Map<Long, String> descriptions = new TreeMap<>();
  final Map<Long, Long> parents = new TreeMap<>();
  final List<Slice> slices = new ArrayList<>();
  final Map<Long, List<Value>> values = new TreeMap<>();
  final Map<Long, List<String>> flows = new TreeMap<>(); // names of what an arrow touches
  private final Map<Long, Deque<Slice>> open = new HashMap<>();
  private final Map<Long, Long> clocks = new HashMap<>(); // by sequence
  private final Set<Long> ended = new HashSet<>(); // flows
  private final Set<Long> counters = new HashSet<>();

  private static Descriptor schema() throws Exception {
    try (InputStream in =
        PerfettoFile.class.getResourceAsStream("/perfetto/descriptor.textproto")) {
      FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder();
      TextFormat.merge(new String(in.readAllBytes(), StandardCharsets.UTF_8), file);
      return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0])
          .findMessageTypeByName("Trace");
    }
  }

  /**
   * Reads a trace: no field is unknown; every track is described before its events, its parent
   * before it; events of a sequence are in the order of time; what begins on a track ends in the
   * reverse order; every arrow ends once, and nothing comes after.
   */
  static PerfettoFile read(Path path) throws Exception {
    PerfettoFile file = new PerfettoFile();
    DynamicMessage trace = DynamicMessage.parseFrom(schema(), Files.readAllBytes(path));
    known(trace);
    for (Object packet : list(trace, "packet")) {
      file.packet((Message) packet);
    }
    file.open.forEach((track, left) -> assertThat(left).as("open on track %s", track).isEmpty());
    assertThat(file.ended).as("arrows that end").isEqualTo(file.flows.keySet());
    return file;
  }

  private static void known(Message message) {
    if (!message.getUnknownFields().asMap().isEmpty()) {
      throw new AssertionError("unknown fields: " + message);
    }
    for (Object value : message.getAllFields().values()) {
      for (Object one : value instanceof List<?> many ? many : List.of(value)) {
        if (one instanceof Message inner) {
          known(inner);
        }
      }
    }
  }

  private static Object get(Message message, String field) {
    return message.getField(message.getDescriptorForType().findFieldByName(field));
  }

  private static boolean has(Message message, String field) {
    return message.hasField(message.getDescriptorForType().findFieldByName(field));
  }

  private static List<?> list(Message message, String field) {
    return (List<?>) get(message, field);
  }

  private static long number(Message message, String field) {
    return ((Number) get(message, field)).longValue();
  }

  private void packet(Message packet) {
    if (has(packet, "track_descriptor")) {
      track((Message) get(packet, "track_descriptor"));
      return;
    }
    long time = number(packet, "timestamp");
    long sequence = number(packet, "trusted_packet_sequence_id");
    if (time < clocks.getOrDefault(sequence, 0L) || sequence == 0) {
      throw new AssertionError("sequence " + sequence + " goes back to " + time);
    }
    clocks.put(sequence, time);
    event((Message) get(packet, "track_event"), time);
  }

  private void track(Message track) {
    long uuid = number(track, "uuid");
    assertThat(uuid).isNotZero();
    assertThat(names).doesNotContainKey(uuid);
    names.put(uuid, (String) get(track, "name"));
    descriptions.put(uuid, (String) get(track, "description"));
    assertThat(descriptions.get(uuid)).isNotEmpty();
    if (has(track, "parent_uuid")) {
      long parent = number(track, "parent_uuid");
      assertThat(names).containsKey(parent);
      parents.put(uuid, parent);
    }
    if (has(track, "counter")) {
      counters.add(uuid);
      assertThat((String) get((Message) get(track, "counter"), "unit_name")).isNotEmpty();
    }
  }

  private void event(Message event, long time) {
    long track = number(event, "track_uuid");
    String type = get(event, "type").toString();
    if (!names.containsKey(track) || type.equals("TYPE_COUNTER") != counters.contains(track)) {
      throw new AssertionError("a track that is not described, or otherwise: " + event);
    }
    switch (type) {
      case "TYPE_COUNTER" ->
          values
              .computeIfAbsent(track, t -> new ArrayList<>())
              .add(new Value(time, (Double) get(event, "double_counter_value")));
      case "TYPE_SLICE_BEGIN" -> {
        Map<String, Long> arguments = new TreeMap<>();
        for (Object a : list(event, "debug_annotations")) {
          arguments.put((String) get((Message) a, "name"), number((Message) a, "uint_value"));
        }
        Slice slice = new Slice(track, (String) get(event, "name"), time, -1, arguments);
        open.computeIfAbsent(track, t -> new ArrayDeque<>()).push(slice);
      }
      case "TYPE_SLICE_END" -> {
        Slice s = open.get(track).pop();
        slices.add(new Slice(track, s.name, s.start, time, s.arguments));
      }
      default -> assertThat(type).isEqualTo("TYPE_INSTANT");
    }
    for (Object id : list(event, "flow_ids")) {
      if (ended.contains((Long) id)) {
        throw new AssertionError("an arrow that has ended: " + event);
      }
      flows.computeIfAbsent((Long) id, f -> new ArrayList<>()).add((String) get(event, "name"));
    }
    for (Object id : list(event, "terminating_flow_ids")) {
      if (!flows.containsKey((Long) id) || !ended.add((Long) id)) {
        throw new AssertionError("an arrow that never began, or has ended: " + event);
      }
    }
  }

  /** Uuids of tracks of a name below a parent of a name that begins so. */
  List<Long> below(String parent, String name) {
    return names.keySet().stream()
        .filter(t -> names.get(t).equals(name))
        .filter(t -> parents.containsKey(t) && names.get(parents.get(t)).startsWith(parent))
        .toList();
  }

  /** The sum over intervals of a counter that has a value for each. */
  long sum(long track, long interval) {
    List<Value> all = values.getOrDefault(track, List.of());
    long sum = 0;
    for (int i = 0; i + 1 < all.size(); i++) {
      long intervals = (all.get(i + 1).time - all.get(i).time + interval - 1) / interval;
      sum += (long) all.get(i).value * intervals;
    }
    assertThat(all.isEmpty() ? 0 : all.get(all.size() - 1).value).isZero();
    return sum;
  }
}
