// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What calls of stream capture answer, by the manuals: "CUDA Runtime API", stream management, and
 * "CUDA C++ Programming Guide", stream capture. Streams are named 0, 1, 2 (which does not block the
 * legacy stream), P (of the thread) and L (the legacy stream).
 */
final class CaptureAutomaton {
  static final int OK = 0;
  static final int INVALID_VALUE = 1;
  static final int ILLEGAL_STATE = 401;
  static final int UNSUPPORTED = 900;
  static final int INVALIDATED = 901;
  static final int MERGE = 902;
  static final int UNMATCHED = 903;
  static final int UNJOINED = 904;
  static final int ISOLATION = 905;
  static final int IMPLICIT = 906;
  static final int CAPTURED_EVENT = 907;
  static final int WRONG_THREAD = 908;

  private static final int GLOBAL = 0;
  private static final int RELAXED = 2;

  private static final class Sequence {
    final String origin;
    final int mode;
    final int thread;
    final Map<Integer, Set<Integer>> graph = new TreeMap<>(); // nodes with their dependencies
    final Set<Integer> lost = new HashSet<>(); // last nodes of destroyed streams
    boolean valid = true;
    boolean ended;

    Sequence(String origin, int mode, int thread) {
      this.origin = origin;
      this.mode = mode;
      this.thread = thread;
    }
  }

  /** A stream's capture, and the nodes that what follows depends on. */
  private record Place(Sequence sequence, Set<Integer> last) {}

  private final Map<String, Place> capturing = new HashMap<>();
  private final Map<Integer, Place> events = new HashMap<>(); // of those recorded in a capture
  private final List<Sequence> sequences = new ArrayList<>();
  private final int[] modes = new int[2];

  /** Returns the answer to a call: its code, and what it returns besides. */
  String answer(int thread, String call, String stream, int event, int number) {
    String at = stream.equals("P") ? "P" + thread : stream;
    return switch (call) {
      case "begin" -> "" + begin(at, number, thread);
      case "end" -> end(at, thread);
      case "fill" -> "" + fill(at, number);
      case "record" -> "" + record(at, event);
      case "wait" -> "" + await(at, event);
      case "status" -> status(at);
      case "query", "sync" -> "" + ask(at, thread);
      case "equery", "esync" -> "" + askEvent(event, thread);
      case "drop" -> "" + drop(at);
      case "device" -> "" + wholeDevice();
      case "copy" -> "" + firstOf(legacy(true), thread);
      case "allocate" -> "" + unsafe(thread);
      case "mode" -> exchange(thread, number);
      case "destroy" -> "" + destroy(at);
      default -> throw new IllegalArgumentException(call);
    };
  }

  private int spoil(Sequence sequence, int code) {
    sequence.valid = false;
    return code;
  }

  /** "Any attempted use of the legacy stream is invalid" while a blocking stream is captured. */
  private int legacy(boolean used) {
    int code = OK;
    for (Map.Entry<String, Place> entry : capturing.entrySet()) {
      if (!entry.getKey().equals("2")) {
        code = IMPLICIT;
        entry.getValue().sequence().valid &= !used;
      }
    }
    return code;
  }

  /** A "potentially unsafe API call" (cudaThreadExchangeStreamCaptureMode). */
  private int unsafe(int thread) {
    int code = OK;
    for (Sequence sequence : sequences) {
      boolean own = sequence.thread == thread && sequence.mode != RELAXED;
      boolean others = sequence.thread != thread && sequence.mode == GLOBAL;
      if (modes[thread] != RELAXED && (own || (others && modes[thread] == GLOBAL))) {
        code = spoil(sequence, UNSUPPORTED);
      }
    }
    return code;
  }

  private int firstOf(int code, int thread) {
    return code == OK ? unsafe(thread) : code;
  }

  private String exchange(int thread, int mode) {
    int before = modes[thread];
    modes[thread] = mode;
    return OK + " " + before;
  }

  private int begin(String stream, int mode, int thread) {
    if (stream.equals("L")) {
      return UNSUPPORTED;
    }
    if (capturing.containsKey(stream)) {
      return ILLEGAL_STATE;
    }
    Sequence sequence = new Sequence(stream, mode, thread);
    sequences.add(sequence);
    capturing.put(stream, new Place(sequence, new LinkedHashSet<>()));
    return OK;
  }

  private void finish(Sequence sequence) {
    sequence.ended = true;
    sequences.remove(sequence);
    capturing.values().removeIf(place -> place.sequence() == sequence);
  }

