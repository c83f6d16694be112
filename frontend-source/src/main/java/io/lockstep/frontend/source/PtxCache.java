package io.lockstep.frontend.source;

import io.lockstep.io.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compiled kernels in a folder, each named after the SHA-256 of all that it was made from. A file
 * is written aside and renamed, and carries a checksum of its own: processes may share the folder,
 * and a torn file counts as none. A folder that cannot be written is no error; nothing is kept
 * then.
 */
final class PtxCache {
  private static final String MAGIC = "// lockstep-ptx 1 ";
  private static final int MOST_FILES = 1000;

  /** Longer than any process writes a file. */
  private static final long LEFT_MILLIS = 600_000;

  private final Path folder;
  private final int most;

  PtxCache(Path folder) {
    this(folder, MOST_FILES);
  }

  /**
   * @param most files that are kept; beyond them those go that were used longest ago
   */
  PtxCache(Path folder, int most) {
    this.folder = folder;
    this.most = most;
  }

  /** SHA-256 of parts, each counted by its length. */
  static String key(List<byte[]> parts) {
    MessageDigest digest = Digests.start();
    for (byte[] part : parts) {
      digest.update((part.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(part);
    }
    return Digests.hex(digest.digest());
  }

  Path file(String key) {
    return folder.resolve("ptx").resolve(key + ".ptx");
  }

  /** What is kept under a key. */
  Optional<String> get(String key) {
    Path file = file(key);
    try {
      byte[] bytes = Files.readAllBytes(file);
      int end = MAGIC.length() + 64;
      if (bytes.length > end
          && new String(bytes, 0, end, StandardCharsets.ISO_8859_1)
              .equals(MAGIC + key(List.of(Arrays.copyOfRange(bytes, end + 1, bytes.length))))) {
        touch(file);
        return Optional.of(new String(bytes, StandardCharsets.UTF_8));
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static void touch(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
    } catch (IOException e) {
      // A folder of another user: it is only the order in which old files go.
      return;
    }
  }

  /** A text as it would be kept: its checksum in the first line. */
  static String framed(String text) {
    return MAGIC + key(List.of(text.getBytes(StandardCharsets.UTF_8))) + "\n" + text;
  }

  /** Keeps a framed text. Whether that worked. */
  boolean put(String key, String framed) {
    boolean kept = write(file(key), framed.getBytes(StandardCharsets.UTF_8));
    if (kept) {
      prune();
    }
    return kept;
  }

  /**
   * A file with a given content that stays: in the cache, else in the folder given.
   *
   * @param name what the name begins with
   */
  Path support(String name, byte[] content, Path otherwise) throws IOException {
    String suffix = "-" + key(List.of(content)).substring(0, 16) + ".h";
    Path file = folder.resolve(name + suffix);
    if (holds(file, content) || write(file, content)) {
      return file;
    }
    return Files.write(otherwise.resolve(name + suffix), content);
  }

  /** A file that is kept under its name, which tells what it is made of. */
  Optional<Path> binary(String name) {
    Path file = folder.resolve(name);
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }

  /** Keeps a file under a name; where it is then, the file itself where nothing can be kept. */
  Path binary(String name, Path made) throws IOException {
    Path file = folder.resolve(name);
    return write(file, Files.readAllBytes(made)) ? file : made;
  }

  private static boolean holds(Path file, byte[] content) {
    try {
      return Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), content);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean write(Path file, byte[] content) {
    Path aside = null;
    try {
      Files.createDirectories(file.getParent());
      removeLeftovers(file.getParent());
      aside = Files.createTempFile(file.getParent(), "write", ".tmp");
      Files.write(aside, content);
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    } finally {
      remove(aside);
    }
  }

  /** Deletes files whose writing began long ago. */
  private static void removeLeftovers(Path folder) {
    try (DirectoryStream<Path> begun = Files.newDirectoryStream(folder, "write*.tmp")) {
      for (Path file : begun) {
        if (Files.getLastModifiedTime(file).toMillis() < System.currentTimeMillis() - LEFT_MILLIS) {
          remove(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Another process was done with it, or the folder is not readable: the current file is not
      // affected.
      return;
    }
  }

  private static void remove(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // A temporary file that stays takes only disk space.
      return;
    }
  }

  /** Lets the files go that were used longest ago, beyond so many. */
  private void prune() {
    record Used(Path file, FileTime time) {}
    List<Used> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("ptx"))) {
      for (Path file : files.toList()) {
        all.add(new Used(file, Files.getLastModifiedTime(file)));
      }
    } catch (IOException e) {
      // Another process tidies up at the same time.
      return;
    }
    all.sort(Comparator.comparing(Used::time));
    for (int i = 0; i < all.size() - most; i++) {
      remove(all.get(i).file());
    }
  }
}
