// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads the streams of a workload, and the keys of steps that refer to streams and events. */
public final class StreamReader {
  private static final List<String> KEYS = List.of("stream", "after", "event");
  private static final Set<String> OPERATIONS =
      Set.of("launch", "upload", "download", "copy", "fill");

  private final Map<String, Integer> numbers = new LinkedHashMap<>(); // number of each stream
  private final List<ProgramStreams.Stream> streams = new ArrayList<>();
  private final Map<String, Integer> events = new LinkedHashMap<>();
  private final Set<String> recorded = new TreeSet<>();
  private final List<YamlNode> awaited = new ArrayList<>();

  /**
   * @param declared the workload's {@code streams}, if any
   */
  public StreamReader(Optional<YamlNode> declared) {
    declared.ifPresent(this::declare);
  }

  private void declare(YamlNode node) {
    if (node.isMap()) {
      for (YamlMap.Entry entry : node.asMap().entries()) {
        YamlMap map = entry.value().asMap();
        map.allowOnly("order");
        Map<String, Boolean> orders = Map.of("in", true, "any", false);
        declare(
            entry.where(), entry.key(), map.get("order").map(n -> n.choice(orders)).orElse(true));
      }
    } else {
      node.asList().forEach(n -> declare(n.where(), n.asText(), true));
    }
    if (streams.isEmpty()) {
      throw node.wrong("expected at least one stream");
    }
    if (streams.size() > ProgramStreams.MOST) {
      throw node.wrong(
          "%s streams; a workload may have at most %s"
              .formatted(streams.size(), ProgramStreams.MOST));
    }
  }

  private void declare(String where, String name, boolean inOrder) {
    Names.check(where, "stream", name);
    String wrong = null;
    if (name.equals(ProgramStreams.NONE.name(0))) {
      wrong = "the name '" + name + "' is taken by the stream of steps that name none";
    } else if (numbers.putIfAbsent(name, numbers.size() + 1) != null) {
      wrong = "the stream '" + name + "' is declared twice";
    }
    if (wrong != null) {
      throw new InputException(where, wrong);
    }
    streams.add(new ProgramStreams.Stream(name, inOrder));
  }

  /** Returns whether a step can be submitted to a stream. */
  public static boolean isOperation(Step step) {
    return step instanceof Step.Launch
        || step instanceof Step.Transfer
        || step instanceof Step.Copy
        || step instanceof Step.Fill;
  }

  /** Returns the keys of an operation, including the keys for streams. */
  Collection<String> with(String... keys) {
    return Stream.concat(Stream.of(keys), streams.isEmpty() ? Stream.of() : KEYS.stream()).toList();
  }

  /** Rejects keys for streams if there are no streams, or the step cannot be in a stream. */
  void check(String kind, YamlMap map) {
    boolean ofEvent = kind.equals("record") || kind.equals("wait");
    if (ofEvent && streams.isEmpty()) {
      throw undeclared(map.entry(kind).orElseThrow());
    }
    for (String key : KEYS) {
      Optional<YamlMap.Entry> entry = map.entry(key);
      if (entry.isEmpty() || ofEvent && key.equals("stream")) {
        continue;
      }
      if (!OPERATIONS.contains(kind)) {
        throw entry
            .get()
            .wrong(
                ("'%s' is not an operation of a stream; '%s' goes with launch, upload, download, copy"
                        + " and fill")
                    .formatted(kind, key));
      }
      if (streams.isEmpty()) {
        throw undeclared(entry.get());
      }
    }
  }

  private static InputException undeclared(YamlMap.Entry entry) {
    return entry.wrong("'" + entry.key() + "' needs streams: the workload declares none");
  }

  /** Returns an operation between the waits for its events and the record of its own event. */
  List<Step> operation(YamlMap map, Step operation) {
    if (OPERATIONS.stream().noneMatch(map::has) || KEYS.stream().noneMatch(map::has)) {
      return List.of(operation);
    }
    int stream = stream(map);
    boolean all = isInOrder(stream); // both forms are equivalent in an in-order stream
    List<Step> steps = new ArrayList<>();
    for (YamlNode event : map.get("after").map(StreamReader::oneOrMore).orElse(List.of())) {
      steps.add(new Step.WaitEvent(event.where(), stream, awaited(event), all));
    }
    steps.add(stream == 0 ? operation : new Step.InStream(map.where(), stream, operation));
    map.get("event")
        .ifPresent(
            event -> steps.add(new Step.RecordEvent(event.where(), stream, recorded(event), all)));
    return steps;
  }

  private static List<YamlNode> oneOrMore(YamlNode node) {
    if (node.isText()) {
      return List.of(node);
    }
    if (node.asList().isEmpty()) {
      throw node.wrong("expected at least one event");
    }
    return node.asList();
  }

  Step record(YamlMap map) {
    map.allowOnly("record", "stream");
    YamlNode event = map.require("record");
    return new Step.RecordEvent(event.where(), stream(map), recorded(event), true);
  }

  Step wait(YamlMap map) {
    map.allowOnly("wait", "stream");
    YamlNode event = map.require("wait");
    return new Step.WaitEvent(event.where(), stream(map), awaited(event), true);
  }

  /** Reads the host's wait for a stream or an event. */
  Step synchronize(YamlMap map) {
    if (streams.isEmpty()) {
      throw map.wrong("the step is written '- synchronize', without a colon");
    }
    map.allowOnly("synchronize");
    YamlNode what = map.require("synchronize");
    if (what.isText()) {
      return new Step.SynchronizeStream(what.where(), stream(what));
    }
    what.asMap().allowOnly("event");
    YamlNode event = what.asMap().require("event");
    return new Step.SynchronizeEvent(event.where(), awaited(event));
  }

  private int stream(YamlMap map) {
    return map.get("stream").map(this::stream).orElse(0);
  }

  private int stream(YamlNode node) {
    Integer number = numbers.get(node.asText());
    if (number == null) {
      throw node.wrong(
          "no stream '%s' is declared%s"
              .formatted(node.asText(), Suggestions.hint(node.asText(), numbers.keySet())));
    }
    return number;
  }

  private boolean isInOrder(int stream) {
    return stream == 0 || streams.get(stream - 1).inOrder();
  }

  private int recorded(YamlNode node) {
    Names.check(node.where(), "event", node.asText());
    recorded.add(node.asText());
    return event(node.asText());
  }

  private int awaited(YamlNode node) {
    awaited.add(node);
    return event(node.asText());
  }

  private int event(String name) {
    return events.computeIfAbsent(name, n -> events.size());
  }

  /**
   * Returns the streams and events, once all steps are read.
   *
   * @throws InputException if no step records an event that a step waits for
   */
  public ProgramStreams streams() {
    for (YamlNode event : awaited) {
      if (!recorded.contains(event.asText())) {
        throw event.wrong(
            "no step records the event '%s'%s"
                .formatted(
                    event.asText(), Suggestions.hint(event.asText(), recorded, ", nor any other")));
      }
    }
    return streams.isEmpty()
        ? ProgramStreams.NONE
        : new ProgramStreams(streams, new ArrayList<>(events.keySet()));
  }
}
