// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.expression.Value;
import io.lockstep.workload.step.StructureValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads arguments that are passed by value and are not scalars: vectors {@code {f32x4: [..]}},
 * arrays {@code {i32: [..]}} and structures {@code {struct: [..]}}, laid out as in C. Immutable.
 *
 * @param buffers checks that a node names a buffer, and returns the name
 */
record StructureReader(Names names, Function<YamlNode, String> buffers) {
  private static final Pattern VECTOR = Pattern.compile("([a-z]+[0-9]+)x(2|3|4|8|16)");

  /** Vector types of OpenCL C and CUDA, for the hint. */
  private static final Pattern C_VECTOR =
      Pattern.compile("(u?char|u?short|u?int|u?long|u?longlong|half|float|double)(2|3|4|8|16)");

  private static final Map<String, String> C_TYPES =
      Map.of(
          "char",
          "i8",
          "short",
          "i16",
          "int",
          "i32",
          "long",
          "i64",
          "longlong",
          "i64",
          "half",
          "f16",
          "float",
          "f32",
          "double",
          "f64");

  private static final int POINTER_BYTES = 8;

  /** Returns whether this class reads arguments with the given key. */
  static boolean takes(YamlMap.Entry entry) {
    boolean scalar = ElementType.names().contains(entry.key());
    return entry.key().equals("struct")
        || VECTOR.matcher(entry.key()).matches()
        || scalar && entry.value().isList();
  }

  /** Returns the hint for an unknown type, which translates a vector type of C. */
  static String hint(String unknown, List<String> valid) {
    Matcher c = C_VECTOR.matcher(unknown);
    if (c.matches()) {
      boolean unsigned = c.group(1).startsWith("u");
      String type = C_TYPES.get(unsigned ? c.group(1).substring(1) : c.group(1));
      return "; did you mean '%sx%s'?"
          .formatted(unsigned ? type.replace('i', 'u') : type, c.group(2));
    }
    return unknown.equals("dim3")
        ? "; a dim3 is written {u32: [x, y, z]}"
        : Suggestions.hint(unknown, valid);
  }

  /** Reads an argument: a map that {@link #takes} accepts, possibly with {@code packed}. */
  StructureValue read(YamlNode node) {
    YamlMap map = node.asMap();
    StructureValue value = value(map, kind(map));
    if (value.bytes() == 0) {
      throw node.wrong("expected at least one member");
    }
    return value;
  }

  /** Returns the entry whose key determines the kind of a map. */
  private static YamlMap.Entry kind(YamlMap map) {
    List<String> valid = new ArrayList<>(ElementType.names());
    valid.addAll(List.of("struct", "pad"));
    for (YamlMap.Entry entry : map.entries()) {
      // Other keys (count, offset, packed) are checked when the kind is known.
      if (valid.contains(entry.key()) || VECTOR.matcher(entry.key()).matches()) {
        return entry;
      }
    }
    if (map.entries().isEmpty()) {
      throw map.wrong("expected a member such as {i32: 5}");
    }
    YamlMap.Entry first = map.entries().get(0);
    if (List.of("local", "texture", "image", "sampler").contains(first.key())) {
      throw first.wrong(
          "'" + first.key() + "' is an argument of its own, no member of a structure");
    }
    throw first.wrong("unknown member '" + first.key() + "'" + hint(first.key(), valid));
  }

  private StructureValue value(YamlMap map, YamlMap.Entry kind) {
    YamlNode value = kind.value();
    Matcher vector = VECTOR.matcher(kind.key());
    if (kind.key().equals("struct")) {
      map.allowOnly("struct", "packed", "count", "offset");
      boolean packed = map.get("packed").map(YamlNode::asBoolean).orElse(false);
      return repeated(kind.where(), structure(value, packed), map);
    }
    if (kind.key().equals("pad")) {
      map.allowOnly("pad", "offset");
      int bytes = value.asInt(1, StructureValue.MOST_BYTES);
      return new StructureValue(List.of(), bytes, 1, bytes);
    }
    map.allowOnly(kind.key(), "count", "offset");
    StructureValue one;
    if (vector.matches()) {
      ElementType type = ElementType.of(kind.where(), vector.group(1));
      int n = Integer.parseInt(vector.group(2));
      boolean array = value.isList() && !value.asList().isEmpty() && value.asList().get(0).isList();
      one = array ? array(value, v -> vector(v, type, n)) : vector(value, type, n);
    } else {
      ElementType type = ElementType.of(kind.where(), kind.key());
      one = value.isList() ? array(value, v -> scalar(v, type)) : scalar(value, type);
    }
    return repeated(kind.where(), one, map);
  }