  private String end(String stream, int thread) {
    Place place = capturing.get(stream);
    if (place == null) {
      return "" + ILLEGAL_STATE;
    }
    Sequence sequence = place.sequence();
    if (!sequence.origin.equals(stream)) {
      return "" + spoil(sequence, UNMATCHED);
    }
    if (sequence.mode != RELAXED && sequence.thread != thread) {
      return "" + spoil(sequence, WRONG_THREAD);
    }
    Set<Integer> joined = new HashSet<>();
    place.last().forEach(node -> ancestors(sequence, node, joined));
    Set<Integer> open = new HashSet<>(sequence.lost);
    capturing.values().stream()
        .filter(other -> other.sequence() == sequence)
        .forEach(other -> open.addAll(other.last()));
    finish(sequence);
    if (!sequence.valid) {
      return "" + INVALIDATED;
    }
    return joined.containsAll(open) ? OK + described(sequence) : "" + UNJOINED;
  }

  private static void ancestors(Sequence sequence, int node, Set<Integer> found) {
    if (found.add(node)) {
      sequence.graph.get(node).forEach(before -> ancestors(sequence, before, found));
    }
  }

  private static String described(Sequence sequence) {
    return sequence.graph.entrySet().stream()
        .map(
            node ->
                " "
                    + node.getKey()
                    + ":"
                    + new TreeSet<>(node.getValue())
                        .stream().map(String::valueOf).collect(Collectors.joining(",")))
        .collect(Collectors.joining());
  }

  private int fill(String stream, int label) {
    Place place = capturing.get(stream);
    if (place == null) {
      return stream.equals("L") ? legacy(true) : OK;
    }
    if (!place.sequence().valid) {
      return INVALIDATED;
    }
    place.sequence().graph.put(label, Set.copyOf(place.last()));
    place.last().clear();
    place.last().add(label);
    return OK;
  }

  private int record(String stream, int event) {
    Place place = capturing.get(stream);
    int code = place == null && stream.equals("L") ? legacy(true) : OK;
    if (place != null && !place.sequence().valid) {
      return INVALIDATED;
    }
    if (place != null) {
      events.put(event, new Place(place.sequence(), Set.copyOf(place.last())));
    } else if (code == OK) {
      events.remove(event);
    }
    return code;
  }

  private int await(String stream, int event) {
    Place place = capturing.get(stream);
    Place recorded = events.get(event);
    if (place != null && !place.sequence().valid) {
      return INVALIDATED;
    }
    if (recorded == null) {
      return place != null
          ? spoil(place.sequence(), ISOLATION)
          : stream.equals("L") ? legacy(true) : OK;
    }
    Sequence other = recorded.sequence();
    if (place == null) {
      return join(stream, recorded);
    }
    if (other != place.sequence()) {
      other.valid = false;
      return spoil(place.sequence(), MERGE);
    }
    place.last().addAll(recorded.last());
    return OK;
  }

  private int join(String stream, Place recorded) {
    Sequence sequence = recorded.sequence();
    if (sequence.ended) {
      return CAPTURED_EVENT;
    }
    if (stream.equals("L")) {
      return spoil(sequence, IMPLICIT);
    }
    if (!sequence.valid) {
      return INVALID_VALUE;
    }
    capturing.put(stream, new Place(sequence, new LinkedHashSet<>(recorded.last())));
    return OK;
  }

  private String status(String stream) {
    Place place = capturing.get(stream);
    if (stream.equals("L") && legacy(false) != OK) {
      return "" + IMPLICIT;
    }
    return OK + " " + (place == null ? 0 : place.sequence().valid ? 1 : 2);
  }

  private int ask(String stream, int thread) {
    Place place = capturing.get(stream);
    if (place == null) {
      return firstOf(stream.equals("L") ? legacy(true) : OK, thread);
    }
    return spoil(place.sequence(), UNSUPPORTED);
  }

  private int askEvent(int event, int thread) {
    Place recorded = events.get(event);
    return recorded == null ? unsafe(thread) : spoil(recorded.sequence(), CAPTURED_EVENT);
  }

  private int drop(String stream) {
    Place place = capturing.get(stream);
    if (place == null) {
      return ILLEGAL_STATE;
    }
    if (!place.sequence().valid) {
      return INVALIDATED;
    }
    place.last().clear();
    return OK;
  }

  private int wholeDevice() {
    sequences.forEach(sequence -> sequence.valid = false);
    return sequences.isEmpty() ? OK : UNSUPPORTED;
  }

  private int destroy(String stream) {
    Place place = capturing.remove(stream);
    if (place != null) {
      place.sequence().lost.addAll(place.last());
      if (place.sequence().origin.equals(stream)) {
        finish(place.sequence());
      }
    }
    return OK;
  }
}
