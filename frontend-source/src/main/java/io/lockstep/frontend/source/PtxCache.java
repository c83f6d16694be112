// SPDX-License-Identifier: Apache-2.0
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
 * A folder of compiled kernels, each named after the SHA-256 of its inputs. Files are written under
 * a temporary name, renamed and checksummed, so processes may share the folder, and a truncated
 * file is ignored. If the folder is not writable, nothing is cached.
 *
 * @param most compiled kernels at most; {@link #put} deletes the least recently used
 */
record PtxCache(Path folder, int most) {
  private static final String MAGIC = "// lockstep-ptx 1 ";
  private static final int MOST_FILES = 1000;

  /** Age in milliseconds beyond which a temporary file counts as abandoned. */
  private static final long LEFT_MILLIS = 600_000;

  PtxCache(Path folder) {
    this(folder, MOST_FILES);
  }

  /** Returns the SHA-256 of length-prefixed parts. */
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
      // a folder of another user: only the order of deletion is affected
      return;
    }
  }

  /** Returns a text with its checksum in the first line. */
  static String framed(String text) {
    return MAGIC + key(List.of(text.getBytes(StandardCharsets.UTF_8))) + "\n" + text;
  }

  /** Stores a framed text; returns whether that succeeded. */
  boolean put(String key, String framed) {
    boolean kept = write(file(key), framed.getBytes(StandardCharsets.UTF_8));
    if (kept) {
      prune();
    }
    return kept;
  }

  /** Returns a persistent file with this content: in the cache or else in the given folder. */
  Path support(String name, byte[] content, Path otherwise) throws IOException {
    String suffix = "-" + key(List.of(content)).substring(0, 16) + ".h";
    Path file = folder.resolve(name + suffix);
    if (holds(file, content) || write(file, content)) {
      return file;
    }
    return Files.write(otherwise.resolve(name + suffix), content);
  }

  Optional<Path> binary(String name) {
    Path file = folder.resolve(name);
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }

  /** Stores a file; returns its path, or the original if it cannot be stored. */
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

  private static void removeLeftovers(Path folder) {
    try (DirectoryStream<Path> begun = Files.newDirectoryStream(folder, "write*.tmp")) {
      for (Path file : begun) {
        if (Files.getLastModifiedTime(file).toMillis() < System.currentTimeMillis() - LEFT_MILLIS) {
          remove(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Another process was faster, or the folder is unreadable; the current file is not affected.
      return;
    }
  }

  private static void remove(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // a remaining temporary file only takes disk space
      return;
    }
  }

  private void prune() {
    record Used(Path file, FileTime time) {}
    List<Used> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("ptx"))) {
      for (Path file : files.toList()) {
        all.add(new Used(file, Files.getLastModifiedTime(file)));
      }
    } catch (IOException e) {
      // another process prunes at the same time
      return;
    }
    all.sort(Comparator.comparing(Used::time));
    for (int i = 0; i < all.size() - most; i++) {
      remove(all.get(i).file());
    }
  }
}