  private StructureValue scalar(YamlNode node, ElementType type) {
    StructureValue.Member member =
        new StructureValue.Member(node.where(), 0, type, Value.read(node, type, names), null);
    return new StructureValue(List.of(member), type.bytes(), type.bytes(), type.bytes());
  }

  /** Reads a vector. A vector of three elements has the size of a vector of four. */
  private StructureValue vector(YamlNode node, ElementType type, int n) {
    List<YamlNode> elements = node.asList();
    if (elements.size() != n) {
      throw node.wrong("expected " + n + " elements, found " + elements.size());
    }
    int bytes = type.bytes();
    List<StructureValue.Member> members = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      members.add(
          new StructureValue.Member(
              elements.get(k).where(),
              k * bytes,
              type,
              Value.read(elements.get(k), type, names),
              null));
    }
    int room = (n == 3 ? 4 : n) * bytes;
    return new StructureValue(members, room, room, n * bytes);
  }

  private static StructureValue array(YamlNode list, Function<YamlNode, StructureValue> element) {
    Layout layout = new Layout(false);
    for (YamlNode item : list.asList()) {
      layout.add(item.where(), element.apply(item), -1);
    }
    return layout.finish(list.where());
  }

  /** Returns an array of equal elements if the map has a count, otherwise the element. */
  private static StructureValue repeated(String where, StructureValue one, YamlMap map) {
    int count = map.get("count").map(n -> n.asInt(1, StructureValue.MOST_BYTES)).orElse(1);
    if (count == 1) {
      return one;
    }
    Layout layout = new Layout(false);
    for (int k = 0; k < count; k++) {
      layout.add(where, one, -1);
    }
    return layout.finish(where);
  }

  private StructureValue structure(YamlNode list, boolean packed) {
    Layout layout = new Layout(packed);
    for (YamlNode item : list.asList()) {
      if (item.isText()) {
        StructureValue.Member pointer =
            new StructureValue.Member(item.where(), 0, ElementType.U64, null, buffers.apply(item));
        layout.add(
            item.where(),
            new StructureValue(List.of(pointer), POINTER_BYTES, POINTER_BYTES, POINTER_BYTES),
            -1);
        continue;
      }
      if (!item.isMap()) {
        throw item.expected("a member such as {i32: 5}, or a buffer's name for a pointer to it");
      }
      YamlMap map = item.asMap();
      YamlMap.Entry kind = kind(map);
      int offset = map.get("offset").map(n -> n.asInt(0, StructureValue.MOST_BYTES)).orElse(-1);
      layout.add(item.where(), value(map, kind), offset);
    }
    return layout.finish(list.where());
  }

  /** Lays out members one after another at their alignment, or at offsets given in the file. */
  private static final class Layout {
    private final boolean packed;
    private final List<StructureValue.Member> members = new ArrayList<>();
    private int end;
    private int alignment = 1;

    Layout(boolean packed) {
      this.packed = packed;
    }

    void add(String where, StructureValue value, int offset) {
      int step = packed ? 1 : value.alignment();
      int at = offset >= 0 ? offset : (end + step - 1) / step * step;
      if (at < end) {
        throw new InputException(
            where, "a member at offset " + at + ", the one before it ends at " + end);
      }
      if ((long) at + value.bytes() > StructureValue.MOST_BYTES) {
        throw new InputException(
            where, "more than " + StructureValue.MOST_BYTES + " bytes in one argument");
      }
      value.members().forEach(m -> members.add(m.moved(at)));
      end = at + value.bytes();
      alignment = Math.max(alignment, step);
    }

    StructureValue finish(String where) {
      int bytes = (end + alignment - 1) / alignment * alignment;
      if (bytes > StructureValue.MOST_BYTES) {
        throw new InputException(
            where, "more than " + StructureValue.MOST_BYTES + " bytes in one argument");
      }
      return new StructureValue(members, bytes, alignment, bytes);
    }
  }
}
