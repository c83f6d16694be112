// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.run.answer.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder of a sweep, with the content of its {@code plan.json}.
 *
 * @param plan identity of the plan: SHA-256 of {@code sweep.yaml}
 * @param lockstep version of Lockstep that created the folder
 * @param plugins absolute paths of the plug-in folders that were given at its creation
 */
public record SweepFolder(
    Path root, long points, String plan, String lockstep, List<Path> plugins) {
  private static final String PLUGINS = "plugin_path";

  public SweepFolder {
    plugins = List.copyOf(plugins);
  }

  /** Creates the description of a sweep without plug-in folders. */
  public SweepFolder(Path root, long points, String plan, String lockstep) {
    this(root, points, plan, lockstep, List.of());
  }

  /** Version of the folder's layout. */
  public static final int LAYOUT = 1;

  private static final String FILE = "plan.json";

  /**
   * Creates the results folder, then {@code plan.json}, whose presence marks the folder as a sweep
   * and which is therefore created by renaming.
   *
   * @throws OutputException if the folder cannot be written
   */
  public SweepFolder create() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("layout", LAYOUT).put("points", points);
    json.put("sweep_sha256", plan).put("lockstep", lockstep);
    if (!plugins.isEmpty()) {
      ArrayNode folders = json.putArray(PLUGINS);
      plugins.forEach(folder -> folders.add(folder.toString()));
    }
    try {
      Files.createDirectories(results());
    } catch (IOException e) {
      throw new OutputException(root.toString(), e);
    }
    try (OutputFile file = new OutputFile(root.resolve(FILE))) {
      file.write((json + "\n").getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
    return this;
  }

  /** Returns whether a folder is a sweep folder. */
  public static boolean isOne(Path root) {
    return Files.isRegularFile(root.resolve(FILE));
  }

  /**
   * Reads the description of a folder.
   *
   * @throws InputException if it is not a sweep folder, or has the layout of a later version
   */
  public static SweepFolder open(Path root) {
    Path file = root.resolve(FILE);
    if (!isOne(root)) {
      String what =
          Files.isDirectory(root)
              ? "is not a sweep: it has no " + FILE
              : Files.exists(root)
                  ? "is a file, which a sweep writes whole at its end; only a sweep's folder is read"
                      + " while it runs and can be resumed: lockstep sweep -o FOLDER/"
                  : "there is none";
      throw new InputException(root.toString(), what);
    }
    try {
      JsonNode json = JsonTree.read(file);
      int layout = json.path("layout").asInt();
      if (layout > LAYOUT) {
        throw new InputException(
            file.toString(),
            "layout " + layout + " of a later version; this one knows up to " + LAYOUT);
      }
      long points = json.path("points").asLong(-1);
      if (layout < 1 || points < 0 || !json.has("sweep_sha256")) {
        throw new InputException(file.toString(), "expected layout, points and sweep_sha256");
      }
      List<Path> plugins = new ArrayList<>();
      json.path(PLUGINS).forEach(folder -> plugins.add(Path.of(folder.asText())));
      String plan = json.path("sweep_sha256").asText();
      return new SweepFolder(root, points, plan, json.path("lockstep").asText(), plugins);
    } catch (IOException | InvalidPathException e) {
      throw new InputException(file.toString(), "no plan of a sweep: " + e.getMessage(), e);
    }
  }

  public Path results() {
    return root.resolve("results");
  }

  /** Returns the database that is built from the segments. */
  public Path index() {
    return root.resolve("index.sqlite");
  }
}
