package io.lockstep.io.yaml;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads one YAML document into a tree whose every key and value knows its position.
 *
 * <p>YAML 1.2, core schema. Refused: duplicate keys, keys that are not scalars, tags, several
 * documents in one file, files over {@value #MAX_BYTES} bytes, nesting deeper than {@value
 * #MAX_DEPTH}, aliases that expand to more than {@value #MAX_NODES} nodes or to themselves. Every
 * complaint is an {@link InputException} of one line that names file, line and column, both from 1.
 *
 * <p>Stateless and thread-safe.
 */
public final class YamlFile {
  /** Largest file read, in bytes. */
  public static final int MAX_BYTES = 16 << 20;

  /** Deepest nesting of lists and maps. */
  public static final int MAX_DEPTH = 64;

  /** Most nodes of a document, aliases expanded. */
  public static final int MAX_NODES = 2_000_000;

  private final String file;
  private final Map<Node, YamlNode> converted = new IdentityHashMap<>();
  private final Map<Node, Long> sizes = new IdentityHashMap<>();

  private YamlFile(String file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws InputException where it is missing, too large, not UTF-8 or not such a document
   */
  public static YamlNode read(Path path) {
    String name = path.toString();
    if (Files.isDirectory(path)) {
      throw new InputException(name, "is a directory, expected a YAML file");
    }
    if (!Files.exists(path)) {
      throw new InputException(name, "no such file");
    }
    byte[] bytes;
    try {
      long size = Files.size(path);
      if (size > MAX_BYTES) {
        throw new InputException(
            name, "has " + size + " bytes; at most " + MAX_BYTES + " are read");
      }
      bytes = Files.readAllBytes(path);
    } catch (IOException e) {
      throw new InputException(name, "cannot be read: " + e.getMessage(), e);
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InputException(name, "is not UTF-8 text", e);
    }
    return read(name, text);
  }

  /**
   * Reads a text.
   *
   * @param file name for messages
   * @param text the whole document
   */
  public static YamlNode read(String file, String text) {
    if (text.length() > MAX_BYTES) {
      throw new InputException(
          file, "has " + text.length() + " characters; at most " + MAX_BYTES + " are read");
    }
    String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file)
            .setAllowDuplicateKeys(true) // told apart below, with both positions
            .setCodePointLimit(MAX_BYTES + 1)
            .setMaxAliasesForCollections(Integer.MAX_VALUE) // bounded by MAX_NODES instead
            .build();
    YamlFile reader = new YamlFile(file);
    try {
      reader.checkEvents(new Parse(settings).parseString(body));
      Optional<Node> root = new Compose(settings).composeString(body);
      if (root.isEmpty()) {
        throw new InputException(file, "is empty");
      }
      reader.measure(root.get(), new HashSet<>());
      return reader.convert(root.get());
    } catch (MarkedYamlEngineException e) {
      throw new InputException(
          reader.where(e.getProblemMark().or(e::getContextMark)), oneLine(problem(e)), e);
    } catch (ReaderException e) {
      throw new InputException(
          reader.position(body, e.getPosition()),
          String.format("the character U+%04X is not allowed in YAML", e.getCodePoint()),
          e);
    } catch (YamlEngineException e) {
      throw new InputException(file, oneLine(String.valueOf(e.getMessage())), e);
    }
  }

  private static String problem(MarkedYamlEngineException e) {
    String problem = e.getProblem() == null ? "" : e.getProblem();
    String context = e.getContext() == null ? "" : e.getContext();
    return "not YAML: " + (context.isEmpty() ? problem : context + ", " + problem);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s*[\\r\\n]+\\s*", " ").trim();
  }

  /** What must be known before a recursive composer sees the text. */
  private void checkEvents(Iterable<Event> events) {
    int depth = 0;
    int documents = 0;
    for (Event event : events) {
      switch (event.getEventId()) {
        case DocumentStart:
          if (++documents > 1) {
            throw new InputException(where(event.getStartMark()), "expected one YAML document");
          }
          break;
        case SequenceStart:
        case MappingStart:
          if (++depth > MAX_DEPTH) {
            throw new InputException(
                where(event.getStartMark()), "nested deeper than " + MAX_DEPTH + " levels");
          }
          ((CollectionStartEvent) event).getTag().ifPresent(t -> refuseTag(event, t));
          break;
        case SequenceEnd:
        case MappingEnd:
          depth--;
          break;
        case Scalar:
          ((ScalarEvent) event).getTag().ifPresent(t -> refuseTag(event, t));
          break;
        case Alias:
          if (depth == 0) {
            throw new InputException(
                where(event.getStartMark()),
                "the alias '" + ((AliasEvent) event).getAlias().getValue() + "' has no anchor");
          }
          break;
        default:
          break;
      }
    }
  }

  private void refuseTag(Event event, String tag) {
    throw new InputException(
        where(event.getStartMark()), "the tag '" + oneLine(tag) + "' is not allowed here");
  }

  /** Number of nodes with aliases expanded; finds nodes that contain themselves. */
  private long measure(Node node, Set<Node> open) {
    Long known = sizes.get(node);
    if (known != null) {
      return known;
    }
    if (!open.add(node)) {
      throw new InputException(where(node.getStartMark()), "an alias contains itself");
    }
    long size = 1;
    if (node instanceof SequenceNode) {
      for (Node child : ((SequenceNode) node).getValue()) {
        size += measure(child, open);
      }
    } else if (node instanceof MappingNode) {
      for (NodeTuple child : ((MappingNode) node).getValue()) {
        size += measure(child.getKeyNode(), open) + measure(child.getValueNode(), open);
      }
    }
    if (size > MAX_NODES) {
      throw new InputException(
          where(node.getStartMark()), "holds more than " + MAX_NODES + " values, aliases expanded");
    }
    open.remove(node);
    sizes.put(node, size);
    return size;
  }

  private YamlNode convert(Node node) {
    YamlNode known = converted.get(node);
    if (known != null) {
      return known;
    }
    String where = where(node.getStartMark());
    YamlNode result;
    if (node instanceof SequenceNode) {
      List<YamlNode> items = new ArrayList<>();
      for (Node child : ((SequenceNode) node).getValue()) {
        items.add(convert(child));
      }
      result = YamlNode.ofList(where, items);
    } else if (node instanceof MappingNode) {
      List<YamlMap.Entry> entries = new ArrayList<>();
      for (NodeTuple child : ((MappingNode) node).getValue()) {
        String keyWhere = where(child.getKeyNode().getStartMark());
        if (!(child.getKeyNode() instanceof ScalarNode)) {
          throw new InputException(keyWhere, "expected a name as key, found a list or map");
        }
        String key = ((ScalarNode) child.getKeyNode()).getValue();
        if (key.isEmpty()) {
          throw new InputException(keyWhere, "expected a name as key, found nothing");
        }
        entries.add(new YamlMap.Entry(key, keyWhere, convert(child.getValueNode())));
      }
      result = YamlNode.ofMap(where, new YamlMap(where, entries));
    } else {
      ScalarNode scalar = (ScalarNode) node;
      result =
          YamlNode.ofScalar(where, scalar.getValue(), scalar.getScalarStyle() == ScalarStyle.PLAIN);
    }
    converted.put(node, result);
    return result;
  }

  private String where(Optional<Mark> mark) {
    return mark.map(m -> file + ":" + (m.getLine() + 1) + ":" + (m.getColumn() + 1)).orElse(file);
  }

  private String position(String text, int index) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < Math.min(index, text.length()); i++) {
      if (text.charAt(i) == '\n') {
        line++;
        column = 1;
      } else {
        column++;
      }
    }
    return file + ":" + line + ":" + column;
  }
}
