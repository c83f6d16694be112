package io.lockstep.run.variant;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Results in a folder, one file each, named by the key: written beside its name and renamed, so
 * that a killed process leaves whole files. A file that is torn or altered, by its checksum, is not
 * believed; somebody is told. Several processes may share a folder. Thread-safe.
 */
public final class FolderStore implements ResultStore {
  private static final String ENDING = ".json";

  private final Path folder;
  private final Consumer<String> notes;

  /**
   * @param folder made where it is not there
   * @param notes told of files that are not believed, on any thread
   * @throws OutputException where it cannot be made
   */
  public FolderStore(Path folder, Consumer<String> notes) {
    this.folder = folder;
    this.notes = notes;
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new OutputException(folder.toString(), e);
    }
  }

  @Override
  public Optional<RunResult> find(String key) {
    Path file = file(key);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String why;
    try {
      byte[] bytes = Files.readAllBytes(file);
      Optional<RunResult> result = ResultText.read(bytes);
      if (result.isPresent() && Arrays.equals(bytes, ResultText.write(key, result.get()))) {
        return result;
      }
      why = "damaged, its checksum differs";
    } catch (IOException e) {
      why = "cannot be read: " + e.getMessage();
    }
    notes.accept(file + ": " + why + "; the result is computed anew");
    return Optional.empty();
  }

  @Override
  public void add(String key, RunResult result) {
    try (OutputFile file = new OutputFile(file(key))) {
      file.write(ResultText.write(key, result));
      file.commit();
    }
  }

  private Path file(String key) {
    if (!key.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("no key: " + key);
    }
    return folder.resolve(key + ENDING);
  }
}
