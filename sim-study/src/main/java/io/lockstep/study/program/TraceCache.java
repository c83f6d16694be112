// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import io.lockstep.io.OutputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Traces of executions in a folder that any number of processes share, named by the digest of the
 * program's text. A trace becomes visible when it is complete. If a size limit is exceeded, the
 * least recently used traces are deleted. If a trace cannot be stored, for example on a full disk,
 * the program is executed again. Thread-safe.
 *
 * @param folder folder of the traces, which is created when the first trace is stored
 * @param mostBytes limit of the total size in bytes
 */
public record TraceCache(Path folder, long mostBytes) implements TraceStore {
  /** Default limit of the total size in bytes: 2 GiB. */
  public static final long USUAL_BYTES = 2L << 30;

  private static final String ENDING = ".lkt";

  @Override
  public Optional<Path> find(String key) {
    Path file = file(key);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
    } catch (IOException e) {
      return Optional.of(file); // the trace may be deleted earlier than intended
    }
    return Optional.of(file);
  }

  @Override
  public void damaged(String key) {
    try {
      Files.deleteIfExists(file(key));
    } catch (IOException e) {
      return; // the next trace of this name replaces it
    }
  }

  @Override
  public void add(String key, Predicate<Path> writer) {
    try {
      Files.createDirectories(folder);
      if (writer.test(file(key))) {
        shrink();
      }
    } catch (IOException | OutputException e) {
      return; // storing is optional
    }
  }

  private record Entry(Path path, long bytes, long used) {}

  private void shrink() throws IOException {
    List<Entry> all = new ArrayList<>();
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path path : files.filter(f -> f.toString().endsWith(ENDING)).toList()) {
        try {
          long used = Files.getLastModifiedTime(path).toMillis();
          all.add(new Entry(path, Files.size(path), used));
          bytes += Files.size(path);
        } catch (IOException e) {
          continue; // deleted by another process
        }
      }
    }
    all.sort(Comparator.comparingLong(Entry::used));
    for (Entry entry : all) {
      if (bytes <= mostBytes) {
        return;
      }
      Files.deleteIfExists(entry.path());
      bytes -= entry.bytes();
    }
  }

  private Path file(String key) {
    return folder.resolve(key + ENDING);
  }
}
