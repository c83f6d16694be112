// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.yaml;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * Builds a document's tree from the parser's events as they arrive: no text is processed twice, and
 * the bounds of depth and size are checked before they are exceeded. All aliases of an anchor share
 * one node. An instance builds one document.
 */
final class YamlTree {
  static final int MAX_DEPTH = 64;
  static final int MAX_NODES = 2_000_000;

  /** A node and the number of its values, aliases expanded; null and 0 while it is being read. */
  private record Grown(YamlNode node, long size) {}

  private final String file;
  private final Iterator<Event> events;
  private final Map<String, Grown> anchors = new HashMap<>(); // never iterated
  private final Map<String, String> begun = new HashMap<>(); // positions of the anchors read so far

  YamlTree(String file, Iterator<Event> events) {
    this.file = file;
    this.events = events;
  }

  YamlNode document() {
    events.next(); // start of the stream
    if (events.next().getEventId() == Event.ID.StreamEnd) {
      throw new InputException(file, "is empty");
    }
    YamlNode root = node(events.next(), 0).node;
    events.next(); // end of the document
    Event end = events.next();
    if (end.getEventId() != Event.ID.StreamEnd) {
      throw new InputException(where(end.getStartMark()), "expected one YAML document");
    }
    return root;
  }

  /** Returns the position of a mark, for messages. */
  String where(Optional<Mark> mark) {
    return mark.isEmpty()
        ? file
        : file + ":" + (mark.get().getLine() + 1) + ":" + (mark.get().getColumn() + 1);
  }

  private Grown node(Event event, int depth) {
    if (event instanceof AliasEvent alias) {
      return anchored(alias);
    }
    String where = where(event.getStartMark());
    String anchor = ((NodeEvent) event).getAnchor().map(Object::toString).orElse(null);
    if (anchor != null) {
      anchors.put(anchor, new Grown(null, 0));
      begun.put(anchor, where);
    }
    Grown grown;
    if (event instanceof ScalarEvent scalar) {
      refuse(where, scalar.getTag());
      grown = new Grown(YamlNode.ofScalar(where, scalar.getValue(), scalar.isPlain()), 1);
    } else {
      if (depth == MAX_DEPTH) {
        throw new InputException(where, "nested deeper than " + MAX_DEPTH + " levels");
      }
      refuse(where, ((CollectionStartEvent) event).getTag());
      grown =
          event.getEventId() == Event.ID.SequenceStart
              ? list(where, depth + 1)
              : map(where, depth + 1);
      if (grown.size > MAX_NODES) {
        throw new InputException(
            where, "holds more than " + MAX_NODES + " values, aliases expanded");
      }
    }
    if (anchor != null) {
      anchors.put(anchor, grown);
    }
    return grown;
  }

  private Grown anchored(AliasEvent alias) {
    String name = alias.getAlias().getValue();
    Grown known = anchors.get(name);
    if (known == null) {
      throw new InputException(
          where(alias.getStartMark()), "not YAML: the alias '" + name + "' has no anchor");
    }
    if (known.node == null) {
      throw new InputException(begun.get(name), "an alias contains itself");
    }
    return known;
  }

  private void refuse(String where, Optional<String> tag) {
    if (tag.isPresent()) {
      throw new InputException(where, "the tag '" + oneLine(tag.get()) + "' is not allowed here");
    }
  }

  /** Replaces line breaks by spaces. */
  static String oneLine(String text) {
    return text.replaceAll("\\s*[\\r\\n]+\\s*", " ").trim();
  }

  private Grown list(String where, int depth) {
    List<YamlNode> items = new ArrayList<>();
    long size = 1;
    Event event;
    while ((event = events.next()).getEventId() != Event.ID.SequenceEnd) {
      Grown item = node(event, depth);
      items.add(item.node);
      size += item.size;
    }
    return new Grown(YamlNode.ofList(where, items), size);
  }

  private Grown map(String where, int depth) {
    List<YamlMap.Entry> entries = new ArrayList<>();
    long size = 1;
    Event event;
    while ((event = events.next()).getEventId() != Event.ID.MappingEnd) {
      Grown key = node(event, depth);
      String keyWhere = key.node.where();
      if (key.node.isMap() || key.node.isList()) {
        throw new InputException(keyWhere, "expected a name as key, found a list or map");
      }
      if (key.node.raw().isEmpty()) {
        throw new InputException(keyWhere, "expected a name as key, found nothing");
      }
      Grown value = node(events.next(), depth);
      entries.add(new YamlMap.Entry(key.node.raw(), keyWhere, value.node));
      size += key.size + value.size;
    }
    return new Grown(YamlNode.ofMap(where, new YamlMap(where, entries)), size);
  }
}
