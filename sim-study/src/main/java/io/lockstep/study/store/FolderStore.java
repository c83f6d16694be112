// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.store;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.run.RunResult;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Results in a folder, one file per key. Files are written under temporary names and renamed, so
 * that a killed process leaves complete files only. A damaged or foreign file, detected by its
 * checksum, is ignored with a message. Several processes may share a folder. Files with other names
 * are ignored. Thread-safe.
 */
public final class FolderStore implements ResultStore {
  private static final String ENDING = ".json";
  private static final String KEY = "[0-9a-f]{64}";
  private static final long MOST_BYTES = 1 << 28;

  private final Path folder;
  private final Consumer<String> notes;

  /**
   * @param folder folder of the store, which is created if missing
   * @param notes receives messages about ignored files, on any thread
   * @throws OutputException if the folder cannot be created
   */
  public FolderStore(Path folder, Consumer<String> notes) {
    this.folder = folder;
    this.notes = notes;
    try {
      if (Files.exists(folder) && !Files.isDirectory(folder)) {
        throw new FileSystemException(folder.toString(), null, "not a folder");
      }
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new OutputException(folder.toString(), e);
    }
  }

  @Override
  public boolean isSearched() {
    return true;
  }

  @Override
  public Optional<RunResult> find(String key) {
    Path file = file(key);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String why;
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new IOException("too large for a result");
      }
      byte[] bytes = Files.readAllBytes(file);
      Optional<RunResult> result = ResultText.read(bytes);
      if (result.isPresent() && Arrays.equals(bytes, ResultText.write(key, result.get()))) {
        return result;
      }
      why = "damaged, or no result: its checksum differs";
    } catch (IOException e) {
      why = "cannot be read: " + e.getMessage();
    }
    notes.accept(file + ": " + why + "; the result is computed anew");
    return Optional.empty();
  }

  @Override
  public void add(PointOutcome outcome) {
    if (outcome.result().failure() != null) {
      return; // a failure may not be repeatable
    }
    try (OutputFile file = new OutputFile(file(outcome.key()))) {
      file.write(ResultText.write(outcome.key(), outcome.result()));
      file.commit();
    }
  }

  /**
   * Deletes the files of a store in a folder, then the folder if it is empty.
   *
   * @param folder folder of the store, which need not exist
   */
  public static void delete(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().matches(KEY + "\\" + ENDING)) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    } catch (IOException e) {
      return; // remaining files only cost disk space
    }
  }

  private Path file(String key) {
    if (!key.matches(KEY)) {
      throw new IllegalArgumentException("no key: " + key);
    }
    return folder.resolve(key + ENDING);
  }
}
