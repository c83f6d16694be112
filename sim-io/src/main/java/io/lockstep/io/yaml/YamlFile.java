// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.yaml;

import io.lockstep.io.InputException;
import io.lockstep.io.InputFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads one YAML document into a tree whose keys and values have positions.
 *
 * <p>The core schema of YAML 1.2 applies. Duplicate keys, keys that are not scalars, tags, several
 * documents in one file, files over {@value #MAX_BYTES} bytes, nesting deeper than {@value
 * #MAX_DEPTH}, and aliases that expand to more than {@value #MAX_NODES} nodes or to themselves are
 * rejected. Every error is an {@link InputException} of one line that names file, line and column,
 * counted from 1.
 */
public final class YamlFile {
  public static final int MAX_BYTES = 16 << 20;

  public static final int MAX_DEPTH = YamlTree.MAX_DEPTH;

  /** Maximum number of nodes of a document, with aliases expanded. */
  public static final int MAX_NODES = YamlTree.MAX_NODES;

  private YamlFile() {}

  /**
   * Reads a file.
   *
   * @throws InputException if the file is missing, too large, not UTF-8 or not a valid document
   */
  public static YamlNode read(Path path) {
    String name = path.toString();
    if (Files.isDirectory(path)) {
      throw new InputException(name, "is a directory, expected a YAML file");
    }
    if (!Files.exists(path)) {
      throw new InputException(name, "no such file");
    }
    String text;
    try {
      text = InputFile.text(path, MAX_BYTES);
    } catch (CharacterCodingException e) {
      throw new InputException(name, "is not UTF-8 text", e);
    } catch (IOException e) {
      throw new InputException(name, "cannot be read: " + e.getMessage(), e);
    }
    return read(name, text);
  }

  /**
   * Reads a whole document.
   *
   * @param file file name for messages
   */
  public static YamlNode read(String file, String text) {
    if (text.length() > MAX_BYTES) {
      throw new InputException(
          file, "has " + text.length() + " characters; at most " + MAX_BYTES + " are read");
    }
    String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
    LoadSettings settings =
        LoadSettings.builder().setLabel(file).setCodePointLimit(MAX_BYTES + 1).build();
    YamlTree tree = new YamlTree(file, new ParserImpl(settings, new StreamReader(settings, body)));
    try {
      return tree.document();
    } catch (MarkedYamlEngineException e) {
      throw new InputException(
          tree.where(e.getProblemMark().or(e::getContextMark)), YamlTree.oneLine(problem(e)), e);
    } catch (ReaderException e) {
      throw new InputException(
          position(file, body, e.getPosition()),
          String.format("the character U+%04X is not allowed in YAML", e.getCodePoint()),
          e);
    } catch (YamlEngineException e) {
      throw new InputException(file, YamlTree.oneLine(String.valueOf(e.getMessage())), e);
    }
  }

  private static String problem(MarkedYamlEngineException e) {
    String problem = e.getProblem() == null ? "" : e.getProblem();
    String context = e.getContext() == null ? "" : e.getContext();
    return "not YAML: " + (context.isEmpty() ? problem : context + ", " + problem);
  }

  private static String position(String file, String text, int index) {
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
